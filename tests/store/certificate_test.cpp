// Certificates: what they are made of, their bytes, golden files; damaged, forged, or of another
// job.

#include "store/certificate.hpp"

#include <set>
#include <sstream>

#include "core/sha256.hpp"
#include "golden.hpp"
#include "job/plan.hpp"
#include "support/boards.hpp"
#include "support/text.hpp"

namespace nqueens {
namespace {

using test::replaced;

/// A finished checkpoint of the job in which task t has the subtotal t * t + 1.
Checkpoint finished(const Job& job) {
  Checkpoint checkpoint;
  checkpoint.job = job;
  const std::uint64_t prefixes = job.prefixes().skip(max_prefixes);
  const std::size_t tasks = (prefixes + job.prefixes_per_task - 1) / job.prefixes_per_task;
  checkpoint.queue.done.resize(tasks, true);
  checkpoint.queue.records.resize(tasks);
  for (std::size_t task = 0; task < tasks; ++task) {
    checkpoint.queue.records[task].count_low = task * task + 1;
  }
  return checkpoint;
}

Certificate certificate_of(const Job& job) {
  Certificate certificate = make_certificate(finished(job));
  certificate.provenance = {"kernels: avx2, scalar", "program: nqueens 0.1.0 (1a2b3c4)"};
  return certificate;
}

/// For queens it has eleven groups, of which the last one is smaller.
Certificate example(Sequence sequence = Sequence::queens) {
  const SequenceRow& row = row_of(sequence);
  return certificate_of({.problem = {.n = row.small_board.n - 2, .sequence = sequence},
                         .symmetry = row.limits.symmetry,
                         .depth = sequence == Sequence::queens ? 0 : 3,
                         .prefixes_per_task = 11});
}

/// The fault that decode_certificate() finds; empty if it finds none.
std::string fault_of(std::string_view bytes) {
  return test::error_of(ExitCode::checkpoint, [&] { decode_certificate(bytes); });
}

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
                " tasks are done; go on with 'nqueens resume' first");
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

/// The text with hashes that are right, whatever it says: what a forger would make.
std::string resealed(const std::string& text) {
  const auto end = text.find("count_sha256: ");
  std::istringstream lines(text.substr(0, end));
  std::string counted;
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line)) {
    counted += line.starts_with('#') ? "" : line + "\n";
  }
  const std::string body =
      text.substr(0, end) + "count_sha256: " + sha256(counted) +
      text.substr(text.find('\n', end), text.rfind("\nsha256: ") - text.find('\n', end) + 1);
  return body + "sha256: " + sha256(body) + "\n";
}

TEST(Certificate, CutShortAnywhereIsRefused) {
  test::expect_cuts_are_found(encode(example()), fault_of);
}

TEST(Certificate, WithAnyBitFlippedIsRefused) {
  test::expect_flips_are_found(encode(example()), fault_of);
}

/// Even where the SHA-256 of the whole is made anew, the other checks find the change, and say what
/// it is.
TEST(Certificate, ChangedAndSealedAgainIsRefusedForWhatItIs) {
  const std::string bytes = encode(example());
  const std::string group = "group 11 21 2 ";
  struct Case {
    std::string what;
    std::string with;
    std::string fault;
  };
  for (const auto& [what, with, fault] : std::vector<Case>{
           {"nqueens certificate", "nqueens checkpoint", "is a checkpoint, not a certificate"},
           {"certificate 2\n", "certificate 0\n", "is damaged in its first line"},
           {"certificate 2\n", "certificate 02\n", "is not written as it should be"},
           {"certificate 2\n", "certificate two\n", "is damaged in its first line"},
           {"certificate 2\n", "certificate 3\n", "is of format 3, newer than this program's 2"},
           {"certificate 2\n", "certificate 1\n",
            "is of format 1, older than this program's 2; make it again from its checkpoint"},
           {"job: ", "jobs: ", "has no 'job: ...' in line 2"},
           {"n=10", "n=33", "an impossible job: its n is not a whole number from 1 to 32"},
           {"n=10", "n=0", "an impossible job: its n is not a whole number from 1 to 32"},
           {"n=10", "n=x", "an impossible job: its n"},
           {"n=10", "n=010", "line 2: it is not written as it should be"},
           {"n=10 ", "", "has no n in its job"},
           {"board=square", "board=round", "its board is not \"square\" or \"torus\""},
           {"quantity=solutions", "quantity=placements", "an impossible job"},
           {"symmetry=full", "symmetry=half",
            "its symmetry is not \"full\", \"mirror\" or \"none\""},
           {"symmetry=full", "symmetry=none", "these are not the words for its job"},
           {"depth=0", "depth=1", "these are not the words for its job"},
           {"depth=0", "depth=11", "an impossible job"},
           {"depth=0", "depth=99999999999999999999",
            "its depth is not a whole number from 0 to 32"},
           {"prefixes_per_task=11", "prefixes_per_task=0", "an impossible job"},
           {"prefixes_per_task=11", "prefixes_per_task=12",
            "contradicts itself: its prefixes make"},
           {"stream=1", "stream=2", "is of prefix stream 2, this program has 1"},
           {"stream=1", "stream=1 x=2", "line 2: it is not written as it should be"},
           {"\nprefixes: ", "\nprefixes: 9", "contradicts itself: its prefixes make"},
           {"\nprefixes: ", "\nprefixes: 99999999999", "that is not from 0 to 1000000000"},
           {"\nprefixes: ", "\nprefixes: -", "has no number below 2^128 in line 3"},
           {"\nprefixes: ", "\nprefixes: 0", "line 3: it is not written as it should be"},
           {"\ntasks: ", "\ntasks: 1", "contradicts itself"},
           {"tasks_per_group: 1", "tasks_per_group: 0", "that is not from 1 to"},
           {"tasks_per_group: 1", "tasks_per_group: 2", "contradicts itself: its tasks make"},
           {"\ngroups: ", "\ngroups: 1", "contradicts itself: its tasks make"},
           {"\ngroups: ", "\ngroups: 99999", "that is not from 0 to 10000"},
           {"above: 0", "above: 1", "has nothing above its prefixes"},
           {"above: 0", "above: 340282366920938463463374607431768211456",
            "has no number below 2^128"},
           {"total: ", "total: 1", "contradicts itself: its subtotals add up to"},
           {"second_count: none", "second_count: ", "has no 'second_count: ...' in line 9"},
           {"second_count: none", "second_count: 5 agrees " + to_string(example().job),
            "has a second count in line 9 that does not agree with its total"},
           {"second_count: none", "second_count: " + to_string(example().total) + " agrees n=8",
            "has no board in its job"},
           {"kernels: avx2", "kernels: avx\t", "does not say in line"},
           {"kernels: avx2", "kernels avx2", "does not say in line"},
           {"kernels: avx2", "kernels: " + std::string(2000, 'x'), "does not say in line"},
           {"# 1. Board.", "# 1. A board.", "these are not the words for its job"},
           {"# 1. Board.", "  1. Board.", "has no group of the prefixes 0 to 10"},
           {"from the top,", "from below, ", "these are not the words for its job"},
           {group, "group 11 21 3 ", "the checksum is not that of this group of this job"},
           {group, "group 11 21 02 ", "the checksum is not that of this group of this job"},
           {group, "group 11 21 -2 ", "has no number below 2^128"},
           {group, "group 12 21 2 ", "has no group of the prefixes 11 to 21"},
           {group, "group 11 22 2 ", "has no group of the prefixes 11 to 21"},
           {group, "group 11 21 ", "has no number below 2^128"},
           {group, "group  11 21 2 ", "has no group of the prefixes 11 to 21"},
           {group, "", "has no group of the prefixes 11 to 21"},
           {group, "group 11 21 2  ", "the checksum is not that of this group of this job"},
       }) {
    EXPECT_TRUE(test::has(fault_of(resealed(replaced(bytes, what, with))), fault))
        << what << " -> " << with;
  }
  EXPECT_EQ(fault_of(resealed(bytes)), "") << "the forger does not even get the truth right";
}

TEST(Certificate, SaysWhatIsWrongWithAFileThatWasChanged) {
  const std::string bytes = encode(example());
  std::string windows;
  for (const char c : bytes) {
    windows += c == '\n' ? "\r\n" : std::string(1, c);
  }
  struct Case {
    std::string bytes;
    std::string fault;
  };
  for (const auto& [changed, fault] : std::vector<Case>{
           {"", "is empty"},
           {"nqueens certificate 2", "is cut short after line 0"},
           {"nqueens certificate 2\n", "is cut short after line 1"},
           {bytes.substr(0, bytes.size() - 1), "is cut short after line"},
           {bytes.substr(0, bytes.rfind("sha256: ")), "is cut short after line"},
           {bytes + "x", "has something after line"},
           {bytes + bytes, "has something after line"},
           {windows, "has other line endings than it was written with"},
           {"nqueens certificate 2\n" + std::string(max_certificate_bytes, '\n'),
            "is larger than 2000000 bytes"},
           {"nqueens checkpoint 3 " + std::string(max_certificate_bytes, ' '), "is a checkpoint"},
           {replaced(bytes, "\nsha256: ", "\nsha256: 0"), "has no SHA-256"},
           {replaced(bytes, "count_sha256: " + count_hash(example()).substr(0, 8),
                     "count_sha256: 01234567"),
            "the SHA-256 is not that of its count"},
           {replaced(bytes, "\nsha256: " + bytes.substr(bytes.size() - 65, 8),
                     "\nsha256: 01234567"),
            "the SHA-256 is not that of the lines before it"},
           {replaced(bytes, "kernels: avx2", "kernels: avx3"),
            "the SHA-256 is not that of the lines before it"},
           {replaced(bytes, "group 11 21 2 ", "group 11 21 7 "),
            "the checksum is not that of this group"},
       }) {
    EXPECT_TRUE(test::has(fault_of(changed), fault));
  }
}

TEST(Certificate, TakesNoLineOfAnotherJob) {
  Job other = example().job;
  other.depth = 1;  // all prefixes hold more queens: the groups are the same
  const std::string bytes = encode(example());
  const std::string others = encode(certificate_of(other));
  const auto line_of = [](const std::string& text) {
    const auto at = text.find("group 11 21 2 ");
    return text.substr(at, text.find('\n', at) - at);
  };
  ASSERT_EQ(line_of(bytes).size(), line_of(others).size());
  const std::string mixed = resealed(replaced(bytes, line_of(bytes), line_of(others)));
  EXPECT_TRUE(test::has(fault_of(mixed), "the checksum is not that of this group of this job"));
}

TEST(Certificate, OfMoreThanACountHoldsIsRefused) {
  Certificate certificate = example();
  certificate.groups[0].count = Count::from_words(~std::uint64_t{0}, 0);
  certificate.groups[1].count = certificate.groups[0].count;
  EXPECT_EQ(fault_of(encode(certificate)),
            "contradicts itself: its subtotals add up to more than 2^128");
}

/// Whoever makes all checksums anew can say what he likes; that it is not true is found by counting
/// alone.
TEST(Certificate, MayLie) {
  Certificate certificate = example();
  certificate.groups[1].count = certificate.groups[1].count + Count{1};
  certificate.groups[2].count = Count{certificate.groups[2].count.low() - 1};
  EXPECT_EQ(fault_of(encode(certificate)), "");
}

}  // namespace
}  // namespace nqueens
