// Counts batches, and words how two results differ.

#include "node/comparison.hpp"

#include <algorithm>

#include "core/number.hpp"
#include "system/clock.hpp"

namespace nqueens {

std::optional<Counted> count(const KernelEntry& entry, Kernel& kernel, const TestBatch& batch,
                             const KeepGoing& keep_going) {
  Counted counted{
      .kernel = entry.name,
      .record_name = entry.record_name(),
      .counts = std::vector<std::uint64_t>(batch.prefixes.size() * batch.problem.values())};
  const std::uint64_t nodes = kernel.nodes();
  const auto start = Clock::now();
  if (!keep_going) {
    kernel.count(batch.prefixes, counted.counts);
  } else if (!kernel.count(batch.prefixes, counted.counts, keep_going)) {
    return std::nullopt;
  }
  counted.seconds = seconds_since(start);
  counted.nodes = kernel.nodes() - nodes;
  return counted;
}

Counted count(const KernelEntry& entry, Kernel& kernel, const TestBatch& batch) {
  return *count(entry, kernel, batch, {});
}

std::vector<Counted> count(Backend& device, const std::string& name, const TestBatch& batch,
                           std::size_t times, const KeepGoing& keep_going) {
  const std::size_t prefixes = batch.prefixes.size();
  std::vector<Counted> counted(
      times,
      {.kernel = "opencl", .record_name = name, .counts = std::vector<std::uint64_t>(prefixes)});
  std::size_t done = 0;
  const auto start = Clock::now();
  count_all(
      device, prefixes * times,
      [&](std::size_t number) { return batch.prefixes[number % prefixes]; },
      [&](const TaskResult& result) {
        Counted& to = counted[result.task / prefixes];
        to.counts[result.task % prefixes] = result.count.low();
        to.nodes += result.nodes;
        ++done;
      },
      keep_going);
  counted.resize(done / prefixes);
  for (Counted& each : counted) {
    each.seconds = seconds_since(start) / static_cast<double>(counted.size());
  }
  return counted;
}

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

const KernelEntry& reference_for(const KernelEntry& entry) {
  return choose_kernel(entry.name == "scalar" ? "plain" : "scalar");
}

}  // namespace nqueens
