#include "nqueens/job/job.hpp"

#include "nqueens/core/error.hpp"

namespace nqueens {

std::string to_string(const Job& job) {
  return "n=" + std::to_string(job.n) + " symmetry=" + std::string(to_string(job.symmetry)) +
         " depth=" + std::to_string(job.depth) +
         " prefixes_per_task=" + std::to_string(job.prefixes_per_task) +
         " stream=" + std::to_string(job.stream_revision);
}

void validate(const JobSettings& settings) {
  const CountSettings& count = settings.count;
  const auto fail = [](const std::string& message) { throw Error(ExitCode::usage, message); };
  if (count.n < 1 || count.n > max_board) {
    fail("n is " + std::to_string(count.n) + "; it must be a whole number from 1 to " +
         std::to_string(max_board));
  }
  if (count.depth && (*count.depth < 0 || *count.depth > count.n)) {
    fail("depth is " + std::to_string(*count.depth) + "; on a board with n=" + std::to_string(count.n) +
         " it must be from 0 to " + std::to_string(count.n));
  }
  if (count.tasks && (*count.tasks < 1 || *count.tasks > max_tasks)) {
    fail("tasks is " + std::to_string(*count.tasks) + "; it must be from 1 to " + std::to_string(max_tasks));
  }
}

}  // namespace nqueens
