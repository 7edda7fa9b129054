#include "text_source.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "nqueens/core/error.hpp"

namespace nqueens {

TextSource::TextSource(std::istream& in, std::string name)
    : in_(in), name_(std::move(name)), block_(std::size_t{1} << 18, '\0') {}

bool TextSource::fill() {
  in_.read(block_.data(), static_cast<std::streamsize>(block_.size()));
  if (in_.bad()) {
    throw Error(ExitCode::usage, "cannot read '" + name_ + "'; name a text file");
  }
  size_ = static_cast<std::size_t>(in_.gcount());
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

void TextSource::skip_line() {
  for (int character = take(); character != '\n' && character != end;) {
    character = take();
  }
}

void TextSource::skip_past(std::string_view text) {
  const std::uint64_t from = line_;
  std::string last;
  while (last != text) {
    const int character = take();
    if (character == end) {
      fail(from, "what begins here has no end; '" + std::string(text) + "' is missing");
    }
    last.push_back(static_cast<char>(character));
    if (last.size() > text.size()) {
      last.erase(0, 1);
    }
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

void TextSource::fail(std::uint64_t line, const std::string& what) const {
  throw Error(ExitCode::usage, name_ + ":" + std::to_string(line) + ": " + what);
}

void TextSource::fail_here() {
  const int character = peek();
  if (character == end) {
    fail(line_, "the text ends within a solution");
  }
  if (character == '\n') {
    fail(line_, "the line ends within a solution");
  }
  char text[16];
  const bool printable = character > ' ' && character < 127;
  std::snprintf(text, sizeof text, printable ? "'%c'" : "octet 0x%02x", character);
  fail(line_, std::string(text) + " is no part of a solution here; see nqueens solve --help for the formats");
}

}  // namespace nqueens
