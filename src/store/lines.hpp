// Texts in pieces: the lines of one that is read, and the hash of these; one that is written.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/sha256.hpp"
#include "nqueens/number.hpp"

namespace nqueens {

class Lines {
 public:
  /// The next bytes at each call, none at the end.
  using Source = std::function<std::string_view()>;

  explicit Lines(Source source) : source_(std::move(source)) {}

  [[nodiscard]] bool at_end();
  [[nodiscard]] bool begins_with(std::string_view start);

  /// The number of the line that next() gave last, from 1.
  [[nodiscard]] std::string number() const { return std::to_string(number_); }

  /// The SHA-256 of all lines so far with their newlines.
  [[nodiscard]] std::string sha256() const { return hash_.digits(); }

  /// A line without its newline, until the next call. This and what follows throw Error(checkpoint)
  /// with the number of the line.
  std::string_view next();

  /// The value in a line "name: value".
  std::string text(std::string_view name);

  /// A number without leading zeros.
  Count count(std::string_view name);
  std::uint64_t whole(std::string_view name, std::uint64_t most);

 private:
  bool fill();

  Source source_;
  std::string buffer_;  ///< the bytes so far, those from at_ on not yet read
  std::size_t at_ = 0;
  std::uint64_t number_ = 0;
  Sha256 hash_;
};

/// A text that is written in pieces, large ones, since each is a call.
class Pieces {
 public:
  using Write = std::function<void(std::string_view)>;

  explicit Pieces(Write write) : write_(std::move(write)) {}

  /// To add to.
  std::string& text() {
    constexpr std::size_t piece_bytes = 1U << 16U;
    if (text_.size() > piece_bytes) {
      flush();
    }
    return text_;
  }

  void flush() {
    write_(text_);
    text_.clear();
  }

 private:
  Write write_;
  std::string text_;
};

template <class Number>
void add_number(std::string& text, Number number) {
  char digits[20];
  text.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

/// The number that the text is, without leading zeros; nothing for other text.
std::optional<Count> plain_count(std::string_view text);

}  // namespace nqueens
