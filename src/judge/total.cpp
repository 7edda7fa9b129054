// Compares totals with published numbers, symmetry and second counts.

#include "judge/total.hpp"

#include "core/sequence.hpp"
#include "kernel/fundamental.hpp"
#include "nqueens/error.hpp"

namespace nqueens {
namespace {

/// Why symmetry rules out a total; empty if it does not.
std::string fault_by_symmetry(const Problem& problem, Count total) {
  if (problem.info().by_row || problem.n == 1) {
    return "";  // one queen is its own mirror image
  }
  if (problem.has_fundamental()) {
    const auto source = [&](Turn turn) {
      return std::string(fixed_by(problem, turn)->info().source);
    };
    if (const auto sum = burnside_sum(problem, total, known_count); sum && *sum % 8U != 0U) {
      return "8 does not divide its sum with the published solutions that turns leave as they "
             "are (" +
             source(Turn::half) + " and twice " + source(Turn::quarter) + ")";
    }
  }
  // If a quarter turn maps a solution to itself, it moves its queens in fours, except one in the
  // centre. For N = 4k + 2 or 4k + 3 there are no such solutions, so orbits have four or eight
  // solutions.
  return problem.n % 4 >= 2 && total % 4U != 0U ? "by symmetry four divides it" : "";
}

}  // namespace

Total total_of(const Checkpoint& checkpoint) {
  Total total{.job = checkpoint.job,
              .count = progress_of(checkpoint.queue).count,
              .by_row = placed_by_row(checkpoint.queue)};
  const std::vector<Count> above = placements_above_tasks(checkpoint.job);
  for (std::size_t row = 0; row < above.size(); ++row) {
    total.count += above[row];
    total.by_row[row] += above[row];
  }
  return total;
}

Total total_of(const Certificate& certificate) {
  return {.job = certificate.job, .count = certificate.total};
}

Count count_so_far(const Checkpoint& checkpoint) {
  return checkpoint.finished() ? total_of(checkpoint).count : progress_of(checkpoint.queue).count;
}

bool same_total(const Total& left, const Total& right) {
  return left.count == right.count &&
         (left.by_row.empty() || right.by_row.empty() || left.by_row == right.by_row);
}

std::string fault_of_total(const Total& total, const std::optional<Total>& second) {
  std::string fault;
  if (!total.job.is_opened()) {
    fault = difference_from_published(total.job.problem, total.count);
    if (fault.empty()) {
      fault = fault_by_symmetry(total.job.problem, total.count);
    }
  }
  if (second && !same_total(total, *second)) {
    fault += (fault.empty() ? "" : ", and ") + ("its second count is " + to_string(second->count)) +
             (second->count == total.count ? " with other numbers by row" : "");
  }
  return fault.empty() ? "" : "adds up to " + to_string(total.count) + ", but " + fault;
}

std::optional<bool> is_published(const Job& job, Count count) {
  return job.is_opened() || !known_count(job.problem)
             ? std::nullopt
             : std::optional(difference_from_published(job.problem, count).empty());
}

std::string fault_of_fundamental(const Problem& problem, Count fundamental) {
  const auto known = known_fundamental_solutions(problem);
  return known && *known != fundamental
             ? "has " + to_string(fundamental) +
                   " fundamental solutions, but the published count is " + to_string(*known) +
                   " (" + std::string(problem.info().fundamental_source) + ")"
             : "";
}

void require_other_decomposition(const Job& first, const Job& second, const KeepGoing& keep_going) {
  if (second.problem != first.problem) {
    throw Error(ExitCode::checkpoint, "it counts " + to_string(second.problem));
  }
  if (second.is_opened() || first.is_opened()) {
    throw Error(ExitCode::checkpoint, "one task has no second count");
  }
  if (number_same_prefixes(first, second, keep_going)) {
    throw Error(ExitCode::checkpoint, "it numbers the same prefixes (" + describe_cut(second) +
                                          "), so it would confirm a copy of a wrong number");
  }
}

}  // namespace nqueens
