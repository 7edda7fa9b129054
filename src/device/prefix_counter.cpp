// Packs the trunks of prefixes into launches, and sums the results of crowns by unit.

#include <random>
#include <thread>
#include <utility>

#include "device/crown_device.hpp"

namespace nqueens {
namespace {

/// Short enough to stop soon, long enough that starting and ending cost little.
constexpr double launch_seconds = 0.1;

/// Longest call of work(). A device's worker calls two counters in turn.
constexpr std::chrono::milliseconds longest_work{5};

/// Between two looks at the device. (Waiting by the driver may keep a processor busy.)
constexpr auto poll_pause = std::chrono::microseconds(500);

/// Crowns whose counts are known to the host.
constexpr std::size_t most_known = 64;

/// Largest share of a processor's time for counting them.
constexpr double share_of_time = 0.01;

/// A launch has one control crown for so many others.
constexpr std::size_t crowns_of_control = 256;

/// A crown whose sums are known to the host. Every launch has some, to test the device.
struct ControlCrown {
  CrownRecord crown{};
  CrownSums sums{};
};

/// Takes crowns from launches and counts them on the processor, in a hundredth of its time.
class ControlCrowns {
 public:
  /// Takes one of these crowns if its share of time allows.
  void take_from(const std::vector<CrownRecord>& crowns) {
    if (crowns.empty() || (!empty() && used_seconds_ > share_of_time * seconds_since(start_))) {
      return;
    }
    const double before = thread_seconds();
    const CrownRecord& crown = crowns[below(crowns.size())];
    const ControlCrown control{.crown = crown, .sums = count_crown(crown)};
    used_seconds_ += thread_seconds() - before;
    if (known_.size() < most_known) {
      known_.push_back(control);
    } else {
      known_[below(known_.size())] = control;
    }
  }

  [[nodiscard]] bool empty() const { return known_.empty(); }
  [[nodiscard]] const ControlCrown& draw() { return known_[below(known_.size())]; }
  [[nodiscard]] std::size_t below(std::size_t end) {
    return std::uniform_int_distribution<std::size_t>(0, end - 1)(random_);
  }

 private:
  std::mt19937_64 random_{std::random_device{}()};
  std::vector<ControlCrown> known_;
  Clock::time_point start_ = Clock::now();
  double used_seconds_ = 0;  ///< processor time
};

/// Keeps two launches of about 100 ms in flight.
class PrefixCounter final : public Backend {
 public:
  PrefixCounter(std::unique_ptr<CrownDevice> device, std::unique_ptr<CrownSource> trunk,
                const DeviceOptions& options)
      : device_(std::move(device)),
        trunk_(std::move(trunk)),
        patience_(options.patience),
        is_fixed_(options.crowns != 0),
        limit_(std::clamp<std::size_t>(is_fixed_ ? options.crowns : device_->enough_crowns(), 1,
                                       device_->max_crowns())) {}

  /// The trunk of the last prefix fills the next launch and grows on in work().
  bool add(UnitWork& unit) override {
    while (!unit.is_begun() && wants_more()) {
      const Prefix& prefix = unit.prefixes.prefixes[unit.begun++];
      growing_ = {.unit = &unit, .weight = prefix.weight};
      ++unit.open;
      trunk_->begin(prefix.placement);
      grow();
    }
    return unit.is_begun();
  }

  /// Starts a launch if one is full or the device is idle, and collects launches that have ended.
  void work(const KeepGoing& keep_going) override {
    const auto until = Clock::now() + longest_work;
    const bool wanted_more = wants_more();
    for (;;) {
      collect();
      do {
        grow();
      } while (start());
      if (std::exchange(unit_done_, false) || (!wanted_more && wants_more()) || !is_running() ||
          !keep_going() || Clock::now() >= until) {
        return;
      }
      const auto start = Clock::now();
      std::this_thread::sleep_for(poll_pause);
      times_.waiting += seconds_since(start);
    }
  }

  void abandon() override {
    for (Slot& slot : slots_) {
      slot.owners.clear();
      slot.controls.clear();
    }
    if (!slots_[filling_].runs) {
      device_->crowns(filling_).clear();
    }
    growing_ = {};
    split_.clear();
  }

  [[nodiscard]] DeviceTimes times() const override { return times_; }

 private:
  /// The unit to which a crown or a trunk belongs.
  struct Owner {
    UnitWork* unit = nullptr;
    std::uint32_t weight = 1;
  };

  struct Control {
    std::size_t place = 0;
    CrownSums sums{};
  };

  struct Slot {
    std::vector<Owner> owners{};  ///< of the crowns; no unit for a control; empty if abandoned
    std::vector<Control> controls{};
    std::uint32_t launch = 0;
    bool runs = false;
    bool is_full = false;
  };

  [[nodiscard]] bool wants_more() const { return growing_.unit == nullptr && has_room(); }

  [[nodiscard]] bool has_room() const {
    return !slots_[filling_].runs && slots_[filling_].owners.size() < limit_;
  }

  [[nodiscard]] bool is_running() const { return std::ranges::any_of(slots_, &Slot::runs); }

  /// Grows the current trunk until the slot is full.
  void grow() {
    const auto start = Clock::now();
    while (growing_.unit != nullptr && has_room()) {
      Crown crown;
      if (next(crown)) {
        device_->crowns(filling_).emplace_back(crown);
        slots_[filling_].owners.push_back(growing_);
        ++growing_.unit->open;
        continue;
      }
      credit(std::exchange(growing_, {}), trunk_->solutions(), trunk_->nodes());
    }
    times_.trunk += seconds_since(start);
  }

  /// The next crown of the current trunk, small enough for a device; false at the end.
  bool next(Crown& crown) {
    for (;;) {
      if (!split_.empty()) {
        crown = split_.back();
        split_.pop_back();
      } else if (!trunk_->next(crown)) {
        return false;
      }
      if (crown.rows <= CrownRecord::max_rows) {
        return true;
      }
      growing_.unit->result.nodes += split(crown, false, split_);
    }
  }

  /// Starts the slot being filled if it is full or the device is idle. @return whether it did
  bool start() {
    Slot& slot = slots_[filling_];
    if (slot.runs || slot.owners.empty() || (slot.owners.size() < limit_ && is_running())) {
      return false;
    }
    if (!is_running()) {
      patience_.begin();
    }
    slot.is_full = slot.owners.size() >= limit_;
    std::vector<CrownRecord>& crowns = device_->crowns(filling_);
    if (known_.empty()) {
      known_.take_from(crowns);
    }
    add_controls(slot, crowns);
    slot.launch = next_launch_++;
    device_->start(filling_, slot.launch);
    slot.runs = true;
    filling_ = 1 - filling_;
    known_.take_from(crowns);
    return true;
  }

  /// Puts controls at random places and moves the crowns there to the end.
  void add_controls(Slot& slot, std::vector<CrownRecord>& crowns) {
    for (auto left = std::clamp<std::size_t>(crowns.size() / crowns_of_control, 1,
                                             CrownDevice::spare_crowns);
         left > 0; --left) {
      const ControlCrown& control = known_.draw();
      std::size_t place = known_.below(crowns.size() + 1);
      crowns.push_back(control.crown);
      slot.owners.emplace_back();
      if (slot.owners[place].unit == nullptr) {
        place = crowns.size() - 1;  // already a control
      }
      std::swap(crowns[place], crowns.back());
      std::swap(slot.owners[place], slot.owners.back());
      slot.controls.push_back({.place = place, .sums = control.sums});
    }
  }

  /// Takes the results of ended launches, the earlier one first.
  void collect() {
    bool any = false;
    for (const std::size_t i : {filling_, 1 - filling_}) {
      Slot& slot = slots_[i];
      if (const auto seconds = slot.runs ? device_->ended(i) : std::nullopt) {
        take_results(slot, device_->crowns(i), device_->results(i), *seconds);
        slot.owners.clear();
        slot.controls.clear();
        slot.runs = false;
        device_->crowns(i).clear();
        if (slot.is_full && !is_fixed_) {
          adapt(*seconds);
        }
        any = true;
      }
    }
    if (patience_.look(any || !is_running())) {
      throw device_error(device_->info(), "no launch has ended for a long time");
    }
  }

  void take_results(const Slot& slot, const std::vector<CrownRecord>& crowns,
                    const std::vector<CrownResult>& results, double seconds) {
    if (slot.owners.empty()) {
      return;  // abandoned
    }
    require_right(slot, crowns, results);
    std::uint64_t nodes = 0;
    for (const CrownResult& result : results) {
      nodes += result.sums.nodes;
    }
    for (std::size_t i = 0; i < slot.owners.size(); ++i) {
      const Owner& owner = slot.owners[i];
      if (owner.unit == nullptr) {
        continue;
      }
      const CrownSums& sums = results[i].sums;
      owner.unit->result.seconds +=
          seconds * sums.nodes / static_cast<double>(std::max<std::uint64_t>(nodes, 1));
      credit(owner, sums.solutions, sums.nodes);
    }
  }

  /// If anything in a launch is wrong, none of it is used.
  void require_right(const Slot& slot, const std::vector<CrownRecord>& crowns,
                     const std::vector<CrownResult>& results) const {
    for (std::size_t i = 0; i < slot.owners.size(); ++i) {
      if (results.at(i).seal != seal_of(crowns[i], i, slot.launch, results[i].sums)) {
        throw device_error<WrongResults>(device_->info(), "a result is not that of its crown");
      }
    }
    for (const Control& control : slot.controls) {
      const CrownSums& sums = results[control.place].sums;
      if (sums != control.sums) {
        const auto words = [](const CrownSums& its) {
          return std::to_string(its.solutions) + " with " + std::to_string(its.nodes) + " nodes";
        };
        throw device_error<WrongResults>(device_->info(), "it counts " + words(sums) + " where " +
                                                              words(control.sums) + " is right");
      }
    }
  }

  /// Adds the result of a part of the unit.
  void credit(const Owner& owner, std::uint64_t solutions, std::uint64_t nodes) {
    UnitResult& result = owner.unit->result;
    result.count += Count{solutions} * owner.weight;
    result.nodes += nodes;
    --owner.unit->open;
    unit_done_ = unit_done_ || owner.unit->is_done();
  }

  /// @param seconds  duration of a full launch
  void adapt(double seconds) {
    if (seconds < launch_seconds / 2) {
      limit_ = std::min(2 * limit_, device_->max_crowns());
    } else if (seconds > 2 * launch_seconds) {
      const double crowns = static_cast<double>(limit_) * launch_seconds / seconds;
      limit_ = std::max<std::size_t>(1, static_cast<std::size_t>(crowns));
    }
  }

  std::unique_ptr<CrownDevice> device_;
  std::unique_ptr<CrownSource> trunk_;
  Patience patience_;
  bool is_fixed_;      ///< the limit never changes
  std::size_t limit_;  ///< crowns in a launch
  std::array<Slot, CrownDevice::slot_count> slots_{};
  ControlCrowns known_{};
  std::uint32_t next_launch_ = std::random_device{}();  ///< random, so that processes differ
  std::size_t filling_ = 0;     ///< the slot to fill next; if both run, the earlier launch
  Owner growing_{};             ///< of the growing trunk
  std::vector<Crown> split_{};  ///< parts of a crown of that trunk that was too large
  bool unit_done_ = false;      ///< since work() returned
  DeviceTimes times_{};
};

}  // namespace

std::unique_ptr<Backend> make_prefix_counter(std::unique_ptr<CrownDevice> device,
                                             std::unique_ptr<CrownSource> trunk,
                                             const DeviceOptions& options) {
  return std::make_unique<PrefixCounter>(std::move(device), std::move(trunk), options);
}

}  // namespace nqueens
