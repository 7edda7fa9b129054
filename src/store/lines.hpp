// Texts in pieces: Lines reads and hashes them line by line, Pieces writes them.
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
  /// Returns the next bytes; none at the end.
  using Source = std::function<std::string_view()>;

  explicit Lines(Source source) : source_(std::move(source)) {}

  [[nodiscard]] bool at_end();
  [[nodiscard]] bool begins_with(std::string_view start);

  /// Number of the line that next() returned last, from 1.
  [[nodiscard]] std::string number() const { return std::to_string(number_); }

  /// SHA-256 of all lines so far with their newlines.
  [[nodiscard]] std::string sha256() const { return hash_.digits(); }

  /// The next line without its newline, valid until the next call. This and the following functions
  /// throw Error(checkpoint) with the line number.
  std::string_view next();

  /// The value in a line "name: value".
  std::string text(std::string_view name);

  /// A number without leading zeros.
  Count count(std::string_view name);
  std::uint64_t whole(std::string_view name, std::uint64_t most);

 private:
  bool fill();

  Source source_;
  std::string buffer_;  ///< bytes before `at_` are read already
  std::size_t at_ = 0;
  std::uint64_t number_ = 0;
  Sha256 hash_;
};

/// Collects a text and writes it in large pieces, since each is a call.
class Pieces {
 public:
  using Write = std::function<void(std::string_view)>;

  explicit Pieces(Write write) : write_(std::move(write)) {}

  /// Append to this.
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

/// The number, if the text is one without leading zeros.
std::optional<Count> plain_count(std::string_view text);

}  // namespace nqueens
