// Checkpoints that tests write, damage and forge.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/crc.hpp>
#include <sstream>
#include <tuple>

#include "store/checkpoint.hpp"
#include "support/text.hpp"

namespace nqueens::checkpoint_test {

using test::content_of;
using test::replaced;

/// Who counted the tasks, and who has confirmed some.
inline void add_origins(QueueSnapshot& queue) {
  queue.origins.add({.kernel = "avx512", .host = "node-1.cluster"});
  queue.origins.add({.kernel = "scalar", .host = ""});
  for (std::size_t task = 0; task < queue.done.size(); ++task) {
    if (queue.done[task]) {
      UnitRecord record = queue.records[task];
      record.microseconds = 5'000'000'000 + task;
      record.origin = 1 + static_cast<OriginId>(task) % 2;
      record.confirmed_by = task == 3 ? 2 : unknown_origin;
      queue.records.set(task, record);
    }
  }
}

/// A job of 70 tasks (more than one word of the bitmap), some done, one of them with a sum over 64
/// bits; nothing in slices, nobody named, no second count.
inline Checkpoint small_example() {
  Checkpoint checkpoint;
  checkpoint.job = {
      .problem = {.n = 18}, .symmetry = Symmetry::full, .depth = 5, .prefixes_per_task = 12};
  checkpoint.queue = QueueSnapshot(70, 0);
  for (const std::size_t task : {0U, 3U, 63U, 64U, 69U}) {
    checkpoint.queue.done[task] = true;
    checkpoint.queue.records.set(
        task, {.count = Count::from_words(task == 3 ? 2 : 0, 1000 + task), .nodes = 77 * task});
  }
  checkpoint.saved_at = 1'795'233'720;
  checkpoint.runs.starts = 3;
  checkpoint.runs.elapsed_seconds = 12.5;
  checkpoint.runs.kernel_seconds = 24.75;
  checkpoint.runs.device_seconds = 0.5;
  checkpoint.runs.lost_workers = 1;
  checkpoint.runs.kernels = "plain,scalar";
  return checkpoint;
}

/// Tasks 1 and 66 are in progress, the second with more than one word of slices.
inline void add_slices(Checkpoint& checkpoint) {
  checkpoint.job.slice_depth = checkpoint.job.depth + 2;
  checkpoint.job.prefixes_per_slice = 4;
  for (const auto& [task, slices, done] :
       {std::tuple<TaskId, std::size_t, std::vector<SliceId>>{1, 3, {1}}, {66, 65, {0, 64}}}) {
    UnitRecords open(slices, checkpoint.queue.rows);
    std::vector<std::uint64_t> parts(checkpoint.queue.rows);
    for (const SliceId slice : done) {
      std::ranges::fill(parts, task + slice);
      open.set(slice,
               {.count = parts.empty() ? task + slice : parts.size() * (task + slice),
                .nodes = 7 * task,
                .microseconds = 60'000'000 + slice,
                .origin = 1 + slice % 2,
                .confirmed_by = slice == 64 ? 2U : unknown_origin},
               parts);
    }
    checkpoint.queue.in_slices.emplace(task, std::move(open));
  }
}

/// A job whose records have a part a row.
inline Checkpoint example_by_row(Sequence sequence) {
  Checkpoint checkpoint = small_example();
  checkpoint.job = {
      .problem = {.n = 4, .sequence = sequence}, .symmetry = Symmetry::mirror, .depth = 2};
  QueueSnapshot& queue = checkpoint.queue;
  const std::vector<bool> done = queue.done;
  queue = QueueSnapshot(done.size(), 4);
  for (std::size_t task = 0; task < done.size(); ++task) {
    if (done[task]) {
      const std::uint64_t parts[] = {0, 0, 2 * task, 3 * task + 1};
      queue.set(task, {.count = 5 * task + 1, .nodes = task}, parts);
    }
  }
  add_origins(queue);
  add_slices(checkpoint);
  return checkpoint;
}

/// With all that a checkpoint of a sequence can hold.
inline Checkpoint example(Sequence sequence = Sequence::queens) {
  if (info_of(sequence).by_row) {
    return example_by_row(sequence);
  }
  Checkpoint checkpoint = small_example();
  checkpoint.job.problem.sequence = sequence;
  checkpoint.job.symmetry = cut_limits(checkpoint.job.problem).symmetry;
  add_origins(checkpoint.queue);
  checkpoint.check_seed = 12'345'678'901'234'567'890U;
  checkpoint.runs.check_seconds = 0.25;
  checkpoint.runs.disputes = 2;
  add_slices(checkpoint);
  return checkpoint;
}

inline std::string encode(const Checkpoint& checkpoint) {
  std::string bytes;
  nqueens::encode(checkpoint, [&bytes](std::string_view piece) { bytes += piece; });
  return bytes;
}

inline void expect_equal(const Checkpoint& left, const Checkpoint& right) {
  EXPECT_EQ(left.job, right.job);
  EXPECT_EQ(left.queue, right.queue);
  EXPECT_EQ(left.saved_at, right.saved_at);
  EXPECT_EQ(left.runs, right.runs);
  EXPECT_EQ(left.check_seed, right.check_seed);
}

inline Checkpoint decoded(std::string_view bytes) {
  std::stringbuf file{std::string(bytes)};
  return decode(file, bytes.size());
}

/// The fault that decode() finds; empty if it finds none.
inline std::string fault_of(std::string_view bytes) {
  return test::error_of(ExitCode::checkpoint, [&] { decoded(bytes); });
}

/// A file with a right CRC, whatever its content: what a hostile writer would make.
inline std::string with_crc(const std::string& header, const std::string& payload) {
  const std::string covered = header + " length=" + std::to_string(payload.size()) + " crc32c=";
  boost::crc_optimal<32, 0x1EDC6F41, 0xFFFFFFFF, 0xFFFFFFFF, true, true> crc;
  crc.process_bytes(covered.data(), covered.size());
  crc.process_bytes(payload.data(), payload.size());
  char digits[9];
  std::snprintf(digits, sizeof digits, "%08x", static_cast<unsigned>(crc.checksum()));
  return covered + digits + "\n" + payload;
}

inline std::string header_of(const std::string& bytes) {
  return bytes.substr(0, bytes.find(" length="));
}
inline std::string payload_of(const std::string& bytes) {
  return bytes.substr(bytes.find('\n') + 1);
}

/// A whole file of another format.
inline std::string with_format(const std::string& bytes, const std::string& format) {
  return with_crc(replaced(header_of(bytes), "checkpoint 7 ", "checkpoint " + format + " "),
                  payload_of(bytes));
}

}  // namespace nqueens::checkpoint_test
