// Seconds to save and to load a checkpoint of a million finished tasks; for docs/results.md.

#include <cstdio>
#include <filesystem>

#include "store/checkpoint_files.hpp"
#include "support/temporary_folder.hpp"
#include "system/clock.hpp"

using nqueens::Clock;
using nqueens::seconds_since;

int main() {
  constexpr std::size_t tasks = 1'000'000;
  nqueens::Checkpoint checkpoint;
  checkpoint.job.problem.n = 27;
  checkpoint.queue = nqueens::QueueSnapshot(tasks, 0);
  checkpoint.queue.done.assign(tasks, true);
  for (std::size_t task = 0; task < tasks; ++task) {
    // Numbers as for N = 27: 2.3e17 solutions and 2e18 nodes in a million tasks.
    checkpoint.queue.records.set(
        task, {.count = 234'907'967'154 + 2 * task, .nodes = 2'000'000'000'000 + task});
  }
  const nqueens::test::TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "n27.ckpt";
  for (int round = 0; round < 5; ++round) {
    auto start = Clock::now();
    nqueens::save_checkpoint(path, 3, checkpoint);
    const double save_seconds = seconds_since(start);
    start = Clock::now();
    const bool finished =
        nqueens::load_checkpoint(path, nqueens::BadFiles::leave)->checkpoint.finished();
    const double load_seconds = seconds_since(start);
    std::printf("%zu tasks, %.1f MB: saved in %.2f s, loaded in %.2f s%s\n", tasks,
                static_cast<double>(std::filesystem::file_size(path)) / 1e6, save_seconds,
                load_seconds, finished ? "" : " WRONG");
  }
}
