// What the parser of job files must not see.
#pragma once

#include <string>
#include <string_view>

namespace nqueens {

/// What is wrong with a line that the parser would not refuse, but do something undefined with
/// (toml++ issues 294 and 295): names, times and elements of lists that begin with anything, what
/// looks like a date, and characters that are not ASCII where it looks for the end of something.
/// Texts over several lines are no part of a job file, so each line can be looked at by itself.
/// @return empty where the line may be parsed
std::string unparsable_part(std::string_view line);

}  // namespace nqueens
