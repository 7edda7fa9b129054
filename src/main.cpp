// The program: the commands of the counter and those of the wing of boards.
#include "boards/commands/board_options.hpp"

int main(int argc, char** argv) {
  return nqueens::cli::run_program(argc, argv, nqueens::cli::board_commands);
}
