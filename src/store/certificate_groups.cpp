// How the tasks of a job become groups, and a finished checkpoint a certificate.

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/number.hpp"
#include "job/plan.hpp"
#include "store/certificate.hpp"
#include "store/header.hpp"

namespace nqueens {

std::uint64_t tasks_per_group_of(std::uint64_t tasks) {
  return std::max<std::uint64_t>(divide_up(tasks, max_certificate_groups), 1);
}

std::uint64_t Certificate::tasks_of_prefixes() const {
  return divide_up(prefixes, job.prefixes_per_task);
}

std::uint64_t Certificate::groups_of_tasks() const {
  return divide_up(tasks, tasks_per_group);
}

CertificateGroup Certificate::bounds_of_group(std::uint64_t number) const {
  const std::uint64_t span = tasks_per_group * job.prefixes_per_task;
  return {.first = number * span, .last = std::min((number + 1) * span, prefixes) - 1, .count = {}};
}

Certificate make_certificate(const Checkpoint& checkpoint, std::optional<std::uint64_t> prefixes) {
  const QueueSnapshot& queue = checkpoint.queue;
  if (!checkpoint.finished()) {
    throw unusable("is not finished: " + std::to_string(totals(queue).tasks_done) + " of " +
                   amount_of(queue.done.size(), "task") +
                   " are done; go on with 'nqueens resume' first, or merge its parts");
  }
  Certificate certificate;
  certificate.job = without_slices(checkpoint.job);  // its groups are of whole tasks
  require_known_stream(certificate.job);
  certificate.prefixes = prefixes ? *prefixes : certificate.job.prefixes().skip(max_prefixes);
  certificate.tasks = certificate.tasks_of_prefixes();
  if (certificate.tasks != queue.done.size()) {
    throw unusable("has " + amount_of(queue.done.size(), "task") + " where its job has " +
                   std::to_string(certificate.tasks) + "; it cannot be used");
  }
  certificate.tasks_per_group = tasks_per_group_of(certificate.tasks);
  certificate.above = count_above_tasks(certificate.job);
  certificate.total = certificate.above;
  for (std::uint64_t number = 0; number < certificate.groups_of_tasks(); ++number) {
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

std::string unchecked_in(const Certificate& certificate) {
  std::string names = certificate.second ? "second_count" : "";
  for (std::string_view before; const std::string& line : certificate.provenance) {
    const std::string_view name = std::string_view(line).substr(0, line.find(':'));
    if (name != std::exchange(before, name)) {
      names += (names.empty() ? "" : ", ") + std::string(name);
    }
  }
  return names;
}

}  // namespace nqueens
