// The options of `solve` and its methods.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "boards/commands/board_options.hpp"
#include "boards/puzzles/models.hpp"
#include "boards/solutions/methods.hpp"

namespace nqueens::cli {

/// Up to this size the first solution is found in a second, of most larger boards in no time that
/// anybody waits.
inline constexpr std::uint64_t largest_searched = 30;

enum class Method : std::uint8_t { search, permute, cp, construct, repair };

struct MethodEntry {
  Method method;
  std::string_view name;
  std::uint64_t max_rows;
  bool finds_all;  ///< else one solution only
};

struct SolveOptions : BoardOptions {
  SequenceWords words = usual_words;
  bool first = false;
  bool fundamental = false;
  std::optional<MethodEntry> wanted_method;
  std::optional<std::uint64_t> seed;
  bool stats = false;
  std::optional<std::string> input;  ///< file of numbers of rows, in place of one
  bool keep_going = false;

  [[nodiscard]] const SequenceInfo& sequence() const { return info_of(sequence_named(words)); }
  [[nodiscard]] bool is_usual() const { return words == usual_words; }
  /// Whether a search may not end in the time that anybody waits.
  [[nodiscard]] bool is_large() const { return n.value_or(0) > largest_searched; }
  /// Whether the answer is a list of solutions.
  [[nodiscard]] bool lists() const { return all || limit || (fundamental && !first); }
  /// Most solutions of a board to write.
  [[nodiscard]] std::uint64_t most() const { return limit.value_or(lists() ? largest_number : 1); }
  /// The wanted one, or one that ends: from some size on a search for one solution may not.
  [[nodiscard]] MethodEntry method() const;
};

inline constexpr std::array<MethodEntry, 5> methods = {{
    {Method::search, "search", max_search, true},
    {Method::permute, "permute", max_search, true},
    {Method::cp, "cp", max_constrained_queens, true},
    {Method::construct, "construct", max_construct, false},
    {Method::repair, "repair", max_repair, false},
}};

inline std::optional<MethodEntry> method_named(const std::string& name) {
  const auto* entry = std::ranges::find(methods, name, &MethodEntry::name);
  return entry != methods.end() ? std::optional(*entry) : std::nullopt;
}

}  // namespace nqueens::cli
