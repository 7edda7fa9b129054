// Checkpoints that contradict themselves under a right CRC.

#include <malloc.h>

#include "checkpoint_examples.hpp"

namespace nqueens::checkpoint_test {
namespace {

TEST(CheckpointFormat, RefusesContradictionsWhoseCrcIsRight) {
  const std::string bytes = encode(example());
  const std::string header = header_of(bytes);
  const std::string payload = payload_of(bytes);
  EXPECT_EQ(fault_of(with_crc(header, payload)), "")
      << "the forger does not even get the truth right";
  for (const auto& [what, with] : std::vector<std::pair<std::string, std::string>>{
           {"done=5", "done=4"},
           {"confirmed=1", "confirmed=2"},
           {"confirmed=1 ", ""},
           {"count=36893488147419108629", "count=7"},
           {"tasks=70", "tasks=69"},
           {"tasks=70", "tasks=99999999"},
           {"tasks=70", "tasks=18446744073709551615"},
           {"tasks=70", "tasks=-1"},
           {"tasks=70 ", ""},
           {"n=18", "n=65"},
           {"n=18", "n=0"},
           {"depth=5", "depth=19"},
           {"symmetry=full", "symmetry=half"},
           {"board=square", "board=round"},
           {"quantity=solutions", "quantity=lines"},
           {"quantity=solutions", "quantity=placements"},
           {"board=square ", ""},
           {"prefixes_per_task=12", "prefixes_per_task=99999999999"},
           {"prefixes_per_task=12", "prefixes_per_task=0"},
           {"stream=1 ", ""},
       }) {
    EXPECT_NE(fault_of(with_crc(replaced(header, what, with), payload)), "") << with;
  }
  EXPECT_EQ(fault_of(with_crc(replaced(header, "n=18", "n=65"), payload)),
            "names an impossible job: its n is not a whole number from 1 to 64");
}

TEST(CheckpointFormat, RefusesOneTaskWhichIsNoJob) {
  Checkpoint kept = example();
  kept.job.of_depth = 2;
  kept.job.of_prefixes_per_task = 11;
  kept.job.of_task = 3;
  EXPECT_EQ(fault_of(encode(kept)),
            "is of one task, as 'verify --save' of 1.0 kept it; verify its certificate again");
}

TEST(CheckpointFormat, RefusesAHostilePayloadWhoseCrcIsRight) {
  const std::string header = header_of(encode(example()));
  for (const std::string& payload :
       {std::string(), std::string("1"), std::string(1000, '9'),
        std::string("1 2 3 4 5 99999999999999 x"), std::string("-1 -1 -1 -1 -1 -1 -1 -1"),
        std::string(100, '\0'), std::string(100, '\xff')}) {
    EXPECT_NE(fault_of(with_crc(header, payload)), "") << payload.substr(0, 40);
  }
}

TEST(CheckpointFormat, RefusesOriginsThatCannotBe) {
  const std::string bytes = encode(example());
  for (const auto& [what, with] : std::vector<std::pair<std::string, std::string>>{
           {"origins avx512", "origin avx512"},
           {"scalar@-", "scalar"},
           {" scalar@-", ""},
           {"scalar@-", "avx512@node-1.cluster"},
           {"origins avx512", "origins \x1a avx512"},
           {"scalar@-", std::string(longest_origin_name + 1, 'x') + "@-"},
           {"scalar@-", "scalar@" + std::string(longest_origin_name + 1, 'x')},
       }) {
    EXPECT_NE(fault_of(with_crc(header_of(bytes), replaced(payload_of(bytes), what, with))), "")
        << with;
  }
}

/// One that no record names harms nobody yet: but numbers of origins are places in this list.
TEST(CheckpointFormat, RefusesAnOriginThatIsThereTwice) {
  const std::string bytes = encode(example());
  for (const char* origin : {"avx512@node-1.cluster", "scalar@-", "-@-"}) {
    EXPECT_EQ(fault_of(with_crc(header_of(bytes), replaced(payload_of(bytes), "scalar@-",
                                                           std::string("scalar@- ") + origin))),
              "contradicts itself: it names the origin '" + std::string(origin) + "' twice");
  }
}

TEST(CheckpointFormat, RefusesSlicesThatCannotBe) {
  const std::string bytes = encode(example());
  const std::string payload = payload_of(bytes);
  const auto forged = [&](const std::string& what, const std::string& with) {
    return fault_of(with_crc(header_of(bytes), replaced(payload, what, with)));
  };
  const auto not_in_progress = [](const std::string& task) {
    return "contradicts itself: it has slices of task " + task +
           ", which is not in progress or was named before";
  };
  EXPECT_EQ(forged("slices task=1 ", "slices task=3 "), not_in_progress("3"));
  EXPECT_EQ(forged("slices task=1 ", "slices task=67 "), not_in_progress("66"));
  EXPECT_EQ(forged("slices task=1 ", "slices task=66 "), not_in_progress("66"));
  EXPECT_EQ(forged("slices task=66 ", "slices task=70 "), not_in_progress("70"));
  EXPECT_EQ(fault_of(with_crc(replaced(header_of(bytes), " slice_depth=7 prefixes_per_slice=4", ""),
                              payload)),
            not_in_progress("1"));
  EXPECT_EQ(forged("slices task=1 ", "slices "), "has no field 'task'");
  EXPECT_EQ(forged("slices task=1 ", "slices task=-1 "), "has the impossible task=-1");
  for (const auto& [what, with] : std::vector<std::pair<std::string, std::string>>{
           {"slices task=1 slices=3", "slices task=1 slices=1"},
           {"slices task=1 slices=3", "slices task=1 slices=4294967295"},
           {"slices task=1 slices=3", "slices task=1"},
           {"60000001 2 0", "60000001 3 0"},
           {"60000001 2 0", "60000001 2 3"},
           {"60000001 2 0", "60000001 2"},
           {"60000001 2 0", "60000001 2 0 7"},
           {"0 2 7 60000001", "0 3 7 60000001"},
       }) {
    EXPECT_NE(forged(what, with), "") << with;
  }
  for (const char* field : {"slices_done=3", "slice_depth=7", "prefixes_per_slice=4"}) {
    const std::string name(field, std::string_view(field).find('='));
    for (const std::string& with : {name + "=99999999", name + "=x", name + "=5"}) {
      if (with == "prefixes_per_slice=5") {
        continue;  // possible, so the plan finds it
      }
      EXPECT_NE(fault_of(with_crc(replaced(header_of(bytes), field, with), payload)), "") << with;
    }
  }
}

/// The first line is shown to people, whose terminals obey such characters.
TEST(CheckpointFormat, RefusesControlCharactersInTheFirstLine) {
  const std::string bytes = encode(example());
  for (const auto& [what, with] :
       std::vector<std::pair<std::string, std::string>>{{"n=18", "n=18\x1b[2J"},
                                                        {"kernels=plain", "kernels=\x1b[2J"},
                                                        {"stream=1", "stream=1\tx=\x80"}}) {
    EXPECT_EQ(fault_of(with_crc(replaced(header_of(bytes), what, with), payload_of(bytes))),
              "is damaged in its first line");
  }
}

TEST(CheckpointFormat, RefusesAFirstLineWithoutACrc) {
  const std::string bytes = encode(example());
  EXPECT_EQ(fault_of(replaced(bytes, " crc32c=", " crc32d=")), "is damaged in its first line");
}

/// They would be written in a way that is not read again.
TEST(CheckpointFormat, RefusesWhatCannotBeWrittenAgain) {
  const std::string bytes = encode(example());
  EXPECT_EQ(fault_of(with_crc(
                replaced(header_of(bytes), "kernels=plain", "kernels=" + std::string(600, 'x')),
                payload_of(bytes))),
            "contradicts itself: it names too many kernels");
  const std::string most = std::string(499 - std::string(",scalar").size(), 'x') + "x,scalar";
  for (const auto& [kernels, is_right] : {std::pair(most, true), {most + "x", false}}) {
    const std::string forged =
        with_crc(replaced(header_of(bytes), "kernels=plain,scalar", "kernels=" + kernels),
                 payload_of(bytes));
    EXPECT_EQ(fault_of(forged).empty(), is_right) << kernels.size();
  }
  for (const char* time : {" 9223372036854775807 ", " -1 "}) {
    EXPECT_EQ(fault_of(with_crc(header_of(bytes), replaced(payload_of(bytes), " 12500000 ", time))),
              "contradicts itself: it names impossible times");
  }
  const Checkpoint late = decoded(with_crc(
      header_of(bytes), replaced(payload_of(bytes), " 12500000 ", " 4000000000000000000 ")));
  EXPECT_EQ(decoded(encode(late)).runs.elapsed_seconds, 4e12);
}

TEST(CheckpointFormat, OneBitInAnySumIsNoticedEvenWithARightCrc) {
  Checkpoint checkpoint = example();
  const std::string header = header_of(encode(checkpoint));
  for (int bit = 0; bit < 64; ++bit) {
    Checkpoint flipped = checkpoint;
    UnitRecord record = flipped.queue.records[64];
    record.count = record.count.low() ^ std::uint64_t{1} << bit;
    flipped.queue.records.set(64, record);
    EXPECT_NE(fault_of(with_crc(header, payload_of(encode(flipped)))), "") << bit;
  }
}

TEST(CheckpointFormat, RefusesPlacementsThatNoJobCounts) {
  const std::string bytes = encode(example(Sequence::placements));
  for (const auto& [what, with] : std::vector<std::pair<std::string, std::string>>{
           {"symmetry=mirror", "symmetry=full"},
           {"depth=2", "depth=0"},
           {"depth=2", "depth=1"},
           {"board=square", "board=torus"},
           {"n=4", "n=5"},
       }) {
    EXPECT_NE(fault_of(with_crc(replaced(header_of(bytes), what, with), payload_of(bytes))), "")
        << with;
  }
}

TEST(CheckpointFormat, RefusesPlacementsWhosePartsAreNotTheirCount) {
  const Checkpoint checkpoint = example(Sequence::placements);
  const std::string header = header_of(encode(checkpoint));
  Checkpoint other = checkpoint;
  std::vector<std::uint64_t> parts = other.queue.records.parts(63);
  ++parts.front();
  other.queue.records.set(63, other.queue.records[63], parts);
  EXPECT_TRUE(test::has(fault_of(with_crc(header, payload_of(encode(other)))), "do not add up"));
  other.queue.records = PackedRecords(other.queue.done.size(), 3);  // one part too few
  for (std::size_t task = 0; task < other.queue.done.size(); ++task) {
    if (other.queue.done[task]) {
      other.queue.records.set(task, checkpoint.queue.records[task], std::vector<std::uint64_t>(3));
    }
  }
  EXPECT_NE(fault_of(with_crc(header, payload_of(encode(other)))), "");
}

TEST(CheckpointFormat, RefusesLinesThatAreTooLong) {
  const std::string bytes = encode(example());
  const std::string line = "slices task=66 slices=65";
  for (const auto& [length, fault] :
       {std::pair(1000, ""), {1001, "is damaged in its line 'slices'"}}) {
    const std::string longer =
        line + " x=" + std::string(static_cast<std::size_t>(length) - line.size() - 3, 'x');
    EXPECT_EQ(fault_of(with_crc(header_of(bytes), replaced(payload_of(bytes), line, longer))),
              fault);
  }
}

/// Nothing that a file says takes memory before its bytes bear it out.
TEST(CheckpointFormat, RefusesMoreUnitsThanItsBytesCanHold) {
  const std::string bytes = encode(example());
  const auto too_short = [](const std::string& name) {
    return "contradicts itself: it is too short for its number of " + name;
  };
  EXPECT_EQ(fault_of(with_crc(replaced(header_of(bytes), "tasks=70", "tasks=10000000"),
                              payload_of(bytes))),
            too_short("tasks"));
  for (const char* slices : {"4294967294", "100000000"}) {
    EXPECT_EQ(fault_of(with_crc(header_of(bytes),
                                replaced(payload_of(bytes), "slices task=66 slices=65",
                                         std::string("slices task=66 slices=") + slices))),
              too_short("slices"));
  }
}

/// A file of few bytes takes memory for all slices that it promises.
TEST(CheckpointFormat, RefusesMoreSlicesThanAnyCountHas) {
  Checkpoint checkpoint = example();
  checkpoint.queue.in_slices.clear();
  const std::string bytes = encode(checkpoint);
  const auto with = [&bytes](std::uint64_t first, std::uint64_t second) {
    std::string payload = payload_of(bytes);
    for (const auto& [task, slices] : {std::pair(1, first), {66, second}}) {
      payload +=
          "\nslices task=" + std::to_string(task) + " slices=" + std::to_string(slices) + "\n";
      for (std::uint64_t word = 0; word < slices; word += 64) {
        payload += "0 ";
      }
    }
    return with_crc(header_of(bytes), payload);
  };
  EXPECT_EQ(fault_of(with(8'000'000, 92'000'000)), "");
  EXPECT_THROW(decoded(with(1, 100'000'000)), OtherFormat);  // is never moved aside
  for (const auto& [first, second] : {std::pair(8'000'000, 92'000'001), {100'000'001, 1}}) {
    EXPECT_EQ(fault_of(with(static_cast<std::uint64_t>(first), static_cast<std::uint64_t>(second))),
              "has more than 100000000 slices of tasks in progress");
  }
}

/// What the allocator has given out while `bytes` are read; 0 under sanitizers.
std::size_t memory_of(const std::string& bytes) {
  const auto allocated = [] {
    const struct mallinfo2 now = mallinfo2();
    return now.uordblks + now.hblkhd;
  };
  const std::size_t before = allocated();
  const Checkpoint checkpoint = decoded(bytes);
  return allocated() - before;
}

std::string repeated(const std::string& text, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) {
    all += text;
  }
  return all;
}

/// docs/trust.md promises it. Each file has as little as it can of one kind of record.
TEST(CheckpointFormat, TakesMemoryInProportionToTheFile) {
  constexpr std::size_t words = 5'000;  // of the bitmap
  constexpr std::size_t units = words * 64;
  const std::string sparse = repeated("1 ", words);  // the first of each word
  const std::string least = "0 0 0 0 0 0 ";
  const std::string most = "0 0 18446744073709551615 18446744073709551615 0 0 ";
  const std::string parts = repeated("0 ", 4);
  const auto with_slices = [&](Sequence sequence, const std::string& records, std::size_t done) {
    Checkpoint checkpoint = example(sequence);
    checkpoint.queue.in_slices.clear();
    const std::string bytes = encode(checkpoint);
    return with_crc(
        replaced(header_of(bytes), "slices_done=0", "slices_done=" + std::to_string(done)),
        payload_of(bytes) + "\nslices task=1 slices=" + std::to_string(units) + "\n" + records);
  };
  Checkpoint empty = small_example();
  empty.job.slice_depth = 7;
  empty.queue = QueueSnapshot(units, 0);
  const std::string none = encode(empty);
  const auto with_tasks = [&](const std::string& records, std::size_t done) {
    std::string payload = payload_of(none);
    payload.resize(payload.size() - 2 * words);  // without its bitmap
    return with_crc(replaced(header_of(none), "done=0", "done=" + std::to_string(done)),
                    payload + records);
  };
  std::string open = payload_of(none);
  for (std::size_t task = 0; task < units; ++task) {
    open += "\n\nslices task=" + std::to_string(task) + " slices=2\n0\n";
  }
  std::string origins = "origins";
  for (std::size_t i = 1; i < max_origins; ++i) {
    origins += " " + std::to_string(i) + "@-";
  }
  const std::string plain = encode(small_example());
  for (const auto& [kind, bytes] : std::vector<std::pair<std::string, std::string>>{
           {"slices", with_slices(Sequence::queens, sparse + repeated(least, words), words)},
           {"long slices", with_slices(Sequence::queens, sparse + repeated(most, words), words)},
           {"placements",
            with_slices(Sequence::placements, sparse + repeated(least + parts, words), words)},
           {"tasks", with_tasks(sparse + repeated(least, words), words)},
           {"long tasks", with_tasks(sparse + repeated(most, words), words)},
           {"one long task of each word",
            with_tasks(repeated("18446744073709551615 ", words) +
                           repeated(most + repeated(least, 63), words),
                       units)},
           {"tasks in progress", with_crc(header_of(none), open)},
           {"origins", with_crc(header_of(plain),
                                origins + payload_of(plain).substr(payload_of(plain).find('\n')))},
       }) {
    SCOPED_TRACE(kind);
    ASSERT_EQ(fault_of(bytes), "");
    constexpr std::size_t of_any_file = 200'000'000;
    EXPECT_LT(memory_of(bytes), (kind == "origins" ? of_any_file : units) + 10 * bytes.size());
  }
}

TEST(CheckpointFormat, WritesNoMoreSlicesThanItReads) {
  Checkpoint checkpoint = example();
  checkpoint.queue.in_slices.at(66) = UnitRecords(100'000'000 - 3, 0);  // beside 3 of task 1
  EXPECT_FALSE(encode(checkpoint).empty());
  checkpoint.queue.in_slices.at(66) = UnitRecords(100'000'000 - 2, 0);
  EXPECT_EQ(test::error_of(ExitCode::runtime_error, [&] { encode(checkpoint); }),
            "tasks in progress have more than 100000000 slices, which no checkpoint holds; of a "
            "merge, resume some inputs first");
}

TEST(CheckpointFormat, RefusesNumbersAboveTheirMost) {
  const std::string bytes = encode(example());
  EXPECT_EQ(fault_of(with_crc(replaced(header_of(bytes), "tasks=70", "tasks=10000001"),
                              payload_of(bytes))),
            "has the impossible tasks=10000001");
  EXPECT_EQ(fault_of(with_crc(header_of(bytes),
                              replaced(payload_of(bytes), "slices=3", "slices=4294967295"))),
            "has the impossible slices=4294967295");
  EXPECT_EQ(fault_of(with_crc(header_of(bytes), replaced(payload_of(bytes), "slices task=66 ",
                                                         "slices task=10000001 "))),
            "has the impossible task=10000001");
}

/// Bits of the last word that belong to no task.
TEST(CheckpointFormat, RefusesResultsOfTasksPastTheLastOne) {
  const std::string bytes = encode(example());
  const std::string bits = " 9223372036854775817 33 ";  // tasks 0, 3, 63; 64, 69
  for (const int bit : {6, 7, 63}) {
    const std::string more =
        " 9223372036854775817 " + std::to_string(33 + (std::uint64_t{1} << bit)) + " ";
    EXPECT_EQ(fault_of(with_crc(header_of(bytes), replaced(payload_of(bytes), bits, more))),
              "contradicts itself: it has results of tasks past its last one");
  }
}

}  // namespace
}  // namespace nqueens::checkpoint_test
