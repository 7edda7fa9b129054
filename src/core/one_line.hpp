// Texts of users, for one line of output and for a shell.
#pragma once

#include <string>
#include <string_view>

namespace nqueens {

/// The text with control characters as escapes: \n, \t, \x1b.
std::string one_line(std::string_view text);

/// The text as a shell takes it for one word.
std::string shell_quoted(std::string_view text);

}  // namespace nqueens
