// Lines that name a job, in the header of a checkpoint and in that of a certificate, and their
// words.
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "nqueens/core/error.hpp"
#include "nqueens/job/job.hpp"

namespace nqueens {

/// What is wrong with a file; whoever knows the file's name puts it before.
Error unusable(const std::string& why);

/// Such a line is quoted in messages and shown to the user; a terminal obeys some characters.
bool is_printable(std::string_view line);

/// The number that the decimal digits are; nothing where they are none, or one above `most`.
std::optional<std::uint64_t> whole_number(std::string_view digits, std::uint64_t most);

/// The values of "name=value" words.
using Words = std::map<std::string, std::string, std::less<>>;
Words parse_words(std::istream& line);

/// The job that the words name: the inverse of to_string(Job), in any order and among others.
/// Throws Error(checkpoint) where a word is missing, or there can be no such job.
Job parse_job(const Words& words);

/// Throws Error(checkpoint) where this program enumerates other prefixes for the job.
void require_known_stream(const Job& job);

}  // namespace nqueens
