// Reads times as users and Slurm write them (90, 1:30, 2-12:00), and writes them for the log.

#include "nqueens/core/duration.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <limits>
#include <vector>

namespace nqueens {
namespace {

constexpr double minute = 60;
constexpr double hour = 60 * minute;
constexpr double day = 24 * hour;

/// Only digits, with at most one point if `fraction`.
std::optional<double> parse_number(std::string_view text, bool fraction) {
  const auto allowed = [fraction](char c) {
    return (c >= '0' && c <= '9') || (fraction && c == '.');
  };
  if (text.empty() || text.size() > 15 || !std::all_of(text.begin(), text.end(), allowed)) {
    return std::nullopt;
  }
  double value = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional<double>(value)
                                                                  : std::nullopt;
}

/// Numbers between colons.
std::optional<std::vector<double>> parse_fields(std::string_view text) {
  std::vector<double> fields;
  while (true) {
    const auto colon = text.find(':');
    const auto field = parse_number(text.substr(0, colon), false);
    if (!field) {
      return std::nullopt;
    }
    fields.push_back(*field);
    if (colon == std::string_view::npos) {
      return fields;
    }
    text.remove_prefix(colon + 1);
  }
}

bool is_unlimited(std::string_view text) {
  constexpr std::string_view word = "unlimited";
  return std::equal(text.begin(), text.end(), word.begin(), word.end(),
                    [](char left, char right) { return (left | 0x20) == right; });
}

/// Fields from the largest unit on; weights[i] is the unit of field i.
double weighted_sum(const std::vector<double>& fields, const double* weights) {
  double sum = 0;
  for (const double field : fields) {
    sum += field * *weights++;
  }
  return sum;
}

template <class... Numbers>
std::string formatted(const char* format, Numbers... numbers) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), format, numbers...);
  return text.data();
}

}  // namespace

std::optional<double> parse_duration(std::string_view text) {
  if (is_unlimited(text)) {
    return std::numeric_limits<double>::infinity();
  }
  constexpr std::array<double, 3> units = {hour, minute, 1};
  if (const auto dash = text.find('-'); dash != std::string_view::npos) {
    const auto days = parse_number(text.substr(0, dash), false);
    const auto fields = parse_fields(text.substr(dash + 1));
    if (!days || !fields || fields->size() > 3) {
      return std::nullopt;
    }
    return *days * day + weighted_sum(*fields, units.data());
  }
  if (text.find(':') == std::string_view::npos) {
    return parse_number(text, true);
  }
  const auto fields = parse_fields(text);
  if (!fields || fields->size() > 3) {
    return std::nullopt;
  }
  return weighted_sum(*fields, units.data() + (3 - fields->size()));
}

std::string format_duration(double seconds) {
  if (!std::isfinite(seconds) || seconds < 0) {
    return "an unknown time";
  }
  if (seconds < 9.995) {
    return formatted("%.2f s", seconds);
  }
  const auto whole = static_cast<long long>(std::llround(seconds));
  if (whole < 60) {
    return formatted("%lld s", whole);
  }
  if (whole < 3600) {
    return formatted("%lld:%02lld min", whole / 60, whole % 60);
  }
  if (whole < 86'400) {
    return formatted("%lld:%02lld:%02lld h", whole / 3600, whole / 60 % 60, whole % 60);
  }
  return formatted("%lld d %02lld:%02lld h", whole / 86'400, whole / 3600 % 24, whole / 60 % 60);
}

}  // namespace nqueens
