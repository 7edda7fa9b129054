// What a run has seen is what its log says.
#include "session/journal.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <variant>

#include "counts.hpp"
#include "judge/log_file.hpp"
#include "judge/names.hpp"
#include "support/temporary_folder.hpp"

namespace nqueens {
namespace {

/// What the log says of its last run.
RunState last_run(const std::filesystem::path& checkpoint) {
  RunState state;
  read_events(run_log_path(checkpoint), [&state](RunEvent event) {
    state = std::holds_alternative<RunStart>(event.body) ? RunState{} : std::move(state);
    state.apply(std::move(event));
  });
  return state;
}

TEST(Journal, LogsAllThatItHasSeenOfARun) {
  const test::TemporaryFolder folder;
  CountRequest request;
  request.settings.count.problem.n = 8;
  request.settings.checkpoint.path = folder.path() / "n8.ckpt";
  request.start = StartMode::fresh;
  for (int start = 0; start < 2; ++start) {
    test::Workers threads;  // are told nothing
    WorkerTable& workers = *threads.session().workers();
    JobRun run(threads.session(), request, nullptr);
    run.begin();
    Journal journal(run);
    journal.begin(std::nullopt);
    const UnitResult result{.unit = {.task = 0}, .count = Count{4}, .nodes = 9, .seconds = 0.5};
    const Taken taken{.outcome = Outcome{.completion = Completion::accepted}};
    for (const WorkerId worker : {1, 2}) {
      workers.greet(worker, {.host = "a", .space = {}, .pid = 7});
      workers.ready(worker, "plain", {}, "a processor");
      journal.tell(Came{.worker = worker});
    }
    journal.tell(Counted{.worker = 1, .result = result, .taken = taken});
    journal.tell(Left{.worker = 2});
    journal.note_save();
    journal.tick();
    journal.stop("a signal");
    EXPECT_EQ(last_run(request.settings.checkpoint.path), journal.state());
    ASSERT_EQ(journal.state().runs.size(), 1U);
    const auto& shares = journal.state().runs[0].shares;
    ASSERT_EQ(shares.size(), 1U);
    EXPECT_EQ(shares.begin()->second.host, "a");
    EXPECT_EQ(shares.begin()->second.units, 1U);
    EXPECT_EQ(shares.begin()->second.busy, 0.5);
    EXPECT_EQ(journal.state().saves + journal.state().incidents.size(), 1U);
  }
}

}  // namespace
}  // namespace nqueens
