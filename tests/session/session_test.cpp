// Who is served, when a save is due, and that workers are let go once, whatever ends a session.

#include "session/session.hpp"

#include <gtest/gtest.h>

#include <latch>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "counts.hpp"
#include "played.hpp"
#include "serve/worker.hpp"
#include "support/captured_log.hpp"
#include "support/counted.hpp"

namespace nqueens {
namespace {

/// A job of eight queens for the workers of a session.
struct Served8 {
  Scheduler scheduler;

  explicit Served8(Session& session) : scheduler({.batch_seconds = 1e-6}, session.workers()) {
    const Plan plan = make_plan(test::eight());
    scheduler.begin(plan.job, plan.costs);
  }
};

/// A session with one worker, which counts on a thread and notes what it is told.
class Watched {
 public:
  Watched()
      : heard_(played_.worker(1), [this](const Message& message) { told_.push_back(message); }),
        thread_([this] { end = run_worker(heard_, unsignalled_); }) {}
  Watched(const Watched&) = delete;
  Watched& operator=(const Watched&) = delete;
  ~Watched() { let_go(); }

  [[nodiscard]] Session& session() { return played_.session(); }
  [[nodiscard]] test::PlayedSession& played() { return played_; }

  /// Ends the session, and waits for the worker. @return what it was told
  const std::vector<Message>& let_go() {
    if (thread_.joinable()) {
      played_.end();
      everyone_left = played_.pool.everyone_left;
      if (!everyone_left) {
        dismiss_workers(played_.pool.transport, false);
      }
      thread_.join();
      for (const Message& late : played_.told()) {
        told_.push_back(late);
      }
    }
    return told_;
  }

  bool everyone_left = false;
  WorkerEnd end = WorkerEnd::orphaned;

 private:
  test::PlayedSession played_{test::one_worker};
  Requests unsignalled_;
  std::vector<Message> told_;
  test::HeardTransport heard_;
  std::jthread thread_;
};

void expect_let_go_once(Watched& watched) {
  const auto& told = watched.let_go();
  EXPECT_TRUE(watched.everyone_left);
  EXPECT_EQ(watched.end, WorkerEnd::dismissed);
  EXPECT_EQ(test::number_of<Leave>(told), 1);
  EXPECT_EQ(test::number_of<Dismiss>(told), 1);
}

TEST(Session, LetsGoOfWorkersThatNeverSpoke) {
  test::PlayedSession played;
  EXPECT_FALSE(played.pool.everyone_left);
  played.end();
  EXPECT_TRUE(played.pool.everyone_left);
  for (const int worker : {1, 2}) {
    const auto told = played.told(worker);
    ASSERT_EQ(told.size(), 1U);
    EXPECT_TRUE(std::get<Dismiss>(told[0]).finalize);
  }
}

TEST(Session, LetsWorkersGoAfterTheLastJob) {
  Watched watched;
  Served8 job(watched.session());
  EXPECT_EQ(watched.session().serve(job.scheduler, {}).end, ServeEnd::finished);
  EXPECT_TRUE(watched.played().pool.everyone_left) << "before the session ends";
  expect_let_go_once(watched);
}

TEST(Session, KeepsWorkersForAnotherJob) {
  Watched watched;
  for (const bool is_last : {false, true}) {
    Served8 job(watched.session());
    EXPECT_EQ(watched.session().serve(job.scheduler, {.is_last = is_last}).end, ServeEnd::finished);
    EXPECT_EQ(watched.played().pool.everyone_left, is_last);
  }
  expect_let_go_once(watched);
}

TEST(Session, LetsWorkersGoThatWaitForAJobThatNeverComes) {
  Watched watched;
  {
    Served8 job(watched.session());
    EXPECT_EQ(watched.session().serve(job.scheduler, {.is_last = false}).end, ServeEnd::finished);
  }
  EXPECT_FALSE(watched.played().pool.everyone_left);
  expect_let_go_once(watched);
}

TEST(Session, LetsWorkersGoIfAJobEndsEarly) {
  for (const bool fails : {false, true}) {
    Watched watched;
    Served8 job(watched.session());
    const Served served = watched.session().serve(
        job.scheduler,
        {.is_last = false,
         .tell =
             [&](const ServeEvent& event) {
               if (fails && event.index() == 0) {
                 throw std::runtime_error("no room");
               }
             },
         .out_of_time = [&] { return !fails && !watched.session().workers()->nobody_came(); }});
    EXPECT_EQ(served.failure != nullptr, fails);
    EXPECT_NE(served.end, ServeEnd::finished);
    expect_let_go_once(watched);
  }
}

TEST(Session, PassesOverLateResultsOfTheJobBefore) {
  test::PlayedSession played(test::one_worker);
  std::vector<std::uint32_t> numbers;
  std::uint64_t counted = 0;
  std::jthread worker([&] {
    test::work(played.worker(1), [&](const Results& results) {
      numbers.push_back(results.job);
      if (results.job > 0) {
        Results late = results;
        --late.job;
        late.batch_finished = false;
        played.worker(1).send(0, late);
      }
      return true;
    });
  });
  for (const bool is_last : {false, true}) {
    Served8 job(played.session());
    const Served served = played.session().serve(
        job.scheduler, {.is_last = is_last, .tell = [&](const ServeEvent& event) {
                          counted += std::holds_alternative<Counted>(event) ? 1 : 0;
                        }});
    EXPECT_EQ(served.end, ServeEnd::finished);
    EXPECT_EQ(counted, job.scheduler.queue().progress().tasks) << "each once";
    counted = 0;
  }
  worker.join();
  EXPECT_EQ(numbers.front(), 0U);
  EXPECT_EQ(numbers.back(), 1U);
}

TEST(Session, AsksEveryWorkerForTheKernelOfAJob) {
  Watched watched;
  watched.session().welcome({.n = 8}, "scalar");
  Served8 job(watched.session());
  std::string kernel;
  watched.session().serve(job.scheduler,
                          {.kernel = "scalar", .tell = [&](const ServeEvent& event) {
                             if (const auto* counted = std::get_if<Counted>(&event)) {
                               kernel = counted->result.kernel;
                             }
                           }});
  EXPECT_EQ(kernel, "scalar");
  const auto& told = watched.let_go();
  EXPECT_GE(test::number_of<Welcome>(told), 2);
  for (const Message& message : told) {
    if (const auto* welcome = std::get_if<Welcome>(&message)) {
      EXPECT_EQ(welcome->problem, (Problem{.n = 8}));
      EXPECT_EQ(welcome->kernel, "scalar");
    }
  }
}

TEST(Session, SavesWhenTheKeeperSaysThatItIsDue) {
  test::SavedCount count(8);
  count.request.settings.checkpoint.interval_seconds = 0;
  for (const bool is_kept : {false, true}) {
    test::PlayedSession played(test::one_worker);
    CheckpointKeeper keeper(count.request.settings.checkpoint);
    keeper.lock([] {});
    test::come_and_go(played);
    Served8 job(played.session());
    int saves = 0;
    int saves_at_end = 0;
    played.session().serve(job.scheduler, {.keeper = is_kept ? &keeper : nullptr,
                                           .save = [&] { ++saves; },
                                           .out_of_time =
                                               [&] {
                                                 saves_at_end = saves;
                                                 return true;
                                               }});
    EXPECT_EQ(saves_at_end, is_kept ? 1 : 0);
    EXPECT_EQ(saves, saves_at_end + 1) << "and at the end";
  }
}

TEST(Session, ShowsHowFarAJobIs) {
  test::PlayedSession played(test::one_worker);
  const auto shown = [&](ProgressMode mode) {
    Served8 job(played.begin());
    test::come_and_go(played);
    int shows = 0;
    double seconds = -1;
    const test::CapturedLog log;
    played.session().serve(job.scheduler, {.progress = mode,
                                           .log_interval_seconds = 1e-6,
                                           .show =
                                               [&](ProgressReporter& reporter, double since) {
                                                 seconds = since;
                                                 ++shows;
                                                 reporter.update(since, "half");
                                               },
                                           .out_of_time = [&] { return true; }});
    EXPECT_TRUE(shows == 0 || (seconds >= 0 && seconds < 300));
    EXPECT_EQ(log.lines("half").size(), static_cast<std::size_t>(shows));
    return shows;
  };
  EXPECT_EQ(shown(ProgressMode::log), 1);
  EXPECT_EQ(shown(ProgressMode::none), 0);
}

TEST(Session, PingsWhenThatIsDueUntilTheWorkersAreGone) {
  test::PlayedSession often(test::one_worker, 0);
  often.session().ping();
  often.session().ping();
  EXPECT_EQ(test::number_of<Hello>(often.told()), 2);
  Served8 job(often.session());
  test::come_and_go(often);
  often.session().serve(job.scheduler, {.out_of_time = [] { return true; }});
  often.told();
  often.session().ping();
  EXPECT_TRUE(often.told().empty());
  test::PlayedSession seldom(test::one_worker, 1e6);
  seldom.session().ping();
  EXPECT_TRUE(seldom.told().empty());
  // After the first ping the next one is as far.
  const auto begin = Clock::now();
  test::PlayedSession sometimes(test::one_worker, 0.05);
  int pings = 0;
  while (pings < 2) {
    sometimes.session().ping();
    pings += test::number_of<Hello>(sometimes.told());
  }
  EXPECT_GT(seconds_since(begin), 0.1);
}

TEST(Session, NoSaveIsDueWithoutACheckpoint) {
  EXPECT_GT(CheckpointKeeper({}).save_due_in(), 1e9);
}

}  // namespace
}  // namespace nqueens
