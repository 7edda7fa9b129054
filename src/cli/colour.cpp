// Looks whether a terminal wants colours.
#include "colour.hpp"

#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace nqueens::cli {

bool has_colours(int descriptor) {
  const char* const refused = std::getenv("NO_COLOR");
  const char* const terminal = std::getenv("TERM");
  return (refused == nullptr || *refused == '\0') && terminal != nullptr && *terminal != '\0' &&
         terminal != std::string_view("dumb") && isatty(descriptor) == 1;
}

std::string coloured(const std::string& text, Colour colour, int descriptor) {
  return has_colours(descriptor)
             ? "\x1b[" + std::to_string(static_cast<int>(colour)) + "m" + text + "\x1b[0m"
             : text;
}

}  // namespace nqueens::cli
