// Describes two counts that differ.

#include "node/comparison.hpp"

#include <algorithm>
#include <cstddef>

namespace nqueens {

std::optional<std::string> first_difference(const Problem& problem,
                                            std::span<const std::uint64_t> counts,
                                            std::span<const std::uint64_t> expected,
                                            std::string_view reference, std::string_view prefixes) {
  const auto [count, right] =
      std::mismatch(counts.begin(), counts.end(), expected.begin(), expected.end());
  if (count == counts.end()) {
    return std::nullopt;
  }
  const std::size_t values = problem.values();
  const auto index = static_cast<std::size_t>(count - counts.begin());
  return "counts " + std::to_string(*count) + " where " + std::string(reference) + " counts " +
         std::to_string(*right) +
         (values > 1 ? " on row " + std::to_string(index % values + 1) : "") + ", below " +
         std::string(prefixes) + " " + std::to_string(index / values) + " of " + to_string(problem);
}

}  // namespace nqueens
