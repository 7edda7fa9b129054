// Messages are equal after encoding and decoding, and bad bytes are refused.

#include "net/message.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "support/boards.hpp"

namespace nqueens {
namespace {

template <class Body>
Body round_trip(const Body& body) {
  return std::get<Body>(decode_message(encode(Message(body))));
}

TEST(Message, CarriesResultsWithSumsOver64Bits) {
  const Results results = round_trip(Results{.results = {{.unit = {.task = 7},
                                                          .count = Count::from_words(3, 9),
                                                          .placed = {4, 5},
                                                          .nodes = 11,
                                                          .seconds = 0.25}},
                                             .batch_finished = true,
                                             .job = 1});
  EXPECT_EQ(results.job, 1U);
  ASSERT_EQ(results.results.size(), 1U);
  EXPECT_EQ(results.results[0].unit.task, 7U);
  EXPECT_EQ(results.results[0].count, Count::from_words(3, 9));
  EXPECT_EQ(results.results[0].placed, (std::vector<std::uint64_t>{4, 5}));
  EXPECT_EQ(results.results[0].nodes, 11U);
  EXPECT_EQ(results.results[0].seconds, 0.25);
  EXPECT_TRUE(results.batch_finished);
}

TEST(Message, CarriesPrefixes) {
  std::mt19937_64 random(1);
  Prefix prefix = test::random_prefix({.n = 32}, 9, random);
  prefix.weight = 8;
  const Batch batch =
      round_trip(Batch{.units = {{.unit = {.task = 5, .slice = 3}, .prefixes = {prefix, Prefix{}}}},
                       .job = 1,
                       .hold_seconds = 2.5});
  EXPECT_EQ(batch.job, 1U);
  EXPECT_EQ(batch.hold_seconds, 2.5);
  ASSERT_EQ(batch.units.size(), 1U);
  EXPECT_EQ(batch.units[0].unit, (UnitId{.task = 5, .slice = 3}));
  ASSERT_EQ(batch.units[0].prefixes.size(), 2U);
  const Prefix& arrived = batch.units[0].prefixes[0];
  EXPECT_EQ(arrived.placement.rows, prefix.placement.rows);
  EXPECT_EQ(arrived.placement.columns, prefix.placement.columns);
  EXPECT_EQ(arrived.placement.diagonals, prefix.placement.diagonals);
  EXPECT_EQ(arrived.placement.antidiagonals, prefix.placement.antidiagonals);
  EXPECT_EQ(arrived.placement.queen_column, prefix.placement.queen_column);
  EXPECT_EQ(arrived.weight, 8U);
}

TEST(Message, CarriesEveryOtherKind) {
  const ProcessIdentity process{.host = "h1", .space = "s", .pid = 4711, .start_time = 99};
  const Hello hello = round_trip(Hello{.process = process, .device = "device 0 (played)"});
  EXPECT_EQ(hello.process, process);
  EXPECT_EQ(hello.device, "device 0 (played)");
  for (const Problem& problem : test::small_boards()) {
    EXPECT_EQ(round_trip(Welcome{.problem = problem, .kernel = "scalar"}).problem, problem);
  }
  EXPECT_EQ(round_trip(Welcome{.problem = {.n = 18}, .kernel = "scalar"}).kernel, "scalar");
  const Ready ready = round_trip(Ready{.kernel = "plain", .processor = "AMD EPYC"});
  EXPECT_EQ(ready.kernel, "plain");
  EXPECT_EQ(ready.processor, "AMD EPYC");
  const Failure failure = round_trip(Failure{.reason = "it is gone", .is_doubted = false});
  EXPECT_EQ(failure.reason, "it is gone");
  EXPECT_FALSE(failure.is_doubted);
  EXPECT_FALSE(round_trip(Dismiss{.finalize = false}).finalize);
  EXPECT_EQ(round_trip(Ping{.batches = 2}).batches, 2);
  round_trip(Leave{});
  const Goodbye goodbye = round_trip(Goodbye{.stop_signal = 10, .from_outside = true});
  EXPECT_EQ(goodbye.stop_signal, 10);
  EXPECT_TRUE(goodbye.from_outside);
}

TEST(Message, RefusesBytesThatAreNoMessage) {
  EXPECT_THROW(decode_message(""), std::runtime_error);
  EXPECT_THROW(decode_message("\x7f"), std::runtime_error);
  const std::string bytes = encode(Message(Welcome{.problem = {.n = 18}, .kernel = "scalar"}));
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_THROW(decode_message(std::string_view(bytes).substr(0, length)), std::runtime_error)
        << length;
  }
}

/// A message with these bytes after its kind and the right checksum, as a hostile rank would send
/// it.
std::string with_checksum(std::string bytes) {
  const std::uint64_t sum = checksum(bytes);
  return bytes.append(reinterpret_cast<const char*>(&sum), sizeof sum);
}

std::string without_checksum(const Message& message) {
  std::string bytes = encode(message);
  bytes.resize(bytes.size() - sizeof checksum(""));
  return bytes;
}

/// Why a message with one change, but the right checksum, is refused.
template <class Value>
std::string refusal(const Message& message, std::size_t from_end, Value value) {
  std::string bytes = without_checksum(message);
  std::memcpy(bytes.data() + bytes.size() - from_end, &value, sizeof value);
  try {
    decode_message(with_checksum(bytes));
    return "no error";
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

TEST(Message, TakesNoMemoryForALengthThatItDoesNotHave) {
  const std::string text = "a damaged message: a text is longer than the message";
  const std::string list = "a damaged message: a list is longer than the message";
  const Message failure = Failure{.reason = "12345"};
  const std::size_t behind = 8 + 5 + 1;  // length and text, and whether it is doubted
  EXPECT_EQ(refusal(failure, behind, std::uint64_t{5}), "no error");
  for (const std::uint64_t size : {std::uint64_t{7}, std::uint64_t{1} << 40, ~std::uint64_t{0}}) {
    EXPECT_EQ(refusal(failure, behind, size), text) << size;
  }
  // After the numbers of a task's rows come its nodes, two times, its kernel, the end of the batch,
  // its count.
  const Message results =
      Results{.results = {{.unit = {.task = 7}, .count = Count{9}, .placed = {4, 5}}}};
  const std::size_t placed = 8 + 2 * 8 + 8 + 8 + 8 + 8 + 1 + 4;
  EXPECT_EQ(refusal(results, placed, std::uint64_t{2}), "no error");
  for (const std::uint64_t size :
       {std::uint64_t{7}, std::uint64_t{1} << 40, std::uint64_t{1} << 61, ~std::uint64_t{0}}) {
    EXPECT_EQ(refusal(results, placed, size), list) << size;
  }
  // After the units come the count and the hold.
  const Message batch = Batch{};
  const std::size_t units = 8 + 4 + 8;
  for (const std::uint64_t size : {std::uint64_t{1}, std::uint64_t{1} << 40, ~std::uint64_t{0}}) {
    EXPECT_EQ(refusal(batch, units, size), list) << size;
  }
}

TEST(Message, RefusesASequenceThatThisVersionDoesNotHave) {
  // The sequence stands before the length and the text of the kernel.
  const Message welcome = Welcome{.problem = {.n = 8}, .kernel = "auto"};
  const std::size_t sequence = 4 + 8 + 4;
  constexpr auto end = static_cast<std::int32_t>(sequences.size());
  EXPECT_EQ(refusal(welcome, sequence, end - 1), "no error");
  for (const std::int32_t value : {end, 256, -1}) {
    EXPECT_EQ(refusal(welcome, sequence, value),
              "a damaged message: an enumeration has no such value");
  }
}

TEST(Message, RefusesBytesBehindItsEnd) {
  EXPECT_NO_THROW(decode_message(with_checksum(without_checksum(Goodbye{}))));
  EXPECT_THROW(decode_message(with_checksum(without_checksum(Goodbye{}) + "x")),
               std::runtime_error);
}

/// A receive that fails leaves zeros, or the beginning of a message and zeros.
TEST(Message, RefusesDamagedBytes) {
  for (const std::size_t size : {1U, 5U, 40U, 1000U}) {
    EXPECT_THROW(decode_message(std::string(size, '\0')), std::runtime_error) << size;
  }
  const std::string bytes = encode(Message(
      Results{.results = {{.unit = {.task = 7}, .count = Count{9}, .nodes = 11, .seconds = 0.25}},
              .batch_finished = true}));
  for (std::size_t position = 0; position < bytes.size(); ++position) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string damaged = bytes;
      damaged[position] = static_cast<char>(damaged[position] ^ (1 << bit));
      EXPECT_THROW(decode_message(damaged), std::runtime_error) << position << ", bit " << bit;
    }
    std::string half = bytes;
    std::fill(half.begin() + static_cast<std::ptrdiff_t>(position), half.end(), '\0');
    if (half != bytes) {
      EXPECT_THROW(decode_message(half), std::runtime_error) << position;
    }
  }
}

}  // namespace
}  // namespace nqueens
