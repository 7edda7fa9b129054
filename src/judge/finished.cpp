// Makes results and certificates of finished checkpoints.

#include "judge/finished.hpp"

#include "judge/names.hpp"
#include "kernel/fundamental.hpp"
#include "nqueens/error.hpp"
#include "system/signals.hpp"

namespace nqueens {
namespace {

/// Sets what contradicts or confirms the total.
void judge_total(const Total& total, const std::optional<Total>& second, RunResult& result) {
  result.fault = fault_of_total(total, second);
  result.agrees = is_published(total.job, total.count);
  if (!fault_of_total(total).empty()) {
    result.agrees = false;  // symmetry forbids it
  } else if (result.agrees == true) {
    result.sequence = total.job.problem.info().source;
  }
}

RunResult sums_of(const Checkpoint& checkpoint, const Progress& sums) {
  return {.job = checkpoint.job,
          .count = sums.count,
          .runs = checkpoint.runs,
          .tasks = sums.tasks,
          .tasks_confirmed = sums.tasks_confirmed,
          .nodes = sums.nodes};
}

}  // namespace

FinishedCount judge(const Checkpoint& first, const Checkpoint* second,
                    std::optional<std::uint64_t> prefixes) {
  FinishedCount finished{.result = sums_of(first, progress_of(first.queue)),
                         .certificate = make_certificate(first, prefixes)};
  const Total total = total_of(first);
  auto& [result, certificate] = finished;
  result.count = total.count;
  result.profile = total.by_row;
  std::optional<Total> other;
  if (second != nullptr) {
    other = total_of(*second);
    result.second = {.job = second->job,
                     .count = other->count,
                     .agrees = same_total(total, *other),
                     .kernels = second->runs.kernels};
  }
  judge_total(total, other, result);
  if (is_consistent(result)) {
    if (second != nullptr) {
      certificate.second = without_slices(second->job);
    }
    result.count_sha256 = certificate.count_sha256;
  }
  return finished;
}

RunResult result_of_part(const Checkpoint& checkpoint, const Part& part) {
  RunResult result = sums_of(checkpoint, progress_of(checkpoint.queue, part));
  result.part = to_string(part);
  return result;
}

RunResult result_of_certificate(const Certificate& certificate) {
  RunResult result{.job = certificate.job,
                   .count = certificate.total,
                   .runs = {},
                   .tasks = certificate.tasks,
                   .count_sha256 = certificate.count_sha256};
  if (certificate.second) {
    result.second = {.job = *certificate.second, .count = certificate.total, .agrees = true};
  }
  judge_total(total_of(certificate), {}, result);
  return result;
}

std::optional<SymmetryCheck> check_by_symmetry(const Problem& problem, Count total,
                                               const KeepGoing& keep_going) {
  try {
    const auto fundamental = count_fundamental(problem, total, keep_going);
    return fundamental ? std::optional(SymmetryCheck{.fundamental = fundamental}) : std::nullopt;
  } catch (const Error& error) {
    return SymmetryCheck{.fault = error.what()};
  }
}

void add_symmetry(const SymmetryCheck& check, RunResult& result) {
  std::string fault = result.agrees == true ? "" : check.fault;
  if (check.fundamental && is_consistent(result)) {
    result.fundamental = check.fundamental;
    fault = fault_of_fundamental(result.job.problem, *check.fundamental);
  }
  if (!fault.empty()) {
    result.fault += (result.fault.empty() ? "" : "; it ") + fault;
    result.agrees = false;
    result.count_sha256.reset();
  }
}

std::optional<LoadedCheckpoint> load_second(const std::filesystem::path& checkpoint,
                                            const Job& first) {
  const std::filesystem::path name = second_path(checkpoint);
  std::optional<LoadedCheckpoint> loaded;
  try {
    loaded = load_checkpoint(name, BadFiles::leave, restore_one, goes_on);
  } catch (const WalkStopped&) {
    throw;
  } catch (const Error& error) {
    throw Error(error.code(), std::string(error.what()) +
                                  "; 'nqueens count --double-check=none' gives up the second count "
                                  "alone");
  }
  if (loaded) {
    try {
      require_other_decomposition(first, loaded->checkpoint.job, goes_on);
    } catch (const WalkStopped&) {
      throw;
    } catch (const Error& error) {
      throw Error(error.code(), "checkpoint '" + loaded->file.string() +
                                    "' is no second count of '" + checkpoint.string() +
                                    "': " + error.what() +
                                    "; 'nqueens count --double-check=none' moves it aside");
    }
  }
  return loaded;
}

std::optional<Total> total_of(const std::optional<LoadedCheckpoint>& second) {
  return second && second->checkpoint.finished() ? std::optional(total_of(second->checkpoint))
                                                 : std::nullopt;
}

}  // namespace nqueens
