// Names of files may have any characters; a line of output has none that end it or move the cursor.

#include "core/one_line.hpp"

#include <array>
#include <cstddef>
#include <cstdio>

namespace nqueens {

std::string one_line(std::string_view text) {
  std::string line;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    // Above ASCII there are 32 more, U+0080 to U+009F: UTF-8 begins them with C2.
    const auto next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : '\0');
    const bool above_ascii = byte == 0xc2 && next >= 0x80 && next < 0xa0;
    if (byte == '\n') {
      line += "\\n";
    } else if (byte == '\t') {
      line += "\\t";
    } else if (byte < ' ' || byte == 0x7f || above_ascii) {
      std::array<char, 5> escape{};
      std::snprintf(escape.data(), escape.size(), "\\x%02x", above_ascii ? next : byte);
      line += escape.data();
      i += above_ascii ? 1 : 0;
    } else {
      line += text[i];
    }
  }
  return line;
}

std::string shell_quoted(std::string_view text) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%";
  if (!text.empty() && text.find_first_not_of(plain) == std::string_view::npos) {
    return std::string(text);
  }
  std::string quoted = "'";
  for (const char c : text) {
    quoted += c == '\'' ? "'\\''" : std::string(1, c);
  }
  return quoted + "'";
}

}  // namespace nqueens
