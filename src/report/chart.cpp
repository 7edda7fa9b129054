// Coordinates, ticks and SVG elements.

#include "report/chart.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace nqueens {
namespace {

constexpr double width = 720;
constexpr double left = 72;
constexpr double right = 14;
constexpr double top = 14;
constexpr double plot_height = 200;
constexpr double bottom = 44;

struct Frame {
  Axis x;
  Axis y;
  double height = plot_height;

  [[nodiscard]] double at_x(double value) const {
    return left + (width - left - right) * part(x, value);
  }
  [[nodiscard]] double at_y(double value) const { return top + height * (1 - part(y, value)); }

 private:
  static double part(const Axis& axis, double value) {
    const double span = axis.high - axis.low;
    return span > 0 ? std::clamp((value - axis.low) / span, 0.0, 1.0) : 0;
  }
};

std::string svg(const std::string& title, double height, const std::string& content) {
  return fmt::format(
      "<svg viewBox=\"0 0 {:.0f} {:.0f}\" role=\"img\" aria-label=\"{}\"><title>{}</title>\n{}"
      "</svg>\n",
      width, height, escaped(title), escaped(title), content);
}

std::string text_at(double x, double y, std::string_view anchor, std::string_view text) {
  return fmt::format(
      "<text class=\"axis\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor,
      escaped(text));
}

std::string line_at(std::string_view kind, double x1, double y1, double x2, double y2) {
  return fmt::format(
      "<line class=\"{}\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"/>\n", kind, x1,
      y1, x2, y2);
}

/// 1, 2 or 5 times a power of ten, of the axis' unit.
std::vector<double> ticks(const Axis& axis, int about) {
  const double span = (axis.high - axis.low) / axis.unit;
  if (!(span > 0) || !std::isfinite(span)) {
    return {axis.low};
  }
  const double power = std::pow(10, std::floor(std::log10(span / about)));
  double step = 10 * power;
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (span / (factor * power) <= about + 1) {
      step = factor * power;
      break;
    }
  }
  std::vector<double> values;
  const double first = std::ceil(axis.low / axis.unit / step - 1e-9);
  for (double i = first; i * step * axis.unit <= axis.high * (1 + 1e-9); ++i) {
    values.push_back(i * step * axis.unit + 0.0);  // no -0
  }
  return values;
}

std::string x_axis(const Frame& frame) {
  const double base = top + frame.height;
  std::string out = line_at("base", left, base, width - right, base);
  for (const double value : ticks(frame.x, 8)) {
    out += line_at("grid", frame.at_x(value), top, frame.at_x(value), base);
    out += text_at(frame.at_x(value), base + 16, "middle", frame.x.text(value));
  }
  return out + text_at((left + width - right) / 2, base + 36, "middle", frame.x.label);
}

std::string y_axis(const Frame& frame) {
  std::string out;
  for (const double value : ticks(frame.y, 4)) {
    out += line_at("grid", left, frame.at_y(value), width - right, frame.at_y(value));
    out += text_at(left - 6, frame.at_y(value) + 4, "end", frame.y.text(value));
  }
  const double middle = top + frame.height / 2;
  return out + fmt::format(
                   "<text class=\"axis\" text-anchor=\"middle\" transform=\"translate(13 "
                   "{:.0f}) rotate(-90)\">{}</text>\n",
                   middle, escaped(frame.y.label));
}

std::string path(const Frame& frame, const Series& series, std::size_t colour) {
  if (series.points.empty()) {
    return {};
  }
  std::string line;
  for (const auto& [x, y] : series.points) {
    line += fmt::format("{}{:.1f} {:.1f}", line.empty() ? "M" : "L", frame.at_x(x), frame.at_y(y));
  }
  std::string out;
  if (series.filled) {
    const double base = top + frame.height;
    out = fmt::format("<path class=\"area c{}\" d=\"{}L{:.1f} {:.1f}L{:.1f} {:.1f}Z\"/>\n", colour,
                      line, frame.at_x(series.points.back().first), base,
                      frame.at_x(series.points.front().first), base);
  }
  return out + fmt::format("<path class=\"line c{}\" d=\"{}\"><title>{}</title></path>\n", colour,
                           line, escaped(series.name));
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default: out += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
  }
  return out;
}

std::string short_number(double value) {
  constexpr std::array<std::string_view, 5> units = {"", " k", " M", " G", " T"};
  std::size_t unit = 0;
  while (std::abs(value) >= 999.5 && unit + 1 < units.size()) {
    value /= 1000;
    ++unit;
  }
  return std::abs(value) >= 999.5 ? fmt::format("{:.3g}", value * 1e12)
                                  : fmt::format("{:.3g}{}", value, units.at(unit));
}

Axis time_axis(const std::string& label, double low, double high) {
  struct Unit {
    double seconds;
    std::string_view name;
  };
  constexpr std::array<Unit, 4> units = {{{1, "s"}, {60, "min"}, {3600, "h"}, {86400, "days"}}};
  const double span = std::max(std::abs(low), std::abs(high));
  const auto unit = std::find_if(units.rbegin(), units.rend() - 1,
                                 [span](const Unit& each) { return span >= 2 * each.seconds; });
  const double seconds = unit->seconds;
  return {.label = label + " (" + std::string(unit->name) + ")",
          .text = [seconds](double value) { return fmt::format("{:.3g}", value / seconds); },
          .low = low,
          .high = std::max(high, low + 1e-3),
          .unit = seconds};
}

std::string line_chart(const std::string& title, const Axis& x, const Axis& y,
                       const std::vector<Series>& series, const std::vector<Mark>& marks) {
  const Frame frame{.x = x, .y = y};
  std::string out = x_axis(frame) + y_axis(frame);
  for (std::size_t i = 0; i < series.size(); ++i) {
    out += path(frame, series[i], i);
  }
  for (const Mark& mark : marks) {
    out += fmt::format("<g><title>{}</title>{}</g>\n", escaped(mark.text),
                       line_at(fmt::format("mark c{}", mark.colour), frame.at_x(mark.x), top,
                               frame.at_x(mark.x), top + frame.height));
  }
  std::string legend;
  for (std::size_t i = 0; series.size() > 1 && i < series.size(); ++i) {
    legend += fmt::format("<span class=\"key c{}\">{}</span> ", i, escaped(series[i].name));
  }
  return svg(title, top + frame.height + bottom, out) +
         (legend.empty() ? "" : "<p class=\"legend\">" + legend + "</p>\n");
}

std::string time_line(const std::string& title, const Axis& x, const std::vector<std::string>& rows,
                      const std::vector<Mark>& marks) {
  constexpr double row_height = 26;
  const Frame frame{.x = x, .y = {}, .height = row_height * static_cast<double>(rows.size())};
  std::string out = x_axis(frame);
  const auto at_row = [](std::size_t row) {
    return top + row_height * (static_cast<double>(row) + 0.5);
  };
  for (std::size_t row = 0; row < rows.size(); ++row) {
    out += line_at("grid", left, at_row(row), width - right, at_row(row));
    out += text_at(left - 6, at_row(row) + 4, "end", rows[row]);
  }
  for (const Mark& mark : marks) {
    out += fmt::format(
        "<circle class=\"dot c{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" "
        "r=\"5\"><title>{}</title></circle>\n",
        mark.colour, frame.at_x(mark.x), at_row(static_cast<std::size_t>(mark.row)),
        escaped(mark.text));
  }
  return svg(title, top + frame.height + bottom, out);
}

std::string histogram(const std::string& title, const std::string& x_label, const Axis& y,
                      const std::vector<Bar>& bars) {
  const Frame frame{.x = {.label = x_label,
                          .text = [](double) { return ""; },
                          .high = static_cast<double>(std::max<std::size_t>(bars.size(), 1))},
                    .y = y};
  const double base = top + frame.height;
  std::string out = y_axis(frame) + line_at("base", left, base, width - right, base) +
                    text_at((left + width - right) / 2, base + 36, "middle", x_label);
  const std::size_t every = bars.size() / 14 + 1;  // labels that do not touch
  for (std::size_t i = 0; i < bars.size(); ++i) {
    const double begin = frame.at_x(static_cast<double>(i) + 0.06);
    const double end = frame.at_x(static_cast<double>(i) + 0.94);
    const double high = frame.at_y(bars[i].value);
    out += fmt::format(
        "<rect class=\"bar c0\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\">"
        "<title>{}: {}</title></rect>\n",
        begin, high, end - begin, base - high, escaped(bars[i].label), escaped(bars[i].text));
    if (i % every == 0) {
      out += text_at((begin + end) / 2, base + 16, "middle", bars[i].label);
    }
  }
  return svg(title, base + bottom, out);
}

std::string bar_chart(const std::string& title, double high, const std::vector<Bar>& bars) {
  constexpr double row_height = 22;
  constexpr double labels = 190;
  constexpr double texts = 150;
  std::string out;
  double y = 4;
  for (const Bar& bar : bars) {
    const double room = width - labels - texts;
    const double length = high > 0 ? room * std::clamp(bar.value / high, 0.0, 1.0) : 0;
    std::string label = bar.label;
    if (label.size() > 28) {
      label = label.substr(0, 27) + "\u2026";
    }
    out += text_at(labels - 8, y + 14, "end", label);
    out += fmt::format(
        "<rect class=\"rest\" x=\"{0:.1f}\" y=\"{1:.1f}\" width=\"{2:.1f}\" height=\"16\"/>\n"
        "<rect class=\"bar c0\" x=\"{0:.1f}\" y=\"{1:.1f}\" width=\"{3:.1f}\" height=\"16\">"
        "<title>{4}: {5}</title></rect>\n",
        labels, y + 2, room, length, escaped(bar.label), escaped(bar.text));
    out += text_at(labels + room + 8, y + 14, "start", bar.text);
    y += row_height;
  }
  return svg(title, y + 4, out);
}

}  // namespace nqueens
