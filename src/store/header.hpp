// Headers of checkpoints and certificates: the kind of the file, and a line that names its job.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <iosfwd>
#include <map>
#include <optional>
#include <streambuf>
#include <string>
#include <string_view>
#include <vector>

#include "job/job.hpp"
#include "nqueens/error.hpp"

namespace nqueens {

/// The kind of a file, before the number of its format.
inline constexpr std::string_view checkpoint_start = "nqueens checkpoint ";
inline constexpr std::string_view certificate_start = "nqueens certificate ";

/// A checkpoint was given for a certificate, or the reverse, or is of no job. It is not damaged.
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

/// The CRC-32C of bytes that come in pieces.
class Crc32c {
 public:
  void add(std::string_view bytes);
  [[nodiscard]] std::string digits() const;

 private:
  std::uint32_t remainder_ = 0xffff'ffff;
};

/// The last field of the first line; the CRC is of all before it, and of what follows the line.
inline constexpr std::string_view crc_field = " crc32c=";

/// What follows the first line of a checkpoint, read once and in pieces. What is read is what the
/// CRC is of, and no more than the file had when it was opened.
class CheckedBytes final : public std::streambuf {
 public:
  /// @param size  of the file. Throws as parse_header(), and what its sgetn() throws
  CheckedBytes(std::streambuf& file, std::uint64_t size);

  [[nodiscard]] const CheckpointHeader& header() const { return header_; }
  [[nodiscard]] std::uint64_t left() const;

  /// Reads the rest. Throws if the CRC of the first line does not fit, or what the file has thrown,
  /// which streams hide.
  void require_right();

 private:
  int_type underflow() override;

  std::streambuf& file_;
  std::uint64_t unread_;
  std::vector<char> piece_;
  CheckpointHeader header_;
  std::string crc_;            ///< that the first line says
  std::optional<Crc32c> sum_;  ///< from when that line is known
  std::exception_ptr fault_;
};

}  // namespace nqueens
