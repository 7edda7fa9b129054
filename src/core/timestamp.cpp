// Moments to text and back.

#include "core/timestamp.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>

#include "core/formatted.hpp"

namespace nqueens {

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

std::string format_timestamp(double time) {
  const auto milliseconds = static_cast<std::int64_t>(std::floor(time * 1000 + 0.5));
  const auto seconds =
      static_cast<std::int64_t>(std::floor(static_cast<double>(milliseconds) / 1000));
  std::string offset = format_time(seconds, "%z", TimeZone::local);
  offset.insert(std::min<std::size_t>(offset.size(), 3), ":");
  return format_time(seconds, "%Y-%m-%dT%H:%M:%S", TimeZone::local) +
         formatted(".%03d", static_cast<int>(milliseconds - 1000 * seconds)) + offset;
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

std::string format_utc(double time) {
  return format_time(static_cast<std::int64_t>(time), "%Y-%m-%d %H:%M:%S", TimeZone::utc);
}

}  // namespace nqueens
