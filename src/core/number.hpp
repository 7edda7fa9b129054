// Numbers and times as text, read and written: shares, sizes, durations, timestamps. Division that
// rounds up.
#pragma once

#include <array>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace nqueens {

/// The number in a text; empty if the text has anything else, or if the number does not fit.
template <class Number>
std::optional<Number> number_from(std::string_view text) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  return error == std::errc{} && rest == end ? std::optional(number) : std::nullopt;
}

/// "1 worker", "2 workers", "2 prefixes".
inline std::string amount_of(std::uint64_t number, const std::string& noun) {
  const std::string ending = noun.ends_with('x') || noun.ends_with("ch") ? "es" : "s";
  return std::to_string(number) + " " + noun + (number == 1 ? "" : ending);
}

/// A share from 0 to 1 in percent: "0 %", "1.2e-06 %", "0.012 %", "49.7 %"; "100 %" only for 1.
std::string format_share(double share);

/// "12 kB", "1.25 MB", "3 GB".
std::string format_bytes(std::uint64_t bytes);

/// What printf would print, cut to 63 characters.
template <class... Numbers>
std::string formatted(const char* format, Numbers... numbers) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), format, numbers...);
  return text.data();
}

/// A pseudorandom number, the same on every platform: SplitMix64, whose states are steps of the
/// golden ratio. G. L. Steele, D. Lea, C. H. Flood, Fast Splittable Pseudorandom Number Generators,
/// OOPSLA 2014.
constexpr std::uint64_t scrambled(std::uint64_t state) {
  state += 0x9e37'79b9'7f4a'7c15;
  state = (state ^ (state >> 30)) * 0xbf58'476d'1ce4'e5b9;
  state = (state ^ (state >> 27)) * 0x94d0'49bb'1331'11eb;
  return state ^ (state >> 31);
}

constexpr std::uint64_t divide_up(std::uint64_t dividend, std::uint64_t divisor) {
  return dividend / divisor + (dividend % divisor != 0 ? 1 : 0);
}

// --- Times

inline constexpr double minute_seconds = 60;
inline constexpr double hour_seconds = 60 * minute_seconds;
inline constexpr double day_seconds = 24 * hour_seconds;
inline constexpr double year_seconds = 365.25 * day_seconds;

/// Seconds from "90", "90.5", "90s", "10m", "2h", "1d", "mm:ss", "hh:mm:ss", "days-hh",
/// "days-hh:mm" or "days-hh:mm:ss" (the last are the forms of Slurm's --time, whose plain number is
/// minutes); infinity for "UNLIMITED" in any case. Empty for other text, for negative numbers, or
/// if a field is too large for its place, as in "1:75".
std::optional<double> parse_duration(std::string_view text);

/// For users: "0.52 s", "41 s", "3:07 min", "1:02:33 h", "3 days 4 h", "12.4 years",
/// "3.1 million years".
std::string format_duration(double seconds);

enum class TimeZone { local, utc };

/// Formatted as by strftime; empty for a year beyond all calendars.
/// @param time  seconds since 1970-01-01 UTC, as below
std::string format_time(std::int64_t time, const char* pattern, TimeZone zone = TimeZone::local);

/// "2026-11-23T08:01:02+01:00": local time with its offset from UTC; empty as above.
std::string format_time(std::int64_t time);

/// "2026-11-23T08:01:02.345+01:00"
std::string format_timestamp(double time);

/// The inverse, to the millisecond; empty for other text.
std::optional<double> parse_timestamp(std::string_view text);

}  // namespace nqueens
