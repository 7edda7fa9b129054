// Compares kernels with a simpler one, and with each other.

#include "node/self_test.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <limits>
#include <mutex>
#include <random>
#include <string_view>
#include <utility>

#include "core/number.hpp"
#include "core/time.hpp"
#include "node/random_prefixes.hpp"
#include "nqueens/error.hpp"
#include "system/clock.hpp"
#include "system/process.hpp"
#include "system/processors.hpp"

namespace nqueens {
namespace {

/// Prefixes of a board to count.
struct TestBatch {
  Problem problem;
  std::vector<Prefix> prefixes{};
  std::string_view kind = "random prefix";  ///< for messages
};

/// A kernel's results on a batch.
struct Counted {
  std::string_view kernel;
  std::string record_name;
  std::vector<std::uint64_t> counts;
  std::uint64_t nodes = 0;
  double seconds = 0;
};

Counted count(const KernelEntry& entry, Kernel& kernel, const TestBatch& batch) {
  Counted counted{
      .kernel = entry.name,
      .record_name = entry.record_name(),
      .counts = std::vector<std::uint64_t>(batch.prefixes.size() * batch.problem.values())};
  const std::uint64_t nodes = kernel.nodes();
  const auto start = Clock::now();
  kernel.count(batch.prefixes, counted.counts);
  counted.seconds = seconds_since(start);
  counted.nodes = kernel.nodes() - nodes;
  return counted;
}

/// "counts 5 where scalar counts 4, below prefix 17 of n=11"; nothing if the counts are equal.
std::optional<std::string> first_difference(const TestBatch& batch, const Counted& counted,
                                            const Counted& expected) {
  const auto [found, right] = std::ranges::mismatch(counted.counts, expected.counts);
  if (found == counted.counts.end()) {
    return std::nullopt;
  }
  const std::size_t values = batch.problem.values();
  const auto index = static_cast<std::size_t>(found - counted.counts.begin());
  return "counts " + std::to_string(*found) + " where " + std::string(expected.kernel) +
         " counts " + std::to_string(*right) +
         (values > 1 ? " on row " + std::to_string(index % values + 1) : "") + ", below " +
         std::string(batch.kind) + " " + std::to_string(index / values) + " of " +
         to_string(batch.problem);
}

/// How a kernel's counts differ from the reference, or its nodes from another kernel of the same
/// search.
std::optional<std::string> find_difference(const TestBatch& batch, const Counted& counted,
                                           const std::vector<Counted>& others) {
  if (auto difference = first_difference(batch, counted, others.front())) {
    return difference;
  }
  for (const Counted& other : others) {
    if (same_search(counted.record_name, other.record_name, batch.problem) &&
        counted.nodes != other.nodes) {
      return "visits " + amount_of(counted.nodes, "node") + " where " + std::string(other.kernel) +
             " visits " + std::to_string(other.nodes) + ", below " +
             amount_of(batch.prefixes.size(), std::string(batch.kind)) + " of " +
             to_string(batch.problem);
    }
  }
  return std::nullopt;
}

// --- Before a count

TestBatch small_board(const Problem& problem) {
  const SmallBoard& board = problem.info().small_board;
  TestBatch batch{.problem = {.n = board.n, .sequence = problem.sequence}, .kind = "prefix"};
  PrefixStream stream(batch.problem, board.symmetry, board.depth);
  for (Prefix prefix; stream.next(prefix);) {
    batch.prefixes.push_back(prefix);
  }
  return batch;
}

/// Prefixes of the problem's own board, since each size has its own code.
constexpr int random_prefixes = 50;
constexpr double max_test_nodes = 2000;
/// The plain kernel drops no child and is many times slower.
constexpr double max_test_nodes_with_plain = 300;

const KernelEntry& reference_for(const KernelEntry& entry) {
  return choose_kernel(entry.name == "scalar" ? "plain" : "scalar");
}

void compare_with_reference(const KernelEntry& entry, Kernel& kernel, const TestBatch& batch) {
  const KernelEntry& reference = reference_for(entry);
  const Counted expected = count(reference, *reference.make(batch.problem), batch);
  if (const auto difference = first_difference(batch, count(entry, kernel, batch), expected)) {
    throw Error(ExitCode::wrong_answer,
                "kernel " + std::string(entry.name) + " failed its self-test: it " + *difference);
  }
}

/// A batch of random prefixes of the problem's board, always the same.
TestBatch fixed_batch(const Problem& problem, int prefixes, double max_nodes) {
  std::mt19937_64 random(20'261'121);  // any seed will do, but it must not change
  const RandomPrefixes source(problem);
  TestBatch batch{.problem = problem,
                  .prefixes = std::vector<Prefix>(static_cast<std::size_t>(prefixes))};
  std::ranges::generate(batch.prefixes, [&] { return source.draw(max_nodes, random); });
  return batch;
}

/// A launch of a device takes more crowns than fifty small prefixes have. The scalar kernel counts
/// these in a tenth of a second.
constexpr double max_launch_nodes = 2e5;

Counted count(Backend& device, const std::string& name, const TestBatch& batch) {
  Counted counted{.kernel = "opencl",
                  .record_name = name,
                  .counts = std::vector<std::uint64_t>(batch.prefixes.size())};
  count_all(
      device, batch.prefixes.size(),
      [&batch](std::size_t number) { return batch.prefixes[number]; },
      [&counted](const TaskResult& done) {
        counted.counts.at(done.task) = done.count.low();
        counted.nodes += done.nodes;
        counted.seconds += done.seconds;
      });
  return counted;
}

// --- The burn-in
//
// Each thread draws batches of random prefixes of random boards. It counts each batch with the
// scalar kernel, then with every other kernel, repeatedly for as long as the scalar kernel took, so
// that all kernels load the machine equally. A mismatch is a count that differs, or a number of
// nodes that differs between kernels of one search.

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

TestBatch random_batch(double nodes, std::mt19937_64& random) {
  TestBatch batch{.problem = random_problem(random)};
  const RandomPrefixes source(batch.problem);
  while (batch.prefixes.size() < batch_size) {
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
    for (const KernelEntry* entry : options.kernels) {
      report_.kernels.push_back({.kernel = std::string(entry->name)});
    }
    const KernelEntry& first = *options.kernels.front();
    const bool alone = options.kernels.size() == 1;
    reference_ = alone ? &reference_for(first) : &choose_kernel("scalar");
    always_for_plain_ = alone && (first.name == "plain" || reference_->name == "plain");
  }

  BurnInReport run() {
    on_threads(
        options_.threads, [this](int thread) { work(thread); }, [this] { tell_progress(); },
        [this] { stopped_ = true; });
    report_.seconds = seconds_since(start_);
    return report_;
  }

 private:
  [[nodiscard]] bool is_over() const {
    return stopped_ || requests_.stop() || seconds_since(start_) >= options_.seconds;
  }

  /// One thread's work. All kernels count its first batch, however short the time is.
  void work(int thread) {
    stay_on_one(processors_, thread);
    std::seed_seq seed{options_.seed, options_.seed >> 32, static_cast<std::uint64_t>(thread)};
    std::mt19937_64 random(seed);
    std::vector<KernelComparisons> done(options_.kernels.size());
    for (std::uint64_t number = 0; number == 0 || !is_over(); ++number) {
      const bool for_plain = always_for_plain_ || number % plain_every == 0;
      const TestBatch batch =
          random_batch(for_plain ? max_batch_nodes_for_plain : max_batch_nodes, random);
      const std::string place =
          "thread " + std::to_string(thread) + ", batch " + std::to_string(number);
      std::vector<Counted> first_counts = {
          count(*reference_, *reference_->make(batch.problem), batch)};
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
    const std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < done.size(); ++i) {
      report_.kernels[i].comparisons += done[i].comparisons;
      report_.kernels[i].seconds += done[i].seconds;
      report_.kernels[i].mismatches += done[i].mismatches;
    }
  }

  /// Counts a batch with a kernel for about as long as the reference took, at least once.
  /// @param counted  results of the kernels before, the reference first; adds the first one of this
  /// kernel
  void compare(const KernelEntry& entry, const TestBatch& batch, const std::string& place,
               std::vector<Counted>& counted, KernelComparisons& done) {
    const auto kernel = entry.make(batch.problem);
    const double enough = done.seconds + counted.front().seconds;
    bool is_first = true;
    do {
      Counted again = count(entry, *kernel, batch);
      done.comparisons += batch.prefixes.size();
      done.seconds += again.seconds;
      comparisons_ += batch.prefixes.size();
      if (const auto difference = find_difference(batch, again, counted)) {
        ++done.mismatches;
        tell_mismatch("kernel " + std::string(entry.name) + " on processor " +
                      std::to_string(current_processor()) + " of " + report_.host + " " +
                      *difference + " (" + place + ")");
        return;  // one mismatch for a batch is enough
      }
      if (is_first) {
        counted.push_back(std::move(again));
        is_first = false;
      }
    } while (done.seconds < enough && !is_over());
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
  std::atomic<bool> stopped_ = false;  ///< a thread has failed

  std::mutex mutex_;  ///< guards everything below, and observer_
  std::uint64_t mismatches_ = 0;
  BurnInReport report_;
};

}  // namespace

std::unique_ptr<Kernel> make_tested_kernel(const KernelEntry& entry, const Problem& problem) {
  const TestBatch small = small_board(problem);
  compare_with_reference(entry, *entry.make(small.problem), small);
  const bool with_plain = entry.name == "plain" || reference_for(entry).name == "plain";
  const TestBatch batch = fixed_batch(problem, random_prefixes,
                                      with_plain ? max_test_nodes_with_plain : max_test_nodes);
  auto kernel = entry.make(problem);
  compare_with_reference(entry, *kernel, batch);
  return kernel;
}

void test_device(Backend& device, const std::string& name, const Problem& problem) {
  const KernelEntry& scalar = choose_kernel("scalar");
  const KernelEntry& vector = choose_kernel("auto");
  for (const double max_nodes : {max_test_nodes, max_launch_nodes}) {
    const TestBatch batch = fixed_batch(problem, random_prefixes, max_nodes);
    const Counted counted = count(device, name, batch);
    const std::vector<Counted> expected = {count(scalar, *scalar.make(problem), batch),
                                           count(vector, *vector.make(problem), batch)};
    if (const auto difference = find_difference(batch, counted, expected)) {
      throw WrongResults("kernel " + name + " failed its self-test: it " + *difference);
    }
  }
}

BurnInReport burn_in(const BurnInOptions& options, const Requests& requests,
                     const BurnInObserver& observer) {
  return BurnIn(options, requests, observer).run();
}

}  // namespace nqueens
