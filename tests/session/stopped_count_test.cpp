// A count, and its second count, are stopped at each of their events and go on.

#include <gtest/gtest.h>

#include <string>

#include "counts.hpp"
#include "judge/finished.hpp"
#include "judge/log_file.hpp"
#include "judge/names.hpp"
#include "judge/result_file.hpp"
#include "store/checkpoint_files.hpp"
#include "system/file.hpp"

namespace nqueens {
namespace {

constexpr int n = 13;
constexpr std::uint64_t solutions = 73712;

struct Run {
  CountOutcome outcome;
  bool came = false;  ///< the message, or it was asked to stop before the first
};

/// @param message  at which the run is asked to stop; 0: before it begins
Run run_until(const CountRequest& request, int message) {
  int heard = 0;
  test::Workers workers([&](const Message&, Requests& requests) {
    if (++heard == message) {
      requests.stop_signal = SIGTERM;
    }
  });
  if (message == 0) {
    workers.requests.stop_signal = SIGTERM;
  }
  CountOutcome outcome = count(workers.session(), request);
  return {.outcome = std::move(outcome), .came = heard >= message};
}

CountOutcome run_to_end(const CountRequest& request) {
  test::Workers workers;
  return count(workers.session(), request);
}

/// The tasks done of both counts together.
std::uint64_t tasks_done(const std::filesystem::path& checkpoint) {
  std::uint64_t done = 0;
  for (const auto& each : {checkpoint, second_path(checkpoint)}) {
    const auto loaded = load_checkpoint(each, BadFiles::leave);
    done += loaded ? progress_of(loaded->checkpoint.queue).tasks_done : 0;
  }
  return done;
}

void expect_whole(const CountOutcome& outcome, const CountRequest& request, bool is_twice) {
  const std::filesystem::path& path = request.settings.checkpoint.path;
  ASSERT_TRUE(outcome.result);
  EXPECT_FALSE(outcome.stopped);
  EXPECT_TRUE(outcome.checkpoint_saved);
  EXPECT_TRUE(outcome.result_saved);
  EXPECT_EQ(outcome.result->count, Count{solutions});
  EXPECT_EQ(outcome.result->agrees, std::optional(true));
  EXPECT_EQ(outcome.result->second.has_value(), is_twice);
  EXPECT_TRUE(!is_twice || outcome.result->second->agrees);
  const auto file = read_regular(result_path(path), 1U << 20U);
  ASSERT_TRUE(file);
  EXPECT_TRUE(compare_result(*outcome.result, *file).is_same);
  EXPECT_TRUE(compare_result(*outcome.result, log_beside(path).result).is_same);
}

/// A count that is stopped at the same event again and again, until it is whole.
/// @return whether the event came in its first run
bool is_stopped_at(int message, bool is_twice) {
  test::SavedCount count(n);
  if (is_twice) {
    count.request.settings.run.double_check = SecondCut::depth;
  }
  const std::filesystem::path& path = count.request.settings.checkpoint.path;
  const Run first = run_until(count.request, message);
  // What was asked for once stays asked for.
  count.request.settings.run.double_check.reset();
  CountOutcome outcome = first.outcome;
  std::uint64_t done = 0;
  for (int runs = 1; outcome.stopped; ++runs) {
    EXPECT_FALSE(outcome.result);
    EXPECT_TRUE(outcome.checkpoint_saved);
    EXPECT_GE(tasks_done(path), done) << "stopped at message " << message;
    done = tasks_done(path);
    // So early that nothing may ever be counted.
    outcome = message < 5 && runs == 3 ? run_to_end(count.request)
                                       : run_until(count.request, message).outcome;
  }
  expect_whole(outcome, count.request, is_twice);
  return first.came;
}

TEST(StoppedCount, GoesOnFromEveryEvent) {
  int message = 0;
  while (is_stopped_at(message, false)) {
    ++message;
  }
  EXPECT_GT(message, 10);
}

TEST(StoppedCount, GoesOnFromEveryEventOfItsSecondCount) {
  int message = 0;
  while (is_stopped_at(message, true)) {
    ++message;
  }
  EXPECT_GT(message, 20);
}

}  // namespace
}  // namespace nqueens
