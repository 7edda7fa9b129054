// Parsers of values in options and job files. Called with a text, a parser returns its value or
// nothing. expected() describes valid texts.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "core/names.hpp"
#include "core/number.hpp"
#include "core/text.hpp"

namespace nqueens {

/// A value as text that its parser accepts.
template <class Value>
std::string text_of(const Value& value) {
  if constexpr (std::is_arithmetic_v<Value>) {
    return std::to_string(value);
  } else if constexpr (std::is_convertible_v<Value, std::string_view>) {
    return std::string(value);
  } else {
    return std::string(to_string(value));
  }
}

/// How a job file writes a value.
enum class Quotes { never, always, optional };

/// A description of valid values.
struct Expected {
  std::string text;                  ///< "a whole number from 1 to 32"
  std::vector<std::string> words{};  ///< all valid words; empty if values are not words
};
template <class Parser>
Expected expected_by(const Parser& parse) {
  Expected expected{.text = parse.expected()};
  if constexpr (requires { parse.words; }) {
    expected.words = parse.words;
  }
  return expected;
}

template <class Number>
std::string number_text(Number number) {
  return std::is_integral_v<Number> ? std::to_string(number)
                                    : formatted("%.15g", static_cast<double>(number));
}

/// The least value of a range without 0.
inline constexpr double above_zero = std::numeric_limits<double>::min();

/// "from 1 to 4096", "above 0, up to 1".
template <class Number>
std::string range_text(Number min, Number max) {
  const bool is_open = static_cast<double>(min) == above_zero;
  return (is_open ? "above 0, up to " : "from " + number_text(min) + " to ") + number_text(max);
}

/// A number in a range, a whole one if the bounds are.
template <class Number>
struct InRange {
  static constexpr Quotes quotes = Quotes::never;
  Number min;
  Number max;

  std::optional<Number> operator()(const std::string& text) const {
    const auto number = number_from<Number>(text);
    return number && has(*number) ? number : std::nullopt;  // excludes NaN
  }
  [[nodiscard]] bool has(Number number) const { return number >= min && number <= max; }
  [[nodiscard]] std::string expected() const {
    return (std::is_integral_v<Number> ? "a whole number " : "a number ") + range_text(min, max);
  }
};

/// A time in a range, in seconds or as in 10m. A range without an end includes UNLIMITED.
struct TimeInRange {
  static constexpr Quotes quotes = Quotes::optional;
  double min = above_zero;
  double max = std::numeric_limits<double>::max();

  std::optional<double> operator()(const std::string& text) const {
    const auto number = number_from<double>(text);
    const auto time = number && std::isfinite(*number) ? number : parse_duration(text);
    return time && *time >= min && *time <= max ? time : std::nullopt;
  }
  [[nodiscard]] std::string expected() const {
    const bool is_bounded = max < std::numeric_limits<double>::max();
    const bool has_least = min >= 1;
    return "a time " +
           (is_bounded  ? range_text(min, max) + " s"
            : has_least ? "of " + number_text(min) + " s or more"
                        : "above 0") +
           ": seconds, \"10m\"" +
           (has_end() ? " or \"hh:mm:ss\"" : ", \"hh:mm:ss\" or \"UNLIMITED\"");
  }
  [[nodiscard]] bool has_end() const { return max <= std::numeric_limits<double>::max(); }
};

/// One of several words. @tparam From  turns a word into a value
template <class From>
struct OneOf {
  static constexpr Quotes quotes = Quotes::always;
  From from;
  std::vector<std::string> words;

  auto operator()(const std::string& text) const {
    return std::ranges::find(words, text) != words.end() ? from(text) : std::nullopt;
  }
  [[nodiscard]] std::string expected() const { return list_of(words, "or", "\""); }
};
template <class From>
OneOf(From, std::vector<std::string>) -> OneOf<From>;

template <Named Enum>
auto one_of_names() {
  return OneOf{[](const std::string& text) { return value_named<Enum>(text); },
               std::vector<std::string>(names_of<Enum>.begin(), names_of<Enum>.end())};
}

struct AnyText {
  static constexpr Quotes quotes = Quotes::always;

  std::optional<std::string> operator()(const std::string& text) const {
    return text.empty() ? std::nullopt : std::optional(text);
  }
  [[nodiscard]] static std::string expected() { return "a text in quotes that is not empty"; }
};

struct FileName {
  static constexpr Quotes quotes = Quotes::always;

  std::optional<std::string> operator()(const std::string& text) const {
    return text.empty() || text == "-" || is_unexpanded(text) ? std::nullopt : std::optional(text);
  }
  [[nodiscard]] static std::string expected() {
    return "a path without ~ and $HOME, which are not expanded here, and not -";
  }
};

/// A text that a function can read.
template <class From, Quotes form_quotes = Quotes::always>
struct Form {
  static constexpr Quotes quotes = form_quotes;
  From from;
  std::string form;  ///< "a part K/M"

  auto operator()(const std::string& text) const { return from(text); }
  [[nodiscard]] const std::string& expected() const { return form; }
};
template <class From>
Form(From, std::string) -> Form<From>;

}  // namespace nqueens
