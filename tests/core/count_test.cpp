// Counts of 128 bits: arithmetic, text, overflow.

#include <gtest/gtest.h>

#include <iomanip>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <unordered_set>

#include "nqueens/number.hpp"

namespace nqueens {
namespace {

constexpr std::uint64_t max64 = std::numeric_limits<std::uint64_t>::max();

TEST(Count, GoesBeyond64Bits) {
  const Count sum = Count{max64} + Count{1};
  EXPECT_EQ(sum, Count::from_words(1, 0));
  EXPECT_EQ(to_string(sum), "18446744073709551616");
}

TEST(Count, MultipliesBeyond64Bits) {
  EXPECT_EQ(to_string(Count{max64} * 8), "147573952589676412920");
}

TEST(Count, RefusesASumOver128Bits) {
  Count most = Count::from_words(max64, max64);
  const Count before = most;
  EXPECT_THROW(most += Count{1}, OutOfRange);
  EXPECT_EQ(most, before);
}

TEST(Count, RefusesAProductOver128Bits) {
  const Count most = Count::from_words(max64, max64);
  EXPECT_EQ(most * 1, most);
  EXPECT_THROW(most * 2, OutOfRange);
  EXPECT_THROW(Count::from_words(1, 0) * Count::from_words(1, 0), OutOfRange);
}

TEST(Count, PrintsAndParsesTheLargestNumber) {
  const Count most = Count::from_words(max64, max64);
  EXPECT_EQ(to_string(most), "340282366920938463463374607431768211455");
  EXPECT_EQ(parse_count(to_string(most)), most);
}

TEST(Count, ParsesDigitsOnly) {
  EXPECT_EQ(parse_count("0"), Count{0});
  EXPECT_EQ(parse_count("14772512"), Count{14772512});
  for (const char* wrong :
       {"", "-1", "+1", "1e3", " 1", "1 ", "0x10", "340282366920938463463374607431768211456"}) {
    EXPECT_EQ(parse_count(wrong), std::nullopt) << wrong;
  }
}

TEST(Count, OrdersByTheHighWordFirst) {
  EXPECT_LT(Count{max64}, Count::from_words(1, 0));
  EXPECT_GT(Count::from_words(2, 0), Count::from_words(1, max64));
  EXPECT_EQ(Count{5} <=> Count{5}, std::strong_ordering::equal);
}

TEST(Count, DividesWithRemainder) {
  EXPECT_EQ(Count::from_words(1, 0) / 2, Count{std::uint64_t{1} << 63});
  EXPECT_EQ(Count::from_words(1, 0) % 10, 6U);
}

TEST(Count, TakesAwayWhatItHasAndNoMore) {
  Count count = Count::from_words(1, 0);
  count -= 1;
  EXPECT_EQ(count, Count{std::numeric_limits<std::uint64_t>::max()});
  EXPECT_THROW(count -= Count::from_words(1, 0), OutOfRange);
  EXPECT_EQ(count, Count{std::numeric_limits<std::uint64_t>::max()});
}

TEST(Count, IsNoNegativeNumber) {
  const int one_less = -1;
  EXPECT_THROW(Count{one_less}, OutOfRange);
  EXPECT_THROW(Count{std::numeric_limits<long long>::min()}, OutOfRange);
  EXPECT_THROW(Count{5} * one_less, OutOfRange);
  EXPECT_THROW(Count{5} / one_less, OutOfRange);
  EXPECT_THROW(Count{3} - 5, OutOfRange);
  EXPECT_EQ(Count{5} - 3, 2);
  EXPECT_EQ(7 * Count{std::int8_t{6}} % 10, 2);
}

TEST(Count, GoesWhereNumbersGo) {
  std::ostringstream stream;
  stream << std::setw(22) << std::hex << Count::from_words(1, 0) << ' ' << Count{10};
  EXPECT_EQ(stream.str(), "  18446744073709551616 10");
  const std::unordered_set<Count> numbers = {1, 0, Count::from_words(1, 0), 1};
  EXPECT_EQ(numbers.size(), 3U);
  EXPECT_NE(std::hash<Count>()(1), std::hash<Count>()(Count::from_words(1, 0)));
#ifdef __cpp_lib_format
  EXPECT_EQ(std::format("{:>22}|{}", Count::from_words(1, 0), Count{10}),
            "  18446744073709551616|10");
#endif
}

}  // namespace
}  // namespace nqueens
