// Cuts a task into slices and counts them as the tasks of a job.

#include "evidence/open_task.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "core/number.hpp"
#include "evidence/source.hpp"
#include "nqueens/error.hpp"
#include "session/background.hpp"
#include "session/incidents.hpp"

namespace nqueens {
namespace {

/// check.py takes about a second for so many nodes.
constexpr std::uint64_t nodes_of_slice = 250'000;

constexpr std::uint64_t most_slices = 100'000;

/// More prefixes make slices more even.
constexpr std::uint64_t prefixes_of_slice = 16;

/// Seconds of work in a batch; shorter than in a count, since slices are short.
constexpr double short_batch_seconds = 0.5;

/// @param slices  at most
Job cut_task(Job job, TaskId task, std::uint64_t slices) {
  job.of_depth = job.depth;
  job.of_prefixes_per_task = job.prefixes_per_task;
  job.of_task = task;
  job.depth = std::max(job.depth, 1);
  job = deepen(job, slices * prefixes_of_slice, goes_on);
  const std::uint64_t prefixes = job.prefixes(goes_on).skip(max_prefixes);
  job.prefixes_per_task = std::max<std::uint64_t>(divide_up(prefixes, slices), 1);
  return job;
}

std::pair<Certificate, CertifiedTask> find_task(const OpenRequest& request) {
  CertifiedTask found;
  const Certificate certificate = read_certificate(request.certificate, [&](const Certificate&) {
    return [&](TaskId task, const CertifiedTask& said) {
      if (task == request.task) {
        found = said;
      }
    };
  });
  const std::string name = "'" + request.certificate.string() + "'";
  if (request.task >= certificate.tasks) {
    throw Error(ExitCode::usage, name + " has " + amount_of(certificate.tasks, "task") +
                                     ", the first is 0; there is no task " +
                                     std::to_string(request.task));
  }
  if (certificate.job.is_opened()) {
    throw Error(ExitCode::usage, name +
                                     " is of an opened task; open that task of the first "
                                     "certificate again with more --slices");
  }
  return {certificate, found};
}

void count_all(Session& session, Scheduler& scheduler, ProgressMode mode) {
  const Served served = session.serve(
      scheduler, {.progress = mode,
                  .show =
                      [&](ProgressReporter& bar, double seconds) {
                        const Progress now = scheduler.queue().progress();
                        bar.update(seconds, std::to_string(now.tasks_done) + " of " +
                                                amount_of(now.tasks, "slice") + " counted");
                      },
                  .tell = [&](const ServeEvent& event) { say(event, scheduler, false); }});
  require_no_failure(served);
  if (served.end != ServeEnd::finished) {
    throw Error(ExitCode::runtime_error,
                "stopped before all slices were counted; nothing is written");
  }
}

}  // namespace

OpenedTask open_task(Session& session, const OpenRequest& request) {
  Scheduler scheduler({.batch_seconds = short_batch_seconds}, session.workers());
  OpenedTask opened;
  Certificate& certificate = opened.certificate;
  const auto [whole, said] = find_task(request);
  session.ping();
  opened.said = said.count;
  certificate.job = cut_task(whole.job, request.task,
                             request.slices.value_or(std::clamp<std::uint64_t>(
                                 said.nodes / nodes_of_slice, 1, most_slices)));
  Plan plan = with_notice([&] { return make_plan(certificate.job, max_prefixes, goes_on); },
                          log_long_walk, [&] { session.ping(); });
  if (plan.prefixes == 0) {
    throw Error(ExitCode::checkpoint, "certificate '" + request.certificate.string() +
                                          "' has a task " + std::to_string(request.task) +
                                          " where its rule gives none");
  }
  certificate.prefixes = plan.prefixes;
  certificate.tasks = plan.tasks();
  certificate.above = count_above_tasks(certificate.job);
  request.begin(certificate.job);
  spdlog::info("counting task {} of {} again in {}", request.task, request.certificate.string(),
               amount_of(certificate.tasks, "slice"));
  scheduler.begin(certificate.job, std::move(plan.costs), {.checks = {.of_real_counts = true}});
  count_all(session, scheduler, request.progress);
  const Units& units = scheduler.queue().units();
  std::set<std::string> origins;
  const PackedRecords& records = units.tasks().records.records;
  for (std::size_t slice = 0; slice < records.size(); ++slice) {
    const UnitRecord record = records[slice];
    opened.slices.push_back({.count = record.count, .nodes = record.nodes});
    origins.insert(to_string(units.origins()[record.origin]));
  }
  for (const std::string& origin : origins) {
    certificate.provenance.push_back(provenance_line("counted by", origin));
  }
  add_up(certificate, [&opened](TaskId slice) { return opened.slices[slice]; });
  return opened;
}

}  // namespace nqueens
