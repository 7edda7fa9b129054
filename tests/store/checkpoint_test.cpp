// Checkpoints: their bytes, their generations on disk, and what is damaged.

#include <gtest/gtest.h>
#include <sys/mount.h>

#include <boost/crc.hpp>
#include <fstream>
#include <sstream>

#include "nqueens/core/error.hpp"
#include "nqueens/store/checkpoint_files.hpp"
#include "nqueens/store/checkpoint_format.hpp"
#include "nqueens/system/atomic_file.hpp"
#include "support/temporary_folder.hpp"

namespace nqueens {
namespace {

/// A job of 70 tasks (more than one word of the bitmap), some done, one of them with a sum over 64
/// bits. What checkpoints had in format 1 already.
Checkpoint old_example() {
  Checkpoint checkpoint;
  checkpoint.job = {
      .problem = {.n = 18}, .symmetry = Symmetry::full, .depth = 5, .prefixes_per_task = 12};
  checkpoint.queue = QueueSnapshot(70, 0);
  for (const std::size_t task : {0U, 3U, 63U, 64U, 69U}) {
    checkpoint.queue.done[task] = true;
    checkpoint.queue.records[task] = {
        .count_high = task == 3 ? 2U : 0U, .count_low = 1000 + task, .nodes = 77 * task};
  }
  checkpoint.saved_at = 1'795'233'720;
  checkpoint.runs.starts = 3;
  checkpoint.runs.elapsed_seconds = 12.5;
  checkpoint.runs.worker_seconds = 24.75;
  checkpoint.runs.lost_workers = 1;
  checkpoint.runs.kernels = "plain,scalar";
  return checkpoint;
}

/// Who counted the tasks, and who has confirmed some.
void add_origins(QueueSnapshot& queue) {
  queue.origins.add({.kernel = "avx512", .host = "node-1.cluster"});
  queue.origins.add({.kernel = "scalar", .host = ""});
  for (std::size_t task = 0; task < queue.done.size(); ++task) {
    if (queue.done[task]) {
      queue.records[task].microseconds = 5'000'000'000 + task;
      queue.records[task].origin = 1 + static_cast<OriginId>(task) % 2;
      queue.records[task].confirmed_by = task == 3 ? 2 : unknown_origin;
    }
  }
}

/// With all that a checkpoint can hold.
Checkpoint example() {
  Checkpoint checkpoint = old_example();
  add_origins(checkpoint.queue);
  checkpoint.check_seed = 12'345'678'901'234'567'890U;
  checkpoint.runs.check_seconds = 0.25;
  checkpoint.runs.disputes = 2;
  checkpoint.second = {.job = checkpoint.job, .queue = QueueSnapshot(3, 0)};
  checkpoint.second->job.symmetry = Symmetry::mirror;
  checkpoint.second->job.depth = 4;
  checkpoint.second->queue.set(1, {.count_low = 8, .nodes = 9, .microseconds = 10}, {});
  return checkpoint;
}

/// The same of a job that counts placements, whose records have a part a row.
Checkpoint old_placements_example() {
  Checkpoint checkpoint = old_example();
  checkpoint.job = {.problem = {.n = 4, .quantity = Quantity::placements},
                    .symmetry = Symmetry::mirror,
                    .depth = 2};
  QueueSnapshot& queue = checkpoint.queue;
  queue.rows = 4;
  queue.placed.resize(queue.done.size() * queue.rows);
  for (std::size_t task = 0; task < queue.done.size(); ++task) {
    if (queue.done[task]) {
      queue.records[task] = {.count_high = 0, .count_low = 5 * task + 1, .nodes = task};
      queue.placed[task * queue.rows + 2] = 2 * task;
      queue.placed[task * queue.rows + 3] = 3 * task + 1;
    }
  }
  return checkpoint;
}

Checkpoint placements_example() {
  Checkpoint checkpoint = old_placements_example();
  add_origins(checkpoint.queue);
  return checkpoint;
}

void expect_equal(const Checkpoint& left, const Checkpoint& right) {
  EXPECT_EQ(left.job, right.job);
  EXPECT_EQ(left.queue, right.queue);
  EXPECT_EQ(left.saved_at, right.saved_at);
  EXPECT_EQ(left.runs, right.runs);
  EXPECT_EQ(left.second, right.second);
  EXPECT_EQ(left.check_seed, right.check_seed);
}

/// The fault that decode() finds; empty where it finds none.
std::string fault_of(std::string_view bytes) {
  try {
    decode(bytes);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::checkpoint);
    return error.what();
  }
  return "";
}

/// A file with a right CRC, whatever its content: what a hostile writer would make.
std::string with_crc(const std::string& header, const std::string& payload) {
  const std::string covered = header + " length=" + std::to_string(payload.size()) + " crc32c=";
  boost::crc_optimal<32, 0x1EDC6F41, 0xFFFFFFFF, 0xFFFFFFFF, true, true> crc;
  crc.process_bytes(covered.data(), covered.size());
  crc.process_bytes(payload.data(), payload.size());
  char digits[9];
  std::snprintf(digits, sizeof digits, "%08x", static_cast<unsigned>(crc.checksum()));
  return covered + digits + "\n" + payload;
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  const auto at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), with);
}

std::string header_of(const std::string& bytes) {
  return bytes.substr(0, bytes.find(" length="));
}
std::string payload_of(const std::string& bytes) {
  return bytes.substr(bytes.find('\n') + 1);
}

std::string content_of(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

TEST(CheckpointFormat, GoesThereAndBack) {
  expect_equal(decode(encode(example())), example());
  expect_equal(decode(encode(placements_example())), placements_example());
}

TEST(CheckpointFormat, HoldsAJobWithoutTasks) {
  Checkpoint checkpoint;
  checkpoint.job.problem.n = 2;
  EXPECT_TRUE(decode(encode(checkpoint)).finished());
}

TEST(CheckpointFormat, BeginsWithAReadableLine) {
  const std::string bytes = encode(example());
  EXPECT_TRUE(bytes.starts_with(
      "nqueens checkpoint 3 n=18 board=square quantity=solutions symmetry=full depth=5 "
      "prefixes_per_task=12 "
      "stream=1 tasks=70 done=5 confirmed=1 count=36893488147419108431 saved=2026-11-21T"))
      << bytes.substr(0, bytes.find('\n'));
  EXPECT_TRUE(payload_of(bytes).starts_with("origins avx512@node-1.cluster scalar@-\n"));
}

TEST(CheckpointFormat, RefusesAFileCutShortAtAnyByte) {
  const std::string bytes = encode(example());
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    ASSERT_NE(fault_of(std::string_view(bytes).substr(0, length)), "") << length;
  }
}

TEST(CheckpointFormat, RefusesAFlipOfAnyBit) {
  std::string bytes = encode(example());
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      bytes[at] = static_cast<char>(bytes[at] ^ (1 << bit));
      ASSERT_NE(fault_of(bytes), "") << "byte " << at << " bit " << bit;
      bytes[at] = static_cast<char>(bytes[at] ^ (1 << bit));
    }
  }
}

TEST(CheckpointFormat, RefusesTrailingBytes) {
  EXPECT_NE(fault_of(encode(example()) + "x"), "");
  const std::string bytes = encode(example());
  EXPECT_NE(fault_of(with_crc(header_of(bytes), payload_of(bytes) + " 7")), "");
}

/// A whole file of another format.
std::string with_format(const std::string& bytes, const std::string& format) {
  return with_crc(replaced(header_of(bytes), "checkpoint 3 ", "checkpoint " + format + " "),
                  payload_of(bytes));
}

TEST(CheckpointFormat, SaysWhatItNeedsForANewerFormat) {
  const std::string bytes = with_format(encode(example()), "4");
  EXPECT_EQ(fault_of(bytes), "is of format 4, newer than this program's 3; use a newer nqueens");
  EXPECT_THROW(decode(bytes), NewerFormat);
}

TEST(CheckpointFormat, KnowsANewerFormatByTheFirstLineAlone) {
  EXPECT_THROW(decode(with_crc("nqueens checkpoint 99 whatever", "that may be")), NewerFormat);
}

TEST(CheckpointFormat, RefusesFormatsThatDoNotExist) {
  for (const std::string format : {"0", "-1", "99999999999", "x"}) {
    EXPECT_NE(fault_of(with_format(encode(example()), format)), "") << format;
  }
}

TEST(CheckpointFormat, BelievesNoFormatOfADamagedFile) {
  const std::string flipped = replaced(encode(example()), "checkpoint 3 ", "checkpoint 7 ");
  EXPECT_EQ(fault_of(flipped), "is damaged: its CRC-32C does not match");
  const std::string newer = with_format(encode(example()), "4");
  EXPECT_EQ(fault_of(replaced(newer, "count=", "count_")),
            "is damaged: its CRC-32C does not match");
  for (std::size_t length = 0; length < newer.size(); ++length) {
    const std::string fault = fault_of(std::string_view(newer).substr(0, length));
    ASSERT_NE(fault, "") << length;
    ASSERT_EQ(fault.find("newer"), std::string::npos) << length;
  }
}

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
           {"count=36893488147419108431", "count=7"},
           {"tasks=70", "tasks=69"},
           {"tasks=70", "tasks=99999999"},
           {"tasks=70", "tasks=18446744073709551615"},
           {"tasks=70", "tasks=-1"},
           {"tasks=70 ", ""},
           {"n=18", "n=33"},
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
  EXPECT_EQ(fault_of(with_crc(replaced(header, "n=18", "n=33"), payload)),
            "names a job that cannot be: its n is no number up to 32");
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

TEST(CheckpointFormat, RefusesOriginsAndSecondCountsThatCannotBe) {
  const std::string bytes = encode(example());
  for (const auto& [what, with] : std::vector<std::pair<std::string, std::string>>{
           {"origins avx512", "origin avx512"},
           {"scalar@-", "scalar"},
           {" scalar@-", ""},
           {"scalar@-", "avx512@node-1.cluster"},
           {"\nsecond n=18", "\nthird n=18"},
           {"\nsecond n=18", "\nsecond n=17"},
           {"depth=4", "depth=19"},
           {"tasks=3 ", "tasks=1000001 "},
           {"done=1", "done=2"},
           {"count=8", "count=9"},
           {"second n=18", "second n=18\x1a"},
           {"second n=18", "second x=" + std::string(1000, 'y') + " n=18"},
           {"scalar@-", std::string(longest_origin_name + 1, 'x') + "@-"},
           {"scalar@-", "scalar@" + std::string(longest_origin_name + 1, 'x')},
       }) {
    EXPECT_NE(fault_of(with_crc(header_of(bytes), replaced(payload_of(bytes), what, with))), "")
        << with;
  }
}

TEST(CheckpointFormat, WritesAHostNameOfAnyCharactersAsOneWord) {
  Checkpoint checkpoint = old_example();
  checkpoint.queue.origins.add({.kernel = "avx 512", .host = "a@b c\n\xc3\xa9"});
  checkpoint.queue.records[0].origin = 1;
  const OriginTable origins = decode(encode(checkpoint)).queue.origins;
  EXPECT_EQ(to_string(origins[1]), "avx_512 on a_b_c___");
}

TEST(CheckpointFormat, HoldsAsManyOriginsAsATableAndNoMore) {
  Checkpoint checkpoint = old_example();
  OriginTable& origins = checkpoint.queue.origins;
  for (std::size_t i = origins.size(); i < max_origins; ++i) {
    origins.add({.kernel = "avx2", .host = std::to_string(i)});
  }
  ASSERT_EQ(origins.size(), max_origins);
  EXPECT_EQ(origins.add({.kernel = "avx2", .host = "one more"}), unknown_origin);
  EXPECT_EQ(origins.add({.kernel = "avx2", .host = "7"}), 7U);
  const std::string bytes = encode(checkpoint);
  EXPECT_EQ(decode(bytes).queue.origins, origins);
  EXPECT_EQ(
      fault_of(with_crc(header_of(bytes), replaced(payload_of(bytes), "origins ", "origins a@b "))),
      "contradicts itself: it names more than 199999 origins");
}

TEST(CheckpointFormat, WritesNothingThatItCannotRead) {
  Checkpoint checkpoint = old_example();
  checkpoint.runs.elapsed_seconds = 1e30;
  checkpoint.runs.worker_seconds = -1;
  checkpoint.runs.kernels = "avx2";
  while (checkpoint.runs.kernels.size() < 600) {
    checkpoint.runs.kernels += ",plain" + std::to_string(checkpoint.runs.kernels.size());
  }
  const Checkpoint read = decode(encode(checkpoint));
  EXPECT_GT(read.runs.elapsed_seconds, 1e12);
  EXPECT_EQ(read.runs.worker_seconds, 0);
  EXPECT_TRUE(checkpoint.runs.kernels.starts_with(read.runs.kernels + ","));
}

TEST(CheckpointFormat, CutsNamesThatNoHostHas) {
  Checkpoint checkpoint = old_example();
  checkpoint.queue.origins.add({.kernel = "avx2", .host = std::string(1000, 'x')});
  EXPECT_EQ(decode(encode(checkpoint)).queue.origins[1].host,
            std::string(longest_origin_name, 'x'));
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

/// They would be written in a way that is not read again.
TEST(CheckpointFormat, RefusesWhatCannotBeWrittenAgain) {
  const std::string bytes = encode(example());
  EXPECT_EQ(fault_of(with_crc(
                replaced(header_of(bytes), "kernels=plain", "kernels=" + std::string(600, 'x')),
                payload_of(bytes))),
            "contradicts itself: it names too many kernels");
  for (const char* time : {" 9223372036854775807 ", " -1 "}) {
    EXPECT_EQ(fault_of(with_crc(header_of(bytes), replaced(payload_of(bytes), " 12500000 ", time))),
              "contradicts itself: it names times that cannot be");
  }
  const Checkpoint late = decode(with_crc(
      header_of(bytes), replaced(payload_of(bytes), " 12500000 ", " 4000000000000000000 ")));
  EXPECT_EQ(decode(encode(late)).runs.elapsed_seconds, 4e12);
}

TEST(CheckpointFormat, OneBitInAnySumIsNoticedEvenWithARightCrc) {
  Checkpoint checkpoint = example();
  const std::string header = header_of(encode(checkpoint));
  for (int bit = 0; bit < 64; ++bit) {
    Checkpoint flipped = checkpoint;
    flipped.queue.records[64].count_low ^= std::uint64_t{1} << bit;
    EXPECT_NE(fault_of(with_crc(header, payload_of(encode(flipped)))), "") << bit;
  }
}

TEST(CheckpointFormat, RefusesPlacementsThatNoJobCounts) {
  const std::string bytes = encode(placements_example());
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
  const Checkpoint checkpoint = placements_example();
  const std::string header = header_of(encode(checkpoint));
  Checkpoint other = checkpoint;
  ++other.queue.placed[63 * other.queue.rows];
  EXPECT_NE(fault_of(with_crc(header, payload_of(encode(other)))).find("do not add up"),
            std::string::npos);
  other = checkpoint;
  other.queue.rows = 3;  // parts of every task, one too few
  other.queue.placed.resize(other.queue.done.size() * other.queue.rows);
  EXPECT_NE(fault_of(with_crc(header, payload_of(encode(other)))), "");
}

/// Bytes of each format as they were when it was made; every later program must read them.
TEST(CheckpointFormat, ReadsTheGoldenFiles) {
  const std::string folder = NQUEENS_SOURCE_DIR "/tests/store/golden-format-";
  expect_equal(decode(content_of(folder + "1.ckpt")), old_example());
  expect_equal(decode(content_of(folder + "2.ckpt")), old_example());
  expect_equal(decode(content_of(folder + "2-placements.ckpt")), old_placements_example());
  expect_equal(decode(content_of(folder + "3.ckpt")), example());
  expect_equal(decode(content_of(folder + "3-placements.ckpt")), placements_example());
  EXPECT_EQ(encode(example()), content_of(folder + "3.ckpt"));
  EXPECT_EQ(encode(placements_example()), content_of(folder + "3-placements.ckpt"));
}

TEST(CheckpointFormat, KnowsTheOnlyKernelOfAnOldFile) {
  const std::string old = content_of(NQUEENS_SOURCE_DIR "/tests/store/golden-format-2.ckpt");
  const Checkpoint checkpoint = decode(with_crc(
      replaced(header_of(old), "kernels=plain,scalar", "kernels=scalar"), payload_of(old)));
  EXPECT_EQ(to_string(checkpoint.queue.origins[checkpoint.queue.records[63].origin]),
            "scalar on an unknown host");
}

class CheckpointFiles : public testing::Test {
 protected:
  void save(int starts, int generations = 3) {
    Checkpoint checkpoint = example();
    checkpoint.runs.starts = static_cast<std::uint64_t>(starts);
    save_checkpoint(path_, generations, checkpoint);
  }
  std::uint64_t loaded_starts(BadFiles bad_files = BadFiles::set_aside) {
    return load_checkpoint(path_, bad_files)->checkpoint.runs.starts;
  }
  void damage(const std::filesystem::path& file) {
    std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
    stream.seekp(300);  // in the payload
    stream.put('#');
  }
  std::vector<std::string> names() {
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) {
      found.push_back(entry.path().filename());
    }
    std::sort(found.begin(), found.end());
    return found;
  }

  test::TemporaryFolder folder_;
  std::filesystem::path path_ = folder_.path() / "n18.ckpt";
};

TEST_F(CheckpointFiles, NothingThereIsNothingLoaded) {
  EXPECT_FALSE(load_checkpoint(path_, BadFiles::set_aside).has_value());
}

TEST_F(CheckpointFiles, KeepAsManyGenerationsAsWished) {
  for (int starts = 1; starts <= 6; ++starts) {
    save(starts);
  }
  EXPECT_EQ(names(), (std::vector<std::string>{"n18.ckpt", "n18.ckpt.1", "n18.ckpt.2"}));
  for (int generation = 0; generation < 3; ++generation) {
    EXPECT_EQ(decode(content_of(generation_path(path_, generation))).runs.starts,
              6U - static_cast<unsigned>(generation));
  }
}

TEST_F(CheckpointFiles, OneGenerationIsOneFile) {
  save(1, 1);
  save(2, 1);
  EXPECT_EQ(names(), std::vector<std::string>{"n18.ckpt"});
  EXPECT_EQ(loaded_starts(), 2U);
}

TEST_F(CheckpointFiles, AreAsTheyWereWhereTheWriterLearnsLateThatItMayNot) {
  save(1);
  save(2);
  bool written = false;
  const auto lost_the_lock = [this, &written] {
    written = names().size() == 3;  // the new one is there under its temporary name
    throw Error(ExitCode::checkpoint, "no longer mine");
  };
  EXPECT_THROW(save_checkpoint(path_, 3, example(), lost_the_lock), Error);
  EXPECT_TRUE(written);
  EXPECT_EQ(names(), (std::vector<std::string>{"n18.ckpt", "n18.ckpt.1"}));
  EXPECT_EQ(loaded_starts(), 2U);
}

TEST_F(CheckpointFiles, OfKilledWritersAreDeletedAndNoOthers) {
  const std::vector<std::string> others = {".n18.ckpt.1.tmp.node.7", ".n19.ckpt.tmp.node.7",
                                           "n18.ckpt"};
  for (const std::string& name : others) {
    std::ofstream(folder_.path() / name) << "x";
  }
  for (const char* name : {".n18.ckpt.tmp.node.7", ".n18.ckpt.tmp.other.node.8"}) {
    std::ofstream(folder_.path() / name) << "x";
  }
  remove_leftovers(path_);
  EXPECT_EQ(names(), others);
}

TEST_F(CheckpointFiles, ABadGenerationIsSetAsideAndTheOneBeforeUsed) {
  save(1);
  save(2);
  damage(path_);
  const auto loaded = load_checkpoint(path_, BadFiles::set_aside);
  EXPECT_EQ(loaded->checkpoint.runs.starts, 1U);
  EXPECT_EQ(loaded->file, generation_path(path_, 1));
  ASSERT_EQ(loaded->warnings.size(), 1U);
  EXPECT_NE(loaded->warnings[0].find("damaged"), std::string::npos);
  EXPECT_EQ(names(), (std::vector<std::string>{"n18.ckpt.1", "n18.ckpt.bad"}));
}

TEST_F(CheckpointFiles, AnEarlierBadFileIsNotOverwritten) {
  for (int round = 0; round < 2; ++round) {
    save(1);
    save(2);
    damage(path_);
    load_checkpoint(path_, BadFiles::set_aside);
  }
  EXPECT_TRUE(std::filesystem::exists(folder_.path() / "n18.ckpt.bad"));
  EXPECT_TRUE(std::filesystem::exists(folder_.path() / "n18.ckpt.bad.1"));
}

TEST_F(CheckpointFiles, AReaderLeavesBadFilesWhereTheyAre) {
  save(1);
  save(2);
  damage(path_);
  const auto before = names();
  EXPECT_EQ(loaded_starts(BadFiles::leave), 1U);
  EXPECT_EQ(names(), before);
}

TEST_F(CheckpointFiles, AMissingNewestGenerationIsNoLoss) {
  save(1);
  save(2);
  std::filesystem::remove(path_);
  EXPECT_EQ(loaded_starts(), 1U);
}

TEST_F(CheckpointFiles, WhenAllAreBadEachIsNamedAndNothingIsMoved) {
  save(1);
  save(2);
  damage(path_);
  damage(generation_path(path_, 1));
  const auto before = names();
  try {
    load_checkpoint(path_, BadFiles::set_aside);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::checkpoint);
    EXPECT_NE(std::string(error.what()).find("n18.ckpt' is"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("n18.ckpt.1' is"), std::string::npos) << error.what();
  }
  EXPECT_EQ(names(), before);
}

TEST_F(CheckpointFiles, ANewerFormatIsAnErrorEvenWhenAnOlderGenerationIsGood) {
  save(1);
  save(2);
  const std::string newer = with_format(content_of(path_), "4");
  std::ofstream(path_, std::ios::binary) << newer;
  EXPECT_THROW(load_checkpoint(path_, BadFiles::set_aside), Error);
  EXPECT_EQ(content_of(path_), newer);
}

TEST_F(CheckpointFiles, AFlippedBitInTheFormatIsDamageLikeAnyOther) {
  save(1);
  save(2);
  const std::string flipped = replaced(content_of(path_), "checkpoint 3 ", "checkpoint 7 ");
  std::ofstream(path_, std::ios::binary) << flipped;
  EXPECT_EQ(loaded_starts(), 1U);
  EXPECT_EQ(content_of(folder_.path() / "n18.ckpt.bad"), flipped);
}

TEST_F(CheckpointFiles, AFolderInTheWayIsAnErrorOfItsOwn) {
  std::filesystem::create_directory(path_);
  EXPECT_THROW(load_checkpoint(path_, BadFiles::set_aside), Error);
}

TEST_F(CheckpointFiles, AMissingFolderIsNamed) {
  path_ = folder_.path() / "no" / "n18.ckpt";
  try {
    save(1);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::runtime_error);
    EXPECT_NE(std::string(error.what()).find("create the folder"), std::string::npos)
        << error.what();
  }
}

TEST_F(CheckpointFiles, AFolderThatTakesNoFilesIsAnError) {
  path_ = "/proc/n18.ckpt";
  EXPECT_THROW(save(1), Error);
}

TEST_F(CheckpointFiles, AFullDiskLeavesTheOldGenerationsAndNoTemporaryFile) {
  if (mount("none", folder_.path().c_str(), "tmpfs", 0, "size=16k") != 0) {
    GTEST_SKIP() << "a full disk needs the right to mount one";
  }
  save(1);
  save(2);
  std::ofstream filler(folder_.path() / "filler");
  filler << std::string(100'000, 'x') << std::flush;
  filler.close();
  const auto before = names();
  try {
    save(3);
    ADD_FAILURE() << "no error";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("No space left on device"), std::string::npos)
        << error.what();
  }
  EXPECT_EQ(names(), before);
  EXPECT_EQ(loaded_starts(), 2U);
  std::filesystem::remove(folder_.path() / "filler");
  save(4);
  EXPECT_EQ(loaded_starts(), 4U);
  umount(folder_.path().c_str());
}

TEST(Jobs, ADifferenceIsNamed) {
  const Job job{
      .problem = {.n = 18}, .symmetry = Symmetry::full, .depth = 5, .prefixes_per_task = 12};
  EXPECT_NO_THROW(require_same_job("x.ckpt", job, job));
  const auto message = [&job](const Job& other) {
    try {
      require_same_job("x.ckpt", other, job);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ExitCode::checkpoint);
      return std::string(error.what());
    }
    return std::string();
  };
  Job other = job;
  other.depth = 6;
  EXPECT_NE(message(other).find("it has depth=6, this job depth=5"), std::string::npos)
      << message(other);
  other = job;
  other.symmetry = Symmetry::none;
  EXPECT_NE(message(other).find("it has symmetry=none, this job symmetry=full"), std::string::npos);
  other = job;
  other.problem.board = Board::torus;
  EXPECT_NE(message(other).find("it has board=torus, this job board=square"), std::string::npos);
  other = job;
  other.problem.quantity = Quantity::placements;
  EXPECT_NE(message(other).find("it has quantity=placements, this job quantity=solutions"),
            std::string::npos);
  other = job;
  other.prefixes_per_task = 24;
  EXPECT_NE(message(other).find("'tasks' differs: it has 24 prefixes in a task, this job 12"),
            std::string::npos)
      << message(other);
  other = job;
  other.stream_revision = 7;
  EXPECT_NE(message(other).find("stream=7"), std::string::npos);
}

}  // namespace
}  // namespace nqueens
