// Origins by number, and what slices add up to.

#include "queue/snapshot.hpp"

#include <gtest/gtest.h>
#include <malloc.h>

#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace nqueens {
namespace {

TEST(OriginTable, CutsNamesThatAreTooLong) {
  OriginTable origins;
  const std::string longest(longest_origin_name, 'h');
  const OriginId id = origins.add({.kernel = longest + "x", .host = longest + "yz"});
  EXPECT_EQ(origins[id], (Origin{.kernel = longest, .host = longest}));
  EXPECT_EQ(origins.add({.kernel = longest, .host = longest}), id);
  EXPECT_EQ(origins.size(), 2U);
}

TEST(OriginTable, MakesAllNamesPlain) {
  OriginTable origins;
  const OriginId id = origins.add({.kernel = "a b@\x01", .host = "azAZ09.-_"});
  EXPECT_EQ(origins[id], (Origin{.kernel = "a_b__", .host = "azAZ09.-_"}));
  for (const char c : {'`', '{', '@', '[', '/', ':', ' ', '~'}) {
    EXPECT_FALSE(is_plain(c)) << c;
  }
}

TEST(OriginTable, NumbersOriginsFromOneAndNobodyIsZero) {
  OriginTable origins;
  EXPECT_EQ(origins.add({}), unknown_origin);
  EXPECT_EQ(origins.add({.kernel = "avx2", .host = "a"}), 1U);
  EXPECT_EQ(origins.add({.kernel = "avx2", .host = "b"}), 2U);
  EXPECT_EQ(origins.add({.kernel = "avx2", .host = "a"}), 1U);
}

TEST(OriginTable, IsFullAtItsMost) {
  OriginTable origins;
  for (std::size_t i = 1; i < max_origins; ++i) {
    ASSERT_EQ(origins.add({.kernel = "avx2", .host = std::to_string(i)}), i);
  }
  EXPECT_EQ(origins.size(), max_origins);
  EXPECT_EQ(origins.add({.kernel = "avx2", .host = "one more"}), unknown_origin);
  EXPECT_EQ(origins.add({.kernel = "avx2", .host = "7"}), 7U);
  EXPECT_EQ(origins.size(), max_origins);
}

TEST(OriginTable, AreNamedForPeople) {
  EXPECT_EQ(to_string(Origin{.kernel = "avx512", .host = "node7"}), "avx512 on node7");
  EXPECT_EQ(to_string(Origin{}), "an unknown kernel on an unknown host");
}

/// Two slices, by these.
UnitRecords slices_by(OriginId first, OriginId second, std::size_t rows = 0) {
  UnitRecords slices(2, rows);
  const std::vector<std::uint64_t> parts(rows, 3);
  slices.set(0, {.count = 3 * rows, .nodes = 5, .microseconds = 7, .origin = first}, parts);
  slices.set(1, {.count = 3 * rows, .nodes = 6, .microseconds = 8, .origin = second}, parts);
  return slices;
}

TEST(Fold, NamesWhatTheSlicesHaveInCommon) {
  OriginTable origins;
  const OriginId a = origins.add({.kernel = "avx2", .host = "a"});
  const OriginId b = origins.add({.kernel = "avx2", .host = "b"});
  const OriginId c = origins.add({.kernel = "sse4", .host = "b"});
  const auto origin_of = [&](OriginId first, OriginId second) {
    return to_string(origins[fold(slices_by(first, second), {}, origins).record.origin]);
  };
  EXPECT_EQ(origin_of(a, a), "avx2 on a");
  EXPECT_EQ(origin_of(a, b), "avx2 on several");
  EXPECT_EQ(origin_of(b, c), "several on b");
  EXPECT_EQ(origin_of(c, a), "several on several");
}

TEST(PackedRecords, AreZeroUntilTheyAreWritten) {
  PackedRecords records(200, 0);
  records.set(130, {.nodes = 5});
  for (std::size_t task = 0; task < 200; ++task) {
    EXPECT_EQ(records[task].nodes, task == 130 ? 5U : 0U);
  }
  PackedRecords others = records;
  others.set(7, {});  // writes nothing new
  EXPECT_EQ(others, records);
  others.set(199, {.origin = 1});
  EXPECT_NE(others, records);
  EXPECT_NE(PackedRecords(199, 0), PackedRecords(200, 0));
  EXPECT_NE(PackedRecords(200, 0), PackedRecords(200, 1));
}

TEST(PackedRecords, KeepNumbersOfAllLengths) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  std::vector<UnitRecord> wanted(200);
  PackedRecords records(wanted.size(), 3);
  std::vector<std::vector<std::uint64_t>> parts(wanted.size(), std::vector<std::uint64_t>(3));
  for (unsigned i = 0; i < 1000; ++i) {  // numbers become longer, and shorter again
    const unsigned bits = (i * 37) % 65;
    const std::uint64_t number = bits == 0 ? 0 : most >> (64 - bits);
    const std::size_t task = (i * 91) % wanted.size();
    UnitRecord& record = wanted[task];
    record = {.count = Count::from_words(i % 7 == 0 ? number : 0, number),
              .nodes = number / 3,
              .microseconds = number / 5,
              .origin = static_cast<OriginId>(number / 7),
              .confirmed_by = static_cast<OriginId>(number)};
    if (i % 11 == 0) {
      records.clear(task);
      record = {};
      parts[task] = {0, 0, 0};
    } else if (i % 5 == 0) {
      records.set(task, record);  // the parts stay
    } else {
      parts[task] = {number, 0, number / 11};
      records.set(task, record, parts[task]);
    }
  }
  for (std::size_t task = 0; task < wanted.size(); ++task) {
    EXPECT_EQ(records[task], wanted[task]) << task;
    EXPECT_EQ(records.parts(task), parts[task]) << task;
  }
}

TEST(Fold, AddsUpSlicesAndWhatLiesAboveThem) {
  OriginTable origins;
  const std::vector<std::uint64_t> above = {10, 20};
  const Vote folded = fold(slices_by(0, 0, 2), above, origins);
  EXPECT_EQ(folded.record.count, Count{42});
  EXPECT_EQ(folded.placed, (std::vector<std::uint64_t>{16, 26}));
  EXPECT_EQ(folded.record.nodes, 11U);
  EXPECT_EQ(folded.record.microseconds, 15U);
  EXPECT_EQ(folded.worker, several_workers);
  const std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(fold(slices_by(0, 0, 2), std::vector<std::uint64_t>{most - 6, 0}, origins).placed[0],
            most);
  EXPECT_THROW(fold(slices_by(0, 0, 2), std::vector<std::uint64_t>{most - 5, 0}, origins),
               OutOfRange);
}

TEST(Fold, IsConfirmedIfAllSlicesAre) {
  OriginTable origins;
  const OriginId a = origins.add({.kernel = "avx2", .host = "a"});
  const OriginId b = origins.add({.kernel = "sse4", .host = "b"});
  UnitRecords slices = slices_by(a, a);
  slices.records.set(0, {.origin = a, .confirmed_by = b});
  EXPECT_EQ(fold(slices, {}, origins).record.confirmed_by, unknown_origin);
  slices.records.set(1, {.origin = a, .confirmed_by = b});
  EXPECT_EQ(fold(slices, {}, origins).record.confirmed_by, b);
}

TEST(Confirmed, ElsewhereIsOnAnotherHost) {
  OriginTable origins;
  const OriginId a = origins.add({.kernel = "avx2", .host = "a"});
  const OriginId again = origins.add({.kernel = "sse4", .host = "a"});
  const OriginId b = origins.add({.kernel = "avx2", .host = "b"});
  EXPECT_FALSE(is_confirmed_elsewhere({.origin = a}, origins));
  EXPECT_FALSE(is_confirmed_elsewhere({.origin = a, .confirmed_by = again}, origins));
  EXPECT_TRUE(is_confirmed_elsewhere({.origin = a, .confirmed_by = b}, origins));
}

TEST(Totals, AreOfTasksAndOfSlicesInProgress) {
  QueueSnapshot snapshot(3, 0);
  const OriginId a = snapshot.origins.add({.kernel = "avx2", .host = "a"});
  snapshot.set(1, {.count = 100, .nodes = 9, .origin = a, .confirmed_by = a}, {});
  snapshot.in_slices.emplace(2, slices_by(a, a));
  snapshot.in_slices.at(2).clear(0);
  Progress sums = progress_of(snapshot);
  EXPECT_EQ(sums.tasks_done, 1U);
  EXPECT_EQ(sums.tasks_confirmed, 1U);
  EXPECT_EQ(sums.slices, 2U);
  EXPECT_EQ(sums.slices_done, 1U);
  EXPECT_EQ(sums.count, Count{100});
  EXPECT_EQ(sums.nodes, 15U);
  EXPECT_FALSE(snapshot.finished());
  snapshot.clear({.task = 2, .slice = 1});
  snapshot.clear({.task = 0, .slice = 1});  // not in progress
  snapshot.clear({.task = 1});
  snapshot.clear({.task = 2});  // which is not done, and keeps its slices
  EXPECT_EQ(progress_of(snapshot).slices, 2U);
  sums = progress_of(snapshot);
  EXPECT_EQ(sums.tasks_done, 0U);
  EXPECT_EQ(sums.slices_done, 0U);
  EXPECT_EQ(sums.nodes, 0U);
}

TEST(Totals, OfAPartWeighItsTasksByTheirCosts) {
  QueueSnapshot snapshot(4, 0);
  snapshot.set(1, {.count = 100}, {});
  snapshot.in_slices.emplace(2, slices_by(unknown_origin, unknown_origin));
  snapshot.in_slices.at(2).clear(0);
  const std::vector<float> costs = {1, 2, 3, 4};
  EXPECT_DOUBLE_EQ(progress_of(snapshot, {}, costs).share_done, (2 + 3 / 2.0) / 10);
  const Progress first = progress_of(snapshot, {.index = 1, .parts = 2}, costs);  // tasks 0 and 2
  EXPECT_EQ(first.tasks, 2U);
  EXPECT_EQ(first.tasks_done, 0U);
  EXPECT_EQ(first.tasks_in_progress, 1U);
  EXPECT_EQ(first.slices_done, 1U);
  EXPECT_DOUBLE_EQ(first.share_done, 3 / 2.0 / 4);
  EXPECT_FALSE(first.finished());
  Progress second = progress_of(snapshot, {.index = 2, .parts = 2}, costs);
  EXPECT_EQ(second.tasks_done, 1U);
  EXPECT_EQ(second.slices, 0U);
  EXPECT_EQ(second.count, Count{100});
  EXPECT_DOUBLE_EQ(second.share_done, 2 / 6.0);
  snapshot.set(3, {}, {});
  second = progress_of(snapshot, {.index = 2, .parts = 2}, {});
  EXPECT_TRUE(second.finished());
  EXPECT_EQ(second.share_done, 1) << "whatever they cost";
}

TEST(QueueSnapshot, TellsAnUnknownWorkerFromSeveral) {
  EXPECT_NE(unknown_worker, several_workers);
}

TEST(Totals, ByRowAreThoseOfAllTasks) {
  UnitRecords tasks(3, 2);
  tasks.set(0, {.count = 3}, std::vector<std::uint64_t>{1, 2});
  tasks.set(2, {.count = 30}, std::vector<std::uint64_t>{10, 20});
  EXPECT_EQ(placed_by_row(tasks), (std::vector<Count>{11, 22}));
  tasks.clear(2);
  EXPECT_EQ(placed_by_row(tasks), (std::vector<Count>{1, 2}));
  EXPECT_EQ(sum_of_parts(tasks.records.parts(0)), Count{3});
  EXPECT_EQ(tasks.vote(0, 5).worker, 5);
  EXPECT_EQ(tasks.vote(0).placed, (std::vector<std::uint64_t>{1, 2}));
  EXPECT_TRUE(placed_by_row(UnitRecords(3, 0)).empty());
}

/// In use, in bytes; 0 under sanitizers, which have an allocator of their own.
double allocated() {
  const struct mallinfo2 now = mallinfo2();
  return static_cast<double>(now.uordblks + now.hblkhd);
}

/// A forged file may promise millions of units in a few bytes, and have one of each 64.
TEST(UnitRecords, TakeMemoryForTheUnitsThatAreSet) {
  constexpr std::size_t units = 6'400'000;
  constexpr std::size_t rows = 32;
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  const std::vector<std::uint64_t> parts(rows, 1);
  for (const std::uint64_t number : {std::uint64_t{1}, most}) {
    const double before = allocated();
    if (before == 0) {
      GTEST_SKIP() << "the allocator does not say what is in use";
    }
    UnitRecords slices(units, rows);
    const double empty = allocated() - before;
    EXPECT_LT(empty, units);
    for (std::uint64_t index = 0; index < units; index += 64) {
      slices.set(index, {.count = number, .nodes = number}, parts);
    }
    const double each = (allocated() - before - empty) / (units / 64);
    EXPECT_LT(each, rows + 40);
    slices.clear(64);
    EXPECT_EQ(slices.records.parts(64), std::vector<std::uint64_t>(rows));
    EXPECT_EQ(slices.records.parts(128), parts);
  }
}

}  // namespace
}  // namespace nqueens
