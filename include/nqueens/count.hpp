// Counts boards on this machine's cores.
//
// It keeps no checkpoint and knows no other machine: the program `nqueens` is for counts that take
// longer than you would care to lose.
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

  /// The name of a kernel, as `nqueens kernels` lists them; "auto": what the environment variable
  /// NQUEENS_KERNEL says, or else the fastest that this processor can run.
  std::string kernel = "auto";

  /// Called ten times a second, by the thread that called count(), with the share of the expected
  /// work that is done, 0 to 1. If it returns false, the count ends within some milliseconds.
  /// When all is counted, it is called once more with 1, and its answer is not asked.
  std::function<bool(double share_done)> progress{};
};

/// Counts boards of a sequence, one after the other. Each thread tests its kernel before it first
/// counts boards of a size, which takes milliseconds, and keeps it.
class Counter {
 public:
  /// Throws Error(usage) if the sequence or an option is out of range.
  explicit Counter(Sequence sequence = Sequence::queens, CountOptions options = {});
  Counter(Counter&&) noexcept;
  Counter& operator=(Counter&&) noexcept;
  ~Counter();

  /// The exact count. A counter counts one board at a time: a thread that calls this while another
  /// count is at work, or a `progress` that does, gets an Error(usage), and the other goes on.
  /// @param n  rows of the board, 1 to max_board, for quarter turns max_quarter_turn_board
  /// @return nothing if `progress` returned false or stop() was called before all was counted
  /// Throws Error(usage) also if n is out of range, Error(wrong_answer) if a kernel fails its test,
  /// and what `progress` throws.
  std::optional<Count> count(int n);

  /// Ends the count at work within some milliseconds; if there is none, the next one at once. Any
  /// thread may call it, and a signal handler.
  void stop() noexcept;

 private:
  class [[gnu::visibility("hidden")]] Work;
  std::unique_ptr<Work> work_;
};

/// The exact count by a Counter of its own.
std::optional<Count> count(int n, Sequence sequence = Sequence::queens,
                           const CountOptions& options = {});

/// The published count, if there is one; never taken for an answer by count().
/// Throws Error(usage) if n or the sequence is out of range.
std::optional<Count> known_count(int n, Sequence sequence = Sequence::queens);

}  // namespace nqueens
#pragma GCC visibility pop
