// The trunk of prefixes into launches, and the sums of their crowns back into prefixes.

#include "device/prefix_counter.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <list>
#include <random>
#include <string>
#include <thread>
#include <utility>

#include "device/control_crowns.hpp"
#include "device/patience.hpp"
#include "system/clock.hpp"

namespace nqueens {
namespace {

using std::chrono::milliseconds;

/// Short enough to stop soon, long enough that its begin and end cost little.
constexpr double launch_seconds = 0.1;

/// Between two looks at the device. (A driver's own waiting may keep a processor busy.)
constexpr auto poll_pause = std::chrono::microseconds(500);

class PrefixCounter final : public DeviceCounter {
 public:
  PrefixCounter(std::unique_ptr<CrownDevice> device, std::unique_ptr<CrownSource> trunk,
                const DeviceOptions& options)
      : device_(std::move(device)),
        trunk_(std::move(trunk)),
        patience_(options.patience),
        is_fixed_(options.crowns != 0),
        limit_(std::clamp<std::size_t>(is_fixed_ ? options.crowns : device_->enough_crowns(), 1,
                                       device_->max_crowns())) {}

  [[nodiscard]] bool wants_more() const override { return growing_ == nullptr && has_room(); }

  void add(const Prefix& prefix, Ticket ticket) override {
    growing_ = &open_.emplace_back();
    growing_->done.ticket = ticket;
    growing_->place = std::prev(open_.end());
    trunk_->begin(prefix.placement);
    grow();
  }

  std::vector<Done> take(milliseconds wait) override {
    const auto until = Clock::now() + wait;
    const bool wanted_more = wants_more();
    for (;;) {
      collect();
      do {
        grow();
      } while (start());
      if (!done_.empty() || (!wanted_more && wants_more()) || !is_running() ||
          Clock::now() >= until) {
        return std::exchange(done_, {});
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
    growing_ = nullptr;
    split_.clear();
    open_.clear();
    done_.clear();
  }

  [[nodiscard]] DeviceTimes times() const override { return times_; }

 private:
  /// A prefix that is not whole.
  struct Open {
    Done done;
    std::size_t crowns = 0;  ///< in slots
    bool is_grown = false;
    std::list<Open>::iterator place{};  ///< its own
  };

  /// A crown whose sums are known.
  struct Control {
    std::size_t place = 0;
    CrownSums sums{};
  };

  struct Slot {
    std::vector<Open*> owners{};  ///< of its crowns, none of a control; empty if they were dropped
    std::vector<Control> controls{};
    std::uint32_t launch = 0;
    bool runs = false;
    bool is_full = false;
  };

  [[nodiscard]] bool has_room() const {
    return !slots_[filling_].runs && slots_[filling_].owners.size() < limit_;
  }

  [[nodiscard]] bool is_running() const { return std::ranges::any_of(slots_, &Slot::runs); }

  /// Grows the trunk at hand into the slot as far as there is room.
  void grow() {
    const auto start = Clock::now();
    while (growing_ != nullptr && has_room()) {
      Crown crown;
      if (next(crown)) {
        device_->crowns(filling_).emplace_back(crown);
        slots_[filling_].owners.push_back(growing_);
        ++growing_->crowns;
        continue;
      }
      Open& grown = *std::exchange(growing_, nullptr);
      grown.is_grown = true;
      grown.done.count += trunk_->solutions();
      grown.done.nodes += trunk_->nodes();
      finish_if_whole(grown);
    }
    times_.trunk += seconds_since(start);
  }

  /// The next crown of the trunk at hand, small enough for a device; false at the end.
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
      growing_->done.nodes += split(crown, false, split_);
    }
  }

  /// Starts the slot that is filled, if it is full or the device idle. @return whether it did
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

  /// At random places. What was there goes to the end.
  void add_controls(Slot& slot, std::vector<CrownRecord>& crowns) {
    for (std::size_t left = ControlCrowns::number_for(crowns.size()); left > 0; --left) {
      const ControlCrown& control = known_.draw();
      std::size_t place = known_.below(crowns.size() + 1);
      crowns.push_back(control.crown);
      slot.owners.push_back(nullptr);
      if (slot.owners[place] == nullptr) {
        place = crowns.size() - 1;  // there is a control already
      }
      std::swap(crowns[place], crowns.back());
      std::swap(slot.owners[place], slot.owners.back());
      slot.controls.push_back({.place = place, .sums = control.sums});
    }
  }

  /// Takes what has ended, the launch that began first before the other.
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
    times_.device += seconds;
    if (slot.owners.empty()) {
      return;  // they were dropped
    }
    require_right(slot, crowns, results);
    std::uint64_t nodes = 0;
    for (const CrownResult& result : results) {
      nodes += result.sums.nodes;
    }
    for (std::size_t i = 0; i < slot.owners.size(); ++i) {
      if (slot.owners[i] == nullptr) {
        continue;
      }
      const CrownSums& sums = results[i].sums;
      Open& open = *slot.owners[i];
      open.done.count += sums.solutions;
      open.done.nodes += sums.nodes;
      open.done.seconds +=
          seconds * sums.nodes / static_cast<double>(std::max<std::uint64_t>(nodes, 1));
      --open.crowns;
      finish_if_whole(open);
    }
  }

  /// Nothing of a launch is taken if anything of it is wrong.
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

  void finish_if_whole(Open& open) {
    if (open.is_grown && open.crowns == 0) {
      done_.push_back(open.done);
      open_.erase(open.place);
    }
  }

  /// @param seconds  that a full launch took
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
  bool is_fixed_;      ///< the limit
  std::size_t limit_;  ///< crowns of a launch
  std::array<Slot, CrownDevice::slot_count> slots_{};
  ControlCrowns known_{};
  std::uint32_t next_launch_ = std::random_device{}();  ///< else two processes would have the same
  std::size_t filling_ = 0;  ///< the slot to fill; the one that began first, if both run
  std::list<Open> open_{};
  Open* growing_ = nullptr;     ///< whose trunk grows
  std::vector<Crown> split_{};  ///< of that trunk, crowns made of one that was too large
  std::vector<Done> done_{};
  DeviceTimes times_{};
};

}  // namespace

std::unique_ptr<DeviceCounter> make_prefix_counter(std::unique_ptr<CrownDevice> device,
                                                   std::unique_ptr<CrownSource> trunk,
                                                   const DeviceOptions& options) {
  return std::make_unique<PrefixCounter>(std::move(device), std::move(trunk), options);
}

}  // namespace nqueens
