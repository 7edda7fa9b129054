// Job files: what is read, and what is refused in one line that says what was meant.

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "job/settings.hpp"
#include "support/boards.hpp"
#include "support/text.hpp"

namespace nqueens {
namespace {

JobSettings read(const std::string& content) {
  return parse_job_file(content, "folder/x.toml");
}

JobSettings read_file(const std::filesystem::path& file) {
  return parse_job_file(test::content_of(file), file);
}

std::string refusal(const std::string& content) {
  return test::error_of(ExitCode::usage, [&] { parse_job_file(content, "x.toml"); });
}

TEST(JobFile, NeedsNothingButN) {
  const JobSettings settings = read("[count]\nn = 18\n");
  EXPECT_EQ(settings.count.problem.n, 18);
  EXPECT_EQ(settings.count.words, usual_words);
  EXPECT_EQ(settings.count.symmetry, std::nullopt);
  EXPECT_EQ(settings.count.depth, std::nullopt);
  EXPECT_EQ(settings.count.tasks, std::nullopt);
  EXPECT_EQ(settings.count.slice_seconds, std::nullopt);
  EXPECT_EQ(settings.checkpoint.path, "x.ckpt");
}

TEST(JobFile, TakesTheWordsOfEverySequence) {
  for (std::size_t i = 0; i < sequences.size(); ++i) {
    std::string text = "[count]\nn = 8\n";
    for (std::size_t key = 0; key < sequence_keys.size(); ++key) {
      text +=
          std::string(sequence_keys[key]) + " = \"" + std::string(sequences[i].words[key]) + "\"\n";
    }
    EXPECT_EQ(read(text).count.words, sequences[i].words) << text;
  }
}

TEST(JobFile, SetsEveryKey) {
  const JobSettings settings = read(R"(
[count]
n = 20
board = "square"
quantity = "placements"
piece = "queen"
symmetry = "mirror"
depth = 4
tasks = 1000
slice_seconds = "0:30"
[run]
kernel = "plain"
batch_seconds = 2.5
log_interval = "1:00"
[checkpoint]
path = "somewhere/n20.ckpt"
interval = "0:05:00"
generations = 5
)");
  EXPECT_EQ(settings.count.problem.n, 20);
  EXPECT_EQ(settings.count.words, row_of(Sequence::placements).words);
  EXPECT_EQ(settings.count.symmetry, Symmetry::mirror);
  EXPECT_EQ(settings.count.depth, 4);
  EXPECT_EQ(settings.count.tasks, 1000U);
  EXPECT_EQ(settings.count.slice_seconds, 30);
  EXPECT_EQ(settings.run.kernel, "plain");
  EXPECT_EQ(settings.run.batch_seconds, 2.5);
  EXPECT_EQ(settings.run.log_interval_seconds, 60);
  EXPECT_EQ(settings.checkpoint.path, "somewhere/n20.ckpt");
  EXPECT_EQ(settings.checkpoint.interval_seconds, 300);
  EXPECT_EQ(settings.checkpoint.generations, 5);
}

TEST(JobFile, SaysWhatIsWrongAndInWhichLine) {
  EXPECT_EQ(refusal("[count]\nn = 8\ncolour = 5\n"),
            "x.toml:3: unknown key 'colour' in [count]; the keys are n, board, quantity, piece, "
            "symmetry, depth, tasks and slice_seconds");
  EXPECT_EQ(refusal("[count]\nn = 33\n"),
            "x.toml:2: n is 33; it must be a whole number from 1 to 32");
  EXPECT_EQ(refusal("[count]\nn = 0\n"),
            "x.toml:2: n is 0; it must be a whole number from 1 to 32");
  EXPECT_EQ(refusal("[count]\nn = \"18\"\n"),
            "x.toml:2: n is '18'; it must be a whole number from 1 to 32");
  EXPECT_EQ(refusal("[count]\nn = 18.0\n"),
            "x.toml:2: n is 18.0; it must be a whole number from 1 to 32");
  EXPECT_EQ(refusal("[count]\nn = [1]\n"),
            "x.toml:2: n is a list; it must be a whole number from 1 to 32");
  EXPECT_EQ(refusal("[count]\nn = 8\nboard = \"round\"\n"),
            "x.toml:3: board is 'round'; it must be \"square\" or \"torus\"");
  EXPECT_EQ(refusal("[count]\nn = 8\nquantity = 3\n"),
            "x.toml:3: quantity is 3; it must be \"solutions\" or \"placements\"");
  for (const std::string piece : {"king", "pawn", "Amazon"}) {
    const std::string start = "x.toml:3: piece is '" + piece + "'; it must be \"queen\"";
    EXPECT_TRUE(refusal("[count]\nn = 8\npiece = \"" + piece + "\"\n").starts_with(start));
  }
  EXPECT_EQ(refusal("[count]\nn = 8\nsymmetry = \"half\"\n"),
            "x.toml:3: symmetry is 'half'; it must be \"full\", \"mirror\" or \"none\"");
  EXPECT_EQ(refusal("[count]\nn = 8\ntasks = 0\n"),
            "x.toml:3: tasks is 0; it must be a whole number from 1 to 10000000");
  EXPECT_EQ(
      refusal("[count]\nn = 8\n[run]\nbatch_seconds = -1\n"),
      "x.toml:4: batch_seconds is -1; it must be a time above 0: seconds, \"10m\" or \"hh:mm:ss\"");
  EXPECT_EQ(refusal("[count]\nn = 8\n[checkpoint]\ngenerations = 10\n"),
            "x.toml:4: generations is 10; it must be a whole number from 1 to 9");
  EXPECT_EQ(refusal("[count]\ndepth = 2\n"),
            "x.toml: [count] n is missing; give the number of rows, 1 to 32");
  EXPECT_EQ(refusal(""), "x.toml: [count] n is missing; give the number of rows, 1 to 32");
  EXPECT_EQ(refusal("[cells]\nn = 8\n"),
            "x.toml:1: unknown section or key 'cells'; the sections are count, run and checkpoint");
  EXPECT_EQ(refusal("n = 8\n"), "x.toml:1: unknown section or key 'n'; write it under [count]");
  EXPECT_EQ(refusal("count = 8\n"), "x.toml:1: 'count' is a section; write [count]");
  EXPECT_TRUE(test::has(refusal("[count]\nn = \n"), "x.toml:2: not valid TOML: "));
  EXPECT_TRUE(test::has(refusal(std::string("\0\1\2", 3)), "x.toml:1: not valid TOML: "));
  EXPECT_EQ(refusal(std::string(max_job_file + 1, ' ')),
            "job file 'x.toml' is larger than 16 KiB; name a job file");
}

TEST(JobFile, EveryJobThatComesAlongIsValid) {
  int jobs = 0;
  for (const auto& entry : std::filesystem::directory_iterator(NQUEENS_SOURCE_DIR "/jobs")) {
    if (entry.path().extension() == ".toml") {
      JobSettings settings = read_file(entry.path());
      settings.count.problem.sequence = sequence_named(settings.count.words);
      EXPECT_NO_THROW(validate(settings));
      const Problem& problem = settings.count.problem;
      EXPECT_EQ(entry.path().stem(), std::string(problem.row().stem) + std::to_string(problem.n));
      ++jobs;
    }
  }
  EXPECT_GE(jobs, 9);
}

TEST(JobFile, TheCommentedFileSpellsOutTheDefaults) {
  const JobSettings spelled = read_file(NQUEENS_SOURCE_DIR "/jobs/n8.toml");
  const JobSettings defaults;
  EXPECT_EQ(spelled.count.words, defaults.count.words);
  EXPECT_EQ(spelled.count.symmetry, defaults.count.symmetry);
  EXPECT_EQ(spelled.run.kernel, defaults.run.kernel);
  EXPECT_EQ(spelled.run.batch_seconds, defaults.run.batch_seconds);
  EXPECT_EQ(spelled.run.log_interval_seconds, defaults.run.log_interval_seconds);
  EXPECT_EQ(spelled.checkpoint.interval_seconds, defaults.checkpoint.interval_seconds);
  EXPECT_EQ(spelled.checkpoint.generations, defaults.checkpoint.generations);
  const std::string text = '\n' + test::content_of(NQUEENS_SOURCE_DIR "/jobs/n8.toml");
  // A line of its own, which may be a comment: it is there to be changed.
  for (const KnownSetting& setting : all_settings()) {
    const std::string key(setting.key);
    if (setting.section.empty()) {
      continue;
    }
    EXPECT_TRUE(test::has(text, "\n" + key + " = ") || test::has(text, "\n# " + key + " = "))
        << key;
  }
}

TEST(JobFile, MayBeWrittenInAnyStyleOfToml) {
  EXPECT_EQ(read("count.n = 9\nrun = { kernel = 'plain' }\n").run.kernel, "plain");
  EXPECT_EQ(read("\xef\xbb\xbf[count]\r\nn = 9 # with a comment\r\n").count.problem.n, 9);
  EXPECT_EQ(read("[checkpoint]\ninterval = 1_000\n[count]\nn = 0x10\n").count.problem.n, 16);
}

/// Names within names, of which 30,000 would overflow the parser's stack.
TEST(JobFile, OfEndlessNamesIsRefused) {
  std::string name = "a";
  while (name.size() < max_job_file - 4) {
    name += ".a";
  }
  const std::string unknown =
      "x.toml:1: unknown section or key 'a'; the sections are count, run and checkpoint";
  EXPECT_EQ(refusal("[" + name + "]\n"), unknown);
  EXPECT_EQ(refusal(name + "=1"), unknown);
  EXPECT_EQ(refusal("[" + name + ".a]\n"),
            "job file 'x.toml' is larger than 16 KiB; name a job file");
  std::string deep = "a=";
  for (int level = 0; level < 100; ++level) {
    deep += "[\n{" + name.substr(0, 149) + "=";
  }
  deep += "1";
  for (int level = 0; level < 100; ++level) {
    deep += "}\n]";
  }
  EXPECT_EQ(refusal(deep), unknown);
  EXPECT_EQ(refusal("[[run]]\n"), "x.toml:1: 'run' is a section; write [run]");
}

/// For which the parser has undefined behaviour where nobody asks it to check (toml++ issues 294
/// and 295).
TEST(JobFile, ThatIsNotTomlIsRefusedWithItsLine) {
  const std::vector<std::string> lines = {"[&",
                                          "[",
                                          "[[[a]]]",
                                          "[ [",
                                          "\t[\x7f]",
                                          "\xef\xbb\xbf[=]",
                                          "n = 1979-05-27T\"t:",
                                          "n = [}",
                                          "n = 2001-01-01 1",
                                          "n = 1\"\\A-$--= 6",
                                          "a = 0*z'\xc2\xa7'",
                                          "a = 0='\xc2\xa7'",
                                          "a = 'b",
                                          "count.n = 8 \xc2\xa7",
                                          "\xcc\xaa",
                                          "[\"count\"] \xef\xbb\x84",
                                          "a = 'b\\' \xc2\xa7",
                                          "a = \"\"\"b"};
  for (const std::string& line : lines) {
    const std::string message = refusal("[checkpoint]\n\n" + line);
    EXPECT_TRUE(message.starts_with("x.toml:3: not valid TOML")) << message;
  }
  for (const std::string value : {"1\tab-c--= 6", "1ab=-cd=-f 6"}) {
    EXPECT_TRUE(refusal("n = " + value).starts_with("x.toml:1: n is 1"));
  }
  EXPECT_TRUE(refusal("a = 1 \xc3\xa9").ends_with("saw '?'")) << refusal("a = 1 \xc3\xa9");
}

/// The parser cuts what it says at 511 bytes.
TEST(JobFile, WithLongNamesIsRefusedInWholeLetters) {
  std::string name;
  for (int letter = 0; letter < 150; ++letter) {
    name += "\xc3\xa4";
  }
  for (int shift = 0; shift < 8; ++shift) {
    name.insert(0, "a");
    const std::string header = "[\"" + name + "\"]\n";
    EXPECT_TRUE(test::has(refusal(header + header), "x.toml:2: not valid TOML: ")) << shift;
    EXPECT_TRUE(test::has(refusal(header), "\xc3\xa4...'; the sections are count")) << shift;
  }
}

TEST(JobFile, MayHaveAnyCharactersInItsTexts) {
  EXPECT_EQ(read("count.n = 8 # \xc2\xa7 [&\n[run]\nkernel = \"\\\"\xc2\xa7\"").run.kernel,
            "\"\xc2\xa7");
  // Such a name of a file need not be UTF-8.
  EXPECT_EQ(read("count.n = 8\ncheckpoint.path = 'n\x80\xbf\xc0\xff'").checkpoint.path,
            "n\x80\xbf\xc0\xff");
  EXPECT_EQ(
      refusal("[run]\n'\xc3\xa9' = 1\n"),
      "x.toml:2: unknown key '\xc3\xa9' in [run]; the keys are kernel, devices, batch_seconds, "
      "log_interval, check_fraction and double_check");
}

/// A terminal would act on it, and a path would end at a zero.
TEST(JobFile, WithControlCharactersInATextIsRefused) {
  EXPECT_EQ(refusal("[checkpoint]\npath = \"a\\u0000b\"\n"),
            "x.toml:2: path is \"a\\u0000b\"; it must be a text without control characters");
  EXPECT_EQ(refusal("[run]\nkernel = \"\\u001b[31m\"\n"),
            "x.toml:2: kernel is \"\\u001B[31m\"; it must be a text without control characters");
  EXPECT_EQ(refusal("count.n = f\1\2").find('\1'), std::string::npos);
}

TEST(JobFile, WithAStrangeNameStillGetsOneLine) {
  EXPECT_EQ(refusal("[count]\nn = 8\n\"a\\nb\\u001b\" = 1\n"),
            "x.toml:3: unknown key 'a?b?' in [count]; the keys are n, board, quantity, piece, "
            "symmetry, depth, tasks and slice_seconds");
  EXPECT_EQ(refusal("[\"count, run\"]\n"),
            "x.toml:1: unknown section or key 'count, run'; did you mean count?");
  EXPECT_EQ(refusal("[\"\"]\n"),
            "x.toml:1: unknown section or key ''; the sections are count, run and checkpoint");
  EXPECT_LT(refusal("[count]\nn = '" + std::string(4'000, 'x') + "'\n").size(), 200U);
}

TEST(JobFile, WithATimeThatIsNoneIsRefused) {
  for (const char* value :
       {"0", "-1", "'5x'", "''", "true", "inf", "nan", "'UNLIMITED'", "'0:00'"}) {
    EXPECT_EQ(refusal("count.n = 8\n[run]\nlog_interval = " + std::string(value) + "\n"),
              "x.toml:3: log_interval is " + std::string(value) +
                  "; it must be a time above 0: seconds, \"10m\" or \"hh:mm:ss\"");
  }
}

TEST(JobFile, WithATextThatIsNoneIsRefused) {
  EXPECT_EQ(refusal("[run]\nkernel = 5\n"),
            "x.toml:2: kernel is 5; it must be a text in quotes that is not empty");
  EXPECT_EQ(refusal("[checkpoint]\npath = ''\n"),
            "x.toml:2: path is ''; it must be a text in quotes that is not empty");
}

TEST(JobFile, AnyMutationIsReadOrRefusedInOneLine) {
  test::SeededRandom random;
  const std::string valid =
      "[count]\nn = 18\nsymmetry = \"full\"\n[run]\nbatch_seconds = 1\n[checkpoint]\ninterval = "
      "\"1:00\"\n";
  for (int trial = 0; trial < 2000; ++trial) {
    std::string content = valid;
    for (std::uint64_t i = 0; i <= random() % 3; ++i) {
      const std::size_t at = random() % content.size();
      switch (random() % 3) {
        case 0: content[at] = static_cast<char>(random() % 256); break;
        case 1: content.erase(at, 1 + random() % 5); break;
        default: content.insert(at, 1, static_cast<char>(random() % 128)); break;
      }
      if (content.empty()) {
        content = "x";
      }
    }
    const std::string answer = refusal(content);  // fails by itself on more than one line
    const bool names_file =
        answer.starts_with("x.toml:") || answer.starts_with("job file 'x.toml'");
    ASSERT_TRUE(answer.empty() || names_file) << answer;
  }
}

TEST(JobFile, WithAMistypedNameGetsTheRightOne) {
  EXPECT_EQ(refusal("[cuont]\nn = 8\n"),
            "x.toml:1: unknown section or key 'cuont'; did you mean count?");
  EXPECT_EQ(refusal("[count]\nn = 8\ntaks = 5\n"),
            "x.toml:3: unknown key 'taks' in [count]; did you mean tasks?");
  EXPECT_EQ(refusal("[run]\nkernels = 'avx2'\n"),
            "x.toml:2: unknown key 'kernels' in [run]; did you mean kernel?");
}

TEST(JobFile, WithATextWithoutQuotesIsToldSo) {
  EXPECT_EQ(refusal("[count]\nn = 8\n[run]\nkernel = avx2 # fast\n"),
            "x.toml:4: quotes are missing; write kernel = \"avx2\"");
  EXPECT_EQ(refusal("run.log_interval = 10m\n"),
            "x.toml:1: quotes are missing; write log_interval = \"10m\"");
  EXPECT_EQ(refusal("[run]\nkernel = avx512:expand\n"),
            "x.toml:2: quotes are missing; write kernel = \"avx512:expand\"");
  EXPECT_EQ(refusal("[count]\r\nboard = torus\r\n"),
            "x.toml:2: quotes are missing; write board = \"torus\"");
  // Quotes would not help.
  EXPECT_EQ(refusal("[count]\nn = 2O\n"),
            "x.toml:2: n is 2O; it must be a whole number from 1 to 32");
  EXPECT_EQ(refusal("[count]\nboard = rund\n"),
            "x.toml:2: board is rund; it must be \"square\" or \"torus\"");
  EXPECT_TRUE(test::has(refusal("[count]\nn = 08\n"), "x.toml:2: not valid TOML: "));
}

}  // namespace
}  // namespace nqueens
