// The loop over prefixes of all kernels; the list of kernels, and lookup by name or by recorded
// name.

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "kernel/crown.hpp"
#include "kernel/kernels.hpp"
#include "kernel/replace_kernels.hpp"
#include "nqueens/error.hpp"

namespace nqueens {
namespace {

/// The fastest first.
std::vector<KernelEntry>& registry() {
  static std::vector<KernelEntry> entries = [] {
    std::vector<KernelEntry> all = vector_kernels();
    all.insert(all.end(), {scalar_kernel(), plain_kernel()});
    return all;
  }();
  return entries;
}

/// The first kernel that fits; null if none does.
template <class Wanted>
const KernelEntry* find_entry(const Wanted& is_wanted) {
  const auto found = std::ranges::find_if(registry(), is_wanted);
  return found != registry().end() ? &*found : nullptr;
}

/// Names of the kernels to choose from.
std::string names_for(Sequence sequence) {
  std::string names;
  for (const KernelEntry& entry : registry()) {
    if (entry.supported() && entry.counts(sequence)) {
      names += (names.empty() ? "" : ", ") + std::string(entry.name);
    }
  }
  return names;
}

/// The first kernel that searches as devices do.
const KernelEntry* find_frontier() {
  return find_entry([](const KernelEntry& entry) { return entry.search == "frontier"; });
}

/// The kernel of a recorded name, or one with the search of the device kernel of that name; null if
/// there is none, or if its revision differs.
const KernelEntry* find_recorded(std::string_view name, bool any_revision) {
  if (std::ranges::find(device_kernels, name, device_record_name) != device_kernels.end()) {
    return find_frontier();
  }
  return find_entry([=](const KernelEntry& entry) {
    return any_revision ? base_name(name) == entry.name : name == entry.record_name();
  });
}

}  // namespace

bool Kernel::count(std::span<const Prefix> prefixes, std::span<std::uint64_t> counts,
                   const KeepGoing& keep_going) noexcept {
  const std::size_t values = problem_.values();
  assert(prefixes.size() * values == counts.size());
  assert(std::ranges::all_of(prefixes, [this](const Prefix& prefix) {
    return prefix.placement.moves == problem_.info().moves;
  }));
  for (std::size_t i = 0; i < prefixes.size(); ++i) {
    if (!keep_going() ||
        !complete(prefixes[i].placement, counts.subspan(i * values, values), keep_going)) {
      return false;
    }
  }
  return true;
}

void Kernel::count(std::span<const Prefix> prefixes, std::span<std::uint64_t> counts) noexcept {
  count(prefixes, counts, [] { return true; });
}

std::span<const KernelEntry> kernels() {
  return registry();
}

std::string_view base_name(std::string_view name) {
  return name.substr(0, name.find_first_of(":."));
}

std::string KernelEntry::record_name() const {
  const std::string base(base_name(name));
  return revision == 1 ? base : base + "." + std::to_string(revision);
}

std::string device_record_name(std::string_view kernel) {
  const KernelEntry* const frontier = find_frontier();
  std::string name(kernel);
  std::ranges::replace(name, ':', '-');  // names in records have no colon
  const int revision = frontier != nullptr ? frontier->revision : 1;
  return revision == 1 ? name : name + "." + std::to_string(revision);
}

bool is_kernel_name(std::string_view name) {
  return find_entry([name](const KernelEntry& entry) { return entry.name == name; }) != nullptr;
}

const KernelEntry& choose_kernel(std::string_view name, Sequence sequence) {
  std::string wanted(name);
  std::string source = "kernel";
  if (wanted.empty() || wanted == "auto") {
    const char* environment = std::getenv("NQUEENS_KERNEL");
    wanted = environment != nullptr && *environment != '\0' ? environment : "auto";
    source = "NQUEENS_KERNEL";
  }
  const char* fault = "is unknown";
  const KernelEntry* const chosen = find_entry([&](const KernelEntry& entry) {
    if (wanted != "auto" && wanted != entry.name) {
      return false;
    }
    fault = !entry.compiled()    ? "is for another family of processors"
            : !entry.supported() ? "cannot run on this processor"
                                 : "does not count this sequence";
    return entry.supported() && entry.counts(sequence);
  });
  if (chosen == nullptr) {
    throw Error(ExitCode::usage,
                source + " '" + wanted + "' " + fault + "; choose one of: auto, " +
                    names_for(sequence) +
                    (wanted.starts_with("opencl") ? "; devices are chosen with --devices" : ""));
  }
  return *chosen;
}

std::unique_ptr<CrownSource> make_crown_source(const Problem& problem) {
  const KernelEntry* const fastest = find_entry(
      [](const KernelEntry& entry) { return entry.supported() && entry.make_trunk != nullptr; });
  return fastest != nullptr ? fastest->make_trunk(problem) : nullptr;
}

void replace_kernels(std::vector<KernelEntry> replacements) {
  registry() = std::move(replacements);
}

std::function<bool(std::string_view, std::string_view)> same_search(const Problem& problem) {
  return [problem](std::string_view a, std::string_view b) { return same_search(a, b, problem); };
}

bool same_search(std::string_view kernel_a, std::string_view kernel_b, const Problem& problem) {
  // The revision is that of the trunk, which other searches do not have.
  const bool any_revision = problem.info().by_row || problem.info().moves.board == Board::torus;
  const KernelEntry* const a = find_recorded(kernel_a, any_revision);
  const KernelEntry* const b = find_recorded(kernel_b, any_revision);
  if (a == nullptr || b == nullptr) {
    return !kernel_a.empty() && kernel_a == kernel_b;
  }
  return a->search == b->search || problem.info().by_row;
}

}  // namespace nqueens
