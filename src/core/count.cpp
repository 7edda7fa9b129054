// 128-bit arithmetic that throws if a result does not fit, and conversion to and from decimal text.

#include <algorithm>

#include "nqueens/number.hpp"

namespace nqueens {

Count& Count::operator+=(Count other) {
  const auto before = value_;
  if (__builtin_add_overflow(before, other.value_, &value_)) {
    value_ = before;
    throw OutOfRange(ExitCode::runtime_error, "a count exceeds 128 bits");
  }
  return *this;
}

Count& Count::operator-=(Count other) {
  const auto before = value_;
  if (__builtin_sub_overflow(before, other.value_, &value_)) {
    value_ = before;
    refuse_negative();
  }
  return *this;
}

void Count::refuse_negative() {
  throw OutOfRange(ExitCode::usage, "a count is less than 0");
}

Count operator*(Count left, Count right) {
  Count product;
  if (__builtin_mul_overflow(left.value_, right.value_, &product.value_)) {
    throw OutOfRange(ExitCode::runtime_error, "a count exceeds 128 bits");
  }
  return product;
}

Count operator/(Count left, Count right) {
  left.value_ /= right.value_;
  return left;
}

Count operator%(Count left, Count right) {
  left.value_ %= right.value_;
  return left;
}

std::string to_string(Count count) {
  std::string digits;
  do {
    digits.push_back(static_cast<char>('0' + (count % 10).low()));
    count = count / 10;
  } while (count != Count{0});
  std::reverse(digits.begin(), digits.end());
  return digits;
}

std::optional<Count> parse_count(std::string_view digits) {
  if (digits.empty()) {
    return std::nullopt;
  }
  try {
    Count count;
    for (const char digit : digits) {
      if (digit < '0' || digit > '9') {
        return std::nullopt;
      }
      count = count * 10 + (digit - '0');
    }
    return count;
  } catch (const OutOfRange&) {
    return std::nullopt;
  }
}

}  // namespace nqueens
