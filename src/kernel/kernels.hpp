// Factories of the kernels, for the registry.
#pragma once

#include <memory>

#include "nqueens/kernel/kernel.hpp"

namespace nqueens {

std::unique_ptr<Kernel> make_plain_kernel(int n);
std::unique_ptr<Kernel> make_scalar_kernel(int n);

}  // namespace nqueens
