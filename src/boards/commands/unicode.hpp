// Whether boards are drawn with Unicode.
#pragma once

#include "cli/output.hpp"

namespace nqueens::cli {

/// As the options want it, else where the output is a terminal and the locale's character encoding
/// is UTF-8.
bool draws_unicode(bool ascii, bool unicode, const Output& output);

}  // namespace nqueens::cli
