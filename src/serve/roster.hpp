// Roster: the ranks as the master sees them. The state of each, its process, and whether that
// lives.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "serve/ranks.hpp"
#include "system/process.hpp"

namespace nqueens {

class Roster {
 public:
  enum class State : std::uint8_t {
    silent,     ///< has not named its process
    greeted,    ///< has named it; tests its kernel
    ready,      ///< has a kernel and gets work
    lost,       ///< thought to be dead
    set_aside,  ///< was outvoted and is asked to leave
    left,       ///< said goodbye
    failed,     ///< said that it cannot go on
    set_aside_and_left,
  };
  static constexpr std::size_t states = static_cast<std::size_t>(State::set_aside_and_left) + 1;

  struct Worker {
    State state = State::silent;
    bool has_spoken = false;  ///< if only what nobody could make use of
    ProcessIdentity process{};
    std::string kernel{};  ///< empty if never ready
    double spoken_to = 0;  ///< when the last message was sent to it

    /// It only waits to be dismissed.
    [[nodiscard]] bool has_left() const {
      return state == State::left || state == State::failed || state == State::set_aside_and_left;
    }
    [[nodiscard]] bool is_dead() const { return liveness(process) == Liveness::dead; }
  };

  /// @param ranks  of the transport, with the master
  explicit Roster(int ranks) : workers_(static_cast<std::size_t>(ranks)) {
    in_state_[static_cast<std::size_t>(State::silent)] = ranks - 1;
  }

  [[nodiscard]] const Worker& operator[](int rank) const {
    return workers_.at(static_cast<std::size_t>(rank));
  }
  /// The ranks of workers are 1 to this.
  [[nodiscard]] int last() const { return static_cast<int>(workers_.size()) - 1; }

  /// A message has come. A lost rank that lives gets its old state back. @return whether this is
  /// one
  bool hear(int rank);
  void greet(int rank, const ProcessIdentity& process);
  /// @return false if its process is unknown
  bool ready(int rank, const std::string& kernel);
  /// @return whether it was not lost before
  bool lose(int rank);
  /// Its messages no longer count. @return whether to ask it to leave
  bool set_aside(int rank);
  void fail(int rank) { set(rank, State::failed); }
  /// It has said goodbye. A rank that is lost and dead stays lost.
  void leave(int rank);
  void spoke_to(int rank, double now) { at(rank).spoken_to = now; }

  [[nodiscard]] int in_state(State state) const {
    return in_state_[static_cast<std::size_t>(state)];
  }
  /// The ranks that have failed or are lost.
  [[nodiscard]] int lost() const { return in_state(State::lost) + in_state(State::failed); }
  /// Ranks that are here or may still come.
  [[nodiscard]] int expected() const;
  /// Nobody has spoken yet.
  [[nodiscard]] bool nobody_came() const { return spoken_ == 0; }
  /// All have spoken once, and have left or are dead.
  [[nodiscard]] bool all_gone() const;
  /// All have left and live to be dismissed, as far as can be seen.
  [[nodiscard]] bool all_wait() const;
  /// Somebody has neither left nor been given up.
  [[nodiscard]] bool somebody_stays() const;
  /// Those that have died since they were last heard, in ascending order; those of one process
  /// together.
  [[nodiscard]] std::vector<std::vector<int>> newly_dead() const;
  /// One line about the kernels of all ranks; empty until each was ready once.
  [[nodiscard]] std::string describe_kernels() const;
  /// Other processes on this machine that have not left and still live.
  [[nodiscard]] std::vector<HungProcess> hung() const;

 private:
  void set(int rank, State state);
  template <class Is>
  [[nodiscard]] bool all(const Is& is) const;

  [[nodiscard]] Worker& at(int rank) { return workers_.at(static_cast<std::size_t>(rank)); }

  std::vector<Worker> workers_;         ///< by rank; the first is the master and unused
  std::array<int, states> in_state_{};  ///< the number of workers by state
  int spoken_ = 0;                      ///< how many have spoken
  int with_kernel_ = 0;                 ///< were ever ready
};

}  // namespace nqueens
