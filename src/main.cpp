// The program: runs the commands of the counter and of the boards.
#include "boards/commands/board_options.hpp"

int main(int argc, char** argv) {
  return nqueens::cli::run_program(argc, argv, nqueens::cli::board_commands);
}
