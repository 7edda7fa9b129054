// The entry of the program, with its own kernels.
#include "program.hpp"

int main(int argc, char** argv) {
  return nqueens::cli::run_program(argc, argv);
}
