// Reads the locale's character encoding from the environment.
#include "boards/commands/unicode.hpp"

#include <algorithm>
#include <cstdlib>
#include <string>

namespace nqueens::cli {
namespace {

/// Whether the locale's character encoding is UTF-8, by the environment variables of POSIX.
bool locale_is_utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* value = std::getenv(name);
    if (value != nullptr && *value != '\0') {
      std::string text = value;
      std::transform(text.begin(), text.end(), text.begin(),
                     [](char c) { return static_cast<char>(c | 0x20); });
      return text.find("utf-8") != std::string::npos || text.find("utf8") != std::string::npos;
    }
  }
  return false;
}

}  // namespace

bool draws_unicode(bool ascii, bool unicode, const Output& output) {
  return unicode || (!ascii && output.is_terminal() && locale_is_utf8());
}

}  // namespace nqueens::cli
