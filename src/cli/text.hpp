// Numbers and words as users write them.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core/number.hpp"

namespace nqueens::cli {

/// Whether a text is decimal digits, at least one.
inline bool is_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// A user's text for a message: cut short, with question marks for unprintable characters.
inline std::string shortened(const std::string& text) {
  constexpr std::size_t longest = 40;
  std::string shown = text.substr(0, longest);
  std::ranges::replace_if(
      shown, [](char c) { return c < ' ' || c > '~'; }, '?');
  return shown + (text.size() > longest ? "..." : "");
}

inline std::string quoted(const std::string& text) {
  return "'" + shortened(text) + "'";
}

}  // namespace nqueens::cli
