// Finds the published count of a problem.

#include "core/sequence.hpp"

#include <string_view>

namespace nqueens {
namespace {

/// The n-th of the numbers, which are separated by ", ".
std::optional<Count> known_at(int n, std::string_view known) {
  for (; n > 1 && !known.empty(); --n) {
    known.remove_prefix(std::min(known.find(','), known.size() - 2) + 2);
  }
  return n == 1 ? parse_count(known.substr(0, known.find(','))) : std::nullopt;
}

}  // namespace

std::optional<Count> known_count(const Problem& problem) {
  return known_at(problem.n, problem.row().known);
}

std::optional<Count> known_fundamental_solutions(const Problem& problem) {
  return known_at(problem.n, problem.row().known_fundamental);
}

std::string to_string(const Problem& problem) {
  std::string text = "n=" + std::to_string(problem.n);
  if (problem.sequence != Sequence::queens) {
    text += " " + std::string(problem.row().stem);
  }
  return text;
}

}  // namespace nqueens
