// Backend: what a worker counts with, a kernel on its processor or on a device.
#pragma once

#include <cstddef>
#include <deque>

#include "job/slices.hpp"
#include "kernel/kernel.hpp"

namespace nqueens {

/// A unit in work, and what is counted of it so far.
struct UnitWork {
  UnitPrefixes prefixes{};
  UnitResult result{};
  std::size_t begun = 0;  ///< prefixes that a backend has taken
  std::size_t open = 0;   ///< parts of these that it still counts

  [[nodiscard]] bool is_begun() const { return begun == prefixes.prefixes.size(); }
  [[nodiscard]] bool is_done() const { return is_begun() && open == 0; }
};

/// Where the time of the calling thread went, in seconds since the backend of a device was made.
struct DeviceTimes {
  double trunk = 0;    ///< it grew trunks
  double waiting = 0;  ///< it waited for the device
};

/// One thread uses it.
class Backend {
 public:
  Backend() = default;
  Backend(const Backend&) = delete;
  Backend& operator=(const Backend&) = delete;
  virtual ~Backend() = default;

  /// Takes as many of the unit's next prefixes as it has room for. The unit must not move until it
  /// is done or abandon() is called.
  /// @return false if there is no room for another unit
  virtual bool add(UnitWork& unit) = 0;

  /// Counts for some milliseconds, less if a unit is done or there is room again. Returns at once
  /// if there is nothing to count.
  /// @param keep_going  asked every few milliseconds; false ends the call. Must not throw
  /// Throws if it is of no more use: DeviceError, WrongResults.
  virtual void work(const KeepGoing& keep_going) = 0;

  /// Forgets all units, which are about to go.
  virtual void abandon() = 0;

  /// Zeros for a processor.
  [[nodiscard]] virtual DeviceTimes times() const { return {}; }
};

/// Counts prefixes to the end, each as a unit with the weight 1, whose task is its number, from 0.
/// @param prefix_of  gives the prefix of a number
/// @param visit  takes the UnitResult of each, in order
/// @param keep_going  asked every few milliseconds; false ends the call
template <class PrefixOf, class Visit>
void count_all(
    Backend& backend, std::size_t prefixes, const PrefixOf& prefix_of, const Visit& visit,
    const KeepGoing& keep_going = [] { return true; }) {
  std::deque<UnitWork> units;
  for (std::size_t begun = 0, done = 0; done < prefixes;) {
    if (!keep_going()) {
      backend.abandon();
      return;
    }
    for (bool has_room = true; has_room && begun < prefixes; ++begun) {
      UnitWork& unit = units.emplace_back();
      unit.result.unit.task = begun;
      unit.prefixes.prefixes = {prefix_of(begun)};
      unit.prefixes.prefixes.front().weight = 1;
      has_room = backend.add(unit);
      if (!unit.is_begun()) {
        units.pop_back();
        break;
      }
    }
    backend.work(keep_going);
    for (; !units.empty() && units.front().is_done(); units.pop_front()) {
      visit(units.front().result);
      ++done;
    }
  }
}

}  // namespace nqueens
