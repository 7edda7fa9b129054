// Starts the program with the kernels that it is built with.
#include "program.hpp"

int main(int argc, char** argv) {
  return nqueens::cli::run_program(argc, argv);
}
