// Certificates: what they are made of, their bytes, golden files.

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

using test::certificate_of;
using test::example;
using test::fault_of;
using test::finished;

TEST(Certificate, GoesThereAndBack) {
  for (const Sequence sequence : test::every_sequence()) {
    const Certificate certificate = example(sequence);
    const std::string bytes = encode(certificate);
    EXPECT_EQ(fault_of(bytes), "");
    EXPECT_EQ(decode_certificate(bytes), certificate);
    EXPECT_EQ(encode(decode_certificate(bytes)), bytes);
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
            EXPECT_EQ(decode_certificate(encode(certificate_of(job))).job, job);
          }
        }
      }
    }
  }
}

TEST(Certificate, AddsUpTheTasksOfEachGroup) {
  const Checkpoint checkpoint =
      finished({.problem = {.n = 10}, .depth = 0, .prefixes_per_task = 11});
  const Certificate certificate = make_certificate(checkpoint);
  EXPECT_EQ(certificate.tasks, checkpoint.queue.done.size());
  ASSERT_EQ(certificate.groups.size(), certificate.tasks);
  EXPECT_EQ(certificate.groups.back().last, certificate.prefixes - 1);
  EXPECT_LT(certificate.groups.back().last - certificate.groups.back().first, 10U);
  EXPECT_EQ(certificate.total, totals(checkpoint.queue).count);
  EXPECT_EQ(certificate.above, Count{});
}

/// Jobs with exactly one task for each group, one more, one less, and few tasks.
TEST(Certificate, HasAtMostTenThousandGroups) {
  struct Case {
    Job job;
    std::uint64_t tasks;
    std::uint64_t tasks_per_group;
    std::size_t groups;
  };
  for (const auto& [job, tasks, tasks_per_group, groups] :
       {Case{{.problem = {.n = 17},
       .symmetry = Symmetry::full,
       .depth = 7,
       .prefixes_per_task = 1'000'000},
             1,
             1,
             1},
        Case{{.problem = {.n = 17},
        .symmetry = Symmetry::full,
        .depth = 8,
        .prefixes_per_task = 412},
             9'999,
             1,
             9'999},
        Case{
            {.problem = {.n = 17}, .symmetry = Symmetry::full, .depth = 7, .prefixes_per_task = 97},
            10'000,
            1,
            10'000},
        Case{{.problem = {.n = 15},
        .symmetry = Symmetry::mirror,
        .depth = 8,
        .prefixes_per_task = 306},
             10'001,
             2,
             5'001},
        Case{
            {.problem = {.n = 17}, .symmetry = Symmetry::full, .depth = 7}, 969'967, 97, 10'000}}) {
    const Checkpoint checkpoint = finished(job);
    const Certificate certificate = make_certificate(checkpoint);
    ASSERT_EQ(certificate.tasks, tasks);
    EXPECT_EQ(certificate.tasks_per_group, tasks_per_group) << tasks;
    EXPECT_EQ(certificate.groups.size(), groups) << tasks;
    Count sum;
    std::uint64_t next = 0;
    for (const CertificateGroup& group : certificate.groups) {
      EXPECT_EQ(group.first, next);
      next = group.last + 1;
      EXPECT_EQ(next, std::min(group.first + tasks_per_group * job.prefixes_per_task,
                               certificate.prefixes));
      sum += group.count;
    }
    EXPECT_EQ(next, certificate.prefixes);
    EXPECT_EQ(sum, totals(checkpoint.queue).count);
    EXPECT_EQ(decode_certificate(encode(certificate)), certificate);
  }
}

/// The longest possible lines: the most prefixes and the largest numbers of a job.
TEST(Certificate, IsSmallerThanAMegabyteWhateverItHolds) {
  Certificate certificate =
      certificate_of({.problem = {.n = 32}, .symmetry = Symmetry::none, .depth = 0});
  certificate.prefixes = max_prefixes;
  certificate.tasks = max_prefixes;
  certificate.tasks_per_group = max_prefixes / max_certificate_groups;
  certificate.groups.clear();
  certificate.total = {};
  for (std::uint64_t first = 0; first < max_prefixes; first += certificate.tasks_per_group) {
    const Count count = Count::from_words(~std::uint64_t{0} >> 14, first);
    certificate.groups.push_back(
        {.first = first, .last = first + certificate.tasks_per_group - 1, .count = count});
    certificate.total += count;
  }
  EXPECT_EQ(certificate.groups.size(), max_certificate_groups);
  const std::string bytes = encode(certificate);
  EXPECT_LT(bytes.size(), 1'000'000U);
  EXPECT_EQ(decode_certificate(bytes), certificate);
}

TEST(Certificate, OfPlacementsHasThoseAboveThePrefixes) {
  const Certificate certificate = example(Sequence::placements);
  Count above;
  for (const Count placed : placements_above_tasks(certificate.job)) {
    above += placed;
  }
  EXPECT_NE(above, Count{});
  EXPECT_EQ(certificate.above, above);
}

/// The hash of the count is of all that is counted and of nothing else.
TEST(Certificate, HasAHashOfItsCount) {
  Checkpoint checkpoint = finished(example().job);
  const std::string hash = count_hash(make_certificate(checkpoint));
  EXPECT_EQ(hash, count_hash(example())) << "provenance is not in it";
  EXPECT_TRUE(test::has(encode(example()), "\ncount_sha256: " + hash + "\n"));
  const std::string bytes = encode(make_certificate(checkpoint));
  checkpoint.saved_at = 1'795'233'720;
  checkpoint.runs.starts = 7;
  checkpoint.runs.elapsed_seconds = 8;
  checkpoint.runs.worker_seconds = 9;
  checkpoint.runs.lost_workers = 10;
  checkpoint.runs.kernels = "avx512";
  const OriginId origin = checkpoint.queue.origins.add({.kernel = "avx512", .host = "node1"});
  for (TaskRecord& record : checkpoint.queue.records) {
    record.origin = origin;
    record.nodes = 11;
    record.microseconds = 12;
  }
  checkpoint.job.slice_depth = checkpoint.job.depth + 1;
  EXPECT_EQ(encode(make_certificate(checkpoint)), bytes);
  EXPECT_EQ(count_hash(make_certificate(checkpoint)), hash);

  std::set<std::string> hashes = {hash};
  const auto is_another = [&hashes](const Certificate& certificate) {
    return hashes.insert(count_hash(certificate)).second;
  };
  Certificate twice = example();
  twice.second = Job{.problem = twice.job.problem, .symmetry = Symmetry::mirror, .depth = 2};
  EXPECT_TRUE(is_another(twice));
  twice.second->depth = 3;
  EXPECT_TRUE(is_another(twice));
  Certificate of_another_job = example();
  ++of_another_job.job.depth;
  EXPECT_TRUE(is_another(of_another_job));
  checkpoint.queue.records[3].count_low += 1;
  EXPECT_TRUE(is_another(make_certificate(checkpoint))) << "another total";
  checkpoint.queue.records[2].count_low -= 1;
  EXPECT_TRUE(is_another(make_certificate(checkpoint))) << "the same total in other groups";
}

TEST(Certificate, HasTheSecondCount) {
  Certificate certificate = example();
  certificate.second = Job{.problem = certificate.job.problem, .depth = 2};
  const std::string bytes = encode(certificate);
  EXPECT_EQ(decode_certificate(bytes), certificate);
  EXPECT_TRUE(test::has(bytes, "\nsecond_count: " + to_string(certificate.total) +
                                   " agrees n=10 board=square quantity=solutions symmetry=full "
                                   "depth=2 prefixes_per_task=1 stream=1\n"));
}

TEST(Certificate, SaysInPrintableLinesWhereItsCountComesFrom) {
  Certificate certificate = example();
  certificate.provenance = {provenance_line("start", "\xc3\xa4\n\x1b" + std::string(2000, 'x'))};
  EXPECT_EQ(certificate.provenance[0], "start: ????" + std::string(989, 'x'));
  EXPECT_EQ(decode_certificate(encode(certificate)), certificate);
}

TEST(Certificate, HasLinesForPeopleAndForAwk) {
  const std::string bytes = encode(example());
  EXPECT_TRUE(
      bytes.starts_with("nqueens certificate 2\n"
                        "job: n=10 board=square quantity=solutions symmetry=full depth=0 "
                        "prefixes_per_task=11 stream=1\n"))
      << bytes.substr(0, 200);
  std::istringstream lines(bytes);
  std::size_t groups = 0;
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(line.size(), 100U) << line;
    EXPECT_EQ(
        line.find_first_not_of(" !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`"
                               "abcdefghijklmnopqrstuvwxyz{|}"),
        std::string::npos)
        << line;
    groups += line.starts_with("group ") ? 1 : 0;
  }
  EXPECT_EQ(groups, example().groups.size());
}

TEST(Certificate, IsNotMadeOfAJobThatIsNotFinished) {
  Checkpoint checkpoint = finished(example().job);
  checkpoint.queue.done[2] = false;
  checkpoint.queue.records[2] = {};
  EXPECT_EQ(test::error_of(ExitCode::checkpoint, [&] { make_certificate(checkpoint); }),
            "is not finished: " + std::to_string(example().tasks - 1) + " of " +
                std::to_string(example().tasks) +
                " tasks are done; go on with 'nqueens resume' first, or merge its parts");
}

TEST(Certificate, IsNotMadeOfACheckpointThatIsAtOddsWithItsJob) {
  Checkpoint checkpoint = finished(example().job);
  checkpoint.queue.done.push_back(true);
  checkpoint.queue.records.emplace_back();
  EXPECT_THROW(make_certificate(checkpoint), Error);
  checkpoint = finished(example().job);
  checkpoint.job.stream_revision = stream_revision + 1;
  EXPECT_THROW(make_certificate(checkpoint), Error);
}

/// The original bytes of format 2, which every later program must read.
TEST(Certificate, ReadsTheGoldenFiles) {
  for (const Sequence sequence : test::every_sequence()) {
    test::expect_golden(encode(example(sequence)), sequence, "cert");
  }
}

}  // namespace
}  // namespace nqueens
