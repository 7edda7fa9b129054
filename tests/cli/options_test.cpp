// What options and arguments may be, and what is said of a word that is something else.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "nqueens/error.hpp"
#include "support/temporary_folder.hpp"
#include "support/text.hpp"

namespace nqueens::cli {
namespace {

using test::has;

template <class Act>
std::string refusal(const Act& act) {
  return test::error_of(ExitCode::usage, act);
}

TEST(Options, SayWhatTheirValueMustBe) {
  CLI::App app;
  int number = 0;
  std::string word;
  add_number(app, "-x,--rows X", number, 1, 32, "");
  add_value(app, "--colour C", word,
            OneOf{[](const std::string& text) {
                    return text == "red" || text == "blue" ? std::optional(text) : std::nullopt;
                  },
                  {"red", "blue"}},
            "");
  const auto parsed = [&app](const std::string& arguments) {
    return refusal([&] { app.parse(arguments, false); });
  };
  EXPECT_EQ(parsed("-x 12 --colour blue"), "");
  EXPECT_EQ(number, 12);
  EXPECT_EQ(word, "blue");
  EXPECT_EQ(parsed("-x 33"), "--rows is '33'; it must be a whole number from 1 to 32");
  EXPECT_EQ(refusal([&app] {
              app.parse(std::vector<std::string>{"", "--rows"});
            }),
            "--rows is empty; give a value");
  EXPECT_EQ(parsed("--colour bleu"), "--colour 'bleu' is unknown; did you mean blue?");
  EXPECT_EQ(parsed("--colour x"), "--colour 'x' is unknown; choose red or blue");
  EXPECT_EQ(number, 12) << "what is refused changes nothing";
}

class Words : public testing::Test {
 protected:
  [[nodiscard]] std::string file(const std::string& name, const std::string& text = "text") const {
    std::ofstream(folder_.path() / name) << text;
    return (folder_.path() / name).string();
  }

  test::TemporaryFolder folder_;
};

TEST_F(Words, AreRowsOrJobFiles) {
  EXPECT_EQ(settings_of("12", {}).count.problem.n, 12);
  EXPECT_EQ(settings_of(file("a.toml", "[count]\nn = 9\n"), {}).count.problem.n, 9);
  const auto of = [](const std::string& word) {
    return refusal([&word] { settings_of(word, {}); });
  };
  EXPECT_TRUE(
      has(of("99999999999999"), "n is 99999999999999; it must be a whole number from 1 to"));
  EXPECT_NE(of("0"), "");
  for (const char* word : {"x", "-1", ""}) {
    EXPECT_TRUE(has(of(word), "is neither a number of rows from 1 to ")) << word;
  }
  EXPECT_TRUE(has(of("none.toml"), "cannot read job file 'none.toml'"));
  EXPECT_TRUE(has(of("./none"), "cannot read job file './none'"));
  EXPECT_TRUE(has(of(file("c", "nqueens checkpoint 1")), "is a checkpoint, not a job file; "));
  EXPECT_TRUE(has(of(file("d", "nqueens certificate 1")), "is a certificate, not a job file; "));
  EXPECT_TRUE(has(of(file("e.toml", "[count]\nn = 40\n")), "e.toml: "))
      << "the file of a fault is named";
}

TEST_F(Words, ThatLieBesideACheckpointNameIt) {
  const auto of = [](const std::string& word, bool takes_log = false) {
    return refusal([&] { require_checkpoint(word, takes_log); });
  };
  const std::string checkpoint = file("n9.ckpt", "nqueens checkpoint 1");
  EXPECT_EQ(of(checkpoint), "");
  EXPECT_EQ(of((folder_.path() / "none").string()), "") << "whoever reads it says so";
  const std::string log = file("n9.ckpt.run.jsonl");
  EXPECT_EQ(of(log, true), "");
  EXPECT_EQ(of(log), "'" + log + "' is the log of its runs; name its checkpoint, " + checkpoint);
  EXPECT_TRUE(
      has(of(file("n9.result.json"), true), "is a result; name its checkpoint, " + checkpoint));
  EXPECT_TRUE(has(of(file("n8.report.html")), "is a report; its checkpoint would be " +
                                                  (folder_.path() / "n8.ckpt").string() +
                                                  ", which is not there"));
  EXPECT_TRUE(has(of(file("n9.cert.gz")), "is a packed certificate; check it with"));
  EXPECT_TRUE(
      has(of(file("a.toml", "[count]\nn = 9\n[checkpoint]\npath = \"" + checkpoint + "\"\n")),
          "is a job file; name its checkpoint, "));
  const std::string stem = (folder_.path() / "n9").string();
  EXPECT_EQ(of(stem), "there is no checkpoint '" + stem + "'; did you mean " + checkpoint + "?");
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder_.path());
  EXPECT_EQ(of("9"), "there is no checkpoint '9'; did you mean n9.ckpt?");
  EXPECT_EQ(of("8"), "");
  std::filesystem::current_path(before);
}

TEST_F(Words, ThatACountLeavesAreNoSolutionsOfABoard) {
  const auto of = [](const std::string& word) {
    return refusal([&word] { require_solutions(word); });
  };
  EXPECT_EQ(of(file("a", "1 3 0 2\n")), "");
  EXPECT_EQ(of("none"), "");
  EXPECT_TRUE(has(of(file("b", "nqueens checkpoint 1")), "is a checkpoint, not solutions of a"));
  EXPECT_TRUE(has(of(file("n9.result.json")), "is a result, not solutions of a board; "));
}

TEST(Settings, AreThoseThatTheCommandTakes) {
  CLI::App app;
  CLI::App& count = *app.add_subcommand("count", "");
  GivenSettings given;
  add_settings(count, given);
  app.parse("count --board torus --depth 6", false);
  EXPECT_EQ(arguments_of(given), " --board torus --depth 6");
  const JobSettings settings = settings_of("12", given);
  EXPECT_EQ(settings.count.problem.sequence, Sequence::torus);
  EXPECT_EQ(settings.count.depth, 6);
}

TEST(Texts, OfUsersAreShortInMessages) {
  EXPECT_EQ(quoted("a word"), "'a word'");
  EXPECT_LT(quoted(std::string(10'000, 'x')).size(), 200U);
  EXPECT_TRUE(is_digits("0123456789"));
  for (const char* text : {"", "-1", "1.5", "12x"}) {
    EXPECT_FALSE(is_digits(text)) << text;
  }
  EXPECT_EQ(chosen_threads(3), 3);
}

}  // namespace
}  // namespace nqueens::cli
