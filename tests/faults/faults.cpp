#include "faults.hpp"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <memory>
#include <random>

#include "nqueens/core/error.hpp"
#include "support/spoilt_kernel.hpp"

namespace nqueens::test {
namespace {

constexpr int bits_that_flip = 40;

[[noreturn]] void refuse(std::string_view text) {
  throw Error(ExitCode::usage, "fault '" + std::string(text) +
                                   "' is none; write miscount:P or bitflip:P, P from 0 to 1, and then any of "
                                   ":after=K :kernel=NAME :nodes :seed=S");
}

template <class Number>
std::optional<Number> number_from(std::string_view text) {
  Number number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional<Number>(number)
                                                                  : std::nullopt;
}

/// The text up to the next colon, which is taken away from it.
std::string_view take_part(std::string_view& text) {
  const std::size_t colon = std::min(text.find(':'), text.size());
  const std::string_view part = text.substr(0, colon);
  text.remove_prefix(std::min(colon + 1, text.size()));
  return part;
}

/// What the kernels of a process have in common.
struct Shared {
  Fault fault;
  std::uint64_t seed = 0;
  std::atomic<std::uint64_t> prefixes{0};
  std::atomic<std::uint64_t> kernels{0};
};

/// Spoils the counts of one kernel.
class Spoiler {
 public:
  explicit Spoiler(std::shared_ptr<Shared> shared) : shared_(std::move(shared)) {
    std::seed_seq seed{shared_->seed, shared_->seed >> 32, shared_->kernels++};
    random_.seed(seed);
  }

  void operator()(const Problem& /*problem*/, std::span<std::uint64_t> counts, std::uint64_t& nodes) {
    const Fault& fault = shared_->fault;
    if (shared_->prefixes++ < fault.after || !happens(fault.probability)) {
      return;
    }
    std::uint64_t& count = counts[random_() % counts.size()];
    if (fault.kind == FaultKind::bitflip) {
      count ^= std::uint64_t{1} << random_() % bits_that_flip;
    } else if (count == 0 || happens(0.5)) {
      ++count;
    } else {
      --count;
    }
    nodes += fault.nodes ? 1 : 0;
  }

 private:
  bool happens(double probability) {
    return std::ldexp(static_cast<double>(random_() >> 11), -53) < probability;
  }

  std::shared_ptr<Shared> shared_;
  std::mt19937_64 random_;
};

}  // namespace

Fault parse_fault(std::string_view text) {
  std::string_view rest = text;
  Fault fault;
  const std::string_view kind = take_part(rest);
  const auto probability = number_from<double>(take_part(rest));
  if ((kind != "miscount" && kind != "bitflip") || !probability ||
      !(*probability >= 0 && *probability <= 1)) {
    refuse(text);
  }
  fault.kind = kind == "miscount" ? FaultKind::miscount : FaultKind::bitflip;
  fault.probability = *probability;
  while (!rest.empty()) {
    const std::string_view part = take_part(rest);
    const std::string_view value = part.substr(std::min(part.find('=') + 1, part.size()));
    const auto number = number_from<std::uint64_t>(value);
    if (part == "nodes") {
      fault.nodes = true;
    } else if (part.starts_with("kernel=") && !value.empty()) {
      fault.kernel = value;
    } else if (part.starts_with("after=") && number) {
      fault.after = *number;
    } else if (part.starts_with("seed=") && number) {
      fault.seed = number;
    } else {
      refuse(text);
    }
  }
  return fault;
}

std::vector<KernelEntry> faulty_kernels(std::span<const KernelEntry> entries, const Fault& fault) {
  const auto shared = std::make_shared<Shared>();
  shared->fault = fault;
  shared->seed = fault.seed.value_or(std::random_device{}());
  std::vector<KernelEntry> faulty;
  for (const KernelEntry& entry : entries) {
    const bool is_broken = fault.kernel.empty() || fault.kernel == entry.name;
    faulty.push_back(is_broken ? spoilt(entry, [shared] { return Spoiler(shared); }) : entry);
  }
  return faulty;
}

}  // namespace nqueens::test
