// Backend: counts for a worker, with a kernel on its processor or on a device.
#pragma once

#include <cstddef>
#include <deque>

#include "job/slices.hpp"
#include "kernel/kernel.hpp"

namespace nqueens {

/// A unit being counted, and its result so far.
struct UnitWork {
  UnitPrefixes prefixes{};
  UnitResult result{};
  std::size_t begun = 0;  ///< prefixes that a backend has taken
  std::size_t open = 0;   ///< parts of these that are still being counted

  [[nodiscard]] bool is_begun() const { return begun == prefixes.prefixes.size(); }
  [[nodiscard]] bool is_done() const { return is_begun() && open == 0; }
};

/// Seconds that the calling thread spent, since the device's backend was made.
struct DeviceTimes {
  double trunk = 0;    ///< growing trunks
  double waiting = 0;  ///< waiting for the device
};

/// Used by one thread.
class Backend {
 public:
  Backend() = default;
  Backend(const Backend&) = delete;
  Backend& operator=(const Backend&) = delete;
  virtual ~Backend() = default;

  /// Takes as many of the unit's next prefixes as there is room for. The unit must not move until
  /// it is done or abandon() is called.
  /// @return false if there is no room for another unit
  virtual bool add(UnitWork& unit) = 0;

  /// Counts for some milliseconds, less if a unit is done or there is room again. Returns at once
  /// if there is nothing to count. Throws DeviceError or WrongResults if the device is no longer
  /// usable.
  /// @param keep_going  called every few milliseconds; false ends the call; must not throw
  virtual void work(const KeepGoing& keep_going) = 0;

  /// Forgets all units. Call it before destroying them.
  virtual void abandon() = 0;

  /// Zeros for a processor.
  [[nodiscard]] virtual DeviceTimes times() const { return {}; }
};

/// Counts prefixes to the end, each as a unit of weight 1, whose task is its number, from 0.
/// @param prefix_of  returns the prefix of a number
/// @param visit  called with each UnitResult, in order
/// @param keep_going  called every few milliseconds; false ends the call
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
