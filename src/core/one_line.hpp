// Texts with names of users, for one line of output.
#pragma once

#include <string>
#include <string_view>

namespace nqueens {

/// The text with control characters as escapes: \n, \t, \x1b.
std::string one_line(std::string_view text);

}  // namespace nqueens
