// Numbers and words as users write them.
#pragma once

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace nqueens::cli {

/// Whether a text is decimal digits, at least one.
inline bool is_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// The number that the whole text is; nothing for any other text, or where the number does not fit.
template <class Number>
std::optional<Number> number_from(std::string_view text) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  return error == std::errc{} && rest == end ? std::optional(number) : std::nullopt;
}

/// What a user wrote, fit for a message: cut short, with question marks for what cannot be printed.
inline std::string quoted(const std::string& text) {
  constexpr std::size_t longest = 40;
  std::string shown = text.substr(0, longest);
  std::ranges::replace_if(
      shown, [](char c) { return c < ' ' || c > '~'; }, '?');
  return "'" + shown + (text.size() > longest ? "..." : "") + "'";
}

}  // namespace nqueens::cli
