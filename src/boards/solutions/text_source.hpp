// Joins texts from parts, and reads texts character by character with line numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace nqueens {

/// Joins texts, characters and numbers.
template <class... Parts>
std::string joined(const Parts&... parts) {
  std::string text;
  const auto append = [&text](const auto& part) {
    using Type = std::decay_t<decltype(part)>;
    if constexpr (std::is_arithmetic_v<Type> && !std::is_same_v<Type, char>) {
      text += std::to_string(part);
    } else {
      text += part;
    }
  };
  (append(parts), ...);
  return text;
}

/// Puts the next available characters of a text into a buffer and returns their number; 0 only at
/// the end. The reader passes on its exceptions.
using ReadText = std::function<std::size_t(std::span<char> buffer)>;

class TextSource {
 public:
  static constexpr int end = -1;

  /// @param name  of the text, for messages
  TextSource(ReadText read, std::string name);

  [[nodiscard]] const std::string& name() const { return name_; }

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

  /// Line of the next character, from 1.
  [[nodiscard]] std::uint64_t line() const { return line_; }

  void skip_blanks();       ///< blanks within a line
  void skip_white_space();  ///< blanks and newlines

  /// Takes the rest of the line with its newline. @return at most this many of its characters
  std::string take_line(std::size_t max_characters = 0);

  /// Skips white space, whole comments, and a byte order mark at the beginning of the text.
  void skip_to_word();

  /// Whether a number just taken ends here: before a blank, a comment or the end of the line.
  bool is_behind_number() {
    const int next = peek();
    return next == ' ' || next == '\t' || next == '\r' || is_behind_line();
  }
  /// Whether a line of numbers ends here, possibly with a comment.
  bool is_behind_line() {
    const int next = peek();
    return next == '\n' || next == '#' || next == end;
  }

  /// Takes exactly this text, or fails.
  void expect(std::string_view text);

  /// Takes at least one decimal digit, or fails. Numbers above `ceiling` become `ceiling`.
  std::uint64_t take_number();
  static constexpr std::uint64_t ceiling = 1'000'000'000'000'000;

  /// Like take_number(), but fails on leading zeros.
  std::uint64_t take_strict_number();

  /// Throws Error(usage) with the text's name and a line; fail_here() names the next character,
  /// too.
  [[noreturn]] void fail(std::uint64_t line, const std::string& what) const;
  [[noreturn]] void fail_here();

  /// "'x'", or "byte 0x1f" for invisible characters.
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
