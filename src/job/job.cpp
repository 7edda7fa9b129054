// Which jobs are possible, which settings go together, and a job's text in a checkpoint.

#include "job/job.hpp"

#include <algorithm>
#include <array>

#include "core/error.hpp"
#include "core/names.hpp"
#include "core/number.hpp"

namespace nqueens {

namespace {

constexpr std::array<std::string_view, 3> second_cut_names = {"none", "depth", "mirror"};

}  // namespace

CutLimits cut_limits(const Problem& problem) {
  const int n = problem.n;
  if (problem.quantity == Quantity::placements) {
    // They are counted row by row from the top: the same in a mirror, not in a board turned round.
    // All prefixes hold as many queens, so at least two, which no mirror leaves in their places;
    // and few, since the rows that they fill are counted by the master alone. It holds a number a
    // row of the board for each task.
    return {.symmetry = Symmetry::mirror,
            .min_depth = std::min(2, n),
            .max_depth = std::min(8, n),
            .max_default_depth = 5,
            .max_tasks = 1'000'000};
  }
  return {.symmetry = Symmetry::full,
          .min_depth = 0,
          .max_depth = n,
          .max_default_depth = n,
          .max_tasks = max_tasks};
}

bool is_possible(const Job& job) {
  const int n = job.problem.n;
  const CutLimits limits = cut_limits(job.problem);
  return n >= 1 && n <= max_board && is_countable(job.problem) && limits.allows(job.symmetry) &&
         limits.allows(job.depth) && job.prefixes_per_task >= 1 &&
         job.prefixes_per_task <= max_prefixes &&
         (job.slice_depth == 0 || (job.slice_depth > job.depth && job.slice_depth <= n)) &&
         job.prefixes_per_slice >= 1 && job.prefixes_per_slice <= max_prefixes_per_task;
}

std::string describe_cut(const Job& job) {
  return "symmetry " + std::string(to_string(job.symmetry)) + ", depth " +
         std::to_string(job.depth) +
         (job.slice_depth == 0 ? "" : ", slices of depth " + std::to_string(job.slice_depth));
}

std::string to_string(const Job& job) {
  return "n=" + std::to_string(job.problem.n) +
         " board=" + std::string(to_string(job.problem.board)) +
         " quantity=" + std::string(to_string(job.problem.quantity)) +
         " symmetry=" + std::string(to_string(job.symmetry)) +
         " depth=" + std::to_string(job.depth) +
         " prefixes_per_task=" + std::to_string(job.prefixes_per_task) +
         " stream=" + std::to_string(job.stream_revision) +
         (job.problem.chess_piece == ChessPiece::queen
              ? ""
              : " chess_piece=" + std::string(to_string(job.problem.chess_piece))) +
         (job.slice_depth == 0
              ? ""
              : " slice_depth=" + std::to_string(job.slice_depth) +
                    " prefixes_per_slice=" + std::to_string(job.prefixes_per_slice));
}

std::string_view to_string(SecondCut cut) {
  return second_cut_names[static_cast<std::size_t>(cut)];
}

std::optional<SecondCut> second_cut_from(std::string_view name) {
  return value_named<SecondCut>(second_cut_names, name);
}

double counts_made(const RunSettings& run) {
  double counts = 1 + run.check_fraction.value_or(default_check_fraction);
  switch (run.double_check.value_or(SecondCut::none)) {
    case SecondCut::none: break;
    case SecondCut::depth: counts += 1; break;
    case SecondCut::mirror: counts += 4; break;
  }
  return counts;
}

std::optional<Part> part_from(std::string_view text) {
  const auto slash = std::min(text.find('/'), text.size());
  const auto index = number_from<std::uint64_t>(text.substr(0, slash));
  const auto parts = number_from<std::uint64_t>(text.substr(std::min(slash + 1, text.size())));
  const bool is_part = index && parts && *index >= 1 && *index <= *parts;
  return is_part ? std::optional(Part{.index = *index, .parts = *parts}) : std::nullopt;
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
  if (!is_countable(count.problem)) {
    fail(count.problem.chess_piece == ChessPiece::amazon
             ? "amazons are counted on the square board only, and only their solutions; leave "
               "board and "
               "quantity out"
             : "placements are counted on the square board only, not on a torus");
  }
  const CutLimits limits = cut_limits(count.problem);
  if (count.symmetry && !limits.allows(*count.symmetry)) {
    fail("symmetry is full; placements have only mirror symmetry; choose mirror or none");
  }
  if (count.depth && !limits.allows(*count.depth)) {
    fail("depth is " + std::to_string(*count.depth) + "; for " + to_string(count.problem) +
         " it must be from " + std::to_string(limits.min_depth) + " to " +
         std::to_string(limits.max_depth));
  }
  if (count.tasks && (*count.tasks < 1 || *count.tasks > limits.max_tasks)) {
    fail("tasks is " + std::to_string(*count.tasks) + "; it must be from 1 to " +
         std::to_string(limits.max_tasks));
  }
}

}  // namespace nqueens
