// Tests of kernels on the machine that runs them, before each count.
#pragma once

#include <memory>
#include <string>

#include "device/backend.hpp"
#include "kernel/kernel.hpp"

namespace nqueens {

/// Makes and tests the kernel for a problem: it must count a whole small board of the same kind,
/// and random prefixes of the problem's board, like the scalar kernel (scalar itself like plain).
/// Takes milliseconds. Its nodes() then include the test. Throws Error(wrong_answer) with
/// the kernel, the prefix and both counts if a count differs.
std::unique_ptr<Kernel> make_tested_kernel(const KernelEntry& entry, const Problem& problem);

/// The same test for what counts on a device, and a launch of larger prefixes: counts must be those
/// of the scalar kernel, and nodes those of a kernel of its search. Throws WrongResults if they are
/// not, and DeviceError if the device fails otherwise.
/// @param name  in records
void test_device(Backend& device, const std::string& name, const Problem& problem);

}  // namespace nqueens
