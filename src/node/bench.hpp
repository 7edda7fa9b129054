// The benchmark: fixed work per kernel, the same on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/sequence.hpp"
#include "device/backend.hpp"
#include "kernel/kernel.hpp"
#include "node/random_prefixes.hpp"

namespace nqueens {

/// The work for solutions of queens or amazons on the square: all prefixes up to N = 17, above that
/// a fixed sample per search, whose rates estimate those of the whole board.
/// @param search  of the kernel
std::vector<SampledPrefix> benchmark_work(std::string_view search, const Problem& problem);

struct KernelBenchmark {
  std::string kernel{};
  std::string instruction_set{};
  Problem problem;
  bool whole_board = true;              ///< false: a sample of it
  std::size_t prefixes = 0;             ///< of the work
  int runs = 0;                         ///< of all the work, whose median counts
  double seconds = 0;                   ///< of the median run
  double solutions_per_second = 0;      ///< of the board: completions weighted by prefix
  double min_solutions_per_second = 0;  ///< in the slowest run
  double max_solutions_per_second = 0;  ///< in the fastest run
  double nodes_per_second = 0;          ///< queens tried in the median run
  std::uint64_t nodes = 0;              ///< equal on every machine for all frontier kernels
  std::optional<double> clock_hz{};  ///< of the core, measured with additions; nothing if it varied
  std::optional<double> cycles_per_node{};
  std::string device{};  ///< "device 0 (NVIDIA H200)"; empty for a processor
  /// Per run of a device: time its thread spent growing trunks, and waiting for the device.
  std::optional<double> trunk_seconds{};
  std::optional<double> waiting_seconds{};
};

/// One pass over the work; of a device the average of several, perhaps over some of the work.
struct BenchmarkPass {
  double seconds = 0;
  double solutions = 0;          ///< of the board, as estimated by the work
  double scaled_up_seconds = 0;  ///< for the board, likewise
  std::uint64_t nodes = 0;
};

/// The rates of the pass whose solutions per second are the median, and of the extremes. A drawn
/// prefix has a weight, so the shortest pass need not have the highest rate. Leaves all other
/// fields as they are.
/// @param passes  at least one
KernelBenchmark summary_of(std::vector<BenchmarkPass> passes, const Problem& problem);

/// Runs the kernel's work on this thread 5 times, or fewer if that takes over 20 s; if it takes
/// less than a second, until then, at most 1,000 times.
KernelBenchmark run_benchmark(const KernelEntry& kernel, const Problem& problem);

/// Runs the work of the vector kernels on a device 5 times, or fewer if that takes over 20 s. Each
/// run repeats the work for at least half a second. Throws DeviceError.
/// @param kernel  one of device_kernels
/// @param max_seconds  then a slow device stops; the rates are those of the random prefixes counted
/// by then, at least one
KernelBenchmark run_benchmark(Backend& device, const std::string& kernel, const Problem& problem,
                              double max_seconds = std::numeric_limits<double>::infinity());

}  // namespace nqueens
