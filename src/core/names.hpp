// Enumerations with names, in the order of their values.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace nqueens {

/// The value with this name, or nothing.
template <class Value, std::size_t Size>
std::optional<Value> value_named(const std::array<std::string_view, Size>& names,
                                 std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  return found != names.end() ? std::optional<Value>(static_cast<Value>(found - names.begin()))
                              : std::nullopt;
}

}  // namespace nqueens
