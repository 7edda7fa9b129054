// Certificates that tests write, damage and forge.
#pragma once

#include <gtest/gtest.h>

#include "core/error.hpp"
#include "job/plan.hpp"
#include "store/certificate.hpp"
#include "support/text.hpp"

namespace nqueens::certificate_test {

using test::content_of;
using test::replaced;

/// A finished checkpoint of the job in which task t has the subtotal t * t + 1.
inline Checkpoint finished(const Job& job) {
  Checkpoint checkpoint;
  checkpoint.job = job;
  const std::uint64_t prefixes = job.prefixes().skip(max_prefixes);
  const std::size_t tasks = (prefixes + job.prefixes_per_task - 1) / job.prefixes_per_task;
  checkpoint.queue.done.resize(tasks, true);
  checkpoint.queue.records.resize(tasks);
  for (std::size_t task = 0; task < tasks; ++task) {
    checkpoint.queue.records[task].count_low = task * task + 1;
  }
  checkpoint.runs.kernels = "avx2,scalar";
  return checkpoint;
}

inline Certificate certificate_of(const Job& job) {
  return make_certificate(finished(job), "nqueens 0.1.0 (1a2b3c4)");
}

/// Of queens, eleven groups, the last one smaller.
inline Certificate example(Sequence sequence = Sequence::queens) {
  const SequenceRow& row = row_of(sequence);
  return certificate_of({.problem = {.n = row.small_board.n - 2, .sequence = sequence},
                         .symmetry = row.limits.symmetry,
                         .depth = sequence == Sequence::queens ? 0 : 3,
                         .prefixes_per_task = 11});
}

/// The fault that decode_certificate() finds; empty where it finds none.
inline std::string fault_of(std::string_view bytes) {
  try {
    decode_certificate(bytes);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::checkpoint);
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
    return error.what();
  }
  return "";
}

}  // namespace nqueens::certificate_test
