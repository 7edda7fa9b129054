// Certificates of made-up counts.
#pragma once

#include <string>
#include <string_view>

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
  checkpoint.queue.records.resize(tasks);
  for (std::size_t task = 0; task < tasks; ++task) {
    checkpoint.queue.records[task].count_low =
        (task * task + 1) * weight_bounds(job.problem, job.symmetry).divisor;
  }
  return checkpoint;
}

inline Certificate certificate_of(const Job& job) {
  Certificate certificate = make_certificate(finished(job));
  certificate.provenance = {"kernels: avx2, scalar", "program: nqueens 0.1.0 (1a2b3c4)"};
  return certificate;
}

/// For queens it has eleven groups, of which the last one is smaller.
inline Certificate example(Sequence sequence = Sequence::queens) {
  const SequenceRow& row = row_of(sequence);
  return certificate_of({.problem = {.n = row.small_board.n - 2, .sequence = sequence},
                         .symmetry = row.limits.symmetry,
                         .depth = sequence == Sequence::queens ? 0 : 3,
                         .prefixes_per_task = 11});
}

/// The fault that decode_certificate() finds; empty if it finds none.
inline std::string fault_of(std::string_view bytes) {
  return error_of(ExitCode::checkpoint, [&] { decode_certificate(bytes); });
}

}  // namespace nqueens::test
