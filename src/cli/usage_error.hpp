// Mistakes on the command line, in one line with what to do.
#pragma once

#include <string>

#include "core/error.hpp"

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace nqueens::cli {

/// @param program  after it has failed to parse the command line
Error usage_error(const CLI::App& program, const CLI::ParseError& error);

/// The same for a word that should name a command.
Error unknown_command(const CLI::App& program, const std::string& word);

}  // namespace nqueens::cli
