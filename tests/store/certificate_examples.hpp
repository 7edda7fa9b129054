// Certificates of made-up counts.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "job/plan.hpp"
#include "store/certificate.hpp"
#include "support/boards.hpp"
#include "support/text.hpp"

namespace nqueens::test {

/// A finished checkpoint of the job in which task t has t * t + 1 times what divides all weights.
inline Checkpoint finished(const Job& job) {
  Checkpoint checkpoint;
  checkpoint.job = job;
  const std::uint64_t prefixes = job.prefixes().skip(max_prefixes);
  const std::size_t tasks = (prefixes + job.prefixes_per_task - 1) / job.prefixes_per_task;
  checkpoint.queue.done.resize(tasks, true);
  checkpoint.queue.records = PackedRecords(tasks, 0);
  for (std::size_t task = 0; task < tasks; ++task) {
    checkpoint.queue.records.set(
        task, {.count = (task * task + 1) * weight_bounds(job.problem, job.symmetry).divisor,
               .nodes = 1000 + 7 * task});
  }
  return checkpoint;
}

/// A whole certificate.
struct Example {
  Certificate certificate;
  std::vector<CertifiedTask> tasks;

  /// Makes sums and hashes anew.
  void add_up() {
    nqueens::add_up(certificate, [this](std::uint64_t task) { return tasks[task]; });
  }
  friend bool operator==(const Example&, const Example&) = default;
};

inline Example example_of(const Checkpoint& checkpoint) {
  Example example{.certificate = make_certificate(checkpoint), .tasks = {}};
  for (std::uint64_t task = 0; task < example.certificate.tasks; ++task) {
    example.tasks.push_back(tasks_of(checkpoint)(task));
  }
  example.certificate.provenance = {"kernels: avx2, scalar", "program: nqueens 0.1.0 (1a2b3c4)"};
  return example;
}

inline Example example_of(const Job& job) {
  return example_of(finished(job));
}

/// For queens it has eleven tasks, of which the last one is smaller.
inline Example example(Sequence sequence = Sequence::queens) {
  const SequenceInfo& row = info_of(sequence);
  return example_of({.problem = {.n = row.small_board.n - 2, .sequence = sequence},
                     .symmetry = row.limits.symmetry,
                     .depth = sequence == Sequence::queens ? 0 : 3,
                     .prefixes_per_task = 11});
}

inline std::string written(const Example& example) {
  std::string bytes;
  write_certificate(
      example.certificate, [&example](std::uint64_t task) { return example.tasks[task]; },
      [&bytes](std::string_view piece) { bytes += piece; });
  return bytes;
}

/// @param piece  how many bytes come at once
inline Example read_back(std::string_view bytes, std::size_t piece = 1'000) {
  Example example;
  CertificateReader reader([&] {
    const std::string_view next = bytes.substr(0, piece);
    bytes.remove_prefix(next.size());
    return next;
  });
  reader.read_tasks([&example](std::uint64_t task, const CertifiedTask& each) {
    EXPECT_EQ(task, example.tasks.size());
    example.tasks.push_back(each);
  });
  example.certificate = reader.certificate();
  return example;
}

/// The fault that the reader finds; empty if it finds none.
inline std::string fault_of(std::string_view bytes) {
  return error_of(ExitCode::checkpoint, [&] { read_back(bytes); });
}

}  // namespace nqueens::test
