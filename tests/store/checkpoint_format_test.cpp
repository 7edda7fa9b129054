// The bytes of a checkpoint: there and back, formats, damage, golden files.

#include <cerrno>
#include <streambuf>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "checkpoint_examples.hpp"
#include "golden.hpp"
#include "store/header.hpp"
#include "support/boards.hpp"

namespace nqueens::checkpoint_test {
namespace {

TEST(CheckpointFormat, GoesThereAndBack) {
  for (const Sequence sequence : test::every_sequence()) {
    expect_equal(decoded(encode(example(sequence))), example(sequence));
  }
}

TEST(CheckpointFormat, HoldsAJobWithoutTasks) {
  Checkpoint checkpoint;
  checkpoint.job.problem.n = 2;
  EXPECT_TRUE(decoded(encode(checkpoint)).finished());
}

TEST(CheckpointFormat, BeginsWithAReadableLine) {
  const std::string bytes = encode(example());
  EXPECT_TRUE(bytes.starts_with(
      "nqueens checkpoint 7 n=18 board=square quantity=solutions symmetry=full depth=5 "
      "prefixes_per_task=12 stream=1 slice_depth=7 prefixes_per_slice=4 tasks=70 done=5 "
      "confirmed=1 slices_done=3 count=36893488147419108629 saved=2026-11-21T"))
      << bytes.substr(0, bytes.find('\n'));
  EXPECT_TRUE(payload_of(bytes).starts_with("origins avx512@node-1.cluster scalar@-\n"));
}

TEST(CheckpointFormat, NamesTheChessPieceOnlyIfItIsNoQueen) {
  EXPECT_FALSE(test::has(header_of(encode(example())), "chess_piece"));
  const std::string bytes = encode(example(Sequence::amazons));
  EXPECT_TRUE(test::has(header_of(bytes), " stream=1 chess_piece=amazon slice_depth=7 "));
  for (const std::string wrong : {"king", "pawn", "unicorn", ""}) {
    const std::string fault =
        fault_of(with_crc(replaced(header_of(bytes), "=amazon", "=" + wrong), payload_of(bytes)));
    EXPECT_TRUE(fault.starts_with(R"(names an impossible job: its chess_piece is not "queen")"))
        << fault;
  }
}

TEST(CheckpointFormat, NamesThePartOnlyIfItIsOne) {
  EXPECT_FALSE(test::has(header_of(encode(example())), " part="));
  Checkpoint checkpoint = example();
  checkpoint.part = Part{.index = 2, .parts = 5};
  const std::string bytes = encode(checkpoint);
  EXPECT_TRUE(test::has(header_of(bytes), " part=2/5 kernels="));
  EXPECT_EQ(decoded(bytes).part, checkpoint.part);
  for (const std::string wrong : {"", "6/5", "0/5", "2", "2/5x"}) {
    EXPECT_EQ(fault_of(with_crc(replaced(header_of(bytes), "part=2/5", "part=" + wrong),
                                payload_of(bytes))),
              "has the impossible part=" + wrong);
  }
}

TEST(CheckpointFormat, RefusesAFileCutShortAtAnyByte) {
  test::expect_cuts_are_found(encode(example()), fault_of);
}

TEST(CheckpointFormat, SaysThatAFileIsCutShort) {
  const std::string bytes = encode(example());
  EXPECT_TRUE(test::has(fault_of(bytes.substr(0, bytes.size() - 1)),
                        "is cut short or damaged: it has " +
                            std::to_string(payload_of(bytes).size() - 1) + " bytes"));
}

TEST(CheckpointFormat, RefusesAFlipOfAnyBit) {
  test::expect_flips_are_found(encode(example()), fault_of);
}

/// Gives bytes in pieces, once; the read after so many pieces fails.
class Pieces final : public std::streambuf {
 public:
  Pieces(std::string bytes, int whole) : bytes_(std::move(bytes)), whole_(whole) {}

 private:
  std::streamsize xsgetn(char* to, std::streamsize most) override {
    if (whole_-- == 0) {
      throw std::system_error(EIO, std::generic_category());
    }
    constexpr std::size_t longest = 600;
    const std::size_t size =
        bytes_.copy(to, std::min(longest, static_cast<std::size_t>(most)), given_);
    given_ += size;
    return static_cast<std::streamsize>(size);
  }

  std::string bytes_;
  std::size_t given_ = 0;
  int whole_;
};

TEST(CheckpointFormat, IsReadOnceInPieces) {
  const std::string bytes = encode(example());
  ASSERT_GT(bytes.size(), 600U);
  Pieces pieces(bytes, -1);
  expect_equal(decode(pieces, bytes.size()), example());
}

TEST(CheckpointFormat, IsNotDamagedWhereReadingFails) {
  const std::string bytes = encode(example());
  for (const int whole : {0, 1}) {
    Pieces pieces(bytes, whole);
    EXPECT_THROW(decode(pieces, bytes.size()), std::system_error) << whole;
  }
}

/// A later version may add a field that changes what the others mean, as `order` did.
TEST(CheckpointFormat, RefusesALineWithAnythingElse) {
  const std::string bytes = encode(example());
  for (const auto& [text, other] : {std::pair(" tasks=", " lines=spiral tasks="),
                                    {" tasks=70", " tasks=70 tasks=70"},
                                    {" stream=1", " stream=1 something"},
                                    {" stream=1", "  stream=1"},
                                    {" stream=1", " stream=1 order=rows"},
                                    {" confirmed=1 slices_done=3", " slices_done=3 confirmed=1"},
                                    {" kernels=", " crc32c=01234567 kernels="}}) {
    EXPECT_EQ(fault_of(with_crc(replaced(header_of(bytes), text, other), payload_of(bytes))),
              "contradicts itself: its first line is not that of its records")
        << other;
  }
}

TEST(CheckpointFormat, RefusesTrailingBytes) {
  EXPECT_NE(fault_of(encode(example()) + "x"), "");
  const std::string bytes = encode(example());
  EXPECT_NE(fault_of(with_crc(header_of(bytes), payload_of(bytes) + " 7")), "");
}

TEST(CheckpointFormat, SaysThatSomethingFollowsAnyRecords) {
  for (const Checkpoint& checkpoint : {small_example(), example()}) {
    const std::string bytes = encode(checkpoint);
    for (const std::string more : {" 7", "something\n", "slice task=1\n"}) {
      EXPECT_EQ(fault_of(with_crc(header_of(bytes), payload_of(bytes) + more)),
                "contradicts itself: something follows its last record")
          << more;
    }
  }
}

/// 1.0 would go on with any job of format 7 by rows, and count other tasks.
TEST(CheckpointFormat, IsNewerIfPrefixesAreNotByRows) {
  Checkpoint checkpoint = example();
  ASSERT_EQ(checkpoint.job.order, LineOrder::rows);
  EXPECT_TRUE(encode(checkpoint).starts_with("nqueens checkpoint 7 "));
  checkpoint.job.order = LineOrder::fewest;
  const std::string bytes = encode(checkpoint);
  EXPECT_TRUE(bytes.starts_with("nqueens checkpoint 8 "));
  expect_equal(decoded(bytes), checkpoint);
  expect_equal(decoded(with_crc(replaced(header_of(bytes), "checkpoint 8 ", "checkpoint 7 "),
                                payload_of(bytes))),
               checkpoint);
}

TEST(CheckpointFormat, SaysWhatReadsAnotherFormat) {
  EXPECT_EQ(fault_of(with_format(encode(example()), "9")),
            "is of format 9, newer than this program's 8; use a newer nqueens");
  EXPECT_EQ(fault_of(with_format(encode(example()), "6")),
            "is of format 6, older than this program's 7; use the nqueens that wrote it");
}

TEST(CheckpointFormat, KnowsAnotherFormatByTheFirstLineAlone) {
  for (const std::string format : {"1", "5", "99"}) {
    EXPECT_THROW(decoded(with_crc("nqueens checkpoint " + format + " whatever", "that may be")),
                 OtherFormat);
  }
}

TEST(CheckpointFormat, SaysWhatReadsACertificate) {
  EXPECT_THROW(decoded(std::string(certificate_start) + "2\n"), OtherKind);
}

TEST(CheckpointFormat, RefusesFormatsThatDoNotExist) {
  for (const std::string format : {"0", "-1", "99999999999", "x"}) {
    EXPECT_NE(fault_of(with_format(encode(example()), format)), "") << format;
  }
}

TEST(CheckpointFormat, BelievesNoFormatOfADamagedFile) {
  const std::string flipped = replaced(encode(example()), "checkpoint 7 ", "checkpoint 8 ");
  EXPECT_EQ(fault_of(flipped), "is damaged: its CRC-32C does not match");
  const std::string newer = with_format(encode(example()), "9");
  EXPECT_EQ(fault_of(replaced(newer, "count=", "count_")),
            "is damaged: its CRC-32C does not match");
  for (std::size_t length = 0; length < newer.size(); ++length) {
    const std::string fault = fault_of(newer.substr(0, length));
    ASSERT_NE(fault, "") << length;
    ASSERT_EQ(fault.find("newer"), std::string::npos) << length;
  }
}

TEST(CheckpointFormat, WritesAHostNameOfAnyCharactersAsOneWord) {
  Checkpoint checkpoint = small_example();
  checkpoint.queue.origins.add({.kernel = "avx 512", .host = "a@b c\n\xc3\xa9"});
  checkpoint.queue.records.set(0, {.count = 1000, .origin = 1});
  const OriginTable origins = decoded(encode(checkpoint)).queue.origins;
  EXPECT_EQ(to_string(origins[1]), "avx_512 on a_b_c___");
}

TEST(CheckpointFormat, HoldsAsManyOriginsAsATableAndNoMore) {
  Checkpoint checkpoint = small_example();
  OriginTable& origins = checkpoint.queue.origins;
  for (std::size_t i = origins.size(); i < max_origins; ++i) {
    origins.add({.kernel = "avx2", .host = std::to_string(i)});
  }
  ASSERT_EQ(origins.size(), max_origins);
  EXPECT_EQ(origins.add({.kernel = "avx2", .host = "one more"}), unknown_origin);
  EXPECT_EQ(origins.add({.kernel = "avx2", .host = "7"}), 7U);
  const std::string bytes = encode(checkpoint);
  EXPECT_EQ(decoded(bytes).queue.origins, origins);
  EXPECT_EQ(
      fault_of(with_crc(header_of(bytes), replaced(payload_of(bytes), "origins ", "origins a@b "))),
      "contradicts itself: it names more than 199999 origins");
}

TEST(CheckpointFormat, IsNotWrittenIfItWouldBeTooLargeToRead) {
  const std::string bytes = encode(example());
  std::string written;
  const auto write = [&written](std::string_view piece) { written += piece; };
  EXPECT_EQ(
      test::error_of(ExitCode::runtime_error, [&] { encode(example(), write, bytes.size() - 1); }),
      "a checkpoint with " + std::to_string(payload_of(bytes).size()) +
          " bytes would be too large to be read");
  EXPECT_EQ(written, "");
  encode(example(), write, bytes.size());
  EXPECT_EQ(written, bytes);
}

/// Instead of a record a task in progress has a line, which is shorter.
TEST(CheckpointFormat, HoldsTheMostTasksAndSlicesWithTheLongestRecords) {
  constexpr std::uint64_t most = 10'000'000'000'000'000'000U;  // 20 digits, as the largest
  constexpr std::uint64_t origins_and_bitmaps = 100'000'000;
  Checkpoint checkpoint;
  checkpoint.queue = QueueSnapshot(1, 0);
  checkpoint.queue.done[0] = true;
  checkpoint.queue.set(0, {}, {});
  const std::size_t others =
      payload_of(encode(checkpoint)).size() - std::string(" 0 0 0 0 0 0").size();
  checkpoint.queue.set(0,
                       {.count = Count::from_words(most, most),
                        .nodes = most,
                        .microseconds = most,
                        .origin = max_origins - 1,
                        .confirmed_by = max_origins - 1},
                       {});
  const std::size_t longest = payload_of(encode(checkpoint)).size() - others;
  EXPECT_LE((max_tasks + most_open_slices) * longest + origins_and_bitmaps, largest_checkpoint);
}

TEST(CheckpointFormat, WritesNothingThatItCannotRead) {
  Checkpoint checkpoint = small_example();
  checkpoint.runs.elapsed_seconds = 1e30;
  checkpoint.runs.kernel_seconds = -1;
  checkpoint.runs.kernels = "avx2";
  while (checkpoint.runs.kernels.size() < 600) {
    checkpoint.runs.kernels += ",plain" + std::to_string(checkpoint.runs.kernels.size());
  }
  const Checkpoint read = decoded(encode(checkpoint));
  EXPECT_GT(read.runs.elapsed_seconds, 1e12);
  EXPECT_EQ(read.runs.kernel_seconds, 0);
  EXPECT_TRUE(checkpoint.runs.kernels.starts_with(read.runs.kernels + ","));
}

TEST(CheckpointFormat, CutsNamesThatNoHostHas) {
  Checkpoint checkpoint = small_example();
  checkpoint.queue.origins.add({.kernel = "avx2", .host = std::string(1000, 'x')});
  EXPECT_EQ(decoded(encode(checkpoint)).queue.origins[1].host,
            std::string(longest_origin_name, 'x'));
}

/// The bytes as they were when the format was made.
TEST(CheckpointFormat, WritesTheGoldenFiles) {
  for (const Sequence sequence : test::every_sequence()) {
    test::expect_golden(encode(example(sequence)), info_of(sequence).name, "ckpt");
  }
  Checkpoint by_fewest = example();
  by_fewest.job.order = LineOrder::fewest;
  test::expect_golden(encode(by_fewest), "fewest", "ckpt");
}

}  // namespace
}  // namespace nqueens::checkpoint_test
