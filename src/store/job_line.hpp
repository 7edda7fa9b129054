// Lines that name a job, in the headers of checkpoints and certificates.
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/error.hpp"
#include "job/job.hpp"

namespace nqueens {

/// What is wrong with a file. The caller puts the file's name before it.
Error unusable(const std::string& why);

/// Messages quote such lines, so they must not have control characters.
bool is_printable(std::string_view line);

/// The number of these decimal digits; nothing if they are not a number up to `most`.
std::optional<std::uint64_t> whole_number(std::string_view digits, std::uint64_t most);

/// The values of "name=value" words.
using Words = std::map<std::string, std::string, std::less<>>;
Words parse_words(std::istream& line);

/// The job that the words name: the inverse of to_string(Job), in any order and among other words.
/// Throws Error(checkpoint) if a word is missing or the job is impossible.
Job parse_job(const Words& words);

/// Throws Error(checkpoint) if this program has another stream of prefixes.
void require_known_stream(const Job& job);

}  // namespace nqueens
