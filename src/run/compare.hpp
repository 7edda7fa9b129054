// Compares two certificates of one count, say by two authors.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "job/job.hpp"
#include "nqueens/number.hpp"

namespace nqueens {

/// Cuts of one symmetry fill the same rows in the same order, so a task of one consists of whole
/// prefixes of the other, however deep. A part is what lies between two neighbouring places at
/// which both have a border of tasks: of equal cuts, a task. A task without prefixes of the deeper
/// cut belongs to the part of its neighbour.
struct Comparison {
  struct Side {
    std::string file;
    Job job{};
    std::uint64_t tasks = 0;
    Count total{};
    std::uint64_t largest_part = 0;  ///< in tasks
    /// The one that the other certificate has opened, and which alone is compared.
    std::optional<std::uint64_t> opened{};
  };
  struct Range {
    std::uint64_t first_task = 0;
    std::uint64_t last_task = 0;
    Count count{};
  };
  using Part = std::array<Range, 2>;
  static constexpr std::size_t most_differing = 1000;

  std::array<Side, 2> sides{};
  /// Whether their parts are the same, and not the total alone.
  bool by_parts = false;
  std::uint64_t parts = 0;
  std::uint64_t agree = 0;
  std::vector<Part> differing{};  ///< the first ones

  /// Whether no smaller part than all is compared.
  [[nodiscard]] bool has_totals_only() const {
    return !by_parts || (parts == 1 && sides[0].tasks + sides[1].tasks > 2);
  }
  [[nodiscard]] bool is_equal() const { return agree == parts && sides[0].total == sides[1].total; }
};

/// The second one may be an opened task of the first.
/// Throws Error: usage if they count different things, checkpoint if one is unusable or has not the
/// prefixes of its rule.
Comparison compare_certificates(const std::array<std::filesystem::path, 2>& files);

/// "DIFFERS: task 3 of a.cert: 5; tasks 20 to 25 of b.cert: 6" for each, and the verdict.
std::string to_text(const Comparison& comparison);
std::string to_json(const Comparison& comparison);

}  // namespace nqueens
