// Text for one line of output and for a shell, lists of words, and the known word that is most like
// an unknown one.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace nqueens {

/// Cells of a table, by row; of facts, a name and a value.
using TableRows = std::vector<std::vector<std::string>>;

/// The text as a terminal may have it: with escapes (\t, \x1b, \u202e) for characters that end a
/// line, move the cursor or turn the direction of a text, and for bytes that are no UTF-8.
std::string one_line(std::string_view text);

/// The same with the end of the line.
std::string as_line(std::string_view text);

/// The same for lines with their ends, and tabs between their columns.
std::string as_lines(std::string_view text);

/// The text up to 40 bytes, for a message; the end of a longer one is "...".
std::string shortened(std::string_view text);

/// The text as a shell takes it for one word. It is one line.
std::string shell_quoted(std::string_view text);

/// How many letters to insert, remove, replace or swap with their neighbour to make one text the
/// other.
std::size_t edit_distance(std::string_view left, std::string_view right);

/// The known word that is most like this one; empty if none is like it. Words are alike if at most
/// a third of the letters of the longer one differ, or if one of at least three letters begins the
/// other. Dashes before a word are not looked at.
std::string most_similar(std::string_view word, const std::vector<std::string>& known);

/// "; did you mean --threads?" for the most similar known word, or nothing.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& known);

/// "search, permute or repair".
std::string list_of(const std::vector<std::string>& words, const std::string& last_link,
                    const std::string& quote = "");

/// "a, b, c and 7 more": the first forty, each as `text_of` has it.
template <class Values, class TextOf>
std::string first_forty(const Values& values, const TextOf& text_of) {
  constexpr std::size_t max_shown = 40;
  std::string text;
  std::size_t shown = 0;
  for (const auto& value : values) {
    if (shown == max_shown) {
      return text + " and " + std::to_string(values.size() - shown) + " more";
    }
    text += (shown++ > 0 ? ", " : "") + text_of(value);
  }
  return text;
}

}  // namespace nqueens
