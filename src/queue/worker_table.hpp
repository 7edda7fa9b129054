// WorkerTable: the stage and batches of each worker; and for each host, its workers and when one of
// them was last heard from.
//
// It lives through all counts of a run. Only the Scheduler, which owns it, writes it.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <set>
#include <string>
#include <unordered_map>

#include "core/process_identity.hpp"
#include "queue/snapshot.hpp"

namespace nqueens {

/// What a worker counts on. The speeds of the two are measured apart: a device may do in a second
/// what takes a processor minutes.
enum class WorkerKind : std::uint8_t { processor, device };
inline constexpr std::array worker_kinds = {WorkerKind::processor, WorkerKind::device};
template <class Value>
class ByKind {
 public:
  [[nodiscard]] const Value& operator[](WorkerKind kind) const {
    return values_[static_cast<std::size_t>(kind)];
  }
  [[nodiscard]] Value& operator[](WorkerKind kind) {
    return values_[static_cast<std::size_t>(kind)];
  }

 private:
  std::array<Value, worker_kinds.size()> values_{};
};

class WorkerTable {
 public:
  enum class Stage : std::uint8_t {
    silent,   ///< process not known yet
    greeted,  ///< process known; tests its kernel
    ready,    ///< has a kernel
    lost,     ///< presumed dead
    left,     ///< has signed off
    failed,   ///< reported that it cannot go on
  };
  static constexpr std::size_t stages = static_cast<std::size_t>(Stage::failed) + 1;

  struct Worker {
    Stage stage = Stage::silent;
    bool is_set_aside = false;  ///< not trusted any more
    bool was_lost = false;      ///< lost or failed when this count began, and not back since
    bool has_spoken = false;    ///< has sent a message, even a useless one
    ProcessIdentity process{};
    std::string kernel{};     ///< empty if never ready
    std::string device{};     ///< on which it counts or will; empty: a processor
    std::string processor{};  ///< model
    int batches = 0;          ///< held in this count, as far as is known
    bool is_slow = false;     ///< takes at least twice its kind's mean time in this count

    /// "avx512", "opencl on device 0 (NVIDIA H200)".
    [[nodiscard]] std::string counts_with() const {
      return kernel + (device.empty() ? "" : " on " + device);
    }
    [[nodiscard]] WorkerKind kind() const {
      return device.empty() ? WorkerKind::processor : WorkerKind::device;
    }
    [[nodiscard]] bool works() const { return stage == Stage::ready && !is_set_aside; }
    /// It only waits for its dismissal.
    [[nodiscard]] bool has_left() const { return stage == Stage::left || stage == Stage::failed; }
    [[nodiscard]] bool can_be_told() const { return stage != Stage::lost && !has_left(); }
  };

  struct Host {
    std::set<WorkerId> workers{};   ///< that are working
    double heard = 0;               ///< time of the last message of one of them
    std::optional<double> asked{};  ///< time of the first ping since then
    bool all_asked = false;         ///< all its workers were pinged

    void hear(double now) {
      heard = now;
      asked.reset();
      all_asked = false;
    }
  };

  static constexpr int max_batches = 2;

  /// @param last  of the expected workers; others are added when first seen
  explicit WorkerTable(WorkerId last = 0) { grow(last); }

  [[nodiscard]] WorkerId last() const { return static_cast<WorkerId>(workers_.size()) - 1; }
  [[nodiscard]] const Worker& operator[](WorkerId id) const {
    return workers_.at(static_cast<std::size_t>(id));
  }
  [[nodiscard]] const Worker* find(WorkerId id) const {
    return id > 0 && id <= last() ? &(*this)[id] : nullptr;
  }

  // --- Stages

  /// A message of the worker has arrived, whatever its content.
  void hear(WorkerId id, double now);
  /// The worker is alive. If lost, it returns to its former stage.
  void come_back(WorkerId id);
  /// @param device  on which it will count; empty: a processor
  void greet(WorkerId id, const ProcessIdentity& process, const std::string& device = {});
  /// @return false if its process is unknown
  /// @param device  on which it counts; empty: a processor
  bool ready(WorkerId id, const std::string& kernel, const std::string& device = {},
             const std::string& processor = {});
  /// The worker is gone. @param how  lost, left or failed
  /// @return false if it was gone already: its stage does not change
  bool depart(WorkerId id, Stage how);
  void set_aside(WorkerId id) { set(id, at(id).stage, true); }

  /// Workers at this stage that are not set aside.
  [[nodiscard]] std::size_t at_stage(Stage stage) const { return counts_of(stage)[0]; }
  [[nodiscard]] std::size_t working() const { return at_stage(Stage::ready); }
  [[nodiscard]] std::size_t working(WorkerKind kind) const { return kinds_[kind].working; }
  /// An unknown worker counts as a processor.
  [[nodiscard]] WorkerKind kind_of(WorkerId id) const {
    const Worker* worker = find(id);
    return worker != nullptr ? worker->kind() : WorkerKind::processor;
  }
  /// Known devices that are not ready. Their drivers may take long to compile.
  [[nodiscard]] std::size_t devices_being_made() const;
  /// Workers that are here or may soon come.
  [[nodiscard]] std::size_t possible() const {
    return at_stage(Stage::silent) + at_stage(Stage::greeted) - devices_being_made() + working();
  }
  /// Workers that failed or were lost in this count, and are not back.
  [[nodiscard]] std::size_t lost() const;
  [[nodiscard]] bool nobody_came() const { return spoken_ == 0; }
  [[nodiscard]] bool all_had_kernels() const { return with_kernel_ == workers_.size() - 1; }

  // --- Hosts

  /// The host of a working worker; null for others.
  [[nodiscard]] const std::string* host_of(WorkerId id) const;
  /// The hosts of working workers, by name.
  [[nodiscard]] const std::unordered_map<std::string, Host>& hosts() const { return hosts_; }

  /// @return the workers to ping on hosts that were silent for `interval` seconds: first one of the
  /// host; after another interval all, since one may hang
  std::vector<WorkerId> ask_silent_hosts(double now, double interval);
  [[nodiscard]] std::size_t working_on(const std::string& host) const;
  /// Number of workers that are here or may still come. If it is above one, no worker may confirm
  /// its own count.
  void expect(std::size_t workers) { expected_ = workers; }
  [[nodiscard]] std::size_t expected() const { return std::max(working(), expected_); }
  [[nodiscard]] bool expects_more() const { return expected_ > working(); }

  // --- Batches and speed

  void begin_count();
  void set_batches(WorkerId id, int batches);
  void set_slow(WorkerId id, bool is_slow);
  [[nodiscard]] std::size_t slow(WorkerKind kind) const { return kinds_[kind].slow; }
  /// Working workers that hold this many batches: 0 or 1.
  [[nodiscard]] const std::set<WorkerId>& with_batches(int batches) const {
    return with_batches_.at(static_cast<std::size_t>(batches));
  }

 private:
  struct Kind {
    std::size_t working = 0;
    std::size_t slow = 0;  ///< of the working ones
  };

  void grow(WorkerId last);
  Worker& at(WorkerId id);
  void set(WorkerId id, Stage stage, bool is_set_aside);
  void list(WorkerId id);
  [[nodiscard]] const std::array<std::size_t, 2>& counts_of(Stage stage) const {
    return by_stage_[static_cast<std::size_t>(stage)];
  }

  std::deque<Worker> workers_;                                 ///< by number; entry 0 is unused
  std::array<std::array<std::size_t, 2>, stages> by_stage_{};  ///< [stage][is_set_aside]
  std::unordered_map<std::string, Host> hosts_;
  std::array<std::set<WorkerId>, max_batches> with_batches_;
  double heard_ = 0;             ///< time of the last message of any worker
  std::size_t spoken_ = 0;       ///< workers with has_spoken
  std::size_t were_lost_ = 0;    ///< workers with was_lost
  std::size_t with_kernel_ = 0;  ///< workers that were ever ready
  std::size_t expected_ = 0;
  ByKind<Kind> kinds_;
};

}  // namespace nqueens
