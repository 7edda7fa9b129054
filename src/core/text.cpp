// Names of files may have any characters; a line of output has none that end it or move the cursor.
// "Did you mean" compares words letter by letter.

#include "core/text.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include "nqueens/error.hpp"

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

/// Its message fits into one line.
Error::Error(ExitCode code, const std::string& message)
    : std::runtime_error(one_line(message)), code_(code) {}

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

namespace {

/// A longer text is no misspelt word.
constexpr std::size_t longest_word = 100;

/// An option without its dashes, which say nothing about what was meant.
std::string_view letters_of(std::string_view word) {
  return word.substr(std::min(word.find_first_not_of('-'), word.size()));
}

bool are_alike(std::string_view left, std::string_view right, std::size_t distance) {
  constexpr std::size_t min_beginning = 3;
  const std::size_t shorter = std::min(left.size(), right.size());
  const bool begins =
      shorter >= min_beginning && left.substr(0, shorter) == right.substr(0, shorter);
  return begins || 3 * distance <= std::max(left.size(), right.size());
}

}  // namespace

std::size_t edit_distance(std::string_view left, std::string_view right) {
  // Three rows of the table of the distances of all beginnings.
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
  const std::string_view letters = letters_of(word);
  if (letters.empty() || word.size() > longest_word) {
    return {};
  }
  std::string best;
  std::size_t best_distance = longest_word;
  for (const std::string& candidate : known) {
    const std::string_view other = letters_of(candidate);
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
