// A hand that counts on a device: prefixes of many tasks go into its launches, and whole ones come
// back. The second kernel checks counts of the first. Both are made before the worker is ready,
// since a driver may compile for minutes, in which a worker hears nothing.

#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "device/device_access.hpp"
#include "node/self_test.hpp"
#include "serve/hand.hpp"
#include "system/process.hpp"

namespace nqueens {
namespace {

/// Keeps it until the process ends.
void leave_behind(std::unique_ptr<DeviceCounter> counter) {
  static std::mutex mutex;
  static auto& counters = *new std::vector<std::unique_ptr<DeviceCounter>>();
  const std::lock_guard lock(mutex);
  counters.push_back(std::move(counter));
}

/// Between looks at messages and signals.
constexpr std::chrono::milliseconds longest_wait{10};

class DeviceHand final : public Hand {
 public:
  DeviceHand(const Problem& problem, int device) {
    open(lanes_.front(), problem, device);
    try {
      open(lanes_.back(), problem, device);
    } catch (const WrongResults&) {
      throw;  // the device cannot be believed, whatever counts on it
    } catch (const std::exception& error) {
      spdlog::warn("{}: {}; checks go on without this kernel", this_process().host, error.what());
    }
  }

  [[nodiscard]] std::string kernel() const override { return lanes_.front().kernel; }

  void work(std::deque<HandTask>& tasks, const Kernel::KeepGoing& keep_going) override {
    for (HandTask& task : tasks) {
      feed(task);
    }
    const auto lanes_at_work = std::ranges::count_if(lanes_, &Lane::is_at_work);
    for (Lane& lane : lanes_) {
      if (lane.is_at_work() && keep_going()) {
        take(lane, longest_wait / lanes_at_work);
      }
    }
  }

  void abandon() override {
    open_.clear();
    for (Lane& lane : lanes_) {
      lane.prefixes = 0;
      if (lane.counter) {
        lane.counter->abandon();
      }
    }
  }

 private:
  /// One of the device's kernels.
  struct Lane {
    std::string kernel;
    std::string record_name = device_record_name(kernel);
    std::unique_ptr<DeviceCounter> counter{};  ///< none if it has failed
    std::size_t prefixes = 0;                  ///< that it counts

    [[nodiscard]] bool is_at_work() const { return prefixes > 0; }
  };

  /// A prefix that is being counted.
  struct Open {
    HandTask* task = nullptr;
    std::uint32_t weight = 1;
  };

  static void open(Lane& lane, const Problem& problem, int device) {
    guarded(lane, [&] {
      lane.counter = device_access().open(device, lane.kernel, problem);
      try {
        test_device(*lane.counter, lane.record_name, problem);
      } catch (const DeviceError&) {
        throw;
      } catch (const std::exception& error) {
        throw WrongResults(error.what());
      }
    });
  }

  /// The first kernel, unless that is to be avoided and the second is not.
  Lane& lane_for(const HandTask& task) {
    const auto fits = [&task](const Lane& lane) {
      return lane.counter &&
             std::ranges::none_of(task.prefixes.kernels_to_avoid, [&lane](const auto& name) {
               return name == lane.record_name || name == lane.kernel;
             });
    };
    const auto found = std::ranges::find_if(lanes_, fits);
    return found != lanes_.end() ? *found : lanes_.front();
  }

  /// Takes as many prefixes of the task as there is room for.
  void feed(HandTask& task) {
    const std::vector<Prefix>& prefixes = task.prefixes.prefixes;
    if (task.begun == prefixes.size() && !task.result.kernel.empty()) {
      return;
    }
    Lane& lane = lane_for(task);
    task.result.kernel = lane.record_name;
    for (; task.begun < prefixes.size() && lane.counter->wants_more(); ++task.begun) {
      const Prefix& prefix = prefixes[task.begun];
      open_.emplace(next_, Open{.task = &task, .weight = prefix.weight});
      guarded(lane, [&] { lane.counter->add(prefix, next_); });
      ++next_;
      ++lane.prefixes;
    }
  }

  void take(Lane& lane, std::chrono::milliseconds wait) {
    guarded(lane, [&] {
      for (const DeviceCounter::Done& done : lane.counter->take(wait)) {
        const auto found = open_.find(done.ticket);
        if (found == open_.end()) {
          continue;  // it was abandoned
        }
        const Open open = found->second;
        open_.erase(found);
        --lane.prefixes;
        TaskResult& result = open.task->result;
        result.count += Count{done.count} * open.weight;
        result.nodes += done.nodes;
        result.seconds += done.seconds;
        ++open.task->counted;
      }
    });
  }

  /// A counter that has failed is left as it is: a driver may never return from anything else.
  template <class Call>
  static void guarded(Lane& lane, const Call& call) {
    try {
      call();
    } catch (...) {
      leave_behind(std::move(lane.counter));
      throw;
    }
  }

  std::array<Lane, device_kernels.size()> lanes_ = {Lane{.kernel = std::string(device_kernels[0])},
                                                    Lane{.kernel = std::string(device_kernels[1])}};
  std::map<DeviceCounter::Ticket, Open> open_;
  DeviceCounter::Ticket next_ = 0;
};

}  // namespace

std::unique_ptr<Hand> make_device_hand(const Problem& problem, const DeviceInfo& device) {
  return std::make_unique<DeviceHand>(problem, device.number);
}

}  // namespace nqueens
