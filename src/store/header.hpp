// Headers of checkpoints and certificates: the kind of the file, and a line that names its job.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <map>
#include <string>
#include <string_view>

#include "job/job.hpp"
#include "nqueens/error.hpp"

namespace nqueens {

/// The kind of a file, before the number of its format.
inline constexpr std::string_view checkpoint_start = "nqueens checkpoint ";
inline constexpr std::string_view certificate_start = "nqueens certificate ";

/// A checkpoint was given for a certificate, or the reverse. The file is not damaged.
class OtherKind : public Error {
  using Error::Error;
};

/// What is wrong with a file. The caller puts the file's name before it.
Error unusable(const std::string& why);

/// Messages quote such lines, so they must not have control characters.
bool is_printable(std::string_view line);

/// The values of "name=value" words.
using Words = std::map<std::string, std::string, std::less<>>;
Words parse_words(std::istream& line);
/// Those of a required word. Throw Error(checkpoint).
const std::string& text_of(const Words& words, std::string_view name);
std::uint64_t number_of(const Words& words, std::string_view name, std::uint64_t most);

/// The job that the words name: the inverse of to_string(Job), in any order and among other words.
/// Throws Error(checkpoint) if a word is missing or the job is impossible.
Job parse_job(const Words& words);

/// Throws Error(checkpoint) if this program has another stream of prefixes.
void require_known_stream(const Job& job);

inline constexpr std::size_t longest_header = 1000;

/// The first line of a checkpoint.
struct CheckpointHeader {
  int format = 0;
  Words words;
  std::size_t length = 0;  ///< of the line with its newline
};

/// Parses the first line. The CRC decides later whether it is right.
CheckpointHeader parse_header(std::string_view bytes);

/// Throws if the CRC at the end of the line does not fit the line and the rest of the file.
void check_crc(std::string_view line, std::streambuf& file);

/// The line with its CRC and its newline.
std::string with_crc(std::string line, std::string_view payload);

}  // namespace nqueens
