// The burn-in: threads that compare the kernels of this machine until the time is over.

#include "node/burn_in.hpp"

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <utility>

#include "core/duration.hpp"
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

/// Expected nodes below a prefix; a batch then takes the scalar kernel some milliseconds.
constexpr double max_batch_nodes = 3e5;
/// The same for the plain kernel, which drops no child and takes many times longer.
constexpr double max_batch_nodes_for_plain = 3000;
/// One batch of this number is for the plain kernel.
constexpr std::uint64_t plain_every = 8;

/// Half of the batches are the usual sequence, the others any other. No board is known to be
/// without solutions.
Problem random_problem(std::mt19937_64& random) {
  constexpr std::uint64_t others = sequences.size() - 1;
  const std::uint64_t drawn = random() % (2 * others);
  Problem problem{.sequence = static_cast<Sequence>(drawn < others ? drawn + 1 : 0)};
  do {
    problem.n = smallest_board + static_cast<int>(random() % (max_board - smallest_board + 1));
  } while (known_count(problem) == Count{});
  return problem;
}

/// Random prefixes of a random board.
struct Batch {
  Problem problem;
  std::vector<Prefix> prefixes;

  Batch(double nodes, std::mt19937_64& random) : problem(random_problem(random)) {
    const RandomPrefixes source(problem);
    while (prefixes.size() < batch_size) {
      prefixes.push_back(source.draw(std::pow(nodes, uniform(random)), random));
    }
  }
};

/// A kernel's results on a batch.
struct Counted {
  std::string_view kernel;
  std::string record_name;
  std::vector<std::uint64_t> counts;
  std::uint64_t nodes = 0;
  double seconds = 0;
};

/// The kernel for the problem of a batch.
class Counter {
 public:
  Counter(const KernelEntry& entry, const Batch& batch)
      : entry_(entry), kernel_(entry.make(batch.problem)) {}

  Counted operator()(const Batch& batch) {
    Counted counted{
        .kernel = entry_.name,
        .record_name = entry_.record_name(),
        .counts = std::vector<std::uint64_t>(batch.prefixes.size() * batch.problem.values())};
    const std::uint64_t nodes = kernel_->nodes();
    const auto start = Clock::now();
    kernel_->count(batch.prefixes, counted.counts);
    counted.seconds = seconds_since(start);
    counted.nodes = kernel_->nodes() - nodes;
    return counted;
  }

 private:
  const KernelEntry& entry_;
  std::unique_ptr<Kernel> kernel_;
};

class BurnIn {
 public:
  BurnIn(const BurnInOptions& options, const Requests& requests, const BurnInObserver& observer)
      : options_(options), requests_(requests), observer_(observer), host_(this_process().host) {
    const std::string_view first = options.kernels.front()->name;
    const bool alone = options.kernels.size() == 1;
    reference_ = &choose_kernel(alone && first == "scalar" ? "plain" : "scalar");
    always_for_plain_ = reference_->name == "plain" || (alone && first == "plain");
  }

  BurnInReport run() {
    std::vector<std::future<std::vector<KernelComparisons>>> threads;
    for (int thread = 0; thread < options_.threads; ++thread) {
      threads.push_back(std::async(std::launch::async, [this, thread] { return work(thread); }));
    }
    BurnInReport report{.host = host_,
                        .threads = options_.threads,
                        .seconds = 0,
                        .seed = options_.seed,
                        .kernels = nothing_yet(),
                        .first_mismatch = {}};
    for (auto& thread : threads) {
      while (thread.wait_for(std::chrono::milliseconds(100)) != std::future_status::ready) {
        tell_progress();
      }
      const std::vector<KernelComparisons> done = thread.get();
      for (std::size_t i = 0; i < done.size(); ++i) {
        report.kernels[i].comparisons += done[i].comparisons;
        report.kernels[i].seconds += done[i].seconds;
        report.kernels[i].mismatches += done[i].mismatches;
      }
    }
    report.seconds = seconds_since(start_);
    report.first_mismatch = first_mismatch_;
    return report;
  }

 private:
  [[nodiscard]] std::vector<KernelComparisons> nothing_yet() const {
    std::vector<KernelComparisons> kernels;
    for (const KernelEntry* entry : options_.kernels) {
      kernels.push_back({.kernel = std::string(entry->name)});
    }
    return kernels;
  }

  [[nodiscard]] bool is_over() const {
    return requests_.stop() || seconds_since(start_) >= options_.seconds;
  }

  /// One thread's work. All kernels count its first batch, however short the time is.
  std::vector<KernelComparisons> work(int thread) {
    stay_on_one(processors_, thread);
    std::seed_seq seed{options_.seed, options_.seed >> 32, static_cast<std::uint64_t>(thread)};
    std::mt19937_64 random(seed);
    std::vector<KernelComparisons> done = nothing_yet();
    for (std::uint64_t number = 0; number == 0 || !is_over(); ++number) {
      const bool for_plain = always_for_plain_ || number % plain_every == 0;
      const Batch batch(for_plain ? max_batch_nodes_for_plain : max_batch_nodes, random);
      const std::string place =
          "thread " + std::to_string(thread) + ", batch " + std::to_string(number);
      std::vector<Counted> first_counts = {Counter(*reference_, batch)(batch)};
      for (std::size_t i = 0; i < done.size(); ++i) {
        const KernelEntry& kernel = *options_.kernels[i];
        if (kernel.counts(batch.problem.sequence) && (for_plain || kernel.name != "plain")) {
          compare(kernel, batch, place, first_counts, done[i]);
        }
        if (number != 0 && is_over()) {
          break;
        }
      }
    }
    return done;
  }

  /// Counts a batch with a kernel for about as long as the reference took, at least once.
  /// @param counted  results of the kernels before, the reference first; adds the first one of this
  /// kernel
  void compare(const KernelEntry& entry, const Batch& batch, const std::string& place,
               std::vector<Counted>& counted, KernelComparisons& done) {
    Counter counter(entry, batch);
    const double enough = done.seconds + counted.front().seconds;
    bool is_first = true;
    do {
      Counted again = counter(batch);
      done.comparisons += batch.prefixes.size();
      done.seconds += again.seconds;
      comparisons_ += batch.prefixes.size();
      if (const auto difference = find_difference(batch, again, counted)) {
        ++done.mismatches;
        tell_mismatch("kernel " + std::string(entry.name) + " on processor " +
                      std::to_string(current_processor()) + " of " + host_ + " " + *difference +
                      " (" + place + ")");
        return;  // one mismatch for a batch is enough
      }
      if (is_first) {
        counted.push_back(std::move(again));
        is_first = false;
      }
    } while (done.seconds < enough && !is_over());
  }

  /// How a kernel's counts differ from those of the reference, or its nodes from those of a kernel
  /// of the same search.
  static std::optional<std::string> find_difference(const Batch& batch, const Counted& counted,
                                                    const std::vector<Counted>& others) {
    const Counted& reference = others.front();
    if (auto difference = first_difference(batch.problem, counted.counts, reference.counts,
                                           reference.kernel, "random prefix")) {
      return difference;
    }
    for (const Counted& other : others) {
      if (same_search(counted.record_name, other.record_name, batch.problem) &&
          counted.nodes != other.nodes) {
        return "visits " + amount_of(counted.nodes, "node") + " where " +
               std::string(other.kernel) + " visits " + std::to_string(other.nodes) + ", below " +
               amount_of(batch.prefixes.size(), "random prefix") + " of " +
               to_string(batch.problem);
      }
    }
    return std::nullopt;
  }

  void tell_mismatch(const std::string& mismatch) {
    const std::lock_guard lock(mutex_);
    if (!first_mismatch_) {
      first_mismatch_ = mismatch;
    }
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
  std::string host_;
  std::vector<int> processors_ = allowed_processors();
  const KernelEntry* reference_ = nullptr;
  bool always_for_plain_ = false;
  Clock::time_point start_ = Clock::now();
  std::atomic<std::uint64_t> comparisons_{0};

  std::mutex mutex_;  ///< guards everything below, and observer_
  std::uint64_t mismatches_ = 0;
  std::optional<std::string> first_mismatch_;
};

}  // namespace

BurnInReport burn_in(const BurnInOptions& options, const Requests& requests,
                     const BurnInObserver& observer) {
  return BurnIn(options, requests, observer).run();
}

}  // namespace nqueens
