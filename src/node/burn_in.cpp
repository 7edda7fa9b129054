// Each thread draws batches of random prefixes of random boards. It counts each batch with the
// scalar kernel, then with every other kernel, repeatedly for as long as the scalar kernel took, so
// that all kernels load the machine equally. A device counts a batch much longer than the processor
// it is compared with. A mismatch is a wrong count, or a number of nodes that differs between
// kernels with the same search.

#include "node/burn_in.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <future>
#include <mutex>
#include <random>
#include <thread>
#include <utility>

#include "core/number.hpp"
#include "node/random_prefixes.hpp"
#include "node/self_test.hpp"
#include "system/clock.hpp"
#include "system/process.hpp"
#include "system/processors.hpp"

namespace nqueens {
namespace {

constexpr std::uint64_t max_mismatches_told = 10;

constexpr int smallest_board = 5;
constexpr std::size_t batch_size = 16;

/// Expected nodes below a prefix, so that the scalar kernel takes some milliseconds for a batch.
constexpr double max_batch_nodes = 3e5;
/// Fewer for the plain kernel, which prunes nothing and takes many times longer.
constexpr double max_batch_nodes_for_plain = 3000;
/// A tree may have thousands of times the expected nodes. A batch is given up if the plain search
/// or the reference visits more than this.
constexpr auto most_nodes = static_cast<std::uint64_t>(batch_size * max_batch_nodes);
/// One batch in eight is for the plain kernel.
constexpr std::uint64_t plain_every = 8;

/// Half of the batches are of the usual sequence, which every kernel counts, the others of any
/// other. Boards known to have no solutions are excluded.
Problem random_problem(std::mt19937_64& random, bool is_for_every_kernel) {
  constexpr std::uint64_t others = sequences.size() - 1;
  const std::uint64_t drawn = random() % (2 * others);
  Problem problem{
      .sequence = static_cast<Sequence>(drawn < others && !is_for_every_kernel ? drawn + 1 : 0)};
  do {
    problem.n = smallest_board +
                static_cast<int>(random() % static_cast<unsigned>(problem.info().largest_n -
                                                                  smallest_board + 1));
  } while (known_count(problem) == Count{});
  return problem;
}

/// Devices take many prefixes at a time. The processor counts such a batch in a tenth of a second.
constexpr std::size_t device_batch_size = 64;
constexpr double max_device_nodes = 3e6;
constexpr auto most_device_nodes = static_cast<std::uint64_t>(device_batch_size * max_device_nodes);
constexpr int smallest_device_board = 10;
constexpr std::uint64_t device_boards = max_board - smallest_device_board + 1;
/// Seconds that a device spends on a batch, unless the time is over, and on a pass of several
/// counts.
constexpr double seconds_of_device_batch = 5;
constexpr double seconds_of_device_pass = 0.5;

TestBatch random_batch(const Problem& problem, std::size_t size, double nodes,
                       std::mt19937_64& random) {
  TestBatch batch{.problem = problem};
  const RandomPrefixes source(batch.problem);
  while (batch.prefixes.size() < size) {
    batch.prefixes.push_back(source.draw(std::pow(nodes, uniform(random)), random));
  }
  return batch;
}

class BurnIn {
 public:
  BurnIn(const BurnInOptions& options, const Requests& requests, const BurnInObserver& observer)
      : options_(options),
        requests_(requests),
        observer_(observer),
        report_{.host = this_process().host, .threads = options.threads, .seed = options.seed} {
    report_.devices = options.devices;
    for (const KernelEntry* entry : options.kernels) {
      report_.kernels.push_back({.kernel = std::string(entry->name)});
    }
    for (const DeviceInfo& device : options.devices) {
      for (const std::string& kernel : options.device_kernels) {
        report_.kernels.push_back({.kernel = kernel, .device = device.number});
      }
    }
    const bool alone = options.kernels.size() == 1;
    const KernelEntry& only = alone ? *options.kernels.front() : choose_kernel("scalar");
    reference_ = alone ? &reference_for(only) : &only;
    always_for_plain_ = alone && (only.name == "plain" || reference_->name == "plain");
  }

  BurnInReport run() {
    const int threads = options_.threads;
    on_threads(
        threads + static_cast<int>(options_.devices.size()),
        [this, threads](int thread) {
          if (thread < threads) {
            test_processor(thread);
          } else {
            test_device(static_cast<std::size_t>(thread - threads));
          }
        },
        [this] { tell_progress(); }, [this] { stopped_ = true; });
    report_.seconds = seconds_since(start_);
    return report_;
  }

 private:
  [[nodiscard]] bool is_over() const {
    return stopped_ || requests_.stop() || seconds_since(start_) >= options_.seconds;
  }

  [[nodiscard]] std::mt19937_64 random_of(int thread) const {
    std::seed_seq seed{options_.seed, options_.seed >> 32, static_cast<std::uint64_t>(thread)};
    return std::mt19937_64(seed);
  }

  /// The work of a thread. All kernels count the first batch, however short the time.
  void test_processor(int thread) {
    stay_on_one(processors_, thread);
    std::mt19937_64 random = random_of(thread);
    std::vector<KernelComparisons> done(options_.kernels.size());
    bool is_first = true;
    for (std::uint64_t number = 0; !stopped_ && (is_first || !is_over()); ++number) {
      const bool for_plain = is_first || always_for_plain_ || number % plain_every == 0;
      const TestBatch batch =
          random_batch(random_problem(random, is_first), batch_size,
                       for_plain ? max_batch_nodes_for_plain : max_batch_nodes, random);
      const KeepGoing keep_going = [this, is_first] {
        return !stopped_ && (is_first || !is_over());
      };
      const auto expected =
          count_up_to(most_nodes, *reference_, *reference_->make(batch.problem), batch, keep_going);
      if (!expected) {
        continue;
      }
      const std::string place =
          "thread " + std::to_string(thread) + ", batch " + std::to_string(number);
      std::vector<BatchCount> first_counts = {*expected};
      for (std::size_t i = 0; i < done.size() && keep_going(); ++i) {
        const KernelEntry& kernel = *options_.kernels[i];
        if (kernel.counts(batch.problem.sequence) && (for_plain || kernel.name != "plain")) {
          compare(kernel, batch, place, first_counts, done[i], keep_going);
        }
      }
      is_first = false;
    }
    const std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < done.size(); ++i) {
      report_.kernels[i].comparisons += done[i].comparisons;
      report_.kernels[i].nodes += done[i].nodes;
      report_.kernels[i].seconds += done[i].seconds;
      report_.kernels[i].mismatches += done[i].mismatches;
    }
  }

  /// Counts a batch; gives up above this many nodes, or if told to.
  static std::optional<BatchCount> count_up_to(std::uint64_t nodes, const KernelEntry& entry,
                                               Kernel& kernel, const TestBatch& batch,
                                               const KeepGoing& keep_going) {
    return count(entry, kernel, batch, [&, all = kernel.nodes() + nodes] {
      return kernel.nodes() < all && keep_going();
    });
  }

  /// The work of a device's thread. Each kernel counts a batch, however short the time. Ends at the
  /// first wrong result, since the device's other results cannot be trusted either.
  void test_device(std::size_t index) {
    const DeviceInfo& device = options_.devices[index];
    const std::size_t kernels = options_.device_kernels.size();
    std::mt19937_64 random = random_of(options_.threads + static_cast<int>(index));
    for (std::uint64_t number = 0; number < kernels || !is_over(); ++number) {
      const std::size_t kernel = number % kernels;
      KernelComparisons& done = report_.kernels[options_.kernels.size() + index * kernels + kernel];
      const int n = smallest_device_board + static_cast<int>(random() % device_boards);
      const TestBatch batch = random_batch({.n = n}, device_batch_size, max_device_nodes, random);
      std::string difference;
      try {
        difference = compare(device, options_.device_kernels[kernel], batch, done);
      } catch (const WrongResults& error) {
        difference = error.what();
      }
      if (!difference.empty()) {
        ++done.mismatches;
        tell_mismatch(difference);
        return;
      }
      if (requests_.stop() || stopped_) {
        return;
      }
    }
  }

  /// Opens a device. A driver may compile for minutes, but a signal ends the wait.
  /// @return null after a signal
  std::unique_ptr<Backend> open(const DeviceInfo& info, const std::string& kernel,
                                const Problem& problem) {
    std::packaged_task<std::unique_ptr<Backend>()> task(
        [open = options_.open_device, info, kernel, problem] {
          return open(info, kernel, problem);
        });
    auto opened = task.get_future();
    std::thread(std::move(task)).detach();
    while (opened.wait_for(std::chrono::milliseconds(20)) != std::future_status::ready) {
      if (requests_.stop()) {
        const std::lock_guard lock(mutex_);
        report_.driver_compiles = true;
        return nullptr;
      }
    }
    return opened.get();
  }

  /// Counts a batch on a device repeatedly.
  /// @return the difference from the processor's count, or ""
  std::string compare(const DeviceInfo& info, const std::string& kernel, const TestBatch& batch,
                      KernelComparisons& done) {
    const KernelEntry& fastest = choose_kernel("auto");
    const auto right = count_up_to(most_device_nodes, fastest, *fastest.make(batch.problem), batch,
                                   [this] { return !stopped_ && !requests_.stop(); });
    if (!right) {
      return {};
    }
    const std::vector<BatchCount> expected = {*right};
    const auto device = open(info, kernel, batch.problem);
    if (device == nullptr) {
      return {};
    }
    const bool must_finish = done.comparisons == 0;
    const auto start = Clock::now();
    std::size_t times = 1;
    do {
      const auto results =
          count(*device, device_record_name(kernel), batch, times, [this, must_finish] {
            return must_finish ? !stopped_ && !requests_.stop() : !is_over();
          });
      for (const BatchCount& again : results) {
        add(again, batch.prefixes.size(), done);
        if (const auto difference = find_difference(batch, again, expected)) {
          return to_string(info) + " of " + report_.host + " with kernel " + kernel + " " +
                 *difference;
        }
      }
      if (!results.empty()) {
        const double passes = seconds_of_device_pass / std::max(results.back().seconds, 1e-9);
        times = static_cast<std::size_t>(std::clamp(passes, 1.0, 1e4));
      }
    } while (!is_over() && seconds_since(start) < seconds_of_device_batch);
    return {};
  }

  /// Counts a batch with a kernel at least once and for about as long as the reference took. The
  /// plain search of a batch may be too large.
  /// @param counted  results of earlier kernels, the reference first; gets this kernel's first
  /// result
  void compare(const KernelEntry& entry, const TestBatch& batch, const std::string& place,
               std::vector<BatchCount>& counted, KernelComparisons& done,
               const KeepGoing& keep_going) {
    const auto kernel = entry.make(batch.problem);
    const bool is_limited = entry.name == "plain";
    const double enough = done.seconds + counted.front().seconds;
    bool is_first = true;
    do {
      const auto again = is_limited ? count_up_to(most_nodes, entry, *kernel, batch, keep_going)
                                    : count(entry, *kernel, batch, keep_going);
      if (!again) {
        return;
      }
      add(*again, batch.prefixes.size(), done);
      if (const auto difference = find_difference(batch, *again, counted)) {
        ++done.mismatches;
        tell_mismatch("kernel " + std::string(entry.name) + " on processor " +
                      std::to_string(current_processor()) + " of " + report_.host + " " +
                      *difference + " (" + place + ")");
        return;  // one mismatch per batch
      }
      if (is_first) {
        counted.push_back(*again);
        is_first = false;
      }
    } while (done.seconds < enough && !is_over());
  }

  void add(const BatchCount& again, std::size_t prefixes, KernelComparisons& done) {
    done.comparisons += prefixes;
    done.nodes += again.nodes;
    done.seconds += again.seconds;
    comparisons_ += prefixes;
  }

  void tell_mismatch(const std::string& mismatch) {
    const std::lock_guard lock(mutex_);
    report_.first_mismatch = report_.first_mismatch.value_or(mismatch);
    if (++mismatches_ <= max_mismatches_told) {
      observer_.mismatch("mismatch: " + mismatch);
    }
    if (mismatches_ == max_mismatches_told) {
      observer_.mismatch("further mismatches are counted, not printed");
    }
  }

  void tell_progress() {
    const std::lock_guard lock(mutex_);
    const double seconds = seconds_since(start_);
    observer_.progress(seconds, format_duration(seconds) + " of " +
                                    format_duration(options_.seconds) + ": " +
                                    amount_of(comparisons_, "comparison") + ", " +
                                    amount_of(mismatches_, "mismatch"));
  }

  const BurnInOptions& options_;
  const Requests& requests_;
  const BurnInObserver& observer_;
  std::vector<int> processors_ = allowed_processors();
  const KernelEntry* reference_ = nullptr;
  bool always_for_plain_ = false;
  Clock::time_point start_ = Clock::now();
  std::atomic<std::uint64_t> comparisons_{0};
  std::atomic<bool> stopped_ = false;  ///< a thread failed

  std::mutex mutex_;  ///< guards the following, and observer_
  std::uint64_t mismatches_ = 0;
  BurnInReport report_;
};

}  // namespace

BurnInReport burn_in(const BurnInOptions& options, const Requests& requests,
                     const BurnInObserver& observer) {
  return BurnIn(options, requests, observer).run();
}

}  // namespace nqueens
