// A page of HTML that needs nothing else, its tables, and its charts as SVG.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/progress.hpp"

namespace nqueens {

/// For the text and the attributes of HTML. Control characters become spaces.
std::string escaped(std::string_view text);
/// The same, with the digits of large numbers in groups of three. In the source they are together
/// as well: <data value="12345">.
std::string shown(std::string_view text);
/// The name of a field for people: "set aside" for set_aside.
std::string in_words(std::string name);
/// Empty if its text is, as a section if its content is.
std::string paragraph(const std::string& text);
std::string section(std::string_view title, const std::string& content);

/// What follows <!doctype html>.
std::string whole_page(const std::string& title, const std::string& content);

/// Shows at most 200 rows. In a narrow window each row becomes a list, unless it has a bar.
/// @param head  none: names and what they stand for
/// @param kinds  what each column holds: numbers 'n', code 'c', a bar 'h', text '-'
std::string table(const std::vector<std::string>& head, std::string_view kinds,
                  const TableRows& rows);

/// A bar in a table, as long as the share.
std::string bar(double share);

/// A short number without zeros at its end: "50 M".
std::string tick_text(double value);

struct Axis {
  std::string label{};
  std::function<std::string(double)> text = tick_text;
  double low = 0;
  double high = 1;
  double unit = 1;  ///< ticks are round multiples of this: 1, or a minute in seconds
  double step = 0;  ///< they are at least so far apart

  /// 0 at the low end, 1 at the high one.
  [[nodiscard]] double part(double value) const {
    return high > low ? std::clamp((value - low) / (high - low), 0.0, 1.0) : 0;
  }
};

/// A time in the unit that suits.
Axis time_axis(const std::string& label, double low, double high);

struct Series {
  std::string name;
  bool filled = false;
  std::vector<std::pair<double, double>> points{};
};

struct Mark {
  double x = 0;
  std::optional<double> y{};  ///< of a dot; absent: a vertical line
  std::string text;
  int colour = 1;
};

struct Chart {
  std::string title;
  Axis x;
  Axis y;
  std::vector<Series> series{};
  std::vector<Mark> marks{};
};

std::string drawn(const Chart& chart);

}  // namespace nqueens
