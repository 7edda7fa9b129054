// Where readers get their text from.
#pragma once

#include <cstddef>
#include <functional>
#include <span>

namespace nqueens {

/// Puts the next characters of a text into a buffer, as many as there are by now, and says how
/// many; 0 only at the end. What it throws comes out of the reader.
using ReadText = std::function<std::size_t(std::span<char> buffer)>;

}  // namespace nqueens
