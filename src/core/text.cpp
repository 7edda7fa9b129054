// Escapes for the characters that file and host names may have, and edit distances for "did you
// mean".

#include "core/text.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "core/number.hpp"
#include "nqueens/error.hpp"

namespace nqueens {

namespace {

/// A UTF-8 character. Invalid bytes are single, without a number.
struct Character {
  std::size_t bytes = 1;
  std::optional<char32_t> number;
};

/// The first character of a text, which must not be empty.
Character first_of(std::string_view text) {
  constexpr std::array<char32_t, 5> least = {0, 0, 0x80, 0x800, 0x10000};  // by number of bytes
  const auto first = static_cast<unsigned char>(text.front());
  if (first < 0x80) {
    return {.number = first};
  }
  const std::size_t bytes = first < 0xc0 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  if (bytes == 0 || first >= 0xf8 || text.size() < bytes) {
    return {};
  }
  char32_t number = first & (0x7fU >> bytes);
  for (const char next : text.substr(1, bytes - 1)) {
    const auto byte = static_cast<unsigned char>(next);
    if ((byte & 0xc0U) != 0x80) {
      return {};
    }
    number = number << 6U | (byte & 0x3fU);
  }
  const bool is_surrogate = number >= 0xd800 && number < 0xe000;
  return number < least.at(bytes) || is_surrogate || number > 0x10ffff
             ? Character{}
             : Character{.bytes = bytes, .number = number};
}

/// False for control characters, line ends, and marks that turn the direction of a text.
bool is_harmless(char32_t number) {
  const auto is_within = [number](char32_t from, char32_t to) {
    return from <= number && number <= to;
  };
  return !is_within(0, 0x1f) && !is_within(0x7f, 0x9f) && number != 0x61c &&
         !is_within(0x200e, 0x200f) && !is_within(0x2028, 0x202e) && !is_within(0x2066, 0x2069);
}

std::string escape_of(char32_t number, bool is_wide) {
  return number == '\n' ? "\\n"
         : number == '\t'
             ? "\\t"
             : formatted(is_wide ? "\\u%04x" : "\\x%02x", static_cast<unsigned>(number));
}

std::string with_escapes(std::string_view text, std::string_view kept) {
  std::string out;
  while (!text.empty()) {
    const auto [bytes, number] = first_of(text);
    if (number && (is_harmless(*number) || kept.find(text.front()) != std::string_view::npos)) {
      out += text.substr(0, bytes);
    } else {
      out += escape_of(number.value_or(static_cast<unsigned char>(text.front())), bytes > 1);
    }
    text.remove_prefix(bytes);
  }
  return out;
}

/// Longer text is not a misspelt word.
constexpr std::size_t longest_word = 100;

/// An option without its leading dashes, which do not help to guess it.
std::string_view letters_of(std::string_view word) {
  return word.substr(std::min(word.find_first_not_of('-'), word.size()));
}

std::string lower_case(std::string_view letters) {
  std::string lower(letters);
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return std::tolower(c); });
  return lower;
}

bool are_alike(std::string_view left, std::string_view right, std::size_t distance) {
  constexpr std::size_t min_beginning = 3;
  const std::size_t shorter = std::min(left.size(), right.size());
  const bool begins =
      shorter >= min_beginning && left.substr(0, shorter) == right.substr(0, shorter);
  return begins || 3 * distance <= std::max(left.size(), right.size());
}

}  // namespace

std::string one_line(std::string_view text) {
  return with_escapes(text, "");
}

std::string as_line(std::string_view text) {
  return one_line(text) + "\n";
}

std::string as_lines(std::string_view text) {
  return with_escapes(text, "\n\t");
}

std::string shortened(std::string_view text) {
  std::size_t most = 40;
  if (text.size() <= most) {
    return std::string(text);
  }
  while (most > 0 && (text[most] & 0xC0) == 0x80) {
    --most;  // not within a character
  }
  return std::string(text.substr(0, most)) + "...";
}

bool is_unexpanded(std::string_view path) {
  return path == "~" || ((path.starts_with('~') || path.starts_with('$')) &&
                         path.find('/') != std::string_view::npos);
}

/// Escapes keep the message on one line.
Error::Error(ExitCode code, const std::string& message)
    : std::runtime_error(one_line(message)), code_(code) {}

std::string shell_quoted(std::string_view text) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%";
  if (!text.empty() && text.find_first_not_of(plain) == std::string_view::npos) {
    return std::string(text);
  }
  const std::string line = one_line(text);
  const bool has_escapes = line != text;  // shells write these as $'\x1b'
  std::string quoted = has_escapes ? "$'" : "'";
  for (const char c : text) {
    quoted += c == '\''                  ? (has_escapes ? "\\'" : "'\\''")
              : c == '\\' && has_escapes ? "\\\\"
                                         : std::string(1, c);
  }
  return one_line(quoted) + "'";
}

std::size_t edit_distance(std::string_view left, std::string_view right) {
  // Three rows of the table of distances between all prefixes.
  std::vector<std::size_t> before_last(right.size() + 1);
  std::vector<std::size_t> last(right.size() + 1);
  std::vector<std::size_t> row(right.size() + 1);
  for (std::size_t j = 0; j <= right.size(); ++j) {
    row[j] = j;
  }
  for (std::size_t i = 1; i <= left.size(); ++i) {
    before_last.swap(last);
    last.swap(row);
    row[0] = i;
    for (std::size_t j = 1; j <= right.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (left[i - 1] == right[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1]) {
        row[j] = std::min(row[j], before_last[j - 2] + 1);
      }
    }
  }
  return row[right.size()];
}

std::string most_similar(std::string_view word, const std::vector<std::string>& known) {
  const std::string letters = lower_case(letters_of(word));
  if (letters.empty() || word.size() > longest_word) {
    return {};
  }
  std::string best;
  std::size_t best_distance = longest_word;
  for (const std::string& candidate : known) {
    const std::string other = lower_case(letters_of(candidate));
    const std::size_t distance = edit_distance(letters, other);
    if (distance < best_distance && are_alike(letters, other, distance)) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& known) {
  const std::string meant = most_similar(word, known);
  return meant.empty() ? "" : "; did you mean " + meant + "?";
}

std::string list_of(const std::vector<std::string>& words, const std::string& last_link,
                    const std::string& quote) {
  std::string list;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool is_last = i + 1 == words.size();
    list += (i == 0 ? "" : is_last ? " " + last_link + " " : ", ") + quote + words[i] + quote;
  }
  return list;
}

}  // namespace nqueens
