// The whole program.
#pragma once

namespace nqueens::cli {

/// The body of main(): parses, runs, and turns errors into one line on stderr and an exit code.
int run_program(int argc, char** argv);

}  // namespace nqueens::cli
