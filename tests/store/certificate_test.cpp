// Certificates: what they are made of, their bytes, golden files.

#include <cmath>
#include <set>
#include <sstream>

#include "certificate_examples.hpp"
#include "core/sha256.hpp"
#include "golden.hpp"
#include "job/plan.hpp"
#include "support/boards.hpp"
#include "support/text.hpp"

namespace nqueens {
namespace {

using test::Example;
using test::example;
using test::example_of;
using test::fault_of;
using test::finished;
using test::read_back;
using test::written;

TEST(Certificate, GoesThereAndBack) {
  for (const Sequence sequence : test::every_sequence()) {
    const Example whole = example(sequence);
    const std::string bytes = written(whole);
    EXPECT_EQ(fault_of(bytes), "");
    for (const std::size_t piece : {1U, 7U, 100U, 1'000'000U}) {
      EXPECT_EQ(read_back(bytes, piece), whole);
    }
    EXPECT_EQ(written(read_back(bytes)), bytes);
  }
}

TEST(Certificate, OfEveryKindOfJobGoesThereAndBack) {
  for (const Sequence sequence : test::every_sequence()) {
    for (const Symmetry symmetry : {Symmetry::none, Symmetry::mirror, Symmetry::full}) {
      for (int n = 1; n <= 9; ++n) {
        for (const int depth : {0, 2, n}) {
          const Job job{
              .problem = {.n = n, .sequence = sequence}, .symmetry = symmetry, .depth = depth};
          if (is_possible(job)) {
            EXPECT_EQ(read_back(written(example_of(job))), example_of(job));
          }
        }
      }
    }
  }
}

TEST(Certificate, HasEachTaskOfItsCheckpoint) {
  const Checkpoint checkpoint =
      finished({.problem = {.n = 10}, .depth = 0, .prefixes_per_task = 11});
  const Example whole = example_of(checkpoint);
  ASSERT_EQ(whole.tasks.size(), checkpoint.queue.done.size());
  EXPECT_NE(whole.certificate.prefixes % 11, 0U);
  Count nodes;
  for (std::size_t task = 0; task < whole.tasks.size(); ++task) {
    EXPECT_EQ(whole.tasks[task].count, checkpoint.queue.records[task].count);
    EXPECT_EQ(whole.tasks[task].nodes, checkpoint.queue.records[task].nodes);
    nodes += whole.tasks[task].nodes;
  }
  EXPECT_EQ(whole.certificate.tasks, whole.tasks.size());
  EXPECT_EQ(whole.certificate.nodes, nodes);
  EXPECT_EQ(whole.certificate.total, progress_of(checkpoint.queue).count);
  EXPECT_EQ(whole.certificate.above, Count{});
}

/// As many tasks as need several pieces, and the largest numbers.
TEST(Certificate, HoldsManyTasksAndLargeNumbers) {
  Example whole = example_of(
      Job{.problem = {.n = 12}, .symmetry = Symmetry::full, .depth = 6, .prefixes_per_task = 1});
  ASSERT_GT(whole.tasks.size(), 5'000U);
  for (std::size_t task = 0; task < whole.tasks.size(); ++task) {
    whole.tasks[task] = {.count = Count::from_words(std::uint64_t{1} << 40U, 2 * task),
                         .nodes = ~std::uint64_t{0} - task};
  }
  whole.add_up();
  EXPECT_EQ(read_back(written(whole)), whole);
}

TEST(Certificate, OfPlacementsHasThoseAboveThePrefixes) {
  const Certificate certificate = example(Sequence::placements).certificate;
  Count above;
  for (const Count placed : placements_above_tasks(certificate.job)) {
    above += placed;
  }
  EXPECT_NE(above, Count{});
  EXPECT_EQ(certificate.above, above);
}

/// The hash of the count is of all that is counted and of nothing else.
TEST(Certificate, HasAHashOfItsCount) {
  Checkpoint checkpoint = finished(example().certificate.job);
  const std::string hash = make_certificate(checkpoint).count_sha256;
  EXPECT_TRUE(test::has(written(example()), "\ncount_sha256: " + hash + "\n"));
  checkpoint.saved_at = 1'795'233'720;
  checkpoint.runs.starts = 7;
  checkpoint.runs.kernels = "avx512";
  checkpoint.job.slice_depth = checkpoint.job.depth + 1;
  const OriginId origin = checkpoint.queue.origins.add({.kernel = "avx512", .host = "node1"});
  for (std::size_t task = 0; task < checkpoint.queue.records.size(); ++task) {
    UnitRecord record = checkpoint.queue.records[task];
    record.origin = origin;
    record.microseconds = 12;
    checkpoint.queue.records.set(task, record);
  }
  EXPECT_EQ(make_certificate(checkpoint), make_certificate(finished(example().certificate.job)));
  UnitRecord slower = checkpoint.queue.records[1];
  slower.nodes += 1;
  checkpoint.queue.records.set(1, slower);
  EXPECT_EQ(make_certificate(checkpoint).count_sha256, hash) << "another search";
  EXPECT_NE(make_certificate(checkpoint).table_sha256, example().certificate.table_sha256);

  std::set<std::string> hashes = {hash};
  const auto is_another = [&hashes](Example other) {
    other.add_up();
    return hashes.insert(other.certificate.count_sha256).second;
  };
  Example twice = example();
  twice.certificate.second = Job{.problem = twice.certificate.job.problem, .depth = 2};
  EXPECT_FALSE(is_another(twice)) << "the second count";
  Example of_another_job = example();
  ++of_another_job.certificate.job.depth;
  EXPECT_TRUE(is_another(of_another_job));
  Example with_more = example();
  with_more.tasks[3].count += 1;
  EXPECT_TRUE(is_another(with_more)) << "another total";
  with_more.tasks[2].count -= 1;
  EXPECT_TRUE(is_another(with_more)) << "the same total by other tasks";
  std::swap(with_more.tasks[1], with_more.tasks[7]);
  EXPECT_TRUE(is_another(with_more)) << "the same counts in another order";
}

/// The same words draw the same tasks; others draw others. The shares are those that a sample has
/// to have.
TEST(CertificateSample, DrawsHalfByNodesAndHalfOfAllAlikeIfTasksAreUneven) {
  Example whole = example_of(
      Job{.problem = {.n = 12}, .symmetry = Symmetry::full, .depth = 5, .prefixes_per_task = 2});
  for (std::size_t task = 0; task < whole.tasks.size(); ++task) {
    whole.tasks[task].nodes = task < 10 ? 1'000'000 : 0;
  }
  whole.add_up();
  const auto drawn = [&whole](std::uint64_t draws, const std::string& seed) {
    CertificateSample sample(whole.certificate, draws, seed);
    std::vector<std::uint64_t> tasks;
    for (std::uint64_t task = 0; task < whole.tasks.size(); ++task) {
      if (sample.takes(whole.tasks[task])) {
        tasks.push_back(task);
      }
    }
    return tasks;
  };
  EXPECT_EQ(drawn(0, "a"), std::vector<std::uint64_t>{});
  EXPECT_EQ(drawn(40, "a"), drawn(40, "a"));
  EXPECT_NE(drawn(40, "a"), drawn(40, "b"));
  const auto heavy_and_light = [&drawn] {
    std::pair<int, int> found;
    for (int seed = 0; seed < 500; ++seed) {
      for (const std::uint64_t task : drawn(2, std::to_string(seed))) {
        ++(task < 10 ? found.first : found.second);
      }
    }
    return found;
  };
  // Draw 0 is nearly always one of the ten, draw 1 nearly never.
  EXPECT_NEAR(heavy_and_light().first, 500, 25);
  EXPECT_NEAR(heavy_and_light().second, 500, 25);
  whole.certificate.job.order = LineOrder::fewest;
  EXPECT_NEAR(heavy_and_light().first, 1000 * 10 / static_cast<double>(whole.tasks.size()), 25);
  whole.certificate.job.order = LineOrder::rows;
  Example other = whole;
  other.tasks[20].nodes += 1;
  other.add_up();
  EXPECT_NE(other.certificate.table_sha256, whole.certificate.table_sha256);
}

/// The promise: if so large a share is wrong, nineteen of twenty samples find it.
TEST(CertificateSample, FindsAWrongShareAsOftenAsItPromises) {
  for (const LineOrder order : {LineOrder::rows, LineOrder::fewest}) {
    const Example whole = example_of(Job{.problem = {.n = 12},
                                         .symmetry = Symmetry::full,
                                         .depth = 6,
                                         .prefixes_per_task = 1,
                                         .order = order});
    const std::uint64_t tasks = whole.certificate.tasks;
    constexpr std::uint64_t draws = 200;
    const std::uint64_t alike = draws - draws_by_nodes(whole.certificate.job, draws);
    EXPECT_EQ(alike, order == LineOrder::rows ? draws / 2 : draws);
    const auto wrong =
        static_cast<std::uint64_t>(std::ceil(share_noticed(alike) * static_cast<double>(tasks)));
    int found = 0;
    for (int seed = 0; seed < 500; ++seed) {
      CertificateSample sample(whole.certificate, draws, std::to_string(seed));
      bool finds = false;
      for (std::uint64_t task = 0; task < tasks; ++task) {
        finds = sample.takes(whole.tasks[task]) && task % (tasks / wrong) == 0 ? true : finds;
      }
      found += finds ? 1 : 0;
    }
    EXPECT_GE(found, 475 - 2 * 5) << "nineteen of twenty, and their spread";
  }
  EXPECT_DOUBLE_EQ(share_noticed(1), 0.95);
  EXPECT_DOUBLE_EQ(share_noticed(0), 1);
  EXPECT_NEAR(share_noticed(300), 0.00994, 0.00001);
}

TEST(Certificate, HasTheSecondCount) {
  Example whole = example();
  whole.certificate.second = Job{.problem = whole.certificate.job.problem, .depth = 2};
  const std::string bytes = written(whole);
  EXPECT_EQ(read_back(bytes), whole);
  EXPECT_TRUE(test::has(bytes, "\nsecond_count: " + to_string(whole.certificate.total) +
                                   " agrees n=10 board=square quantity=solutions symmetry=full "
                                   "depth=2 prefixes_per_task=1 stream=1\n"));
}

TEST(Certificate, SaysInPrintableLinesWhereItsCountComesFrom) {
  Example whole = example();
  auto& provenance = whole.certificate.provenance;
  provenance = {provenance_line("start", "\xc3\xa4\n\x1b" + std::string(2000, 'x'))};
  EXPECT_EQ(provenance[0], "start: ????" + std::string(989, 'x'));
  EXPECT_EQ(read_back(written(whole)), whole);
}

TEST(Certificate, HasLinesForPeopleAndForAwk) {
  const std::string bytes = written(example());
  EXPECT_TRUE(
      bytes.starts_with("nqueens certificate 3\n"
                        "job: n=10 board=square quantity=solutions symmetry=full depth=0 "
                        "prefixes_per_task=11 stream=1\n"))
      << bytes.substr(0, 200);
  std::istringstream lines(bytes);
  std::size_t tasks = 0;
  bool is_table = false;
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(line.size(), 100U) << line;
    EXPECT_EQ(
        line.find_first_not_of(" !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`"
                               "abcdefghijklmnopqrstuvwxyz{|}"),
        std::string::npos)
        << line;
    is_table = is_table && !line.starts_with("sha256: ");
    tasks += is_table ? 1 : 0;
    is_table = is_table || line == "table: FIRST_PREFIX COUNT NODES";
  }
  EXPECT_EQ(tasks, example().tasks.size());
}

TEST(Certificate, IsNotMadeOfAJobThatIsNotFinished) {
  Checkpoint checkpoint = finished(example().certificate.job);
  checkpoint.queue.done[2] = false;
  checkpoint.queue.records.set(2, {});
  EXPECT_EQ(test::error_of(ExitCode::checkpoint, [&] { make_certificate(checkpoint); }),
            "is not finished: " + std::to_string(example().tasks.size() - 1) + " of " +
                std::to_string(example().tasks.size()) +
                " tasks are done; go on with 'nqueens resume' first, or merge its parts");
}

TEST(Certificate, IsNotMadeOfACheckpointThatIsAtOddsWithItsJob) {
  Checkpoint checkpoint = finished(example().certificate.job);
  checkpoint.queue.done.push_back(true);
  checkpoint.queue.records = PackedRecords(checkpoint.queue.done.size(), 0);
  EXPECT_THROW(make_certificate(checkpoint), Error);
  checkpoint = finished(example().certificate.job);
  checkpoint.job.stream_revision = stream_revision + 1;
  EXPECT_THROW(make_certificate(checkpoint), Error);
}

/// The original bytes of formats 3 and 4, which every later program must read.
TEST(Certificate, ReadsTheGoldenFiles) {
  for (const Sequence sequence : test::every_sequence()) {
    test::expect_golden(written(example(sequence)), info_of(sequence).name, "cert");
  }
  test::expect_golden(written(example_of(Job{.problem = {.n = 8},
                                             .symmetry = Symmetry::full,
                                             .depth = 3,
                                             .prefixes_per_task = 4,
                                             .order = LineOrder::fewest})),
                      "fewest", "cert");
}

}  // namespace
}  // namespace nqueens
