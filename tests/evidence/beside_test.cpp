// Results and logs of runs, held against what shows their number.

#include "evidence/beside.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "judge/finished.hpp"
#include "judge/names.hpp"
#include "records.hpp"
#include "report/run_log.hpp"

namespace nqueens::test {
namespace {

/// A log of one run of a job.
/// @param result  of the finished job; empty: the run was stopped
std::string log_of(const Job& job, const std::string& result) {
  std::string log = encode({.time = 10,
                            .body = RunStart{.host = "a",
                                             .problem = to_string(job.problem),
                                             .cut = describe_cut(job),
                                             .ranks = {1}}}) +
                    "\n";
  return log +
         encode(result.empty() ? RunEvent{.time = 20, .body = RunStop{.reason = "stopped"}}
                               : RunEvent{.time = 20, .body = RunFinish{.result = result}}) +
         "\n";
}

/// A checkpoint of eight queens and what is beside it.
struct BesideEight {
  Records records;
  Checkpoint checkpoint = counted(eight());

  /// What is found of all of it.
  std::string look(std::optional<Certificate>* certificate = nullptr) {
    records.save("n8.ckpt", checkpoint);
    Findings findings(records.path());
    auto made = look_beside(records / "n8.ckpt", checkpoint, 30, true, findings);
    code = findings.code();
    if (certificate != nullptr) {
      *certificate = std::move(made);
    }
    return records.text_of(findings);
  }
  [[nodiscard]] std::string look_at_result() { return lines_of("n8.result.json"); }
  [[nodiscard]] std::string look_at_log() { return lines_of("n8.run.jsonl"); }

  ExitCode code = ExitCode::done;

 private:
  std::string lines_of(const std::string& file) {
    const std::string text = look();
    std::string found;
    for (const std::string_view verdict : names_of<Verdict>) {
      found += lines_with(text, std::string(verdict) + " " + file);
    }
    return found;
  }
};

RunResult right() {
  return judge(counted(eight()), nullptr).result;
}

const std::string author = "times, hosts, processors and commands\n";

TEST(NumberOfACheckpoint, IsThePublishedOneOrTheAuthorsWord) {
  BesideEight beside;
  std::optional<Certificate> certificate;
  EXPECT_EQ(beside.look(&certificate),
            "proved n8.ckpt: its number is the published one, OEIS A000170\n");
  EXPECT_EQ(certificate, make_certificate(counted(eight())));
  add(beside.checkpoint, 5, 8);
  EXPECT_EQ(beside.look(),
            "disagrees n8.ckpt: adds up to 100, but the published count is 92 (OEIS A000170)\n");
  EXPECT_EQ(beside.code, ExitCode::wrong_answer);
  beside.checkpoint.queue.clear(UnitId{.task = 5});
  EXPECT_EQ(beside.look(&certificate), "") << "it is not finished";
  EXPECT_FALSE(certificate);
}

TEST(SecondCountBeside, ThatIsForgedIsWrong) {
  BesideEight beside;
  Checkpoint second = counted(eight(5));
  add(second, 3, 1);
  beside.records.save("n8.second.ckpt", second);
  EXPECT_TRUE(has(beside.look(), "disagrees n8.second.ckpt: "));
  EXPECT_EQ(beside.code, ExitCode::wrong_answer);
}

TEST(SecondCountBeside, ThatIsNotFinishedProvesNothing) {
  BesideEight beside;
  beside.records.save("n8.second.ckpt", counted(eight(5), {}, {1, 2}));
  EXPECT_EQ(beside.look(),
            "said n8.second.ckpt: is not finished, so it confirms nothing of n8.ckpt\n"
            "proved n8.ckpt: its number is the published one, OEIS A000170\n");
}

TEST(ResultBeside, OfTheCheckpointIsProvedButForWhatNobodyCanCountAgain) {
  BesideEight beside;
  beside.records.write("n8.result.json", to_json(right()));
  EXPECT_EQ(beside.look_at_result(),
            "proved n8.result.json: its job, number and hash are those of n8.ckpt\n"
            "said n8.result.json: " +
                author);
  Json lacking = Json::parse(to_json(right()));
  lacking.erase("count_sha256");
  beside.records.write("n8.result.json", dump(lacking));
  EXPECT_EQ(beside.look_at_result(),
            "proved n8.result.json: its job and number are those of n8.ckpt\n"
            "said n8.result.json: no files here show its count_sha256; " +
                author);
  EXPECT_EQ(beside.code, ExitCode::done);
}

TEST(ResultBeside, ThatSaysSomethingElseDisagrees) {
  BesideEight beside;
  RunResult other = right();
  other.count = Count(100);
  beside.records.write("n8.result.json", to_json(other));
  EXPECT_EQ(beside.look_at_result(),
            "disagrees n8.result.json: has the number \"100\", but \"92\" was counted\n");
  EXPECT_EQ(beside.code, ExitCode::wrong_answer);
  other = right();
  other.job.depth = 3;
  beside.records.write("n8.result.json", to_json(other));
  EXPECT_EQ(beside.look_at_result(), "disagrees n8.result.json: is of another job: depth is 3\n");
  EXPECT_EQ(beside.code, ExitCode::checkpoint) << "no count is wrong";
  other = right();
  other.agrees = false;
  beside.records.write("n8.result.json", to_json(other));
  EXPECT_EQ(beside.look_at_result(), "disagrees n8.result.json: has another agrees, false\n");
  EXPECT_EQ(beside.code, ExitCode::checkpoint);
}

TEST(ResultBeside, HasToNameTheJobAndItsNumber) {
  BesideEight beside;
  Json lacking = Json::parse(to_json(right()));
  lacking.erase("depth");
  beside.records.write("n8.result.json", dump(lacking));
  EXPECT_EQ(beside.look_at_result(),
            "unusable n8.result.json: is no result of this job: it lacks depth\n");
  std::filesystem::remove(beside.records / "n8.result.json");
  std::filesystem::create_directory(beside.records / "n8.result.json");
  EXPECT_EQ(beside.look_at_result(), "unusable n8.result.json: cannot be read\n");
}

TEST(ResultBeside, AnUnfinishedCheckpointDisagrees) {
  BesideEight beside;
  beside.records.write("n8.result.json", to_json(right()));
  beside.checkpoint.queue.clear(UnitId{.task = 5});
  EXPECT_EQ(beside.look_at_result(),
            "disagrees n8.result.json: has a result, but the checkpoint is not finished\n");
  EXPECT_EQ(beside.code, ExitCode::checkpoint);
}

TEST(LogBeside, OfTheJobHasItsResult) {
  BesideEight beside;
  beside.records.write("n8.run.jsonl", log_of(eight(), to_json(right())));
  EXPECT_EQ(beside.look_at_log(),
            "proved n8.run.jsonl: its runs name this job, and its result is the same\n"
            "said n8.run.jsonl: all " +
                author);
  beside.records.write("n8.run.jsonl", log_of(eight(), ""));
  EXPECT_EQ(beside.look_at_log(),
            "proved n8.run.jsonl: its runs name this job\n"
            "said n8.run.jsonl: all times, hosts, processors and commands; it lacks the result\n");
  beside.checkpoint.queue.clear(UnitId{.task = 5});
  EXPECT_EQ(beside.look_at_log(),
            "proved n8.run.jsonl: its runs name this job\n"
            "said n8.run.jsonl: all " +
                author)
      << "there is none yet";
}

TEST(LogBeside, WithoutARunSaysNothing) {
  BesideEight beside;
  beside.records.write("n8.run.jsonl", "");
  EXPECT_EQ(beside.look_at_log(), "");
  beside.records.write("n8.run.jsonl", "no log\n");
  EXPECT_TRUE(has(beside.look_at_log(), "unusable n8.run.jsonl: "));
}

TEST(LogBeside, OfAnotherJobOrNumberDisagrees) {
  BesideEight beside;
  beside.records.write("n8.run.jsonl", log_of(eight(5), ""));
  const std::string other_job = beside.look_at_log();
  EXPECT_TRUE(has(other_job, "is of another job: n=8, symmetry full, depth 5"));
  EXPECT_EQ(std::ranges::count(other_job, '\n'), 1) << other_job;
  EXPECT_TRUE(other_job.starts_with("disagrees"));
  EXPECT_EQ(beside.code, ExitCode::checkpoint);
  RunResult other = right();
  other.count = Count(100);
  beside.records.write("n8.run.jsonl", log_of(eight(), to_json(other)));
  const std::string other_number = beside.look_at_log();
  EXPECT_TRUE(has(other_number, "has the number \"100\", but \"92\" was counted\n"));
  EXPECT_EQ(std::ranges::count(other_number, '\n'), 1) << other_number;
  EXPECT_EQ(beside.code, ExitCode::wrong_answer);
}

/// The fault of a number is the checkpoint's, not that of the log beside it.
TEST(LogBeside, IsNotBlamedForItsCheckpoint) {
  BesideEight beside;
  add(beside.checkpoint, 5, 8);
  beside.records.write("n8.run.jsonl",
                       log_of(eight(), to_json(judge(beside.checkpoint, nullptr).result)));
  EXPECT_EQ(beside.look_at_log(),
            "proved n8.run.jsonl: its runs name this job, and its result is the same\n"
            "said n8.run.jsonl: all " +
                author);
}

TEST(LogBeside, OfAPartHasTheResultOfThatPart) {
  BesideEight beside;
  const Part part{.index = 2, .parts = 3};
  beside.checkpoint = counted(eight(), {}, part);
  const std::string result = to_json(result_of_part(beside.checkpoint, part));
  beside.records.write("n8.run.jsonl", log_of(eight(), result));
  EXPECT_TRUE(has(beside.look_at_log(), "its runs name this job, and its result is the same\n"));
}

// --- without a checkpoint

/// A file of a result or a log, and certificates that may show it.
struct Alone {
  Records records;
  std::vector<CertifiedCount> shown{};
  ExitCode code = ExitCode::done;

  std::string look(const std::string& name, const std::string& text) {
    Findings findings(records.path());
    look_at_one_alone(records.write(name, text), shown, findings);
    code = findings.code();
    return records.text_of(findings);
  }
  void show(const Job& job) {
    const Certificate certificate = make_certificate(counted(job));
    shown.push_back({.file = records / "n8.cert",
                     .certificate = certificate,
                     .total = total_of(certificate),
                     .is_text = true});
  }
};

const std::string only_said =
    "said n8.result.json: all of it: no usable checkpoint or certificate of this job is here\n";

TEST(ResultAlone, IsTheAuthorsWordWithoutACertificateOfItsBoard) {
  Alone alone;
  EXPECT_EQ(alone.look("n8.result.json", to_json(right())), only_said);
  alone.show({.problem = {.n = 7}});
  alone.show(opened(eight(), 3, 4));
  EXPECT_EQ(alone.look("n8.result.json", to_json(right())), only_said);
  EXPECT_EQ(alone.code, ExitCode::done);
}

TEST(ResultAlone, IsProvedByACertificateOfItsJob) {
  Alone alone;
  alone.show(eight());
  EXPECT_EQ(alone.look("n8.result.json", to_json(right())),
            "proved n8.result.json: its job, number and hash are those of n8.cert\n"
            "said n8.result.json: " +
                author);
  EXPECT_EQ(alone.look("n8.run.jsonl", log_of(eight(), to_json(right()))),
            "proved n8.run.jsonl: its job, number and hash are those of n8.cert\n"
            "said n8.run.jsonl: " +
                author);
}

TEST(ResultAlone, ThatCannotBeRightDisagrees) {
  Alone alone;
  RunResult wrong = right();
  wrong.count = Count(100);
  EXPECT_TRUE(alone.look("n8.result.json", to_json(wrong))
                  .starts_with("disagrees n8.result.json: adds up to 100, but the published"));
  EXPECT_EQ(alone.code, ExitCode::wrong_answer);
  RunResult claims = right();
  claims.sequence = "OEIS A051906";
  EXPECT_TRUE(alone.look("n8.result.json", to_json(claims))
                  .starts_with("disagrees n8.result.json: does not name the published sequence"));
  EXPECT_EQ(alone.code, ExitCode::checkpoint) << "its number is right";
  std::filesystem::create_directory(alone.records / "n9.result.json");
  EXPECT_EQ(alone.look("n9.result.json", ""), "unusable n9.result.json: cannot be read\n");
}

/// A number that nobody has published.
TEST(ResultAlone, DisagreesWithAnotherNumberOfItsBoard) {
  Alone alone;
  const Job job{.problem = {.n = 27, .sequence = Sequence::amazons}, .depth = 1};
  Job deeper = job;
  deeper.depth = 4;
  Certificate certificate{
      .job = job, .prefixes = 1, .tasks = 1, .total = 16, .count_sha256 = "3f5a"};
  alone.shown.push_back({.file = alone.records / "n27.cert",
                         .certificate = certificate,
                         .total = total_of(certificate)});
  EXPECT_EQ(alone.look("n27.result.json", to_json(RunResult{.job = job, .count = 24, .runs = {}})),
            "disagrees n27.result.json: has the number \"24\", but \"16\" was counted\n");
  EXPECT_EQ(alone.code, ExitCode::wrong_answer);
  EXPECT_EQ(
      alone.look("n27.result.json", to_json(RunResult{.job = deeper, .count = 24, .runs = {}})),
      "disagrees n27.result.json: has the number 24, but n27.cert has 16\n");
  EXPECT_EQ(alone.code, ExitCode::wrong_answer);
  EXPECT_EQ(
      alone.look("n27.result.json", to_json(RunResult{.job = deeper, .count = 16, .runs = {}})),
      "said n27.result.json: all of it: no usable checkpoint or certificate of this job is here\n");
}

TEST(LogAlone, WithoutAResultIsTheAuthorsWord) {
  Alone alone;
  alone.show(eight());
  EXPECT_EQ(
      alone.look("n8.run.jsonl", log_of(eight(), "")),
      "said n8.run.jsonl: all of it: no usable checkpoint or certificate of this job is here\n");
  EXPECT_EQ(alone.look("n8.run.jsonl", log_of(eight(), R"({"n":8})")),
            "disagrees n8.run.jsonl: is empty or damaged\n");
  EXPECT_EQ(alone.code, ExitCode::checkpoint);
}

}  // namespace
}  // namespace nqueens::test
