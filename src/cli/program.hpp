// The whole program.
#pragma once

#include <span>

#include "cli/command.hpp"

namespace nqueens::cli {

/// The body of main(): parses, runs, and turns errors into one line on stderr and an exit code.
/// @param others commands beside those of the counter
int run_program(int argc, char** argv, std::span<const AddCommand> others);

}  // namespace nqueens::cli
