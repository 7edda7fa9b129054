// Durations as users and Slurm write them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace nqueens {

/// Seconds from "90", "90.5", "mm:ss", "hh:mm:ss", "days-hh", "days-hh:mm" or "days-hh:mm:ss" (the
/// forms of Slurm's --time, except that a plain number is seconds here); infinity for "UNLIMITED"
/// in any case. Nothing for other text or negative numbers.
std::optional<double> parse_duration(std::string_view text);

/// For users: "0.52 s", "41 s", "3:07 min", "1:02:33 h", "3 d 04:05 h".
std::string format_duration(double seconds);

}  // namespace nqueens
