// Text that the parser of job files must not see.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace nqueens {

/// What is wrong with a line on which the parser has undefined behaviour (toml++ issues 294 and
/// 295): names, times and list elements with invalid first characters, text that looks like a date,
/// and non-ASCII characters where it looks for the end of a token. Job files have no texts over
/// several lines, so each line can be checked by itself.
/// @return empty if the line may be parsed
std::string unparsable_part(std::string_view line);

/// A value of letters that is in no quotes.
struct BareText {
  std::string_view name;
  std::string_view value;
};

/// That of a line `name = value`, if it has one.
std::optional<BareText> bare_text(std::string_view line);

}  // namespace nqueens
