// Options of the commands about single solutions: `solve` and `check`.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "nqueens/boards/construct.hpp"
#include "nqueens/boards/repair.hpp"
#include "nqueens/boards/search.hpp"

namespace CLI {
class App;
}

namespace nqueens::cli {

/// A way to find solutions.
enum class Method : std::uint8_t { search, permute, construct, repair };

struct MethodEntry {
  Method method;
  std::string_view name;
  std::uint64_t max_rows;
  bool finds_all;  ///< or one solution only
};

inline constexpr std::array<MethodEntry, 4> methods = {{
    {Method::search, "search", max_search, true},
    {Method::permute, "permute", max_search, true},
    {Method::construct, "construct", max_construct, false},
    {Method::repair, "repair", max_repair, false},
}};

struct SolveOptions {
  std::string n;  ///< rows; empty with an input file
  bool all = false;
  bool first = false;
  std::optional<std::string> limit;  ///< a number, as the user wrote it
  bool fundamental = false;
  std::string method;               ///< empty: the default
  std::optional<std::string> seed;  ///< likewise
  bool stats = false;
  std::string format = "rows";
  bool ascii = false;
  bool unicode = false;
  std::optional<std::string> input;  ///< file of numbers of rows
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
