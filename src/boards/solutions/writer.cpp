// Writes solutions in all formats. Rows and JSON are streamed; drawn boards are collected first.
#include "boards/solutions/writer.hpp"

#include <array>
#include <charconv>
#include <utility>

#include "boards/solutions/svg.hpp"

namespace nqueens {
namespace {

constexpr std::size_t block = std::size_t{64} << 10;

}  // namespace

SolutionWriter::SolutionWriter(Format format, SquareSymbols symbols, Sink sink)
    : format_(format), symbols_(symbols), sink_(std::move(sink)) {
  text_.reserve(block + 64);
}

void SolutionWriter::write(Rows solution) {
  begin(solution.size());
  add(solution);
  end();
}

void SolutionWriter::begin(std::uint64_t n) {
  collected_.clear();
  if (format_ == Format::json) {
    append("{\"n\":");
    append_number(n);
    append(",\"rows\":[");
  }
  first_row_ = true;
}

void SolutionWriter::add(Rows rows) {
  if (format_ == Format::board || format_ == Format::svg) {
    collected_.insert(collected_.end(), rows.begin(), rows.end());
    return;
  }
  const char separator = format_ == Format::json ? ',' : ' ';
  for (const Row row : rows) {
    if (!std::exchange(first_row_, false)) {
      text_.push_back(separator);
    }
    append_number(std::uint64_t{row} + 1);
  }
}

void SolutionWriter::end() {
  switch (format_) {
    case Format::text: append("\n"); break;
    case Format::json: append("]}\n"); break;
    case Format::board:
      append((first_solution_ ? "" : "\n") + board_text(arrangement_of(collected_), symbols_));
      break;
    case Format::svg: append(svg_text(arrangement_of(collected_))); break;
  }
  first_solution_ = false;
}

void SolutionWriter::flush() {
  if (!text_.empty()) {
    sink_(text_);
    text_.clear();
  }
}

void SolutionWriter::append(std::string_view text) {
  text_ += text;
  if (text_.size() >= block) {
    flush();
  }
}

void SolutionWriter::append_number(std::uint64_t number) {
  std::array<char, 20> digits;
  const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), number);
  append({digits.data(), end});
}

}  // namespace nqueens
