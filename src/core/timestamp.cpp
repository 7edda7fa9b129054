// Moments to text and back.

#include "core/timestamp.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>

namespace nqueens {

std::string format_timestamp(double time) {
  auto seconds = static_cast<std::time_t>(std::floor(time));
  long milliseconds = std::lround((time - std::floor(time)) * 1000);
  if (milliseconds == 1000) {
    ++seconds;
    milliseconds = 0;
  }
  std::tm local{};
  localtime_r(&seconds, &local);
  char date[32] = "";
  std::strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S", &local);
  const long offset = std::labs(local.tm_gmtoff) / 60;
  char text[64] = "";
  std::snprintf(text, sizeof text, "%s.%03ld%c%02ld:%02ld", date, milliseconds,
                local.tm_gmtoff < 0 ? '-' : '+', offset / 60, offset % 60);
  return text;
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
  const auto seconds = static_cast<std::time_t>(time);
  std::tm utc{};
  gmtime_r(&seconds, &utc);
  char text[32] = "";
  std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &utc);
  return text;
}

}  // namespace nqueens
