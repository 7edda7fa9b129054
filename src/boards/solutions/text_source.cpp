// Reads a text in blocks, returns characters, and reports errors with their line.

#include "boards/solutions/text_source.hpp"

#include <algorithm>
#include <utility>

#include "core/number.hpp"
#include "nqueens/error.hpp"

namespace nqueens {

TextSource::TextSource(ReadText read, std::string name)
    : read_(std::move(read)), name_(std::move(name)), block_(std::size_t{1} << 18, '\0') {}

bool TextSource::fill() {
  size_ = read_(block_);
  position_ = 0;
  return size_ > 0;
}

void TextSource::skip_blanks() {
  for (int character = peek(); character == ' ' || character == '\t' || character == '\r';
       character = peek()) {
    take();
  }
}

void TextSource::skip_white_space() {
  for (skip_blanks(); peek() == '\n'; skip_blanks()) {
    take();
  }
}

std::string TextSource::take_line(std::size_t max_characters) {
  std::string line;
  for (int character = take(); character != '\n' && character != end; character = take()) {
    if (line.size() < max_characters) {
      line.push_back(static_cast<char>(character));
    }
  }
  return line;
}

void TextSource::skip_to_word() {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (!std::exchange(begun_, true) && peek() == 0xEF) {
    expect(byte_order_mark);
  }
  skip_white_space();
  while (peek() == '#') {
    take_line();
    skip_white_space();
  }
}

void TextSource::expect(std::string_view text) {
  for (const char expected : text) {
    if (peek() != static_cast<unsigned char>(expected)) {
      fail_here();
    }
    take();
  }
}

std::uint64_t TextSource::take_number() {
  if (peek() < '0' || peek() > '9') {
    fail_here();
  }
  std::uint64_t number = 0;
  for (int character = peek(); character >= '0' && character <= '9'; character = peek()) {
    number = std::min(10 * number + static_cast<std::uint64_t>(character - '0'), ceiling);
    take();
  }
  return number;
}

std::uint64_t TextSource::take_strict_number() {
  if (peek() != '0') {
    return take_number();
  }
  take();
  if (peek() >= '0' && peek() <= '9') {
    fail(line_, "a number begins with 0; remove the leading zeros");
  }
  return 0;
}

void TextSource::fail(std::uint64_t line, const std::string& what) const {
  throw Error(ExitCode::usage, joined(name_, ':', line, ": ", what));
}

void TextSource::fail_here() {
  const int character = peek();
  if (character == end) {
    fail(line_, "the text ends within a solution");
  }
  if (character == '\n') {
    fail(line_, "the line ends within a solution");
  }
  fail(line_, "unexpected " + shown(character) + "; see nqueens solve --help for the formats");
}

std::string TextSource::shown(int character) {
  return formatted(character > ' ' && character < 127 ? "'%c'" : "byte 0x%02x", character);
}

}  // namespace nqueens
