// The log goes to stderr, and to a file if the user wants one.
#pragma once

#include <string>

namespace nqueens::cli {

struct LogOptions {
  std::string file;      ///< empty: none
  bool quiet = false;    ///< on stderr warnings and errors only
  bool verbose = false;  ///< details too
};

/// Makes the default logger. Throws Error(usage) if the log file cannot be written.
void set_up_log(const LogOptions& options);

}  // namespace nqueens::cli
