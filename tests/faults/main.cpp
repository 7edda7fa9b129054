// The program with the fault of NQUEENS_FAULT, if set. For tests of error detection, and for tests
// that meet a job at work. Under mpirun each rank has its own environment, so a single worker can
// be broken.

#include <cstdlib>
#include <iostream>

#include "boards/commands/commands.hpp"
#include "cli/command.hpp"
#include "core/error.hpp"
#include "faults.hpp"
#include "kernel/kernel.hpp"
#include "kernel/replace_kernels.hpp"

int main(int argc, char** argv) {
  if (const char* fault = std::getenv("NQUEENS_FAULT"); fault != nullptr && *fault != '\0') {
    try {
      nqueens::replace_kernels(
          nqueens::test::kernels_with(nqueens::kernels(), nqueens::test::parse_fault(fault)));
    } catch (const nqueens::Error& error) {
      std::cerr << "nqueens_faulty: " << error.what() << '\n';
      return static_cast<int>(error.code());
    }
  }
  return nqueens::cli::run_program(argc, argv, nqueens::cli::board_commands);
}
