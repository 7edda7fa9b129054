// Moments as text: ISO 8601.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace nqueens {

/// "2026-11-23T08:01:02.345+01:00": local time with its offset from UTC.
/// @param time  seconds since 1970-01-01 UTC
std::string format_timestamp(double time);

/// The inverse, to the millisecond; nothing for other text.
std::optional<double> parse_timestamp(std::string_view text);

/// "2026-11-23 08:01:02", by UTC.
std::string format_utc(double time);

}  // namespace nqueens
