// The commands of the wing of boards: single solutions and puzzles.
#pragma once

#include <array>

#include "cli/command.hpp"

namespace nqueens::cli {

Command add_solve(CLI::App& program);
Command add_check(CLI::App& program);
Command add_puzzle(CLI::App& program);

/// In the order of the help.
constexpr std::array<AddCommand, 3> board_commands = {add_solve, add_check, add_puzzle};

}  // namespace nqueens::cli
