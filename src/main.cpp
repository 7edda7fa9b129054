// The program: the commands of the counter and those of the wing of boards.
#include "boards/commands/commands.hpp"
#include "cli/command.hpp"

int main(int argc, char** argv) {
  return nqueens::cli::run_program(argc, argv, nqueens::cli::board_commands);
}
