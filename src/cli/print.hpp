// Answers, on stdout.
#pragma once

#include <iostream>
#include <string>

#include "core/error.hpp"

namespace nqueens::cli {

/// Writes an answer to stdout. Throws Error(runtime_error) if it is lost.
inline void print(const std::string& text) {
  std::cout << text << std::flush;
  if (!std::cout) {
    throw Error(ExitCode::runtime_error, "cannot write the answer to stdout");
  }
}

/// The same for a report, as JSON or as text.
template <class Report>
void print_report(const Report& report, bool json) {
  print(json ? to_json(report) + "\n" : to_text(report));
}

}  // namespace nqueens::cli
