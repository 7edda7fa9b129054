// The puzzles of the command `puzzle`. Each has its own file, which words its question and answer.
#pragma once

#include "boards/commands/puzzle_options.hpp"
#include "cli/launcher.hpp"

namespace nqueens::cli {

ExitCode puzzle_pieces(const PuzzleOptions& options, const Launcher& launcher);
ExitCode puzzle_dominate(const PuzzleOptions& options, const Launcher& launcher);
ExitCode puzzle_pawns(const PuzzleOptions& options, const Launcher& launcher);
ExitCode puzzle_knights(const PuzzleOptions& options, const Launcher& launcher);
ExitCode puzzle_latin(const PuzzleOptions& options, const Launcher& launcher);
ExitCode puzzle_magic(const PuzzleOptions& options, const Launcher& launcher);

}  // namespace nqueens::cli
