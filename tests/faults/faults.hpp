// Kernels that sometimes count wrong, like a faulty processor or memory, or that wait; devices that
// wait; and the syntax of NQUEENS_FAULT.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "device/replace_devices.hpp"
#include "kernel/kernel.hpp"

namespace nqueens::test {

enum class FaultKind {
  miscount,    ///< one more or one fewer than the truth
  bitflip,     ///< one of the low 40 bits of the count flipped
  undercount,  ///< one fewer, if there are any: a search could have found so many
};

struct Fault {
  FaultKind kind = FaultKind::miscount;
  double probability = 0;   ///< chance to spoil the count of a prefix
  std::uint64_t after = 0;  ///< the process first counts so many prefixes right
  std::string kernel{};     ///< the only broken kernel (a bug); empty: all (a broken machine)
  bool nodes = false;       ///< a spoilt count also spoils the number of nodes
  std::optional<std::uint64_t> seed{};  ///< of the faults; by default another one for each process
};

/// Kernels that count right, but wait during a job while a file exists.
struct Hold {
  std::string file;              ///< they wait while it exists
  std::uint64_t after = 0;       ///< the process first counts so many prefixes
  std::string kernel{};          ///< the only kernel that waits; empty: all of processors
  std::optional<double> pace{};  ///< most seconds to wait before each prefix, for a slow run
  bool deaf = false;             ///< they call no `keep_going`, so that nothing ends the wait
};

/// "miscount:0.01" and "bitflip:1e-3:after=5000:kernel=avx512:nodes:seed=7" are a Fault.
/// "hold:FILE:after=5:kernel=scalar:pace=0.2" is a Hold, with which a test meets a job at work on a
/// processor of any speed. FILE has no colon, and everything after it is optional.
/// "hold:FILE:kernel=opencl" is for devices. Throws Error(usage) for anything else.
std::variant<Fault, Hold> parse_fault(std::string_view text);

/// The kernels with the fault. They share the count of prefixes that are right first.
std::vector<KernelEntry> faulty_kernels(std::span<const KernelEntry> entries, const Fault& fault);

/// The kernels with the hold. They share the number of prefixes to count first. Each kernel that
/// begins to wait adds a line with the process id to the file. While it waits it calls `keep_going`
/// every few milliseconds, as in a long prefix, unless it is deaf. A count without `keep_going`, as
/// in a self-test, is never held, since nothing could stop it.
std::vector<KernelEntry> held_kernels(std::span<const KernelEntry> entries, const Hold& hold);

/// The devices with the hold, if it is for them: while the file exists they take no unit of a job,
/// but they test themselves.
DeviceDriver held_devices(DeviceDriver driver, const Hold& hold);

/// The kernels with what parse_fault() has read.
std::vector<KernelEntry> kernels_with(std::span<const KernelEntry> entries,
                                      const std::variant<Fault, Hold>& fault);

}  // namespace nqueens::test
