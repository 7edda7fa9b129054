// Text made safe for output and for a shell, lists of words, and guesses at misspelt words.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace nqueens {

/// Cells of a table, by row. A row of facts has a name and a value.
using TableRows = std::vector<std::vector<std::string>>;

/// The text made safe for a terminal: with escapes (\t, \x1b, \u202e) for characters that end a
/// line, move the cursor or turn the direction of a text, and for bytes that are not UTF-8.
std::string one_line(std::string_view text);

/// The same with a newline.
std::string as_line(std::string_view text);

/// The same, but newlines and tabs are kept.
std::string as_lines(std::string_view text);

/// At most 40 bytes of the text, for a message; "..." ends a cut one.
std::string shortened(std::string_view text);

/// Whether a path such as ~/x or $HOME/x has a beginning that no shell has expanded.
bool is_unexpanded(std::string_view path);

/// The text as one word for a shell, on one line.
std::string shell_quoted(std::string_view text);

/// Number of letters to insert, remove, replace or swap with their neighbour to turn one text into
/// the other.
std::size_t edit_distance(std::string_view left, std::string_view right);

/// The most similar known word; empty if none is similar. Words are similar if at most a third of
/// the letters of the longer one differ, or if one of at least three letters begins the other.
/// Leading dashes are ignored.
std::string most_similar(std::string_view word, const std::vector<std::string>& known);

/// "; did you mean --threads?" for the most similar known word; empty if there is none.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& known);

/// "search, permute or repair".
std::string list_of(const std::vector<std::string>& words, const std::string& last_link,
                    const std::string& quote = "");

/// "a, b, c and 7 more": the first forty values, as text_of() gives them.
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
