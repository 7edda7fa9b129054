// Where readers get their text from.
#pragma once

#include <cstddef>
#include <functional>
#include <span>

namespace nqueens {

/// Puts the next available characters of a text into a buffer and returns their number; 0 only at
/// the end. The reader passes on what it throws.
using ReadText = std::function<std::size_t(std::span<char> buffer)>;

}  // namespace nqueens
