// Moments as text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace nqueens {

enum class TimeZone { local, utc };

/// "2026-11-23 08:01", or by another pattern of strftime; empty for a year beyond all calendars.
/// @param time  seconds since 1970-01-01 UTC, as below
std::string format_time(std::int64_t time, const char* pattern = "%Y-%m-%d %H:%M",
                        TimeZone zone = TimeZone::local);

/// "2026-11-23T08:01:02.345+01:00": local time with its offset from UTC.
std::string format_timestamp(double time);

/// The inverse, to the millisecond; nothing for other text.
std::optional<double> parse_timestamp(std::string_view text);

/// "2026-11-23 08:01:02", by UTC.
std::string format_utc(double time);

}  // namespace nqueens
