#include "nqueens/job/job.hpp"

#include "nqueens/core/error.hpp"

namespace nqueens {

std::string to_string(const Job& job) {
  return "n=" + std::to_string(job.n) + " board=" + std::string(to_string(job.board)) +
         " quantity=" + std::string(to_string(job.quantity)) +
         " symmetry=" + std::string(to_string(job.symmetry)) + " depth=" + std::to_string(job.depth) +
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
  if (!is_countable(count.board, count.quantity)) {
    fail("placements are counted on the square board only, not on a torus");
  }
  if (count.quantity == Quantity::placements && count.symmetry == Symmetry::full) {
    fail("symmetry is full; placements have that of the mirror alone: choose mirror or none");
  }
  if (count.depth && (*count.depth < 0 || *count.depth > count.n)) {
    fail("depth is " + std::to_string(*count.depth) + "; on a board with n=" + std::to_string(count.n) +
         " it must be from 0 to " + std::to_string(count.n));
  }
  if (count.tasks && (*count.tasks < 1 || *count.tasks > most_tasks(count.quantity))) {
    fail("tasks is " + std::to_string(*count.tasks) + "; it must be from 1 to " +
         std::to_string(most_tasks(count.quantity)));
  }
}

}  // namespace nqueens
