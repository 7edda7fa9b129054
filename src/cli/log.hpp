// Where the log goes: stderr, and a file where the user wants one.
#pragma once

#include <string>

namespace nqueens::cli {

struct LogOptions {
  std::string file;      ///< empty: none
  bool quiet = false;    ///< warnings and errors only
  bool verbose = false;  ///< details as well
};

/// Makes the default logger. Throws Error(usage) where the log file cannot be written.
void set_up_log(const LogOptions& options);

}  // namespace nqueens::cli
