// WorkerTable: who the workers are, how far they have come and how many batches they hold;
// and by host, who works there and when one of them was heard.
//
// It outlives the counts that a run has one after the other. The Scheduler of the count owns it;
// nobody else writes it.
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

/// What a worker counts on. A device may do in a second what takes a processor minutes, so what is
/// measured of the one says nothing of the other.
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
    silent,   ///< has not named its process
    greeted,  ///< has named it; tests its kernel
    ready,    ///< has a kernel
    lost,     ///< thought to be dead
    left,     ///< said goodbye
    failed,   ///< said that it cannot go on
  };
  static constexpr std::size_t stages = static_cast<std::size_t>(Stage::failed) + 1;

  struct Worker {
    Stage stage = Stage::silent;
    bool is_set_aside = false;  ///< nobody believes it any more
    bool was_lost = false;      ///< or had failed when this count began, and is not back
    bool has_spoken = false;    ///< if only what nobody could make use of
    ProcessIdentity process{};
    std::string kernel{};     ///< empty if never ready
    std::string device{};     ///< on which it counts, or will; empty: a processor
    std::string processor{};  ///< its model
    int batches = 0;          ///< that it holds in this count, as far as is known
    bool is_slow = false;     ///< in this count it takes twice as long as its kind, or more

    /// "avx512", "opencl on device 0 (NVIDIA H200)".
    [[nodiscard]] std::string counts_with() const {
      return kernel + (device.empty() ? "" : " on " + device);
    }
    [[nodiscard]] WorkerKind kind() const {
      return device.empty() ? WorkerKind::processor : WorkerKind::device;
    }
    [[nodiscard]] bool works() const { return stage == Stage::ready && !is_set_aside; }
    /// It only waits to be dismissed.
    [[nodiscard]] bool has_left() const { return stage == Stage::left || stage == Stage::failed; }
    [[nodiscard]] bool can_be_told() const { return stage != Stage::lost && !has_left(); }
  };

  struct Host {
    std::set<WorkerId> workers{};   ///< that work
    double heard = 0;               ///< when one of them spoke
    std::optional<double> asked{};  ///< when it was first asked after that
    bool all_asked = false;         ///< each of its workers was

    void hear(double now) {
      heard = now;
      asked.reset();
      all_asked = false;
    }
  };

  static constexpr int max_batches = 2;

  /// @param last  of those that may come; others are added when they are named
  explicit WorkerTable(WorkerId last = 0) { grow(last); }

  [[nodiscard]] WorkerId last() const { return static_cast<WorkerId>(workers_.size()) - 1; }
  [[nodiscard]] const Worker& operator[](WorkerId id) const {
    return workers_.at(static_cast<std::size_t>(id));
  }
  [[nodiscard]] const Worker* find(WorkerId id) const {
    return id > 0 && id <= last() ? &(*this)[id] : nullptr;
  }

  // --- How far they have come

  /// It has said something, whatever it is.
  void hear(WorkerId id, double now);
  /// It lives. A lost worker returns to the stage that it had.
  void come_back(WorkerId id);
  /// @param device  that it is to count on; empty: a processor
  void greet(WorkerId id, const ProcessIdentity& process, const std::string& device = {});
  /// @return false if its process is unknown
  /// @param device  on which it counts; empty: a processor
  bool ready(WorkerId id, const std::string& kernel, const std::string& device = {},
             const std::string& processor = {});
  /// It is gone. @param how  lost, left or failed
  /// @return false if it was gone already: it stays at the stage that it has
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
  /// Devices that have been named and are not ready. Their drivers may compile for long.
  [[nodiscard]] std::size_t devices_being_made() const;
  /// That are here or may soon come.
  [[nodiscard]] std::size_t possible() const {
    return at_stage(Stage::silent) + at_stage(Stage::greeted) - devices_being_made() + working();
  }
  /// That have failed or were lost in this count, and are not back.
  [[nodiscard]] std::size_t lost() const;
  [[nodiscard]] bool nobody_came() const { return spoken_ == 0; }
  [[nodiscard]] bool all_had_kernels() const { return with_kernel_ == workers_.size() - 1; }

  // --- Where they work

  /// The host of a worker that works, else nothing.
  [[nodiscard]] const std::string* host_of(WorkerId id) const;
  /// By name; of each somebody works.
  [[nodiscard]] const std::unordered_map<std::string, Host>& hosts() const { return hosts_; }

  /// Asks the hosts that nobody was heard from for `interval` seconds: first one of their workers,
  /// that long after it all of them, since one may hang. @return whom to ping
  std::vector<WorkerId> ask_silent_hosts(double now, double interval);
  [[nodiscard]] std::size_t working_on(const std::string& host) const;
  /// This many are here or may still come. If it is more than one, nobody confirms a count of his
  /// own.
  void expect(std::size_t workers) { expected_ = workers; }
  [[nodiscard]] std::size_t expected() const { return std::max(working(), expected_); }
  [[nodiscard]] bool expects_more() const { return expected_ > working(); }

  // --- What they do

  void begin_count();
  void set_batches(WorkerId id, int batches);
  void set_slow(WorkerId id, bool is_slow);
  [[nodiscard]] std::size_t slow(WorkerKind kind) const { return kinds_[kind].slow; }
  /// That work, and hold this many batches: 0 or 1.
  [[nodiscard]] const std::set<WorkerId>& with_batches(int batches) const {
    return with_batches_.at(static_cast<std::size_t>(batches));
  }

 private:
  struct Kind {
    std::size_t working = 0;
    std::size_t slow = 0;  ///< of those that work
  };

  void grow(WorkerId last);
  Worker& at(WorkerId id);
  void set(WorkerId id, Stage stage, bool is_set_aside);
  void list(WorkerId id);
  [[nodiscard]] const std::array<std::size_t, 2>& counts_of(Stage stage) const {
    return by_stage_[static_cast<std::size_t>(stage)];
  }

  std::deque<Worker> workers_;                                 ///< by number; the first is nobody
  std::array<std::array<std::size_t, 2>, stages> by_stage_{};  ///< and by whether it is set aside
  std::unordered_map<std::string, Host> hosts_;
  std::array<std::set<WorkerId>, max_batches> with_batches_;
  double heard_ = 0;             ///< when anybody spoke
  std::size_t spoken_ = 0;       ///< have spoken
  std::size_t were_lost_ = 0;    ///< Worker::was_lost
  std::size_t with_kernel_ = 0;  ///< were ever ready
  std::size_t expected_ = 0;
  ByKind<Kind> kinds_;
};

}  // namespace nqueens
