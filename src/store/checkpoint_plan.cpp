// Plans, compared with the files that they are for.

#include "nqueens/store/checkpoint_plan.hpp"

#include <algorithm>
#include <string>

#include "nqueens/core/error.hpp"

namespace nqueens {

Plan plan_of(const Job& job, std::uint64_t tasks, const std::filesystem::path& file) {
  if (job.stream_revision != stream_revision) {
    throw Error(ExitCode::checkpoint,
                "checkpoint '" + file.string() + "' was made with prefix stream " +
                    std::to_string(job.stream_revision) + ", this program has " +
                    std::to_string(stream_revision) + "; use the version that made it");
  }
  // Tasks and prefixes in a task are bounded each, their product is not.
  Plan plan = make_plan(job, std::min<std::uint64_t>(max_prefixes, tasks * job.prefixes_per_task));
  if (plan.tasks() != tasks) {
    throw Error(ExitCode::checkpoint, "checkpoint '" + file.string() + "' has " +
                                          std::to_string(tasks) + " tasks where its job has " +
                                          std::to_string(plan.tasks()) + "; it cannot be used");
  }
  return plan;
}

}  // namespace nqueens
