// Looks whether a terminal wants colours.
#include "cli/colour.hpp"

#include <cstdlib>

#include "report/terminal.hpp"

namespace nqueens::cli {

bool has_colours(int descriptor) {
  const char* const refused = std::getenv("NO_COLOR");
  return (refused == nullptr || *refused == '\0') && takes_escapes(descriptor);
}

std::string coloured(const std::string& text, Colour colour, int descriptor) {
  return has_colours(descriptor)
             ? "\x1b[" + std::to_string(static_cast<int>(colour)) + "m" + text + "\x1b[0m"
             : text;
}

}  // namespace nqueens::cli
