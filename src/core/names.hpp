// Names of enumeration values: one list beside the enumeration, for writing and reading.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace nqueens {

/// The names in the order of the values.
template <class Enum>
inline constexpr auto names_of = nullptr;

template <class Enum>
concept Named = requires {
  names_of<Enum>.size();
};

template <Named Enum>
constexpr std::string_view to_string(Enum value) {
  return names_of<Enum>[static_cast<std::size_t>(value)];
}

template <class Enum, std::size_t Size>
std::optional<Enum> value_named(const std::array<std::string_view, Size>& names,
                                std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  return found != names.end() ? std::optional<Enum>(static_cast<Enum>(found - names.begin()))
                              : std::nullopt;
}
template <Named Enum>
std::optional<Enum> value_named(std::string_view name) {
  return value_named<Enum>(names_of<Enum>, name);
}

}  // namespace nqueens
