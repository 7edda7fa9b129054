// Makes results from checkpoints, and their log lines. Reads logs of runs.

#include "run/count_result.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <string_view>
#include <utility>

#include "core/number.hpp"
#include "core/sequence.hpp"
#include "job/plan.hpp"
#include "kernel/fundamental.hpp"
#include "nqueens/error.hpp"
#include "store/checkpoint_files.hpp"
#include "system/file.hpp"
#include "system/lock_file.hpp"

namespace nqueens {
namespace {

constexpr const char* second_mark = ".second";

void log_second(const SecondResult& second, Count first) {
  const std::string how = describe_cut(second.job);
  if (second.agrees) {
    spdlog::info("the second count, by another decomposition ({}), is the same", how);
  } else {
    spdlog::error("the second count, by another decomposition ({}), is {}, but the first is {}",
                  how, to_string(second.count), to_string(first));
  }
}

/// Why symmetry forbids a total; empty if it does not.
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
  // A quarter turn that leaves a solution as it is moves queens in fours, but for one in the
  // middle. Without such solutions those that turns and reflections make of each other are four or
  // eight.
  return problem.n % 4 >= 2 && total % 4U != 0U ? "by symmetry four divides it" : "";
}

/// @return false if it fails
bool read_lines(const std::filesystem::path& log,
                const std::function<void(std::string_view)>& read) {
  std::ifstream lines(log);
  for (std::string line; std::getline(lines, line) && !lines.eof();) {
    read(line);
  }
  return lines.eof();
}

}  // namespace

RunResult result_of(const Checkpoint& checkpoint, const std::optional<Part>& part) {
  const QueueSnapshot& queue = checkpoint.queue;
  const Progress sums = progress_of(queue, part.value_or(Part{}));
  RunResult result{.job = checkpoint.job,
                   .count = sums.count,
                   .runs = checkpoint.runs,
                   .tasks = sums.tasks,
                   .tasks_confirmed = sums.tasks_confirmed,
                   .nodes = sums.nodes};
  if (part) {
    result.part = to_string(*part);
    return result;
  }
  result.profile = placed_by_row(queue);
  const std::vector<Count> above = placements_above_tasks(checkpoint.job);
  for (std::size_t row = 0; row < above.size(); ++row) {
    result.count += above[row];
    result.profile[row] += above[row];
  }
  if (known_count(result.job.problem) && !result.job.is_opened()) {
    result.agrees = difference_from_published(result.job.problem, result.count).empty();
    if (*result.agrees) {
      result.sequence = result.job.problem.info().source;
    }
  }
  return result;
}

std::string fault_of_total(const Job& job, Count total) {
  if (job.is_opened()) {
    return "";
  }
  std::string fault = difference_from_published(job.problem, total);
  if (fault.empty()) {
    fault = fault_by_symmetry(job.problem, total);
  }
  return fault.empty() ? "" : "adds up to " + to_string(total) + ", but " + fault;
}

std::string fault_of(const Checkpoint& checkpoint) {
  if (!checkpoint.finished()) {
    return "";
  }
  const std::string fault = fault_of_total(
      checkpoint.job, progress_of(checkpoint.queue).count + count_above_tasks(checkpoint.job));
  return fault.empty() ? "" : "it " + fault;
}

std::string difference_of_second(const RunResult& result) {
  return "its second count is " + to_string(result.second->count) +
         (result.second->count == result.count ? " with other numbers by row" : "");
}

SecondResult compare(const RunResult& first, const RunResult& second) {
  return {.job = second.job,
          .count = second.count,
          .agrees = second.count == first.count && second.profile == first.profile,
          .kernels = second.runs.kernels};
}

bool is_consistent(const RunResult& result) {
  return result.agrees != false && (!result.second || result.second->agrees);
}

Certificate certificate_of(const Checkpoint& checkpoint, const RunResult& result,
                           std::optional<std::uint64_t> prefixes) {
  Certificate certificate = make_certificate(checkpoint, prefixes);
  std::string fault = fault_of_total(result.job, result.count);
  if (fault.empty() && result.second && !result.second->agrees) {
    fault = "adds up to " + to_string(result.count) + ", but " + difference_of_second(result);
  }
  if (!fault.empty()) {
    throw Error(ExitCode::wrong_answer, fault + "; find the fault with 'nqueens verify'");
  }
  // Tiny boards have no other cut.
  if (result.second && !is_cut_alike(result.second->job, result.job)) {
    certificate.second = without_slices(result.second->job);
  }
  return certificate;
}

void log_result(const RunResult& result) {
  if (result.part) {
    spdlog::info("part {} is counted: the sum of its {} is {}; 'nqueens merge' joins the parts",
                 *result.part, amount_of(result.tasks, "task"), to_string(result.count));
    return;
  }
  const SequenceInfo& row = result.job.problem.info();
  spdlog::info("counted {} {} for {} in {}, {} of kernel time", to_string(result.count),
               row.noun(result.count == 1U),
               // The noun may name the sequence already.
               to_string(row.stem == row.quantity() ? Problem{.n = result.job.problem.n}
                                                    : result.job.problem),
               format_duration(result.runs.elapsed_seconds), kernel_time(result.runs));
  if (row.by_row) {
    spdlog::info("with mirror images counted once: {}",
                 to_string(mirrored_placements(result.count)));
  }
  if (result.tasks_confirmed > 0) {
    spdlog::info("{} of {} {}; that took {} of kernel time ({:.2f} %)", result.tasks_confirmed,
                 amount_of(result.tasks, "task"),
                 result.tasks_confirmed == 1 ? "was counted twice and agrees"
                                             : "were counted twice and agree",
                 format_duration(result.runs.check_seconds),
                 result.runs.worker_seconds > 0
                     ? 100 * result.runs.check_seconds / result.runs.worker_seconds
                     : 0);
  }
  if (result.second) {
    log_second(*result.second, result.count);
  }
  if (!result.agrees) {
    spdlog::info("no published count to compare with: {} does not have {}", row.source,
                 to_string(result.job.problem));
    if (result.fundamental) {
      spdlog::info("the count fits that of symmetric solutions, as it must");
    }
  } else if (*result.agrees) {
    spdlog::info("the count agrees with {}", row.source);
  } else if (const auto known = known_count(result.job.problem); known && *known != result.count) {
    spdlog::error("the count disagrees with {}, which has {}", row.source, to_string(*known));
  }
  if (result.runs.lost_workers > 0) {
    const bool one = result.runs.lost_workers == 1;
    spdlog::warn("{} {} lost; others counted {} tasks",
                 amount_of(result.runs.lost_workers, "worker"), one ? "was" : "were",
                 one ? "its" : "their");
  }
  if (result.runs.disputes > 0) {
    const bool one = result.runs.disputes == 1;
    spdlog::warn("{} {} counted with different results; further counts settled {}",
                 amount_of(result.runs.disputes, "task"), one ? "was" : "were",
                 one ? "it" : "them");
  }
}

std::filesystem::path path_beside(std::filesystem::path checkpoint, const std::string& end) {
  if (checkpoint.extension() == checkpoint_extension) {
    checkpoint.replace_extension();
  }
  return checkpoint += end;
}

std::filesystem::path second_path(const std::filesystem::path& checkpoint) {
  const bool is_named = checkpoint.extension() == checkpoint_extension;
  return checkpoint.empty() ? checkpoint
                            : path_beside(checkpoint, std::string(second_mark) +
                                                          (is_named ? checkpoint_extension : ""));
}

std::filesystem::path first_path(const std::filesystem::path& checkpoint) {
  const bool is_named = checkpoint.extension() == checkpoint_extension;
  const std::filesystem::path stem = path_beside(checkpoint, "");
  return stem.extension() == second_mark
             ? std::filesystem::path(stem).replace_extension(is_named ? checkpoint_extension : "")
             : checkpoint;
}

std::vector<std::filesystem::path> files_of_job(const std::filesystem::path& checkpoint) {
  if (checkpoint.empty()) {
    return {};
  }
  std::vector<std::filesystem::path> files = {lock_path(first_path(checkpoint))};
  for (const std::filesystem::path& each : {checkpoint, second_path(checkpoint)}) {
    files.insert(files.end(), {result_path(each), run_log_path(each)});
    for (int generation = 0; generation < max_generations; ++generation) {
      files.push_back(generation_path(each, generation));
    }
  }
  return files;
}

void compare_fundamental(RunResult& result) {
  const Problem& problem = result.job.problem;
  const auto known = known_fundamental_solutions(problem);
  if (known && result.fundamental && *known != *result.fundamental) {
    spdlog::error("{} fundamental solutions disagree with {}, which has {}",
                  to_string(*result.fundamental), problem.info().fundamental_source,
                  to_string(*known));
    result.agrees = false;
  }
}

bool read_events(const std::filesystem::path& log, const std::function<void(RunEvent)>& visit) {
  return read_lines(log, [&visit](std::string_view line) {
    if (auto event = decode_run_event(line)) {
      visit(std::move(*event));
    }
  });
}

RunState read_log(const std::filesystem::path& log) {
  refuse_irregular("read", log);
  RunState state;
  if (!read_lines(log, [&state](std::string_view line) { state.read(line); })) {
    throw file_error(ExitCode::checkpoint, "read", log, errno);
  }
  if (state.runs.empty() && (state.skipped > 0 || !state.inputs.empty())) {
    throw Error(ExitCode::checkpoint,
                "'" + log.string() + "' holds no start of a job: it is not the log of its runs");
  }
  return state;
}

RunState log_beside(const std::filesystem::path& checkpoint, bool skims) {
  const std::filesystem::path log = run_log_path(checkpoint);
  RunState state;
  std::error_code ignored;
  if (std::filesystem::is_regular_file(log, ignored)) {
    read_lines(log, [&](std::string_view line) { state.read(line, skims); });
  }
  return state;
}

Provenance provenance_of(const RunState& state, const OriginTable& origins, const Runs& runs,
                         double saved_at) {
  Provenance provenance = provenance_of(state);
  for (OriginId id = unknown_origin + 1; id < origins.size(); ++id) {
    provenance.hosts.insert(origins[id].host);
  }
  provenance.hosts.erase("");
  provenance.hosts.erase(std::string(several));
  provenance.kernels = runs.kernels;
  if (state.runs.empty() ? state.inputs.empty() : state.runs.back().ended == 0) {
    provenance.ended = std::max(provenance.ended, saved_at);
  }
  if (provenance.started == 0 && saved_at > 0) {
    provenance.started = saved_at - runs.elapsed_seconds;
  }
  provenance.starts_without_log =
      runs.starts - std::min<std::uint64_t>(runs.starts, provenance.starts.size());
  return provenance;
}

Provenance provenance_of(const RunState& state, const Checkpoint& checkpoint) {
  return provenance_of(state, checkpoint.queue.origins, checkpoint.runs,
                       static_cast<double>(checkpoint.saved_at));
}

}  // namespace nqueens
