// Lines buffers the text up to the next newline.

#include "store/lines.hpp"

#include "store/header.hpp"

namespace nqueens {
namespace {

/// Above all lines of our texts, so that other files are not kept whole.
constexpr std::size_t longest_line = 10'000;

}  // namespace

std::optional<Count> plain_count(std::string_view text) {
  if (text.size() > 1 && text.starts_with('0')) {
    return std::nullopt;
  }
  return parse_count(text);
}

bool Lines::fill() {
  const std::string_view more = source_();
  buffer_.erase(0, at_);
  at_ = 0;
  buffer_ += more;
  return !more.empty();
}

bool Lines::at_end() {
  return at_ == buffer_.size() && !fill();
}

bool Lines::begins_with(std::string_view start) {
  while (buffer_.size() - at_ < start.size()) {
    if (!fill()) {
      return false;
    }
  }
  return std::string_view(buffer_).substr(at_).starts_with(start);
}

std::string_view Lines::next() {
  auto newline = buffer_.find('\n', at_);
  while (newline == std::string::npos) {
    if (buffer_.size() - at_ > longest_line) {
      throw unusable("has too long a line after line " + number());
    }
    if (!fill()) {
      throw unusable("is cut short after line " + number());
    }
    newline = buffer_.find('\n', at_);
  }
  const std::string_view line = std::string_view(buffer_).substr(at_, newline - at_);
  hash_.add(std::string_view(buffer_).substr(at_, line.size() + 1));
  at_ = newline + 1;
  ++number_;
  return line;
}

std::string Lines::text(std::string_view name) {
  const std::string_view line = next();
  if (line.size() < name.size() + 3 || !line.starts_with(name) ||
      line.substr(name.size(), 2) != ": ") {
    throw unusable("has no '" + std::string(name) + ": ...' in line " + number());
  }
  return std::string(line.substr(name.size() + 2));
}

Count Lines::count(std::string_view name) {
  const auto value = plain_count(text(name));
  if (!value) {
    throw unusable("has no number below 2^128 in line " + number());
  }
  return *value;
}

std::uint64_t Lines::whole(std::string_view name, std::uint64_t most) {
  const Count value = count(name);
  if (value > Count{most}) {
    throw unusable("has a number in line " + number() + " that is not from 0 to " +
                   std::to_string(most));
  }
  return value.low();
}

}  // namespace nqueens
