// Cells, and coordinates, ticks and elements of SVG.

#include "report/html.hpp"

#include <spdlog/fmt/fmt.h>

#include <array>
#include <cmath>

#include "core/time.hpp"

namespace nqueens {
namespace {

/// Paper is light.
constexpr std::string_view style = R"(<style>
:root { color-scheme: light dark; --ink: #1c2430; --faint: #5b6675; --paper: #ffffff;
  --grid: #e3e7ec; --c0: #1f6fb4; --c1: #7a8594; --c2: #c2410c; --c3: #a16207; }
@media screen and (prefers-color-scheme: dark) { :root { --ink: #e6eaf0; --faint: #9aa5b4;
  --paper: #12161c; --grid: #2a313b; --c0: #5aa9e6; --c1: #8b96a5; --c2: #fb8c5a; --c3: #e5b94a; } }
@media print { :root { color-scheme: light; --ink: #000; --faint: #444; }
  section, svg, tr { break-inside: avoid; } body { max-width: none; } }
body { background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif;
  max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; margin-bottom: 0.2rem; } h2 { font-size: 1.15rem; margin: 2rem 0 0.5rem; }
p { color: var(--faint); margin: 0.3rem 0; } .number { color: var(--ink); font-size: 1.5rem;
  font-variant-numeric: tabular-nums; overflow-wrap: anywhere; margin: 0.5rem 0; }
table { border-collapse: collapse; width: 100%; font-size: 0.9rem; }
th, td { text-align: left; padding: 0.25rem 0.8rem 0.25rem 0; vertical-align: top;
  border-bottom: 1px solid var(--grid); overflow-wrap: anywhere; }
th { color: var(--faint); font-weight: 600; overflow-wrap: normal; }
.facts td:first-child { width: 11rem; color: var(--faint); }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
td.n, td.d { white-space: nowrap; }
code { font: 0.85rem/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
svg { width: 100%; height: auto; } .axis { fill: var(--faint); font: 12px system-ui, sans-serif; }
.bar { height: 0.8em; min-width: 12rem; background: var(--grid); } .bar rect { fill: var(--c0); }
.grid { stroke: var(--grid); } .base { stroke: var(--faint); }
.line { fill: none; stroke-width: 2; stroke-linejoin: round; } .area { opacity: 0.18; }
.mark { stroke-dasharray: 4 4; stroke-width: 1.5; }
.line.c0, .mark.c0 { stroke: var(--c0); } .line.c1, .mark.c1 { stroke: var(--c1); }
.line.c2, .mark.c2 { stroke: var(--c2); } .area.c0, .dot.c0 { fill: var(--c0); }
.area.c1, .dot.c1 { fill: var(--c1); } .dot.c2 { fill: var(--c2); } .dot.c3 { fill: var(--c3); }
@media print { table { font-size: 0.8rem; } }
@media screen and (max-width: 35rem) { .axis { font-size: 18px; } .bar { min-width: 4rem; } }
@media screen and (max-width: 48rem) { .rows tr:first-child { display: none; }
  .facts td:first-child { width: 7rem; } .rows td::before { content: attr(data-name); flex: none;
    width: 7rem; padding-right: 0.8rem; color: var(--faint); white-space: normal; }
  .rows tr { display: block; padding: 0.4rem 0; border-bottom: 1px solid var(--grid); }
  .rows td { display: flex; padding: 0.1rem 0; border: 0; text-align: left; } }
.key::before { content: ""; display: inline-block; width: 1em; height: 0.25em; margin: 0 0.4em;
  vertical-align: middle; background: var(--c0); } .key.c1::before { background: var(--c1); }
</style>
)";

constexpr double left = 88;
constexpr double right = 706;
constexpr double top = 30;
constexpr double base = 230;

double at_x(const Chart& chart, double value) {
  return left + (right - left) * chart.x.part(value);
}
double at_y(const Chart& chart, double value) {
  return base - (base - top) * chart.y.part(value);
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
  const double span = axis.high - axis.low;
  if (!(span > 0) || !std::isfinite(span)) {
    return {axis.low};
  }
  double step = axis.unit * std::pow(10, std::floor(std::log10(span / axis.unit / about)));
  for (const double factor : {2.0, 2.5, 2.0}) {
    step *= span / step > about + 1 ? factor : 1;
  }
  step = std::max(step, axis.step);
  std::vector<double> values;
  for (double i = std::ceil(axis.low / step - 1e-9); i * step <= axis.high * (1 + 1e-9); ++i) {
    values.push_back(i * step + 0.0);  // no -0
  }
  return values;
}

std::string axes(const Chart& chart) {
  std::string out = line_at("base", left, base, right, base);
  for (const double value : ticks(chart.x, 8)) {
    const double x = at_x(chart, value);
    out += line_at("grid", x, top, x, base) + text_at(x, base + 16, "middle", chart.x.text(value));
  }
  for (const double value : ticks(chart.y, 4)) {
    const double y = at_y(chart, value);
    out +=
        line_at("grid", left, y, right, y) + text_at(left - 6, y + 4, "end", chart.y.text(value));
  }
  return out + text_at((left + right) / 2, base + 36, "middle", chart.x.label) +
         text_at(0, 12, "start", chart.y.label);
}

std::string path(const Chart& chart, const Series& series, std::size_t colour) {
  std::string line;
  for (const auto& [x, y] : series.points) {
    line +=
        fmt::format("{}{:.1f} {:.1f}", line.empty() ? "M" : "L", at_x(chart, x), at_y(chart, y));
  }
  std::string out;
  if (series.filled && !line.empty()) {
    out = fmt::format("<path class=\"area c{}\" d=\"{}V{}H{:.1f}Z\"/>\n", colour, line, base,
                      at_x(chart, series.points.front().first));
  }
  return out + fmt::format("<path class=\"line c{}\" d=\"{}\"><title>{}</title></path>\n", colour,
                           line, escaped(series.name));
}

std::string drawn(const Chart& chart, const Mark& mark) {
  const double x = at_x(chart, mark.x);
  const std::string shape =
      mark.y ? fmt::format("<circle class=\"dot c{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"5\"/>",
                           mark.colour, x, at_y(chart, *mark.y))
             : line_at(fmt::format("mark c{}", mark.colour), x, top, x, base);
  return "<g><title>" + escaped(mark.text) + "</title>" + shape + "</g>\n";
}

}  // namespace

namespace {

/// Whether it is a date with a time, which stays on one line.
bool is_moment(std::string_view text) {
  return text.size() >= std::string_view("2026-11-23T08:01:02Z").size() && text[4] == '-' &&
         text[10] == 'T' && text.find(' ') == std::string_view::npos;
}

/// Whether a number is an amount, rather than that of a process or a part of a name. One alone in
/// parentheses is the commit of a version.
bool stands_alone(std::string_view before, std::string_view after) {
  constexpr std::array<std::string_view, 6> openings = {", ", "; ", ": ", ". ", " of ", "("};
  constexpr std::array<std::string_view, 5> endings = {" ", ",", ";", ")", ". "};
  const bool is_alone_in_parentheses = before.ends_with('(') && after.starts_with(')');
  return !is_alone_in_parentheses &&
         (before.empty() ||
          std::ranges::any_of(openings,
                              [&](std::string_view each) { return before.ends_with(each); })) &&
         (after.empty() || after == "." || std::ranges::any_of(endings, [&](std::string_view each) {
            return after.starts_with(each);
          }));
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

std::string shown(std::string_view text) {
  constexpr std::size_t max_plain = 4;
  constexpr std::string_view digits = "0123456789";
  const std::string safe = escaped(text);
  std::string out;
  for (std::size_t at = 0; at < safe.size();) {
    const std::size_t begin = std::min(safe.find_first_of(digits, at), safe.size());
    const std::size_t end = std::min(safe.find_first_not_of(digits, begin), safe.size());
    const std::string before = safe.substr(0, begin);
    const std::string after = safe.substr(end, 2);
    out += safe.substr(at, begin - at);
    const std::string number = safe.substr(begin, end - begin);
    at = end;
    if (number.size() <= max_plain || !stands_alone(before, after)) {
      out += number;
      continue;
    }
    std::string groups = number;
    for (std::size_t i = number.size(); i > 3;) {
      groups.insert(i -= 3, "\u202f");  // a narrow blank, at which no line breaks
    }
    out += "<data value=\"" + number + "\">" + groups + "</data>";
  }
  return out;
}

std::string in_words(std::string name) {
  std::ranges::replace(name, '_', ' ');
  return name;
}

std::string paragraph(const std::string& text) {
  return text.empty() ? "" : "<p>" + shown(text) + "</p>\n";
}

std::string section(std::string_view title, const std::string& content) {
  return content.empty() ? ""
                         : fmt::format("<section>\n<h2>{}</h2>\n{}</section>\n", title, content);
}

std::string whole_page(const std::string& title, const std::string& content) {
  return fmt::format(
      "<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{0}</title>\n{1}</head>\n<body>\n<h1>{0}</h1>\n{2}</body>\n</html>\n",
      escaped(title), style, content);
}

std::string table(const std::vector<std::string>& head, std::string_view kinds,
                  const TableRows& rows) {
  constexpr std::size_t max_rows = 200;
  const bool has_bars = kinds.find('h') != std::string_view::npos;
  const auto class_of = [kinds](std::size_t i, std::string_view text = {}) {
    return kinds[i] == 'n' ? " class=\"n\"" : is_moment(text) ? " class=\"d\"" : "";
  };
  std::string out = head.empty() ? "<table class=\"facts\">\n"
                    : has_bars   ? "<table>\n<tr>"
                                 : "<table class=\"rows\">\n<tr>";
  for (std::size_t i = 0; i < head.size(); ++i) {
    out += fmt::format("<th{}>{}</th>", class_of(i), escaped(head[i]));
  }
  out += head.empty() ? "" : "</tr>\n";
  for (std::size_t row = 0; row < std::min(rows.size(), max_rows); ++row) {
    out += "<tr>";
    for (std::size_t i = 0; i < rows[row].size(); ++i) {
      const std::string& text = rows[row][i];
      const std::string name = head.empty() || has_bars || head[i].empty()
                                   ? ""
                                   : fmt::format(" data-name=\"{}\"", escaped(head[i]));
      out += fmt::format("<td{}{}>{}</td>", class_of(i, text), name,
                         kinds[i] == 'h'   ? text
                         : kinds[i] == 'c' ? "<code>" + escaped(text) + "</code>"
                                           : shown(text));
    }
    out += "</tr>\n";
  }
  return out + "</table>\n" +
         (rows.size() > max_rows ? fmt::format("<p>and {} more rows</p>\n", rows.size() - max_rows)
                                 : "");
}

std::string bar(double share) {
  return fmt::format(
      "<svg class=\"bar\" aria-hidden=\"true\"><rect width=\"{:.1f}%\" height=\"100%\"/></svg>",
      100 * share);
}

std::string tick_text(double value) {
  std::string text = short_number(value);
  const auto blank = text.find(' ');
  if (const auto point = text.find('.'); blank != std::string::npos && point < blank) {
    const auto last = text.find_last_not_of('0', blank - 1);
    text.erase(last + (last > point ? 1 : 0), blank - last - (last > point ? 1 : 0));
  }
  return text;
}

Axis time_axis(const std::string& label, double low, double high) {
  constexpr std::array<std::pair<double, std::string_view>, 4> units = {
      {{day_seconds, "days"}, {hour_seconds, "h"}, {minute_seconds, "min"}, {1, "s"}}};
  const auto [unit, name] =
      *std::find_if(units.begin(), units.end() - 1,
                    [span = high - low](const auto& each) { return span >= 2 * each.first; });
  return {.label = label + " (" + std::string(name) + ")",
          .text = [unit = unit](double value) { return fmt::format("{:.3g}", value / unit); },
          .low = low,
          .high = std::max(high, low + 1e-3),
          .unit = unit};
}

std::string drawn(const Chart& chart) {
  std::string out = fmt::format(
      "<svg viewBox=\"0 0 720 274\" role=\"img\" aria-label=\"{0}\"><title>{0}</title>\n{1}",
      escaped(chart.title), axes(chart));
  std::string legend;
  for (std::size_t i = 0; i < chart.series.size(); ++i) {
    out += path(chart, chart.series[i], i);
    legend += fmt::format("<span class=\"key c{}\">{}</span> ", i, escaped(chart.series[i].name));
  }
  for (const Mark& mark : chart.marks) {
    out += drawn(chart, mark);
  }
  return out + "</svg>\n" +
         (chart.series.size() > 1 ? "<p class=\"legend\">" + legend + "</p>\n" : "");
}

}  // namespace nqueens
