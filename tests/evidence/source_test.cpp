// Which files are evidence, and what a certificate has to keep to.

#include "evidence/source.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <vector>

#include "job/plan.hpp"
#include "judge/names.hpp"
#include "records.hpp"

namespace nqueens::test {
namespace {

using Paths = std::vector<std::filesystem::path>;

/// "checkpoints: a b; certificates: c; alone: ; others: "
std::string text_of(const Sources& sources, const Records& records) {
  std::string text;
  const auto add = [&](const std::string& kind, const Paths& files) {
    text += (text.empty() ? "" : "; ") + kind + ":";
    for (const auto& file : files) {
      text += " " + records.short_of(file.string());
    }
  };
  add("checkpoints", sources.checkpoints);
  add("certificates", sources.certificates);
  add("alone", sources.alone);
  add("others", sources.others);
  return text;
}

std::string of(const Records& records, const Paths& named) {
  return text_of(sources_of(named), records);
}

TEST(SourcesOfAFolder, AreSortedByWhatTheyAre) {
  const Records records;
  records.save("n8.ckpt", counted(eight()));
  records.save("n8.ckpt", counted(eight()), 2);
  records.save("n8.second.ckpt", counted(eight(5)));
  records.write("n8.result.json", "{}");
  records.write("n8.run.jsonl", "");
  records.write("n8.second.run.jsonl", "");
  records.certify("published.txt", counted(eight()));
  records.write("n7.result.json", "{}");
  records.write("n6.run.jsonl", "");
  records.write("n8.ckpt.9", "no generation");
  records.write("notes.txt", "n8");
  std::filesystem::create_directory(records / "old.result.json");
  EXPECT_EQ(of(records, {records.path()}),
            "checkpoints: n8.ckpt n8.second.ckpt; certificates: published.txt; alone: n6.run.jsonl "
            "n7.result.json; others: n8.ckpt.9 notes.txt old.result.json");
}

/// What is beside a checkpoint is looked at with it, also if only older generations are there.
TEST(SourcesOfAFolder, HaveACheckpointOfWhichOnlyAGenerationIsThere) {
  const Records records;
  records.save("n8.ckpt", counted(eight()));
  std::filesystem::rename(records / "n8.ckpt", records / "n8.ckpt.8");
  records.write("n8.result.json", "{}");
  EXPECT_EQ(of(records, {records.path()}), "checkpoints: n8.ckpt; certificates:; alone:; others:");
}

TEST(SourcesOfAFolder, AreOfAJobIfThereIsOneOfAnyKind) {
  const Records records;
  records.write("notes.txt", "n8");
  const std::string fault =
      records.fault_of(ExitCode::checkpoint, [&] { sources_of(Paths{records.path()}); });
  EXPECT_TRUE(has(fault, "holds no checkpoint, certificate, log or result of a job"));
  records.write("n8.run.jsonl", "");
  EXPECT_EQ(of(records, {records.path()}),
            "checkpoints:; certificates:; alone: n8.run.jsonl; others: notes.txt");
  std::filesystem::remove(records / "n8.run.jsonl");
  records.save("n8.ckpt", counted(eight()));
  EXPECT_EQ(of(records, {records.path()}),
            "checkpoints: n8.ckpt; certificates:; alone:; others: notes.txt");
}

TEST(NamedSources, AreToldApartByTheirFirstBytesAndLogsByTheirNames) {
  const Records records;
  const auto checkpoint = records.save("a.cert", counted(eight()));
  const auto certificate = records.certify("b.ckpt", counted(eight()));
  const auto log = records.write("c.run.jsonl", "");
  const auto result = records.write("d.result.json", "");
  const auto other = records.write("e.txt", "text");
  EXPECT_EQ(of(records, {checkpoint, certificate, log, result, other}),
            "checkpoints: a.cert e.txt; certificates: b.ckpt; alone: c.run.jsonl d.result.json; "
            "others:");
}

TEST(NamedSources, AreSortedAndEachIsTakenOnce) {
  const Records records;
  const auto first = records.save("a.ckpt", counted(eight()));
  const auto second = records.save("b.ckpt", counted(eight()));
  EXPECT_EQ(of(records, {second, first, second}),
            "checkpoints: a.ckpt b.ckpt; certificates:; alone:; others:");
  EXPECT_EQ(of(records, {second, records.path()}),
            "checkpoints: a.ckpt b.ckpt; certificates:; alone:; others:");
  const auto log = records.write("c.run.jsonl", "");
  EXPECT_EQ(of(records, {log, log}), "checkpoints:; certificates:; alone: c.run.jsonl; others:");
}

/// They are looked at with it, however they are named.
TEST(NamedSources, BesideACheckpointAreNotAlone) {
  const Records records;
  const auto checkpoint = records.save("a.ckpt", counted(eight()));
  const auto log = records.write("a.run.jsonl", "");
  const auto result = records.write("a.result.json", "{}");
  const auto other = records.write("b.run.jsonl", "");
  EXPECT_EQ(of(records, {log, other, checkpoint, result, records / "." / "a.run.jsonl"}),
            "checkpoints: a.ckpt; certificates:; alone: b.run.jsonl; others:");
}

TEST(NamedSources, HaveToBeThere) {
  const Records records;
  for (const char* name : {"n8.ckpt", "n8.cert", "n8.run.jsonl", "n8.result.json"}) {
    EXPECT_TRUE(
        has(records.fault_of(ExitCode::checkpoint, [&] { sources_of(Paths{records / name}); }),
            std::string("'") + name + "' does not exist; name a checkpoint"));
  }
}

/// Nobody can look at a pipe twice.
/// One that has a name is no certificate: to look at it would wait for a writer.
TEST(NamedSources, TakeAPipeOfTheShellForACertificate) {
  const Records records;
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  const std::string shells = "/dev/fd/" + std::to_string(ends[0]);
  EXPECT_EQ(of(records, {shells}), "checkpoints:; certificates: " + shells + "; alone:; others:");
  records.certify("n8.cert", counted(eight()));
  EXPECT_TRUE(has(records.fault_of(ExitCode::usage,
                                   [&] {
                                     sources_of(Paths{shells, records / "n8.cert"});
                                   }),
                  "is a pipe, and certificates that are held"));
  close(ends[0]);
  close(ends[1]);
  ASSERT_EQ(mkfifo((records / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(of(records, {records / "pipe"}), "checkpoints: pipe; certificates:; alone:; others:");
  EXPECT_FALSE(is_certificate(records / "pipe"));
}

TEST(ACertificate, IsKnownByItsStartAlsoIfItIsPacked) {
  const Records records;
  const auto plain = records.certify("n8.cert", counted(eight()));
  EXPECT_TRUE(is_certificate(plain));
  EXPECT_FALSE(is_certificate(records / "none.cert"));
  EXPECT_FALSE(is_certificate(records.path()));
  EXPECT_FALSE(is_certificate(records.save("n8.ckpt", counted(eight()))));
  EXPECT_TRUE(is_certificate(records.write("torn.cert.gz", "\x1f\x8btorn")))
      << "gzip cannot look into it";
  ASSERT_EQ(std::system(("gzip -k '" + plain.string() + "'").c_str()), 0);
  EXPECT_TRUE(is_certificate(records / "n8.cert.gz"));
  EXPECT_EQ(read_certificate(records / "n8.cert.gz"), read_certificate(plain));
}

TEST(IsLogOrResult, GoesByTheName) {
  EXPECT_TRUE(is_log_or_result("d/n8.run.jsonl"));
  EXPECT_TRUE(is_log_or_result("d/n8.result.json"));
  EXPECT_FALSE(is_log_or_result("d/n8.jsonl"));
  EXPECT_FALSE(is_log_or_result("d/n8.result.json/n8"));
}

TEST(ReadCertificate, GivesTheHeaderAndThenEachTask) {
  const Records records;
  const Example example = certified(counted(eight()), eight(5));
  const auto file = records.certify("n8.cert", example);
  std::vector<CertifiedTask> tasks;
  const Certificate found = read_certificate(file, [&](const Certificate& header) {
    EXPECT_EQ(header.tasks, 8U);
    return [&](std::uint64_t task, const CertifiedTask& each) {
      EXPECT_EQ(task, tasks.size());
      tasks.push_back(each);
    };
  });
  EXPECT_EQ(found, example.certificate);
  EXPECT_EQ(tasks, example.tasks);
  EXPECT_EQ(read_certificate(file), example.certificate);
}

TEST(ReadCertificate, NamesTheFileAndItsFault) {
  const Records records;
  const auto fault = [&](const std::filesystem::path& file) {
    return records.fault_of(ExitCode::checkpoint, [&] { read_certificate(file); });
  };
  const std::string whole = written(certified(counted(eight())));
  EXPECT_TRUE(fault(records.write("torn.cert", whole.substr(0, whole.size() / 2)))
                  .starts_with("certificate 'torn.cert' "));
  EXPECT_TRUE(fault(records.save("n8.ckpt", counted(eight())))
                  .starts_with("'n8.ckpt' is a checkpoint, not a certificate"));
  EXPECT_TRUE(fault(records / "none.cert").starts_with("certificate 'none.cert' "));
}

TEST(ReadCertificate, EndsWithASignal) {
  const Records records;
  const auto file = records.certify("n8.cert", counted(eight()));
  const Stopped stopped;
  EXPECT_THROW(read_certificate(file), WalkStopped);
}

std::string fault_of_prefixes(const Certificate& certificate, std::uint64_t found) {
  return error_of(ExitCode::checkpoint, [&] { require_prefixes(certificate, found); });
}

TEST(PrefixesOfACertificate, AreAsManyAsItsRuleGives) {
  const Certificate certificate = certified(counted(eight())).certificate;
  EXPECT_EQ(fault_of_prefixes(certificate, 30), "");
  EXPECT_EQ(fault_of_prefixes(certificate, 29), "has 30 prefixes where its rule gives 29");
  EXPECT_EQ(fault_of_prefixes(certificate, 31), "has 30 prefixes where its rule gives more");
  EXPECT_EQ(plan_of_prefixes(certificate, [] {}).prefixes, 30U);
  EXPECT_EQ(plan_of_prefixes(certificate, [] {}).tasks(), 8U);
  Certificate fewer = certificate;
  fewer.prefixes = 29;
  EXPECT_EQ(error_of(ExitCode::checkpoint, [&] { plan_of_prefixes(fewer, [] {}); }),
            "has 29 prefixes where its rule gives more");
}

/// Of 30 prefixes in tasks of 4, task 7 has the last two.
TEST(PrefixesOfACertificate, AreOfATaskThatItsJobHas) {
  Certificate certificate = certified(counted(opened(eight(), 7, 4))).certificate;
  const std::uint64_t prefixes = certificate.prefixes;
  EXPECT_GT(prefixes, 0U);
  EXPECT_EQ(fault_of_prefixes(certificate, prefixes), "");
  EXPECT_TRUE(has(fault_of_prefixes(certificate, 0), "where its rule gives 0"));
  certificate.job.of_task = 8;
  EXPECT_EQ(fault_of_prefixes(certificate, 0), "is of task 8, which its job does not have");
  certificate.job.of_prefixes_per_task = 5;
  certificate.job.of_task = 5;
  EXPECT_TRUE(has(fault_of_prefixes(certificate, 0), "where its rule gives 0"));
  certificate.job.of_task = 6;
  EXPECT_EQ(fault_of_prefixes(certificate, 0), "is of task 6, which its job does not have")
      << "its first prefix would be the 31st";
}

TEST(SecondCountOfACertificate, NumbersOtherPrefixes) {
  Certificate certificate = certified(counted(eight()), eight(5)).certificate;
  EXPECT_EQ(fault_of_prefixes(certificate, 30), "");
  certificate.second = eight(3);
  EXPECT_TRUE(has(fault_of_prefixes(certificate, 30),
                  "has a second count that is none: it numbers the same prefixes"));
}

/// A half turn places two queens at once, so that two depths number the same 171,347 prefixes.
TEST(SecondCountOfACertificate, IsNotBlamedForASignal) {
  const auto job = [](int depth) {
    return Job{.problem = {.n = 24, .sequence = Sequence::half_turn_queens}, .depth = depth};
  };
  const Certificate certificate{.job = job(9), .prefixes = 1, .second = job(10)};
  const Stopped stopped;
  EXPECT_THROW(require_prefixes(certificate, 1), WalkStopped);
}

TEST(JobToVerify, IsThatOfTheCertificate) {
  const Certificate certificate = certified(counted(eight())).certificate;
  EXPECT_EQ(without_slices(job_to_verify(certificate, "n8.cert")), eight());
}

TEST(JobToVerify, HasWhatIsAboveItsPrefixes) {
  const Job job{.problem = {.n = 6, .sequence = Sequence::placements},
                .symmetry = Symmetry::mirror,
                .depth = 2};
  Example example = certified(counted(job));
  EXPECT_EQ(job_to_verify(example.certificate, "n6.cert").problem, job.problem);
  example.certificate.above += Count{1};
  EXPECT_EQ(error_of(ExitCode::checkpoint, [&] { job_to_verify(example.certificate, "n6.cert"); }),
            "certificate 'n6.cert' says that 27 lies above the prefixes where its rule gives 26");
}

}  // namespace
}  // namespace nqueens::test
