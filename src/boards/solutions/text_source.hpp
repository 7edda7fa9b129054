// A text, character by character, with its line number.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "boards/solutions/read_text.hpp"

namespace nqueens {

class TextSource {
 public:
  static constexpr int end = -1;

  TextSource(ReadText read, std::string name);

  /// The next character, 0 to 255, or `end`; take() moves past it.
  int peek() {
    return position_ < size_ || fill() ? static_cast<unsigned char>(block_[position_]) : end;
  }
  int take() {
    const int character = peek();
    if (character != end) {
      ++position_;
      line_ += character == '\n' ? 1U : 0U;
    }
    return character;
  }

  /// The line of the next character, from 1.
  [[nodiscard]] std::uint64_t line() const { return line_; }

  void skip_blanks();       ///< blanks within a line
  void skip_white_space();  ///< blanks and ends of lines
  void skip_line();         ///< to the beginning of the next one

  /// Skips white space, whole comments, and a byte order mark at the beginning of the text.
  void skip_to_word();

  /// Takes this text, or fails.
  void expect(std::string_view text);

  /// Takes at least one decimal digit, or fails. Numbers above `ceiling` become `ceiling`.
  std::uint64_t take_number();
  static constexpr std::uint64_t ceiling = 1'000'000'000'000'000;

  /// The same, but fails on leading zeros.
  std::uint64_t take_strict_number();

  /// Throws Error(usage) with the text and a line, or with this line and the next character.
  [[noreturn]] void fail(std::uint64_t line, const std::string& what) const;
  [[noreturn]] void fail_here();

  /// "'x'", or "byte 0x1f" if nobody could see the character.
  static std::string shown(int character);

 private:
  bool fill();

  ReadText read_;
  std::string name_;
  std::string block_;
  std::size_t position_ = 0;
  std::size_t size_ = 0;
  std::uint64_t line_ = 1;
  bool begun_ = false;
};

}  // namespace nqueens
