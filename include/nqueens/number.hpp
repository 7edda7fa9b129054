// Count: an exact number of 128 bits. Overflow throws.
//
// Every sum over more than one prefix is a Count: from N = 29 on the number of solutions exceeds 64
// bits, and a published total for N = 24 was once wrong by 182 * 2^32, since partial sums had 32
// bits. N = 32 has about 6e22 solutions; 128 bits hold 3.4e38.
#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <version>
#ifdef __cpp_lib_format
#include <format>
#endif

#include "nqueens/error.hpp"

#pragma GCC visibility push(default)
namespace nqueens {

__extension__ typedef unsigned __int128 Uint128;

class Count;

/// Decimal digits without separators.
std::string to_string(Count count);

// A shared library exports no friend that is declared only in its class.
Count operator*(Count left, Count right);
Count operator/(Count left, Count right);
Count operator%(Count left, Count right);

class Count {
 public:
  constexpr Count() = default;
  /// Throws OutOfRange if the value is less than 0.
  template <std::integral Integer>
  constexpr Count(Integer value)  // NOLINT(google-explicit-constructor): widening
      : value_(static_cast<Uint128>(value)) {
    if constexpr (std::signed_integral<Integer>) {
      if (value < 0) {
        refuse_negative();
      }
    }
  }

  /// The number high * 2^64 + low.
  static constexpr Count from_words(std::uint64_t high, std::uint64_t low) {
    Count count;
    count.value_ = (static_cast<Uint128>(high) << 64) | low;
    return count;
  }

  [[nodiscard]] constexpr std::uint64_t high() const {
    return static_cast<std::uint64_t>(value_ >> 64);
  }
  [[nodiscard]] constexpr std::uint64_t low() const { return static_cast<std::uint64_t>(value_); }

  /// Sum and product throw OutOfRange if the result needs more than 128 bits.
  Count& operator+=(Count other);
  /// Throws OutOfRange if the result would be less than 0.
  Count& operator-=(Count other);
  friend Count operator+(Count left, Count right) { return left += right; }
  friend Count operator-(Count left, Count right) { return left -= right; }
  friend Count operator*(Count left, Count right);

  /// Rounds down. The divisor must not be 0.
  friend Count operator/(Count left, Count right);
  friend Count operator%(Count left, Count right);

  friend constexpr bool operator==(Count left, Count right) { return left.value_ == right.value_; }
  friend constexpr std::strong_ordering operator<=>(Count left, Count right) {
    if (left.value_ == right.value_) {
      return std::strong_ordering::equal;
    }
    return left.value_ < right.value_ ? std::strong_ordering::less : std::strong_ordering::greater;
  }

  /// The nearest double, for rates and progress; never for results.
  [[nodiscard]] constexpr double approximate() const { return static_cast<double>(value_); }

  /// Prints the digits. A template, so that this header needs no <ostream>.
  template <class Traits>
  friend std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& stream,
                                                      Count count) {
    return stream << to_string(count);
  }

 private:
  [[noreturn]] static void refuse_negative();

  Uint128 value_ = 0;
};

/// The inverse of to_string(). Empty if the text is not a number, or one of more than 128 bits.
std::optional<Count> parse_count(std::string_view digits);

}  // namespace nqueens
#pragma GCC visibility pop

template <>
struct std::hash<nqueens::Count> {
  std::size_t operator()(nqueens::Count count) const noexcept {
    return std::hash<std::uint64_t>()(count.high() * 0x9e37'79b9'7f4a'7c15 + count.low());
  }
};

#ifdef __cpp_lib_format
/// Takes the format options of a text, such as "{:>20}".
template <>
struct std::formatter<nqueens::Count> : std::formatter<std::string_view> {
  auto format(nqueens::Count count, auto& context) const {
    return std::formatter<std::string_view>::format(nqueens::to_string(count), context);
  }
};
#endif
