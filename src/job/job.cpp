// What a job may be, which settings go together, and the text that names a job in a checkpoint.

#include "nqueens/job/job.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "nqueens/core/error.hpp"
#include "nqueens/core/names.hpp"

namespace nqueens {

namespace {

constexpr std::array<std::string_view, 3> second_cut_names = {"none", "depth", "mirror"};

struct DepthRange {
  int least;
  int most;

  [[nodiscard]] bool contains(int depth) const { return depth >= least && depth <= most; }
};

DepthRange depths_of(int n, Quantity quantity) {
  if (quantity == Quantity::placements) {
    return {.least = std::min(least_placement_depth, n), .most = std::min(most_placement_depth, n)};
  }
  return {.least = 0, .most = n};
}

}  // namespace

bool is_possible(const Job& job) {
  const auto& [n, board, quantity] = job.problem;
  return n >= 1 && n <= max_board && is_countable(board, quantity) &&
         (quantity != Quantity::placements || job.symmetry != Symmetry::full) &&
         depths_of(n, quantity).contains(job.depth) && job.prefixes_per_task >= 1 &&
         job.prefixes_per_task <= max_prefixes;
}

std::string to_string(const Job& job) {
  return "n=" + std::to_string(job.problem.n) +
         " board=" + std::string(to_string(job.problem.board)) +
         " quantity=" + std::string(to_string(job.problem.quantity)) +
         " symmetry=" + std::string(to_string(job.symmetry)) +
         " depth=" + std::to_string(job.depth) +
         " prefixes_per_task=" + std::to_string(job.prefixes_per_task) +
         " stream=" + std::to_string(job.stream_revision);
}

std::string_view to_string(SecondCut cut) {
  return second_cut_names[static_cast<std::size_t>(cut)];
}

std::optional<SecondCut> second_cut_from(std::string_view name) {
  return value_named<SecondCut>(second_cut_names, name);
}

std::optional<Part> part_from(std::string_view text) {
  Part part;
  const char* end = text.data() + text.size();
  const auto [slash, wrong_index] = std::from_chars(text.data(), end, part.index);
  if (wrong_index != std::errc{} || slash == end || *slash != '/') {
    return std::nullopt;
  }
  const auto [rest, wrong_parts] = std::from_chars(slash + 1, end, part.parts);
  const bool is_part =
      wrong_parts == std::errc{} && rest == end && part.index >= 1 && part.index <= part.parts;
  return is_part ? std::optional<Part>(part) : std::nullopt;
}

std::string to_string(const Part& part) {
  return std::to_string(part.index) + "/" + std::to_string(part.parts);
}

void validate(const JobSettings& settings) {
  const CountSettings& count = settings.count;
  const auto fail = [](const std::string& message) { throw Error(ExitCode::usage, message); };
  if (count.problem.n < 1 || count.problem.n > max_board) {
    fail("n is " + std::to_string(count.problem.n) + "; it must be a whole number from 1 to " +
         std::to_string(max_board));
  }
  if (!is_countable(count.problem.board, count.problem.quantity)) {
    fail("placements are counted on the square board only, not on a torus");
  }
  if (count.problem.quantity == Quantity::placements && count.symmetry == Symmetry::full) {
    fail("symmetry is full; placements have no symmetry but the mirror's: choose mirror or none");
  }
  const DepthRange depths = depths_of(count.problem.n, count.problem.quantity);
  if (count.depth && !depths.contains(*count.depth)) {
    fail("depth is " + std::to_string(*count.depth) + "; for " + to_string(count.problem) +
         " it must be from " + std::to_string(depths.least) + " to " + std::to_string(depths.most));
  }
  if (count.tasks && (*count.tasks < 1 || *count.tasks > most_tasks(count.problem.quantity))) {
    fail("tasks is " + std::to_string(*count.tasks) + "; it must be from 1 to " +
         std::to_string(most_tasks(count.problem.quantity)));
  }
}

}  // namespace nqueens
