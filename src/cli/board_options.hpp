// Options of the commands about single solutions: `solve` and `check`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace nqueens::cli {

struct SolveOptions {
  std::string n;  ///< rows; empty with an input file
  bool all = false;
  bool first = false;
  std::optional<std::uint64_t> limit;
  bool fundamental = false;
  std::string method;  ///< empty: the default
  std::optional<std::uint64_t> seed;
  bool stats = false;
  std::string format = "rows";
  bool ascii = false;
  bool unicode = false;
  std::string input;  ///< file of numbers of rows; empty: none
  bool keep_going = false;
  std::string output = "-";
};

struct CheckOptions {
  std::string file = "-";
  bool json = false;
};

/// Adds the command to the program. The caller says what is to be done when it is given.
CLI::App& add_solve(CLI::App& app, SolveOptions& options);
CLI::App& add_check(CLI::App& app, CheckOptions& options);

}  // namespace nqueens::cli
