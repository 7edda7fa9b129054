// Makes the help of a command, and its headings bold on a terminal.
#include "cli/help.hpp"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <sstream>

#include "cli/colour.hpp"

namespace nqueens::cli {
namespace {

/// A line at the margin that ends with a colon: "Options:".
bool is_heading(const std::string& line) {
  return !line.empty() && line.front() != ' ' && line.back() == ':';
}

}  // namespace

std::string help_of(const CLI::App& command) {
  // CLI::App::help() would take the command that was chosen.
  const std::string name = (command.get_parent() != nullptr ? "nqueens " : "") + command.get_name();
  const std::string plain =
      command.get_formatter()->make_help(&command, name, CLI::AppFormatMode::Normal);
  std::istringstream lines(plain);
  std::string help;
  for (std::string line; std::getline(lines, line);) {
    help += (is_heading(line) ? coloured(line, Colour::bold, STDOUT_FILENO) : line) + "\n";
  }
  return help;
}

}  // namespace nqueens::cli
