// The thread that watches MPI start.
#include "cli/mpi_start.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "cli/exit.hpp"
#include "cli/text.hpp"
#include "core/error.hpp"
#include "system/clock.hpp"
#include "system/process.hpp"
#include "system/signals.hpp"

namespace nqueens::cli {
namespace {

constexpr std::chrono::seconds default_patience{15};
constexpr std::chrono::milliseconds patience_per_rank{10};
constexpr std::chrono::minutes patience_while_all_live{5};
constexpr std::chrono::seconds patience_after_stop{5};
constexpr std::chrono::milliseconds signal_interval{100};
constexpr std::chrono::seconds longest_interval{1};

std::string seconds(Clock::duration time) {
  return std::to_string(std::chrono::duration_cast<std::chrono::seconds>(time).count()) + " s";
}

/// NQUEENS_START_SECONDS if that is a number above 0, for hosts that take long to start a rank.
std::chrono::seconds patience() {
  const char* given = std::getenv("NQUEENS_START_SECONDS");
  const auto value = given != nullptr ? number_from<int>(given) : std::nullopt;
  return value && *value > 0 ? std::chrono::seconds(*value) : default_patience;
}

class Watch {
 public:
  explicit Watch(Launcher launcher) : launcher_(std::move(launcher)) {}

  /// Ends the process if MPI has not started in time.
  void look() {
    const Clock::time_point now = Clock::now();
    if (signal_requests().stop() && !stop_seen_) {
      stop_seen_ = now;
    }
    if (stop_seen_ && now - *stop_seen_ > patience_after_stop) {
      give_up(ExitCode::stopped, "stopped before MPI had started; run the same command again");
    }
    if (now < next_census_) {
      return;
    }
    take_census(now);
    if (is_over(now)) {
      give_up(ExitCode::not_started,
              "MPI did not start within " + seconds(limit_) + ": " + reason());
    }
    next_census_ = now + census_interval_;
    if (const auto deadline = progress_ + limit_; now < deadline) {
      next_census_ = std::min(next_census_, deadline);
    }
  }

 private:
  /// Notes who lives on this host. It is progress that more do than ever before; all that a first
  /// look finds may have been there from the start.
  void take_census(Clock::time_point now) {
    living_.clear();
    if (!launcher_.job.empty()) {
      for (const std::string& rank :
           values_beside("PMIX_NAMESPACE=" + launcher_.job, "PMIX_RANK")) {
        if (const auto number = number_from<int>(rank)) {
          living_.insert(*number);
        }
      }
    }
    if (!living_.contains(launcher_.rank)) {
      living_.clear();  // /proc does not show even this process, so it says nothing of others
    }
    if (most_ && living_.size() > *most_) {
      progress_ = now;
    }
    most_ = std::max(most_.value_or(0), living_.size());
    if (now < progress_ + limit_ / 2 && !living_.empty()) {
      leader_ = *living_.begin();
    }
  }

  /// Whether there is nothing left to wait for. The lowest rank of a host gives up first, so that
  /// it sees which ranks have died and are not just gone after it.
  [[nodiscard]] bool is_over(Clock::time_point now) const {
    if (leader_ != launcher_.rank) {
      const bool leader_is_gone = now >= progress_ + limit_ / 2 && !living_.contains(leader_);
      return leader_is_gone || now >= start_ + patience_while_all_live + 2 * limit_;
    }
    return now >= limit_ + (everybody_lives() ? start_ + patience_while_all_live : progress_);
  }

  [[nodiscard]] bool everybody_lives() const {
    return launcher_.ranks && living_.size() == static_cast<std::size_t>(*launcher_.ranks);
  }

  [[nodiscard]] std::string reason() const {
    if (everybody_lives()) {
      return "all ranks live, but they do not find each other; run the same command again";
    }
    if (launcher_.one_host && !living_.empty()) {
      return missing_ranks() + "; run the same command again";
    }
    return "a rank died, or a host is slow or cannot be reached; run the same command again, or "
           "wait longer with NQUEENS_START_SECONDS";
  }

  /// "rank 3 died", or "ranks 3, 7 died".
  [[nodiscard]] std::string missing_ranks() const {
    std::string list;
    int missing = 0;
    for (int rank = 0; rank < launcher_.ranks.value_or(0); ++rank) {
      if (!living_.contains(rank)) {
        list += (missing++ == 0 ? "" : ", ") + std::to_string(rank);
      }
    }
    return (missing == 1 ? "rank " : "ranks ") + list + " died";
  }

  /// Whether this rank speaks for all: rank 0, or another if that is dead. Rank 1 cannot know that
  /// if rank 0 is on another host, so both speak then.
  [[nodiscard]] bool speaks() const {
    return launcher_.rank == 0 || (leader_ == launcher_.rank && !living_.empty() &&
                                   (launcher_.one_host || launcher_.rank == 1));
  }

  /// Prints one line and ends with the exit code, as for any other failure, without waiting for
  /// MPI.
  [[noreturn]] void give_up(ExitCode code, const std::string& why) const {
    Launcher speaker = launcher_;
    speaker.rank = speaks() ? 0 : launcher_.rank;
    guarded(speaker, [&]() -> ExitCode { throw Error(code, why); });
    std::_Exit(static_cast<int>(code));
  }

  Launcher launcher_;
  Clock::duration limit_ = patience() + launcher_.ranks.value_or(0) * patience_per_rank;
  Clock::duration census_interval_ = std::min<Clock::duration>(longest_interval, limit_ / 20);
  Clock::time_point start_ = Clock::now();
  Clock::time_point progress_ = start_;
  Clock::time_point next_census_ = start_ + census_interval_;
  std::optional<Clock::time_point> stop_seen_;
  std::set<int> living_;             ///< ranks on this host; none if the launcher does not tell
  std::optional<std::size_t> most_;  ///< that lived at a time
  int leader_ = launcher_.rank;      ///< the lowest of this host in the first half of the time
};

void watch(const std::stop_token& token, const Launcher& launcher) {
  Watch watch(launcher);
  std::mutex mutex;
  std::condition_variable_any asked_to_end;
  std::unique_lock lock(mutex);
  while (true) {
    asked_to_end.wait_for(lock, token, signal_interval, [] { return false; });
    if (token.stop_requested()) {
      return;
    }
    watch.look();
  }
}

}  // namespace

std::jthread watch_mpi_start(const Launcher& launcher) {
  return std::jthread([&launcher](const std::stop_token& token) { watch(token, launcher); });
}

}  // namespace nqueens::cli
