// What findings come to, and how they are told.

#include "judge/finding.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "report/version.hpp"
#include "support/stopped.hpp"
#include "support/text.hpp"

namespace nqueens {
namespace {

using test::has;

Findings of(const std::vector<Verdict>& verdicts) {
  Findings findings;
  for (const Verdict verdict : verdicts) {
    findings.add(verdict, "n8.ckpt", "text");
  }
  return findings;
}

/// A count that is wrong outweighs a file that is, and that a stop.
TEST(ExitCodeOfFindings, FollowsFromTheWorstVerdict) {
  using enum Verdict;
  EXPECT_EQ(of({}).code(), ExitCode::done);
  EXPECT_EQ(of({proved, counted, said}).code(), ExitCode::done);
  EXPECT_EQ(of({proved, disagrees, said}).code(), ExitCode::checkpoint);
  EXPECT_EQ(of({unusable, proved}).code(), ExitCode::checkpoint);
  Findings findings = of({said});
  EXPECT_FALSE(findings.is_stopped());
  findings.stop();
  EXPECT_TRUE(findings.is_stopped());
  EXPECT_EQ(findings.code(), ExitCode::runtime_error);
  findings.disagrees("n8.ckpt", "says so", false);
  EXPECT_EQ(findings.code(), ExitCode::checkpoint);
  findings.disagrees("n8.ckpt", "is wrong", true);
  findings.add(said, "n8.ckpt", "text");
  EXPECT_EQ(findings.code(), ExitCode::wrong_answer);
}

TEST(Findings, KeepWhatIsSaidOfAFileInItsOrder) {
  Findings findings;
  findings.add(Verdict::proved, "a.ckpt", "is whole", {{"tasks", 5}});
  findings.disagrees("b.cert", "is wrong", true, {{"task", 7}});
  ASSERT_EQ(findings.list().size(), 2U);
  const Finding& first = findings.list()[0];
  EXPECT_EQ(first.verdict, Verdict::proved);
  EXPECT_EQ(first.file, "a.ckpt");
  EXPECT_EQ(first.text, "is whole");
  EXPECT_FALSE(first.is_count);
  EXPECT_EQ(first.detail, Json({{"tasks", 5}}));
  const Finding& second = findings.list()[1];
  EXPECT_EQ(second.verdict, Verdict::disagrees);
  EXPECT_EQ(second.file, "b.cert");
  EXPECT_EQ(second.text, "is wrong");
  EXPECT_TRUE(second.is_count);
  EXPECT_EQ(second.detail, Json({{"task", 7}}));
}

TEST(Findings, CallFilesOfTheirFolderByTheirNames) {
  const Findings of_folder("records");
  EXPECT_EQ(of_folder.name_of("records/n8.ckpt"), "n8.ckpt");
  EXPECT_EQ(of_folder.name_of("records/old/n8.ckpt"), "records/old/n8.ckpt");
  EXPECT_EQ(of_folder.name_of("others/n8.ckpt"), "others/n8.ckpt");
  EXPECT_EQ(Findings().name_of("n8.ckpt"), "n8.ckpt");
  EXPECT_EQ(Findings().name_of("records/n8.ckpt"), "records/n8.ckpt");
}

/// What is found of a look that ends with this error.
Findings after(const Error& error) {
  Findings findings;
  findings.guarded("n8.ckpt", [&] { throw Error(error); });
  return findings;
}

TEST(AGuardedLook, MakesAFindingOfWhatItThrows) {
  const Findings damaged = after({ExitCode::checkpoint, "is cut short"});
  EXPECT_EQ(damaged.code(), ExitCode::checkpoint);
  EXPECT_EQ(damaged.list().at(0).verdict, Verdict::unusable);
  EXPECT_EQ(damaged.list().at(0).text, "is cut short");
  EXPECT_EQ(damaged.list().at(0).file, "n8.ckpt");
  const Findings wrong = after({ExitCode::wrong_answer, "adds up to 5"});
  EXPECT_EQ(wrong.code(), ExitCode::wrong_answer);
  EXPECT_EQ(wrong.list().at(0).verdict, Verdict::disagrees);
  EXPECT_EQ(wrong.list().at(0).text, "adds up to 5");
}

TEST(AGuardedLook, IsAnnouncedAndOnlyLooks) {
  std::string order;
  Findings findings({}, [&order] { order += "before "; });
  findings.guarded("n8.ckpt", [&order] { order += "look "; });
  findings.guarded("n9.ckpt", [&order] { order += "look "; });
  EXPECT_EQ(order, "before look before look ");
  EXPECT_TRUE(findings.list().empty());
}

/// No file is to blame for a signal.
TEST(AGuardedLook, EndsWithASignalAndSaysNothingOfTheFile) {
  Findings findings;
  int looks = 0;
  {
    const test::Stopped stopped;
    findings.guarded("n8.ckpt", [&looks] { ++looks; });
  }
  EXPECT_EQ(looks, 0);
  findings.guarded("n8.ckpt", [] {
    signal_requests().stop_signal = SIGTERM;
    throw Error(ExitCode::runtime_error, "stopped");
  });
  signal_requests().stop_signal = 0;
  EXPECT_TRUE(findings.list().empty());
}

/// One of each verdict.
Findings one_of_each() {
  Findings findings("records");
  findings.add(Verdict::proved, "records/a.ckpt", "is whole", {{"tasks", 5}});
  findings.add(Verdict::counted, "records/a.ckpt", "300 of 300 tasks confirmed");
  findings.add(Verdict::said, "records/a.ckpt", "who counted");
  findings.disagrees("records/b.cert", "adds up to 5", true);
  findings.add(Verdict::unusable, "records/c.ckpt", "is cut short\nor not");
  return findings;
}

TEST(SummaryOfFindings, CountsVerdictsAndNamesWrongFilesOnce) {
  Findings findings = one_of_each();
  EXPECT_EQ(summary_of(findings),
            "A COUNT IS WRONG, see b.cert; other faults in c.ckpt: 1 proved, 1 counted again, "
            "1 only said by the author, 1 disagree, 1 unusable (exit code 3)");
  findings.add(Verdict::unusable, "records/b.cert", "text");
  findings.disagrees("records/c.ckpt", "is of another job", false);
  EXPECT_TRUE(has(summary_of(findings), "see b.cert; other faults in c.ckpt: 1 proved"));
  findings.disagrees("records/c.ckpt", "adds up to 6", true);
  EXPECT_TRUE(has(summary_of(findings), "see b.cert and c.ckpt: 1 proved"));
  EXPECT_EQ(summary_of(of({Verdict::disagrees, Verdict::said, Verdict::said})),
            "no count is shown to be wrong, but files are, see n8.ckpt: 0 proved, 0 counted again, "
            "2 only said by the author, 1 disagree, 0 unusable (exit code 4)");
  EXPECT_EQ(summary_of(of({Verdict::proved})),
            "no error found: 1 proved, 0 counted again, 0 only said by the author, 0 disagree, "
            "0 unusable (exit code 0)");
  Findings stopped;
  stopped.stop();
  EXPECT_TRUE(has(summary_of(stopped), "STOPPED before all was checked: 0 proved"));
}

TEST(FindingsAsText, AreALineEachAndTheSummary) {
  const Findings findings = one_of_each();
  EXPECT_EQ(to_text(findings),
            "proved     a.ckpt: is whole\n"
            "counted    a.ckpt: 300 of 300 tasks confirmed\n"
            "said       a.ckpt: who counted\n"
            "disagrees  b.cert: adds up to 5\n"
            "unusable   c.ckpt: is cut short\\nor not\n"
            "in all     " +
                summary_of(findings) + "\n");
}

TEST(FindingsAsJson, HaveTheirDetailAndTheExitCode) {
  Findings findings = one_of_each();
  Json json = Json::parse(to_json(findings));
  EXPECT_EQ(json.at("findings").size(), 5U);
  EXPECT_EQ(json.at("findings").at(0),
            Json({{"verdict", "proved"}, {"file", "a.ckpt"}, {"text", "is whole"}, {"tasks", 5}}));
  EXPECT_EQ(json.at("summary"), summary_of(findings));
  EXPECT_EQ(json.at("exit_code"), 3);
  EXPECT_EQ(json.at("stopped"), false);
  EXPECT_EQ(json.at("version"), version());
  findings.stop();
  json = Json::parse(to_json(findings));
  EXPECT_EQ(json.at("stopped"), true);
}

}  // namespace
}  // namespace nqueens
