// Durations as users and Slurm write them, and moments as text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace nqueens {

inline constexpr double minute_seconds = 60;
inline constexpr double hour_seconds = 60 * minute_seconds;
inline constexpr double day_seconds = 24 * hour_seconds;
inline constexpr double year_seconds = 365.25 * day_seconds;

/// Seconds from "90", "90.5", "90s", "10m", "2h", "1d", "mm:ss", "hh:mm:ss", "days-hh",
/// "days-hh:mm" or "days-hh:mm:ss" (the last are the forms of Slurm's --time, whose plain number is
/// minutes); infinity for "UNLIMITED" in any case. Nothing for other text, for negative numbers, or
/// if a field is too large beside the one before it, as in "1:75".
std::optional<double> parse_duration(std::string_view text);

/// What parse_duration() reads, for messages.
inline constexpr const char* duration_forms =
    "90s, 10m, 2h, 1d, mm:ss, hh:mm:ss, days-hh:mm:ss or UNLIMITED; a number alone is seconds";

/// For users: "0.52 s", "41 s", "3:07 min", "1:02:33 h", "3 d 04:05 h", "12.4 years",
/// "3.1 million years".
std::string format_duration(double seconds);

enum class TimeZone { local, utc };

/// By a pattern of strftime; empty for a year beyond all calendars.
/// @param time  seconds since 1970-01-01 UTC, as below
std::string format_time(std::int64_t time, const char* pattern, TimeZone zone = TimeZone::local);

/// "2026-11-23T08:01:02+01:00": local time with its offset from UTC; empty as above.
std::string format_time(std::int64_t time);

/// "2026-11-23T08:01:02.345+01:00"
std::string format_timestamp(double time);

/// The inverse, to the millisecond; nothing for other text.
std::optional<double> parse_timestamp(std::string_view text);

}  // namespace nqueens
