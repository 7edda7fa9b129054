// Text for shares, sizes and times. Parses times as users and Slurm write them (90, 10m, 1:30,
// 2-12:00).

#include "core/number.hpp"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <limits>
#include <vector>

namespace nqueens {
namespace {

/// Only digits, with at most one point if `fraction`.
std::optional<double> parse_number(std::string_view text, bool fraction) {
  const auto allowed = [fraction](char c) {
    return (c >= '0' && c <= '9') || (fraction && c == '.');
  };
  if (text.empty() || text.size() > 15 || !std::all_of(text.begin(), text.end(), allowed)) {
    return std::nullopt;
  }
  return number_from<double>(text);
}

/// Numbers separated by colons.
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

struct Unit {
  double seconds;
  double most;  ///< in a field after a larger one: 1:75 is a typo
};
constexpr std::array<Unit, 3> clock_units = {{{hour_seconds, 23}, {minute_seconds, 59}, {1, 59}}};

/// Sum of clock fields in units[0], units[1] ... @param first_is_free  the first may have any value
std::optional<double> clock_sum(const std::vector<double>& fields, const Unit* units,
                                bool first_is_free) {
  double sum = 0;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (fields[i] > units[i].most && !(first_is_free && i == 0)) {
      return std::nullopt;
    }
    sum += fields[i] * units[i].seconds;
  }
  return sum;
}

/// 90s, 10m, 2h, 1.5d; a plain number is seconds.
std::optional<double> parse_with_unit(std::string_view text) {
  double unit = 1;
  if (!text.empty()) {
    switch (text.back()) {
      case 's': break;
      case 'm': unit = minute_seconds; break;
      case 'h': unit = hour_seconds; break;
      case 'd': unit = day_seconds; break;
      default: return parse_number(text, true);
    }
    text.remove_suffix(1);
  }
  const auto number = parse_number(text, true);
  return number ? std::optional(*number * unit) : std::nullopt;
}

/// "+01:00"
std::string offset_at(std::int64_t time) {
  std::string offset = format_time(time, "%z");
  offset.insert(std::min<std::size_t>(offset.size(), 3), ":");
  return offset;
}

}  // namespace

std::string format_share(double share) {
  const double percent = 100 * share;
  if (percent <= 0 || percent >= 100) {
    return percent <= 0 ? "0 %" : "100 %";
  }
  return percent < 0.1 ? formatted("%.2g %%", percent)
                       : formatted("%.1f %%", std::min(percent, 99.9));
}

std::string format_bytes(std::uint64_t bytes) {
  const auto size = static_cast<double>(bytes);
  if (size < 999.5e3) {
    return formatted("%.0f kB", std::ceil(size / 1e3));
  }
  return size < 999.5e6 ? formatted("%.3g MB", size / 1e6) : formatted("%.3g GB", size / 1e9);
}

std::optional<double> parse_duration(std::string_view text) {
  if (is_unlimited(text)) {
    return std::numeric_limits<double>::infinity();
  }
  if (const auto dash = text.find('-'); dash != std::string_view::npos) {
    const auto days = parse_number(text.substr(0, dash), false);
    const auto fields = parse_fields(text.substr(dash + 1));
    if (!days || !fields || fields->size() > clock_units.size()) {
      return std::nullopt;
    }
    const auto rest = clock_sum(*fields, clock_units.data(), false);
    return rest ? std::optional(*days * day_seconds + *rest) : std::nullopt;
  }
  if (text.find(':') == std::string_view::npos) {
    return parse_with_unit(text);
  }
  const auto fields = parse_fields(text);
  if (!fields || fields->size() > clock_units.size()) {
    return std::nullopt;
  }
  return clock_sum(*fields, clock_units.data() + (clock_units.size() - fields->size()), true);
}

std::string format_duration(double seconds) {
  if (!std::isfinite(seconds) || seconds < 0) {
    return "an unknown time";
  }
  if (seconds < 9.995) {
    return formatted("%.2f s", seconds);
  }
  if (seconds >= 1e9 * year_seconds) {
    return formatted("%.3g billion years", seconds / (1e9 * year_seconds));
  }
  if (seconds >= 1e6 * year_seconds) {
    return formatted("%.3g million years", seconds / (1e6 * year_seconds));
  }
  if (seconds >= year_seconds) {
    return formatted(seconds < 100 * year_seconds ? "%.1f years" : "%.0f years",
                     seconds / year_seconds);
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
  return amount_of(static_cast<std::uint64_t>(whole / 86'400), "day") +
         (whole % 86'400 < 3600 ? "" : formatted(" %lld h", whole / 3600 % 24));
}

std::string format_time(std::int64_t time, const char* pattern, TimeZone zone) {
  const std::time_t seconds = time;
  std::tm parts{};
  const auto split = zone == TimeZone::utc ? gmtime_r : localtime_r;
  char text[64] = "";
  if (split(&seconds, &parts) != nullptr) {
    std::strftime(text, sizeof text, pattern, &parts);
  }
  return text;
}

std::string format_time(std::int64_t time) {
  const std::string text = format_time(time, "%Y-%m-%dT%H:%M:%S");
  return text.empty() ? "" : text + offset_at(time);
}

std::string format_timestamp(double time) {
  const auto milliseconds = static_cast<std::int64_t>(std::floor(time * 1000 + 0.5));
  const auto seconds =
      static_cast<std::int64_t>(std::floor(static_cast<double>(milliseconds) / 1000));
  return format_time(seconds, "%Y-%m-%dT%H:%M:%S") +
         formatted(".%03d", static_cast<int>(milliseconds - 1000 * seconds)) + offset_at(seconds);
}

std::optional<double> parse_timestamp(std::string_view text) {
  std::tm utc{};
  int milliseconds = 0;
  int hours = 0;
  int minutes = 0;
  char sign = '+';
  int length = 0;
  const std::string copy(text);
  const int read = std::sscanf(copy.c_str(), "%4d-%2d-%2dT%2d:%2d:%2d.%3d%c%2d:%2d%n", &utc.tm_year,
                               &utc.tm_mon, &utc.tm_mday, &utc.tm_hour, &utc.tm_min, &utc.tm_sec,
                               &milliseconds, &sign, &hours, &minutes, &length);
  if (read != 10 || static_cast<std::size_t>(length) != text.size() ||
      (sign != '+' && sign != '-')) {
    return std::nullopt;
  }
  utc.tm_year -= 1900;
  utc.tm_mon -= 1;
  const int offset = (60 * hours + minutes) * (sign == '-' ? -60 : 60);
  return static_cast<double>(timegm(&utc) - offset) + milliseconds / 1000.0;
}

}  // namespace nqueens
