// Charts as SVG, for a page that brings the colours: classes c0 to c4 are series, `axis` is text,
// `grid` lines. Every chart has a title, and so has every bar and mark.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nqueens {

/// For the text and the attributes of HTML. Control characters become spaces.
std::string escaped(std::string_view text);

using NumberText = std::function<std::string(double)>;

/// 12.3 k, 4.5 M, 2.2e+18.
std::string short_number(double value);

struct Axis {
  std::string label;
  NumberText text = short_number;
  double low = 0;
  double high = 1;
  /// Ticks are round multiples of this: 1, or a minute in seconds.
  double unit = 1;
};

struct Series {
  std::string name;
  std::vector<std::pair<double, double>> points;
  bool filled = false;
};

/// A vertical line, or a dot on the bottom line of a time line.
struct Mark {
  double x = 0;
  std::string text;
  int colour = 1;
  int row = 0;  ///< of a time line
};

std::string line_chart(const std::string& title, const Axis& x, const Axis& y,
                       const std::vector<Series>& series, const std::vector<Mark>& marks = {});

/// Marks in named rows.
std::string time_line(const std::string& title, const Axis& x, const std::vector<std::string>& rows,
                      const std::vector<Mark>& marks);

struct Bar {
  std::string label;
  double value = 0;
  std::string text;  ///< the value in words
};

/// Upright bars side by side.
std::string histogram(const std::string& title, const std::string& x_label, const Axis& y,
                      const std::vector<Bar>& bars);

/// Bars from left to right, one below the other. @param high  the value of a full bar
std::string bar_chart(const std::string& title, double high, const std::vector<Bar>& bars);

/// A time axis up to so many seconds, in the unit that suits.
Axis time_axis(const std::string& label, double low, double high);

}  // namespace nqueens
