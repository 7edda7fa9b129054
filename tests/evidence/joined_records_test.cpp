// What several checkpoints of one job have together.

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "core/sequence.hpp"
#include "evidence/hold.hpp"
#include "records.hpp"

namespace nqueens::test {
namespace {

/// A job of 8 tasks of eight queens, each in slices.
Job in_slices() {
  Job job = eight();
  job.slice_depth = 5;
  job.prefixes_per_slice = 2;
  return job;
}

/// Those of a part, counted by someone.
QueueSnapshot tasks(const By& by = {}, const Part& part = {}) {
  return counted(in_slices(), by, part).queue;
}

/// Slices of a task, counted by someone.
QueueSnapshot slices(TaskId task, const By& by = {}, const Part& part = {}) {
  Checkpoint checkpoint = begun(in_slices());
  Counting counting(in_slices(), checkpoint.queue, by);
  const std::size_t number = counting.open(task);
  for (SliceId slice = 0; slice < number; ++slice) {
    if (part.has(slice)) {
      counting.count({.task = task, .slice = slice});
    }
  }
  return checkpoint.queue;
}

JoinedRecords nothing() {
  return {in_slices(), 8};
}

/// "8 done: 8 new, 0 known, 0 confirmed, 0 in conflict".
std::string text_of(const JoinedRecords::Tally& tally) {
  return std::to_string(tally.done) + " done: " + std::to_string(tally.added) + " new, " +
         std::to_string(tally.known) + " known, " + std::to_string(tally.confirmed) +
         " confirmed, " + std::to_string(tally.conflicts) + " in conflict";
}

std::string host_that_confirmed(const QueueSnapshot& queue, TaskId task) {
  return queue.origins[queue.records[task].confirmed_by].host;
}

void raise(UnitRecords& units, std::uint64_t index, std::uint64_t more) {
  UnitRecord record = units.records[index];
  record.count += more;
  units.records.set(index, record);
}

TEST(JoinedRecords, AddWhatNoEarlierFileHas) {
  JoinedRecords joined = nothing();
  EXPECT_EQ(text_of(joined.add_tasks(tasks({}, {1, 2}))),
            "4 done: 4 new, 0 known, 0 confirmed, 0 in conflict");
  EXPECT_EQ(text_of(joined.add_tasks(tasks(by_b, {2, 2}))),
            "4 done: 4 new, 0 known, 0 confirmed, 0 in conflict");
  const QueueSnapshot all = joined.take();
  EXPECT_TRUE(all.finished());
  EXPECT_EQ(progress_of(all).count, Count(92));
  EXPECT_EQ(all.origins[all.records[0].origin].host, "a");
  EXPECT_EQ(all.origins[all.records[1].origin].host, "b");
  EXPECT_EQ(all.records[1].microseconds, 2001U);
  EXPECT_TRUE(joined.conflicts().empty());
}

TEST(JoinedRecords, OfOneJobHaveAsManyTasks) {
  JoinedRecords joined = nothing();
  EXPECT_EQ(error_of(ExitCode::checkpoint, [&] { joined.add_tasks(counted(eight(5)).queue); }),
            "has 24 tasks, those before 8; they are not of one job");
}

TEST(JoinedRecords, AreConfirmedByASeparateCountOnce) {
  JoinedRecords joined = nothing();
  joined.add_tasks(tasks());
  EXPECT_EQ(text_of(joined.add_tasks(tasks(by_b))),
            "8 done: 0 new, 0 known, 8 confirmed, 0 in conflict");
  EXPECT_EQ(text_of(joined.add_tasks(tasks(by_c))),
            "8 done: 0 new, 8 known, 0 confirmed, 0 in conflict");
  const QueueSnapshot all = joined.take();
  EXPECT_EQ(progress_of(all).tasks_confirmed, 8U);
  EXPECT_EQ(host_that_confirmed(all, 3), "b");
  EXPECT_EQ(all.records[3].microseconds, 1003U) << "the first count stands";
}

/// Names are easily changed: what took as long and tried as many queens is one record.
TEST(JoinedRecords, AreNotConfirmedByACopy) {
  JoinedRecords joined = nothing();
  joined.add_tasks(tasks());
  EXPECT_EQ(text_of(joined.add_tasks(tasks({.host = "b"}))),
            "8 done: 0 new, 8 known, 0 confirmed, 0 in conflict");
  EXPECT_EQ(text_of(joined.add_tasks(tasks({.host = "b", .kernel = "plain"}))),
            "8 done: 0 new, 0 known, 8 confirmed, 0 in conflict")
      << "another search tries other queens";
  EXPECT_EQ(progress_of(joined.take()).tasks_confirmed, 8U);
}

/// Tasks that someone has confirmed.
QueueSnapshot confirmed_by(const std::string& host) {
  QueueSnapshot queue = tasks();
  const OriginId origin = queue.origins.add({.kernel = "plain", .host = host});
  for (TaskId task = 0; task < queue.done.size(); ++task) {
    UnitRecord record = queue.records[task];
    record.confirmed_by = origin;
    queue.records.set(task, record);
  }
  return queue;
}

TEST(JoinedRecords, KeepTheConfirmationOfTheirCopiesAndBestOfAnotherHost) {
  for (const auto& [first, second, kept] :
       {std::array{"", "a", "a"}, std::array{"", "b", "b"}, std::array{"a", "b", "b"},
        std::array{"b", "a", "b"}, std::array{"b", "", "b"}, std::array{"b", "c", "b"}}) {
    JoinedRecords joined = nothing();
    joined.add_tasks(*first == '\0' ? tasks() : confirmed_by(first));
    EXPECT_EQ(joined.add_tasks(*second == '\0' ? tasks() : confirmed_by(second)).known, 8U);
    EXPECT_EQ(host_that_confirmed(joined.take(), 5), kept) << first << ", then " << second;
  }
}

TEST(JoinedRecords, ThatDifferAreInConflictAndNotDone) {
  JoinedRecords joined = nothing();
  joined.add_tasks(tasks());
  QueueSnapshot other = tasks(by_b);
  raise(other, 5, 8);
  EXPECT_EQ(text_of(joined.add_tasks(other)), "8 done: 0 new, 0 known, 7 confirmed, 1 in conflict");
  EXPECT_EQ(text_of(joined.add_tasks(tasks(by_c))),
            "8 done: 0 new, 7 known, 0 confirmed, 1 in conflict")
      << "no later file settles it";
  const auto conflicts = joined.conflicts();
  ASSERT_EQ(conflicts.size(), 1U);
  const auto& [conflict, file] = conflicts[0];
  EXPECT_EQ(file, 1U) << "the first that differs";
  EXPECT_EQ(conflict.unit, UnitId{.task = 5});
  EXPECT_FALSE(conflict.winner);
  ASSERT_EQ(conflict.votes.size(), 3U);
  const Count right = tasks().records[5].count;
  EXPECT_EQ(conflict.votes[0].record.count, right);
  EXPECT_EQ(conflict.votes[1].record.count, right + Count{8});
  EXPECT_EQ(conflict.votes[2].record.count, right);
  EXPECT_EQ(joined.origins()[conflict.votes[0].record.origin].host, "a");
  EXPECT_EQ(joined.origins()[conflict.votes[1].record.origin].host, "b");
  EXPECT_EQ(joined.origins()[conflict.votes[2].record.origin].host, "c");
  const QueueSnapshot all = joined.take();
  EXPECT_FALSE(all.done[5]);
  EXPECT_EQ(progress_of(all).tasks_done, 7U);
}

/// Kernels that search alike try the same queens. Others need not.
TEST(JoinedRecords, DifferInNodesOnlyIfTheirKernelsSearchAlike) {
  QueueSnapshot other = tasks(by_b);
  UnitRecord record = other.records[2];
  ++record.nodes;
  other.records.set(2, record);
  JoinedRecords joined = nothing();
  joined.add_tasks(tasks());
  EXPECT_EQ(joined.add_tasks(other).conflicts, 1U);
  JoinedRecords of_two_searches = nothing();
  of_two_searches.add_tasks(tasks({.kernel = "plain"}));
  EXPECT_EQ(of_two_searches.add_tasks(other).conflicts, 0U);
}

TEST(JoinedSlices, FoldIntoTheirTaskIfAllAreThere) {
  JoinedRecords joined = nothing();
  const std::size_t number = slices(1).in_slices.at(1).done.size();
  ASSERT_GE(number, 3U);
  const auto first = joined.add(slices(1, {}, {1, 2}));
  EXPECT_EQ(text_of(first.tasks), "0 done: 0 new, 0 known, 0 confirmed, 0 in conflict");
  EXPECT_EQ(first.slices.added, (number + 1) / 2);
  const auto second = joined.add(slices(1, by_b));
  EXPECT_EQ(second.slices.done, number);
  EXPECT_EQ(second.slices.confirmed, (number + 1) / 2);
  EXPECT_EQ(second.slices.added, number / 2);
  const QueueSnapshot all = joined.take();
  EXPECT_TRUE(all.done[1]);
  EXPECT_TRUE(all.in_slices.empty());
  EXPECT_EQ(all.records[1].count, tasks().records[1].count);
  EXPECT_EQ(all.origins[all.records[1].origin].host, several);
}

TEST(JoinedSlices, StayIfSomeAreMissing) {
  JoinedRecords joined = nothing();
  joined.add(slices(1, {}, {1, 2}));
  const QueueSnapshot all = joined.take();
  EXPECT_FALSE(all.done[1]);
  EXPECT_EQ(all.in_slices.at(1), slices(1, {}, {1, 2}).in_slices.at(1));
}

TEST(JoinedSlices, OfPlacementsFoldWithWhatIsBetweenTaskAndSlices) {
  Job job{.problem = {.n = 6, .sequence = Sequence::placements},
          .symmetry = Symmetry::mirror,
          .depth = 2,
          .prefixes_per_task = 2};
  job.slice_depth = 4;
  Checkpoint checkpoint = begun(job);
  Counting counting(job, checkpoint.queue, {});
  const std::size_t number = counting.open(0);
  for (SliceId slice = 0; slice < number; ++slice) {
    counting.count({.task = 0, .slice = slice});
  }
  JoinedRecords joined(job, checkpoint.queue.done.size());
  joined.add(checkpoint.queue);
  const QueueSnapshot all = joined.take();
  const Checkpoint whole = counted(job);
  EXPECT_TRUE(all.done[0]);
  EXPECT_EQ(all.records[0].count, whole.queue.records[0].count);
  EXPECT_EQ(all.records.parts(0), whole.queue.records.parts(0));
}

/// A whole task cannot be compared with some of its slices.
TEST(JoinedSlices, AreLeftOutOfATaskThatAFileHasWhole) {
  JoinedRecords before = nothing();
  before.add(slices(1, {}, {1, 2}));
  before.add(tasks(by_b));
  EXPECT_TRUE(before.conflicts().empty());
  const QueueSnapshot all = before.take();
  EXPECT_TRUE(all.done[1]);
  EXPECT_TRUE(all.in_slices.empty());
  JoinedRecords after = nothing();
  after.add(tasks(by_b));
  EXPECT_EQ(after.add(slices(1)).slices.done, 0U);
  EXPECT_TRUE(after.take().in_slices.empty());
}

TEST(JoinedSlices, AreNotLookedAtIfTheyMayBeCutInAnotherWay) {
  JoinedRecords joined = nothing();
  EXPECT_EQ(joined.add_tasks(slices(1)).done, 0U);
  EXPECT_TRUE(joined.take().in_slices.empty());
}

/// Slices of task 1, of which the first is wrong.
QueueSnapshot wrong_slices(const By& by) {
  QueueSnapshot queue = slices(1, by, {1, 2});
  raise(queue.in_slices.at(1), 0, 8);
  return queue;
}

TEST(JoinedSlices, ThatDifferAreInConflictAndNotDone) {
  JoinedRecords joined = nothing();
  joined.add(slices(1));
  const auto tallies = joined.add(wrong_slices(by_b));
  EXPECT_EQ(tallies.slices.conflicts, 1U);
  ASSERT_EQ(joined.conflicts().size(), 1U);
  EXPECT_EQ(joined.conflicts()[0].first.unit, (UnitId{.task = 1, .slice = 0}));
  EXPECT_EQ(joined.conflicts()[0].second, 1U);
  const QueueSnapshot all = joined.take();
  EXPECT_FALSE(all.done[1]);
  EXPECT_FALSE(all.in_slices.at(1).done[0]);
  EXPECT_TRUE(all.in_slices.at(1).done[1]);
}

TEST(JoinedSlices, ThatDifferStayInConflictIfAFileHasTheirTaskWhole) {
  JoinedRecords joined = nothing();
  joined.add(slices(1));
  joined.add(wrong_slices(by_b));
  EXPECT_EQ(joined.add(tasks(by_c)).tasks.added, 8U);
  EXPECT_EQ(joined.add(slices(1)).slices.conflicts, 1U) << "it is still looked at";
  EXPECT_EQ(joined.conflicts().size(), 1U);
  const QueueSnapshot all = joined.take();
  EXPECT_TRUE(all.done[1]);
  EXPECT_TRUE(all.in_slices.empty());
}

TEST(JoinedSlices, AllOfWhichAreInConflictGo) {
  JoinedRecords joined = nothing();
  const std::size_t number = slices(1).in_slices.at(1).done.size();
  const Part first_alone{.index = 1, .parts = number};
  QueueSnapshot other = slices(1, by_b, first_alone);
  raise(other.in_slices.at(1), 0, 8);
  joined.add(slices(1, {}, first_alone));
  joined.add(other);
  EXPECT_TRUE(joined.take().in_slices.empty());
}

}  // namespace
}  // namespace nqueens::test
