// The options of `solve`, and whether they go together.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "boards/commands/board_options.hpp"

namespace nqueens::cli {

/// Up to this size the first solution is found in a second, of most larger boards in no time that
/// anybody waits.
inline constexpr std::uint64_t largest_searched = 30;

/// A way to find solutions.
enum class Method : std::uint8_t { search, permute, cp, construct, repair };

struct MethodEntry {
  Method method;
  std::string_view name;
  std::uint64_t max_rows;
  bool finds_all;  ///< else one solution only
};

struct SolveOptions : BoardOptions {
  bool first = false;
  bool fundamental = false;
  std::optional<MethodEntry> wanted_method;
  std::optional<std::uint64_t> seed;
  bool stats = false;
  std::optional<std::string> input;  ///< file of numbers of rows, in place of one
  bool keep_going = false;

  /// Whether a search may not end in the time that anybody waits.
  [[nodiscard]] bool is_large() const { return n.value_or(0) > largest_searched; }
  /// Whether the answer is a list of solutions.
  [[nodiscard]] bool lists() const { return all || limit || (fundamental && !first); }
  /// Most solutions of a board to write.
  [[nodiscard]] std::uint64_t most() const { return limit.value_or(lists() ? largest_number : 1); }
  /// The wanted one, or one that ends: from some size on a search for one solution may not.
  [[nodiscard]] MethodEntry method() const;
};

void add_solve_options(CLI::App& command, SolveOptions& options);

/// Throws Error(usage) if the options do not go together.
void refuse_contradictions(const SolveOptions& options);

/// Why the options do not fit a board, whether it has a solution or not; empty if they do.
std::string objection(const SolveOptions& options, std::uint64_t n);

}  // namespace nqueens::cli
