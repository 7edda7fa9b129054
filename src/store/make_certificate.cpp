// Sums up the tasks of a checkpoint into the groups of a certificate.

#include "store/make_certificate.hpp"

#include <algorithm>
#include <stdexcept>

#include "core/divide_up.hpp"
#include "core/error.hpp"
#include "core/number.hpp"
#include "core/problem.hpp"
#include "job/plan.hpp"
#include "store/job_line.hpp"

namespace nqueens {

Certificate make_certificate(const Checkpoint& checkpoint, const std::string& program) {
  const QueueSnapshot& queue = checkpoint.queue;
  if (!checkpoint.finished()) {
    throw unusable("is not finished: " + std::to_string(totals(queue).tasks_done) + " of " +
                   amount_of(queue.done.size(), "task") +
                   " are done; go on with 'nqueens resume' first");
  }
  Certificate certificate;
  certificate.job = checkpoint.job;
  certificate.job.slice_depth = 0;  // its groups are of whole tasks
  certificate.job.prefixes_per_slice = 1;
  require_known_stream(certificate.job);
  certificate.prefixes = certificate.job.prefixes().skip(max_prefixes);
  certificate.tasks = certificate.tasks_of_prefixes();
  if (certificate.tasks != queue.done.size()) {
    throw unusable("has " + amount_of(queue.done.size(), "task") + " where its job has " +
                   std::to_string(certificate.tasks) + "; it cannot be used");
  }
  certificate.tasks_per_group =
      std::max<std::uint64_t>(divide_up(certificate.tasks, max_certificate_groups), 1);
  certificate.above = count_above_tasks(certificate.job);
  certificate.total = certificate.above;
  certificate.kernels = checkpoint.runs.kernels.empty() ? "none" : checkpoint.runs.kernels;
  certificate.program = program;
  const std::uint64_t groups = certificate.groups_of_tasks();
  for (std::uint64_t number = 0; number < groups; ++number) {
    CertificateGroup group = certificate.bounds_of_group(number);
    const TaskId first = number * certificate.tasks_per_group;
    const TaskId end = std::min(first + certificate.tasks_per_group, certificate.tasks);
    for (TaskId task = first; task < end; ++task) {
      group.count += queue.records[task].count();
    }
    certificate.total += group.count;
    certificate.groups.push_back(group);
  }
  return certificate;
}

void require_no_contradiction(const Certificate& certificate, const Checkpoint* second) {
  const auto require_same = [&certificate](const std::string& whose, Count other) {
    if (other != certificate.total) {
      throw Error(ExitCode::wrong_answer, "adds up to " + to_string(certificate.total) + ", but " +
                                              whose + " is " + to_string(other) +
                                              "; find the fault with 'nqueens verify'");
    }
  };
  if (const auto known = known_count(certificate.job.problem)) {
    require_same("the published count", *known);
  }
  if (second != nullptr && second->finished()) {
    require_same("its second count", totals(second->queue).count + count_above_tasks(second->job));
  }
}

}  // namespace nqueens
