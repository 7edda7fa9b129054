// The benchmark: fixed work for every kernel, the same on every machine.
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

/// The benchmark's work for solutions of the square, of queens or amazons: all prefixes up to N =
/// 17, above that a fixed sample for each search, so that rates of the sample estimate those of the
/// whole board.
/// @param search  of the kernel
std::vector<SampledPrefix> benchmark_work(std::string_view search, const Problem& problem);

/// What the work took.
struct KernelBenchmark {
  std::string kernel{};
  std::string instruction_set{};
  Problem problem;
  bool whole_board = true;          ///< else a sample of it
  std::size_t prefixes = 0;         ///< in the work
  int runs = 0;                     ///< of the whole work
  double seconds = 0;               ///< of the median run
  double solutions_per_second = 0;  ///< of the board: completions times the weight of their prefix
  double min_solutions_per_second = 0;  ///< in the slowest run
  double max_solutions_per_second = 0;  ///< in the fastest run
  double nodes_per_second = 0;          ///< queens tried, of the median run
  std::uint64_t nodes = 0;              ///< equal on every machine for all frontier kernels
  std::optional<double> clock_hz{};  ///< of the core, measured while it adds; nothing if it varied
  std::optional<double> cycles_per_node{};
  std::string device{};  ///< "device 0 (NVIDIA H200)"; empty: a processor
  /// In a run of a device, the time in which its thread grew trunks, and waited for the device.
  std::optional<double> trunk_seconds{};
  std::optional<double> waiting_seconds{};
};

/// Runs the kernel's work on this thread: 5 times, or fewer if that takes over 20 s.
KernelBenchmark run_benchmark(const KernelEntry& kernel, const Problem& problem);

/// Runs the work of the vector kernels on a device, so often in a run that this takes half a
/// second: 5 times, or fewer if that takes over 20 s. Throws DeviceError.
/// @param kernel  one of device_kernels
/// @param max_seconds  after which a slow device does no more: its rates are then those of some
/// of the prefixes, drawn at random, of one at least
KernelBenchmark run_benchmark(Backend& device, const std::string& kernel, const Problem& problem,
                              double max_seconds = std::numeric_limits<double>::infinity());

}  // namespace nqueens
