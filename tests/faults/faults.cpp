// Kernels that count wrong now and then.

#include "faults.hpp"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <memory>
#include <random>

#include "core/error.hpp"
#include "support/spoilt_kernel.hpp"

namespace nqueens::test {
namespace {

constexpr int bits_that_flip = 40;

[[noreturn]] void refuse(std::string_view text) {
  throw Error(ExitCode::usage,
              "fault '" + std::string(text) +
                  "' is none; write miscount:P or bitflip:P, P from 0 to 1, and then any of "
                  ":after=K :kernel=NAME :nodes :seed=S; or hold:FILE, and then any of "
                  ":after=K :kernel=NAME :pace=SECONDS :deaf");
}

template <class Number>
std::optional<Number> number_from(std::string_view text) {
  Number number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional<Number>(number)
                                                                  : std::nullopt;
}

/// Takes the text up to the next colon.
std::string_view take_part(std::string_view& text) {
  const std::size_t colon = std::min(text.find(':'), text.size());
  const std::string_view part = text.substr(0, colon);
  text.remove_prefix(std::min(colon + 1, text.size()));
  return part;
}

/// Shared by the kernels of a process.
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

  void operator()(const Problem& /*problem*/, std::span<std::uint64_t> counts,
                  std::uint64_t& nodes) {
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

/// Reads the first part after the kind. @return whether it is valid
bool read_first(std::string_view value, Fault& fault) {
  const auto probability = number_from<double>(value);
  fault.probability = probability.value_or(0);
  return probability && *probability >= 0 && *probability <= 1;
}

bool read_first(std::string_view value, Hold& hold) {
  hold.file = value;
  return !value.empty();
}

/// Reads an optional part that only one of both kinds has. @return whether it was one
bool read_own(std::string_view part, std::string_view value, Fault& fault) {
  fault.nodes = fault.nodes || part == "nodes";
  if (part.starts_with("seed=")) {
    fault.seed = number_from<std::uint64_t>(value);
  }
  return part == "nodes" || (part.starts_with("seed=") && fault.seed);
}

bool read_own(std::string_view part, std::string_view value, Hold& hold) {
  hold.deaf = hold.deaf || part == "deaf";
  if (part.starts_with("pace=")) {
    hold.pace = number_from<double>(value);
  }
  return part == "deaf" || (part.starts_with("pace=") && hold.pace && *hold.pace >= 0);
}

/// Reads everything after the kind. @return whether it is valid
template <class Result>
bool read_parts(std::string_view rest, Result& result) {
  if (!read_first(take_part(rest), result)) {
    return false;
  }
  while (!rest.empty()) {
    const std::string_view part = take_part(rest);
    const std::string_view value = part.substr(std::min(part.find('=') + 1, part.size()));
    const auto number = number_from<std::uint64_t>(value);
    if (part.starts_with("kernel=") && !value.empty()) {
      result.kernel = value;
    } else if (part.starts_with("after=") && number) {
      result.after = *number;
    } else if (!read_own(part, value, result)) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::variant<Fault, Hold> parse_fault(std::string_view text) {
  std::string_view rest = text;
  const std::string_view kind = take_part(rest);
  if (Hold hold; kind == "hold" && read_parts(rest, hold)) {
    return hold;
  }
  Fault fault{.kind = kind == "miscount" ? FaultKind::miscount : FaultKind::bitflip};
  if ((kind != "miscount" && kind != "bitflip") || !read_parts(rest, fault)) {
    refuse(text);
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

std::vector<KernelEntry> kernels_with(std::span<const KernelEntry> entries,
                                      const std::variant<Fault, Hold>& fault) {
  const auto* hold = std::get_if<Hold>(&fault);
  return hold != nullptr ? held_kernels(entries, *hold)
                         : faulty_kernels(entries, std::get<Fault>(fault));
}

}  // namespace nqueens::test
