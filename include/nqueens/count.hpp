// Counts a board on this machine's cores.
//
// It keeps no checkpoint and knows no other machine: the program `nqueens` is for counts that take
// longer than you would care to lose.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "nqueens/number.hpp"
#include "nqueens/sequence.hpp"

namespace nqueens {

struct CountOptions {
  /// Threads that count, at most 4096; 0: one for each core that the process may use.
  int threads = 0;

  /// The name of a kernel, as `nqueens kernels` lists them; "auto": what the environment variable
  /// NQUEENS_KERNEL says, or else the fastest that this processor can run.
  std::string kernel = "auto";

  /// Called ten times a second, by the thread that called count(), with the share of the expected
  /// work that is done, 0 to 1. If it returns false, the count ends within some milliseconds.
  std::function<bool(double share_done)> progress{};
};

/// The exact count. Each thread tests its kernel before it counts.
/// @param n  rows of the board, 1 to max_board
/// @return nothing if `progress` returned false before all was counted
/// Throws std::runtime_error if n, the sequence or an option is out of range, or if a kernel fails
/// its test; and what `progress` throws.
std::optional<Count> count(int n, Sequence sequence = Sequence::queens,
                           const CountOptions& options = {});

/// The published count, if there is one; never taken for an answer by count().
/// Throws std::runtime_error if n or the sequence is out of range.
std::optional<Count> known_count(int n, Sequence sequence = Sequence::queens);

}  // namespace nqueens
