// The text of --help.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace nqueens::cli {

/// The help of the program or of one of its commands; with bold headings on a terminal.
std::string help_of(const CLI::App& command);

}  // namespace nqueens::cli
