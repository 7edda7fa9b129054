// Headers of checkpoints and certificates: the kind of file, and a line that defines its job.
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

/// Kinds of files; the number of the format follows.
inline constexpr std::string_view checkpoint_start = "nqueens checkpoint ";
inline constexpr std::string_view certificate_start = "nqueens certificate ";

/// A certificate instead of a checkpoint, the reverse, or a file without a job. It is undamaged.
class OtherKind : public Error {
  using Error::Error;
};

/// An Error(checkpoint) about a file. The caller prepends the file's name.
Error unusable(const std::string& why);

/// Whether a line is safe to quote in a message.
bool is_printable(std::string_view line);

/// Values of "name=value" words.
using Words = std::map<std::string, std::string, std::less<>>;
Words parse_words(std::istream& line);
/// The value of a required word. Both throw Error(checkpoint).
const std::string& text_of(const Words& words, std::string_view name);
std::uint64_t number_of(const Words& words, std::string_view name, std::uint64_t most);

/// The job in the words: the inverse of to_string(Job). Order and other words are ignored. Throws
/// Error(checkpoint) if a word is missing or the job is impossible.
Job parse_job(const Words& words);

/// Throws Error(checkpoint) if this program generates another stream of prefixes.
void require_known_stream(const Job& job);

inline constexpr std::size_t longest_header = 1000;

struct CheckpointHeader {
  int format = 0;
  std::string fields{};  ///< the line after the format
  Words words;
  std::size_t length = 0;  ///< of the line with its newline
};

/// Parses the first line, before its CRC is checked.
CheckpointHeader parse_header(std::string_view bytes);

/// The CRC-32C of bytes added in pieces.
class Crc32c {
 public:
  void add(std::string_view bytes);
  [[nodiscard]] std::string digits() const;

 private:
  std::uint32_t remainder_ = 0xffff'ffff;
};

/// The last field of the first line. The CRC covers all before it and everything after the line.
inline constexpr std::string_view crc_field = " crc32c=";

/// The bytes after the first line of a checkpoint, read once and in pieces. Exactly the bytes that
/// are returned go into the CRC, and none beyond the size that the file had when opened.
class CheckedBytes final : public std::streambuf {
 public:
  /// @param size  of the file. Throws what parse_header() and sgetn() throw
  CheckedBytes(std::streambuf& file, std::uint64_t size);

  [[nodiscard]] const CheckpointHeader& header() const { return header_; }
  [[nodiscard]] std::uint64_t left() const;

  /// Reads the rest. Throws if the CRC is wrong. Rethrows errors of the file, which streams hide.
  void require_right();

 private:
  int_type underflow() override;

  std::streambuf& file_;
  std::uint64_t unread_;
  std::vector<char> piece_;
  CheckpointHeader header_;
  std::string crc_;            ///< from the first line
  std::optional<Crc32c> sum_;  ///< once that line is known
  std::exception_ptr fault_;
};

}  // namespace nqueens
