// Finds lines of a job file on which the TOML parser has undefined behaviour, and texts without
// quotes.

#include "job/toml_line.hpp"

#include <algorithm>

namespace nqueens {
namespace {

bool is_of_bare_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-';
}

/// Whether a position is within a value: after the first '=' of its line, and not where a value may
/// begin. @param equals  the position of that '='
bool is_within_value(std::string_view line, std::size_t equals, std::size_t at) {
  if (equals >= at) {
    return false;
  }
  const char before = line[at - 1];
  return at - 1 != equals && before != ' ' && before != '\t' && before != ',';
}

/// Whether a line is the header of a table whose name begins with an invalid character.
bool is_nameless_header(std::string_view line) {
  const auto take = [&line](char c) {
    const bool found = line.starts_with(c);
    line.remove_prefix(found ? 1 : 0);
    return found;
  };
  const auto take_blanks = [&line] {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  };
  take_blanks();
  if (!take('[')) {
    return false;
  }
  take('[');  // of a list of tables
  take_blanks();
  return line.empty() ||
         !(is_of_bare_name(line.front()) || line.front() == '"' || line.front() == '\'');
}

/// Whether this is `name =`, with any blanks, so that the quoted text after it is a value.
bool is_key_of_value(std::string_view line) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
  const auto equals = line.find('=');
  return equals != std::string_view::npos &&
         std::all_of(line.begin() + static_cast<std::ptrdiff_t>(equals) + 1, line.end(),
                     is_blank) &&
         std::all_of(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(equals),
                     [&](char c) { return is_blank(c) || c == '.' || is_of_bare_name(c); });
}

std::string_view without_blanks(std::string_view text) {
  constexpr const char* blanks = " \t\r";
  const auto begin = text.find_first_not_of(blanks);
  return begin == std::string_view::npos
             ? std::string_view()
             : text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

}  // namespace

std::optional<BareText> bare_text(std::string_view line) {
  const std::size_t equals = line.find('=');
  if (equals == std::string_view::npos) {
    return std::nullopt;
  }
  const std::string_view name = without_blanks(line.substr(0, equals));
  const std::string_view rest = line.substr(equals + 1);
  const std::string_view value = without_blanks(rest.substr(0, rest.find('#')));
  const bool is_text = value.find_first_of("\"'") == std::string_view::npos &&
                       std::ranges::any_of(value, [](char c) {
                         return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
                       });
  return is_text
             ? std::optional<BareText>({.name = name.substr(name.rfind('.') + 1), .value = value})
             : std::nullopt;
}

std::string unparsable_part(std::string_view line) {
  if (is_nameless_header(line)) {
    return "a '[' without the name of a section";
  }
  const std::size_t equals = line.find('=');
  char quote = '\0';
  bool is_value = false;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const char c = line[at];
    if (quote == '\0' && c == '#') {
      break;
    }
    if (static_cast<unsigned char>(c) > 0x7f && !(quote != '\0' && is_value)) {
      return "a character that is allowed only in comments and in name = \"text\"";
    }
    if (quote != '\0') {
      at += c == '\\' && quote == '"' ? 1U : 0U;
      quote = c == quote ? '\0' : quote;
    } else if (c == '-' && is_within_value(line, equals, at) && (line[at - 1] | ' ') != 'e') {
      return "a '-' within a value; no key takes a date";
    } else if (c == '"' || c == '\'') {
      if (is_within_value(line, equals, at)) {
        return "a quote within a value";
      }
      if (line.substr(at, 3) == std::string(3, c)) {
        return "a text in three quotes; write it on one line in one pair of quotes";
      }
      quote = c;
      is_value = is_key_of_value(line.substr(0, at));
    } else if (c == ':') {
      return "a ':' outside quotes; put the value in quotes";
    } else if (c == '[' && line.find_first_not_of(" \t[") < at) {
      return "a list; no key takes one";
    }
  }
  return {};
}

}  // namespace nqueens
