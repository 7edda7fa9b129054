// The program with the faults of NQUEENS_FAULT, if set, several with commas between them. For tests
// of error detection, and for tests that meet a job at work. Under mpirun each rank has its own
// environment, so a single worker can be broken.

#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <variant>

#include "boards/commands/board_options.hpp"
#include "cli/command.hpp"
#include "device/replace_devices.hpp"
#include "fake_device.hpp"
#include "faults.hpp"
#include "kernel/kernel.hpp"
#include "kernel/replace_kernels.hpp"
#include "nqueens/error.hpp"

int main(int argc, char** argv) {
  const char* const faults = std::getenv("NQUEENS_FAULT");
  std::istringstream texts(faults != nullptr ? faults : "");
  for (std::string text; std::getline(texts, text, ',');) {
    try {
      if (const auto of_device = nqueens::test::parse_device_fault(text)) {
        nqueens::replace_devices(nqueens::test::fake_device(*of_device));
        continue;
      }
      const auto fault = nqueens::test::parse_fault(text);
      nqueens::replace_kernels(nqueens::test::kernels_with(nqueens::kernels(), fault));
      if (const auto* hold = std::get_if<nqueens::test::Hold>(&fault)) {
        nqueens::replace_devices(nqueens::test::held_devices(nqueens::replace_devices({}), *hold));
      }
    } catch (const nqueens::Error& error) {
      std::cerr << "nqueens_faulty: " << error.what() << '\n';
      return static_cast<int>(error.code());
    }
  }
  return nqueens::cli::run_program(argc, argv, nqueens::cli::board_commands);
}
