// Counts boards on the cores of this machine. Nothing is saved: for counts of hours use the program
// `nqueens`, which keeps checkpoints and runs on many machines.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "nqueens/error.hpp"
#include "nqueens/number.hpp"
#include "nqueens/sequence.hpp"

#pragma GCC visibility push(default)
namespace nqueens {

struct CountOptions {
  /// Threads that count, at most 4096; 0: one for each core that the process may use.
  int threads = 0;

  /// The name of a kernel that `nqueens kernels` lists. "auto": the one that the environment
  /// variable NQUEENS_KERNEL names, or else the fastest that this processor runs.
  std::string kernel = "auto";

  /// Called ten times a second by the thread that called count(), with the finished share of the
  /// expected work, 0 to 1. If it returns false, the count ends within milliseconds. When all is
  /// counted, it is called once more with 1, and what it returns is ignored.
  std::function<bool(double share_done)> progress{};
};

/// Counts boards of a sequence, one at a time. Before each of its threads counts a board of a new
/// size it tests its kernel, which takes milliseconds; later counts of that size use it again.
class Counter {
 public:
  /// Throws Error(usage) if the sequence or an option is out of range.
  explicit Counter(Sequence sequence = Sequence::queens, CountOptions options = {});
  Counter(Counter&&) noexcept;
  Counter& operator=(Counter&&) noexcept;
  ~Counter();

  /// The exact count. While it runs, a second call throws Error(usage), from another thread as from
  /// `progress`; the first goes on.
  /// @param n  rows of the board, 1 to max_board, for quarter turns max_quarter_turn_board
  /// @return nothing if `progress` returned false or stop() was called before all was counted
  /// Throws Error(usage) if n is out of range, Error(wrong_answer) if a kernel fails its test, and
  /// whatever `progress` throws.
  std::optional<Count> count(int n);

  /// Ends the running count within milliseconds. If none runs, the next one ends at once. Any
  /// thread and any signal handler may call this.
  void stop() noexcept;

 private:
  class [[gnu::visibility("hidden")]] Work;
  std::unique_ptr<Work> work_;
};

/// The exact count, by a Counter that is made for it.
std::optional<Count> count(int n, Sequence sequence = Sequence::queens,
                           const CountOptions& options = {});

/// The published count, if there is one. count() does not use it.
/// Throws Error(usage) if n or the sequence is out of range.
std::optional<Count> known_count(int n, Sequence sequence = Sequence::queens);

}  // namespace nqueens
#pragma GCC visibility pop
