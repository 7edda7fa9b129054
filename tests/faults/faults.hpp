// Kernels that count wrong now and then, as a processor or a memory with a fault would; and what
// NQUEENS_FAULT may say.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "hold.hpp"
#include "nqueens/kernel/kernel.hpp"

namespace nqueens::test {

enum class FaultKind {
  miscount,  ///< one more or one fewer than the truth
  bitflip,   ///< one of the low 40 bits of the count flipped
};

struct Fault {
  FaultKind kind = FaultKind::miscount;
  double probability = 0;   ///< that the count of a prefix is spoilt
  std::uint64_t after = 0;  ///< so many prefixes are counted right first, by the process
  std::string kernel{};     ///< the only one that is broken: a bug; empty: all, a broken machine
  bool nodes = false;       ///< where a count is spoilt, the number of nodes is as well
  std::optional<std::uint64_t>
      seed{};  ///< of the faults; another one for each process where it is not given
};

/// "miscount:0.01" and "bitflip:1e-3:after=5000:kernel=avx512:nodes:seed=7" are a Fault; so that a
/// test meets a job at work on a processor of any speed, "hold:FILE:after=5:kernel=scalar:pace=0.2"
/// is a Hold, where FILE has no colon and all behind it can be left out. Throws Error(usage) for
/// anything else.
std::variant<Fault, Hold> parse_fault(std::string_view text);

/// The kernels with the fault. They share the count of prefixes that are right first.
std::vector<KernelEntry> faulty_kernels(std::span<const KernelEntry> entries, const Fault& fault);

/// The kernels with what parse_fault() has read.
std::vector<KernelEntry> kernels_with(std::span<const KernelEntry> entries,
                                      const std::variant<Fault, Hold>& fault);

}  // namespace nqueens::test
