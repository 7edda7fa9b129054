// Writes solutions in all formats. Rows and JSON are streamed; drawn boards are collected first.

#include "boards/solutions/writer.hpp"

#include <array>
#include <charconv>
#include <stdexcept>
#include <utility>

namespace nqueens {
namespace {

constexpr std::size_t block = std::size_t{64} << 10;

bool is_drawn(SolutionFormat format) {
  return format == SolutionFormat::board || format == SolutionFormat::svg;
}

}  // namespace

std::string_view to_string(SolutionFormat format) {
  return solution_formats[static_cast<std::size_t>(format)].name;
}

std::optional<SolutionFormat> solution_format_from(std::string_view name) {
  for (const auto& [format, its_name] : solution_formats) {
    if (its_name == name) {
      return format;
    }
  }
  return std::nullopt;
}

SolutionWriter::SolutionWriter(SolutionFormat format, BoardSquares squares, Sink sink)
    : format_(format), squares_(squares), sink_(std::move(sink)) {
  text_.reserve(block + 64);
}

void SolutionWriter::write(Rows solution) {
  begin(solution.size());
  add(solution);
  end();
}

void SolutionWriter::begin(std::uint64_t n) {
  if (is_drawn(format_)) {
    if (n > (format_ == SolutionFormat::board ? max_drawn_board : max_drawn_picture)) {
      throw std::length_error("board too large to draw");
    }
    collected_.clear();
  } else if (format_ == SolutionFormat::json) {
    append("{\"n\":");
    append_number(n);
    append(",\"rows\":[");
  }
  first_row_ = true;
}

void SolutionWriter::add(Rows rows) {
  if (is_drawn(format_)) {
    collected_.insert(collected_.end(), rows.begin(), rows.end());
    return;
  }
  const char separator = format_ == SolutionFormat::json ? ',' : ' ';
  for (const Row row : rows) {
    if (!std::exchange(first_row_, false)) {
      text_.push_back(separator);
    }
    append_number(std::uint64_t{row} + 1);
  }
}

void SolutionWriter::end() {
  switch (format_) {
    case SolutionFormat::rows: append("\n"); break;
    case SolutionFormat::json: append("]}\n"); break;
    case SolutionFormat::board: append_board(); break;
    case SolutionFormat::svg: append(svg_text(collected_)); break;
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

void SolutionWriter::append_board() {
  if (!first_solution_) {
    append("\n");
  }
  const std::size_t n = collected_.size();
  std::vector<std::size_t> column_of(n);
  for (std::size_t column = 0; column < n; ++column) {
    column_of[collected_[column]] = column;
  }
  std::string line;
  for (const std::size_t queen : column_of) {
    line.clear();
    for (std::size_t column = 0; column < n; ++column) {
      line += column == 0 ? "" : " ";
      line += column == queen ? squares_.queen : squares_.empty;
    }
    append(line += '\n');
  }
}

}  // namespace nqueens
