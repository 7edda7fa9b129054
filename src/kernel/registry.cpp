#include <array>
#include <cstdlib>
#include <string>

#include "kernels.hpp"
#include "nqueens/core/error.hpp"

namespace nqueens {
namespace {

bool always() {
  return true;
}

constexpr std::array<KernelEntry, 2> registry = {
    KernelEntry{.name = "scalar",
                .summary = "shifted words, look-ahead of two rows, columns-covered test, closed end",
                .supported = always,
                .make = make_scalar_kernel},
    KernelEntry{.name = "plain",
                .summary = "the textbook search: is the square free, place, recurse",
                .supported = always,
                .make = make_plain_kernel},
};

std::string supported_names() {
  std::string names;
  for (const KernelEntry& entry : registry) {
    if (entry.supported()) {
      names += (names.empty() ? "" : ", ") + std::string(entry.name);
    }
  }
  return names;
}

}  // namespace

std::span<const KernelEntry> kernels() {
  return registry;
}

const KernelEntry& choose_kernel(std::string_view name) {
  std::string wanted(name);
  std::string source = "kernel";
  if (wanted.empty() || wanted == "auto") {
    const char* environment = std::getenv("NQUEENS_KERNEL");
    wanted = environment != nullptr && *environment != '\0' ? environment : "auto";
    source = "NQUEENS_KERNEL";
  }
  bool known = false;
  for (const KernelEntry& entry : registry) {
    if (wanted == "auto" || wanted == entry.name) {
      if (entry.supported()) {
        return entry;
      }
      known = true;
    }
  }
  throw Error(ExitCode::usage, source + " '" + wanted + "' " +
                                   (known ? "cannot run on this processor" : "is unknown") +
                                   "; choose one of: auto, " + supported_names());
}

}  // namespace nqueens
