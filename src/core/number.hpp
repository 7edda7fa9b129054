// Numbers in texts, read and written, and a division that rounds up.
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

/// The number that the whole text is; nothing for any other text, or if the number does not fit.
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

/// A share from 0 to 1 in percent: "0 %", "1.2e-06 %", "0.012 %", "49.7 %"; "100 %" only of all.
std::string format_share(double share);

/// "12 kB", "1.25 MB", "3 GB".
std::string format_bytes(std::uint64_t bytes);

/// What printf would print, up to 63 characters.
template <class... Numbers>
std::string formatted(const char* format, Numbers... numbers) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), format, numbers...);
  return text.data();
}

constexpr std::uint64_t divide_up(std::uint64_t dividend, std::uint64_t divisor) {
  return dividend / divisor + (dividend % divisor != 0 ? 1 : 0);
}

}  // namespace nqueens
