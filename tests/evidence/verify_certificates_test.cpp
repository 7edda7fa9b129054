// Certificates verified with workers on threads, alone and with others, and compared without any.

#include <gtest/gtest.h>

#include <csignal>
#include <string>
#include <utility>
#include <vector>

#include "evidence/verify.hpp"
#include "records.hpp"

namespace nqueens::test {
namespace {

TEST(VerifyACertificate, CountsItsTasksAgain) {
  const Records records;
  records.certify("n8.cert", counted(eight()));
  Sample sample = all_of_it();
  sample.kernel = "scalar";
  const std::string text = verified(records, sample);
  EXPECT_TRUE(text.starts_with("proved n8.cert: its words are those of its job (30 prefixes"));
  EXPECT_TRUE(has(text,
                  "to 92\n"
                  "said n8.cert: kernels, program\n"
                  "counted n8.cert: 8 of 8 tasks confirmed\n"));
  EXPECT_FALSE(has(text, "nodes differ"));
  sample.kernel = "plain";
  EXPECT_TRUE(
      has(verified(records, sample),
          "counted n8.cert: 8 of 8 tasks confirmed\n"
          "said n8.cert: nodes differ in 8 of 8 tasks: another search counted them, or they are "
          "false\n"));
}

TEST(VerifyACertificate, CountsDrawsOfItsTasks) {
  const Records records;
  records.certify("n8.cert", counted(eight()));
  Sample sample = all_of_it();
  sample.units = 6;
  sample.kernel = "scalar";
  const Findings findings = verified({records.path()}, sample);
  const Finding& found = findings.list().back();
  const Json recount = found.detail.at("recount");
  const auto drawn = recount.at("drawn").get<std::vector<TaskId>>();
  EXPECT_GE(drawn.size(), 3U);
  EXPECT_LE(drawn.size(), 6U);
  EXPECT_EQ(recount.at("chosen"), drawn.size());
  EXPECT_EQ(recount.at("confirmed"), drawn.size());
  EXPECT_EQ(recount.at("units"), 8);
  EXPECT_EQ(recount.at("nodes_differ"), 0) << "the same kernel counts it";
  EXPECT_TRUE(has(found.text, std::to_string(drawn.size()) +
                                  " of 8 tasks confirmed (6 draws, seed "
                                  "'1'): a sample of this size misses an error in "));
}

TEST(VerifyACertificate, FindsOneWrongTaskWhoseTotalIsRight) {
  const Records records;
  Example example = certified(counted(eight()));
  std::swap(example.tasks[2].count, example.tasks[5].count);
  example.add_up();
  records.certify("n8.cert", example);
  const Findings findings = verified({records.path()});
  const std::string text = records.text_of(findings);
  EXPECT_EQ(findings.code(), ExitCode::wrong_answer);
  EXPECT_TRUE(has(text, "disagrees n8.cert: 6 of 8 tasks confirmed\n"));
  EXPECT_TRUE(has(text, "disagrees n8.cert: CONFLICT: task 2: 0 ("));
  EXPECT_TRUE(has(text, " nodes) by the certificate, 16 ("));
}

TEST(VerifyACertificate, OfACheckpointHereIsProvedByIt) {
  const Records records;
  records.save("n8.ckpt", counted(eight()));
  records.certify("n8.cert", counted(eight()));
  const std::string text = verified(records);
  EXPECT_TRUE(has(text, "proved n8.cert: has the same counts of 8 tasks as n8.ckpt\n"));
  EXPECT_FALSE(has(text, "counted n8.cert"));
  Example swapped = certified(counted(eight()));
  std::swap(swapped.tasks[2].count, swapped.tasks[5].count);
  swapped.add_up();
  records.certify("n8.cert", swapped);
  const Findings findings = verified({records.path()});
  const std::string other = records.text_of(findings);
  EXPECT_TRUE(has(other, "disagrees n8.cert: has other counts of 2 tasks than n8.ckpt\n"));
  EXPECT_TRUE(is_wrong_count(findings, "has other counts of 2 tasks than n8.ckpt"));
  EXPECT_TRUE(has(other, "disagrees n8.cert: 6 of 8 tasks confirmed\n"));
}

TEST(VerifyACertificate, ThatIsBadIsAFindingAndOthersAreLookedAt) {
  const Records records;
  const std::string whole = written(certified(counted(eight())));
  records.write("a.cert", whole.substr(0, whole.size() / 2));
  records.certify("b.cert", altered(certified(counted(eight())), 0, 8));
  records.certify("c.cert", counted(eight(5)));
  const Findings findings = verified({records.path()});
  const std::string text = records.text_of(findings);
  EXPECT_TRUE(has(text, "unusable a.cert: "));
  EXPECT_TRUE(has(lines_with(text, "disagrees b.cert: "), "adds up to 100, but the published"));
  EXPECT_TRUE(has(text, "counted c.cert: 24 of 24 tasks confirmed\n"));
}

TEST(VerifySeveralCertificates, HoldsEachAgainstTheFirstOfItsCount) {
  const Records records;
  records.certify("a.cert", counted(eight()));
  records.certify("b.cert", counted(eight(5)));
  records.certify("c.cert", counted(opened(eight(), 3, 4)));
  records.certify("d.cert", counted({.problem = {.n = 7}}));
  const std::string text = verified(records);
  EXPECT_TRUE(has(text, "proved b.cert: its total is that of a.cert\n"));
  EXPECT_TRUE(has(text, "proved c.cert: its total is that of task 3 of a.cert\n"));
  EXPECT_FALSE(has(text, "of another certificate"));
  EXPECT_TRUE(has(text, "counted b.cert: 24 of 24 tasks confirmed\n"));
  EXPECT_TRUE(has(text, "counted d.cert: 13 of 13 tasks confirmed\n"));
  EXPECT_FALSE(has(text, "disagrees"));
}

/// The whole certificate comes second by its name.
TEST(VerifyAnOpenedTask, IsHeldAgainstItsWholeInAnyOrder) {
  const Records records;
  records.certify("a.cert", counted(opened(eight(), 3, 4)));
  EXPECT_TRUE(has(verified(records), "said a.cert: that task 3 of a count is the sum\n"));
  records.certify("b.cert", counted(eight()));
  const std::string both = verified(records);
  EXPECT_TRUE(has(both, "proved a.cert: its total is that of task 3 of b.cert\n"));
  EXPECT_TRUE(has(both, "counted b.cert: 8 of 8 tasks confirmed\n"));
}

TEST(VerifyTheSecondCountOfACertificate, IsAFileHereOrTheAuthorsWord) {
  const Records records;
  records.certify("a.cert", certified(counted(eight()), eight(5)));
  EXPECT_TRUE(has(verified(records), "said a.cert: second_count, kernels, program\n"));
  records.certify("b.cert", counted(eight(5)));
  const std::string both = verified(records);
  EXPECT_TRUE(has(both, "proved a.cert: its second count is the total of b.cert\n"));
  EXPECT_TRUE(has(both, "said a.cert: kernels, program\n"));
  std::filesystem::remove(records / "b.cert");
  Checkpoint wrong = counted(eight(5));
  add(wrong, 3, 8);
  records.save("b.ckpt", wrong);
  const Findings findings = verified({records.path()});
  const std::string other = records.text_of(findings);
  EXPECT_TRUE(has(other, "disagrees a.cert: its second count is 100 by b.ckpt\n"));
  EXPECT_TRUE(is_wrong_count(findings, "its second count is 100 by b.ckpt"));
  EXPECT_FALSE(has(other, "its second count is the total"));
}

/// Numbers that nobody has published, of two cuts.
TEST(VerifySeveralCounts, OfABoardHaveOneNumber) {
  const Records records;
  const auto amazons = [](Count count, Symmetry symmetry) {
    Checkpoint checkpoint = begun({.problem = {.n = 27, .sequence = Sequence::amazons},
                                   .symmetry = symmetry,
                                   .depth = 1,
                                   .prefixes_per_task = max_prefixes_per_task});
    checkpoint.queue.set(0, {.count = count, .nodes = 100}, {});
    return checkpoint;
  };
  records.save("a.ckpt", amazons(16, Symmetry::full));
  records.save("b.ckpt", amazons(24, Symmetry::mirror));
  Workers workers;
  workers.requests.stop_signal = SIGTERM;  // it would take for ever
  const Findings found =
      verify(workers.session(), {.files = {records.path()}, .sample = all_of_it()});
  EXPECT_TRUE(found.is_stopped());
  EXPECT_TRUE(has(records.text_of(found), "disagrees b.ckpt: adds up to 24, but a.ckpt to 16\n"));
  EXPECT_TRUE(has(records.text_of(found), "said a.ckpt: no published number to compare with\n"));
}

std::string compared(const Records& records) {
  return records.text_of(compare_certificates({records / "a.cert", records / "b.cert"}));
}

std::string fault_of_comparison(const Records& records, ExitCode code) {
  return records.fault_of(code, [&] { compared(records); });
}

TEST(CompareCertificates, LooksAtBothAndHoldsThem) {
  const Records records;
  records.certify("a.cert", counted(eight()));
  records.certify("b.cert", counted(eight(4, 1)));
  const std::string text = compared(records);
  EXPECT_TRUE(has(text, "proved a.cert: its words are those of its job (30 prefixes"));
  EXPECT_TRUE(has(text, "proved b.cert: its words are those of its job (46 prefixes"));
  EXPECT_TRUE(has(text, "segments, of up to "));
  EXPECT_TRUE(has(text, "proved b.cert: its total is that of "));
  EXPECT_FALSE(has(text, "confirmed")) << "nothing is counted";
}

TEST(CompareCertificates, TakesAnOpenedTaskAsTheSecond) {
  const Records records;
  records.certify("a.cert", counted(eight()));
  records.certify("b.cert", counted(opened(eight(), 3, 4)));
  EXPECT_TRUE(has(compared(records), "its total is that of task 3 of "));
  records.certify("b.cert", counted(eight()));
  records.certify("a.cert", counted(opened(eight(), 3, 4)));
  EXPECT_EQ(fault_of_comparison(records, ExitCode::usage),
            "'a.cert' is an opened task of 'b.cert'; name the whole certificate first");
}

TEST(CompareCertificates, IsForTwoOfOneCount) {
  const Records records;
  records.certify("a.cert", counted(eight()));
  records.certify("b.cert", counted({.problem = {.n = 7}}));
  EXPECT_EQ(fault_of_comparison(records, ExitCode::usage),
            "'a.cert' counts n=8, 'b.cert' counts n=7; name two of one count");
  records.certify("b.cert", counted(opened(eight(5), 3, 6)));
  EXPECT_EQ(fault_of_comparison(records, ExitCode::usage),
            "'a.cert' counts n=8, 'b.cert' counts task 3 of depth 5 of n=8; name two of one count");
}

TEST(CompareCertificates, NeedsBothAndFindsTheFaultsOfThoseThatAreThere) {
  const Records records;
  records.certify("a.cert", counted(eight()));
  EXPECT_TRUE(has(fault_of_comparison(records, ExitCode::checkpoint), "'b.cert' does not exist"));
  records.write("b.cert", "no certificate\n");
  EXPECT_TRUE(has(compared(records), "unusable b.cert: "));
}

}  // namespace
}  // namespace nqueens::test
