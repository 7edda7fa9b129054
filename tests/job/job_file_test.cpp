// Job files: what is read, and what is refused in one line that says what was meant.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
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
  EXPECT_EQ(settings.count.words, info_of(Sequence::placements).words);
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

TEST(JobFile, LeavesWhatOptionsGiveAndIsReadNevertheless) {
  GivenSettings given;
  for (const auto& [key, text] : std::vector<std::pair<std::string_view, std::string>>{
           {"board", "torus"}, {"depth", "3"}, {"path", "mine.ckpt"}, {"max_time", "2m"}}) {
    const KnownSetting& setting = *std::ranges::find(all_settings(), key, &Setting::key);
    given.texts[&setting] = text;
    EXPECT_TRUE(set(given.values, setting, text)) << key;
  }
  const std::string file =
      "[count]\nn = 20\nboard = \"square\"\ndepth = 4\ntasks = 7\n[run]\nkernel = \"plain\"\n";
  const JobSettings settings = parse_job_file(file, "x.toml", given);
  EXPECT_EQ(settings.count.words, info_of(Sequence::torus).words);
  EXPECT_EQ(settings.count.depth, 3);
  EXPECT_EQ(settings.count.tasks, 7U);
  EXPECT_EQ(settings.run.kernel, "plain");
  EXPECT_EQ(settings.run.limit_seconds, 120);
  EXPECT_EQ(settings.checkpoint.path, "mine.ckpt");
  EXPECT_EQ(parse_job_file(file + "[checkpoint]\npath = 'b.ckpt'", "x.toml", given).checkpoint.path,
            "mine.ckpt");
  EXPECT_EQ(test::error_of(ExitCode::usage,
                           [&] { parse_job_file("[count]\nn = 9\ndepth = x\n", "x.toml", given); }),
            "x.toml:3: depth is x; it must be a whole number from 0 to 64");
}

TEST(JobFile, SaysWhatIsWrongAndInWhichLine) {
  EXPECT_EQ(refusal("[count]\nn = 8\ncolour = 5\n"),
            "x.toml:3: unknown key 'colour' in [count]; the keys are n, board, quantity, piece, "
            "fixed_by, symmetry, depth, order, tasks and slice_seconds");
  EXPECT_EQ(refusal("[count]\nn = 65\n"),
            "x.toml:2: n is 65; it must be a whole number from 1 to 64");
  EXPECT_EQ(refusal("[count]\nn = 0\n"),
            "x.toml:2: n is 0; it must be a whole number from 1 to 64");
  EXPECT_EQ(refusal("[count]\nn = \"18\"\n"), "x.toml:2: there are quotes; write n = 18");
  EXPECT_EQ(refusal("[count]\nn = 18.0\n"),
            "x.toml:2: n is 18.0; it must be a whole number from 1 to 64");
  EXPECT_EQ(refusal("[count]\nn = [1]\n"),
            "x.toml:2: n is [1]; it must be a whole number from 1 to 64");
  EXPECT_EQ(refusal("[count]\nn = 8\nboard = \"round\"\n"),
            "x.toml:3: board is \"round\"; it must be \"square\" or \"torus\"");
  EXPECT_EQ(refusal("[count]\nn = 8\nquantity = 3\n"),
            "x.toml:3: quantity is 3; it must be \"solutions\" or \"placements\"");
  for (const std::string piece : {"king", "pawn", "Amazon"}) {
    const std::string start = "x.toml:3: piece is \"" + piece + "\"; it must be \"queen\"";
    EXPECT_TRUE(refusal("[count]\nn = 8\npiece = \"" + piece + "\"\n").starts_with(start));
  }
  EXPECT_EQ(refusal("[count]\nn = 8\nsymmetry = \"half\"\n"),
            "x.toml:3: symmetry is \"half\"; it must be \"none\", \"mirror\" or \"full\"");
  EXPECT_EQ(refusal("[count]\nn = 8\ntasks = 0\n"),
            "x.toml:3: tasks is 0; it must be a whole number from 1 to 10000000");
  EXPECT_EQ(
      refusal("[count]\nn = 8\n[run]\nbatch_seconds = -1\n"),
      "x.toml:4: batch_seconds is -1; it must be a time above 0: seconds, \"10m\" or \"hh:mm:ss\"");
  EXPECT_EQ(refusal("[count]\nn = 8\n[checkpoint]\ngenerations = 10\n"),
            "x.toml:4: generations is 10; it must be a whole number from 1 to 9");
  EXPECT_EQ(refusal("[count]\ndepth = 2\n"),
            "x.toml: [count] n is missing; give the number of rows");
  EXPECT_EQ(refusal(""), "x.toml: [count] n is missing; give the number of rows");
  EXPECT_EQ(refusal("[cells]\nn = 8\n"),
            "x.toml:1: unknown section 'cells'; the sections are count, run and checkpoint");
  EXPECT_EQ(refusal("[run]\nn = 8\n"), "x.toml:2: unknown key 'n' in [run]; write n under [count]");
  EXPECT_EQ(refusal("[count]\nn = \n"),
            "x.toml:2: n has no value; it must be a whole number from 1 to 64");
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
      EXPECT_EQ(entry.path().stem(), std::string(problem.info().stem) + std::to_string(problem.n));
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

TEST(JobFile, MayHaveCommentsBlanksAndEitherQuotes) {
  EXPECT_EQ(read("[count]\nn=9\n[ run ] # how\n  kernel\t= 'plain' # which\n").run.kernel, "plain");
  EXPECT_EQ(read("\xef\xbb\xbf[count]\r\nn = 9 # with a comment\r\n").count.problem.n, 9);
  EXPECT_EQ(read("[count]\nn = 9").count.problem.n, 9);
  for (const std::string text : {"a#b", "it's", "[=]", "n\x80\xbf\xc0\xff"}) {  // no UTF-8
    const std::string path = "[count]\nn = 8\n[checkpoint]\npath = \"" + text + "\" # \"";
    EXPECT_EQ(read(path).checkpoint.path, text);
  }
  EXPECT_EQ(read("[count]\nn = 8\n[checkpoint]\npath = 'a\\b\"'").checkpoint.path, "a\\b\"");
}

TEST(JobFile, OfOtherLinesIsRefused) {
  for (const std::string line : {"[run", "run]", "kernel", "{", "\"\"\"", "\xc2\xa7"}) {
    EXPECT_EQ(refusal("[run]\n\n" + line + "\n"),
              "x.toml:3: '" + line +
                  "' is neither [section] nor key = value; correct it, or name a job file");
  }
}

TEST(JobFile, OfOtherTomlIsRefused) {
  EXPECT_EQ(refusal("n = 8\n"),
            "x.toml:1: unknown key 'n' above the first section; write n under [count]");
  EXPECT_EQ(refusal("count.n = 8\n"),
            "x.toml:1: unknown key 'count.n' above the first section; write n under [count]");
  EXPECT_EQ(refusal("count = { n = 8 }\n"),
            "x.toml:1: unknown key 'count' above the first section; write [count]");
  EXPECT_EQ(refusal("[[run]]\n"),
            "x.toml:1: unknown section '[run]'; the sections are count, run and checkpoint");
  EXPECT_EQ(refusal("[\"count\"]\n"), "x.toml:1: unknown section '\"count\"'; write [count]");
  EXPECT_EQ(refusal("\xff\xfe[\0n"), "x.toml is in UTF-16; save it as UTF-8");
  EXPECT_EQ(refusal("[count]\n\"tasks\" = 8\n"),
            "x.toml:2: unknown key '\"tasks\"' in [count]; did you mean tasks?");
  for (const std::string number : {"0x10", "1_0", "+8", "1e1", "8 9"}) {
    EXPECT_EQ(refusal("[count]\nn = " + number + "\n"),
              "x.toml:2: n is " + number + "; it must be a whole number from 1 to 64");
  }
}

TEST(JobFile, TakesNoOptionForAKeyAndSaysWhatItIs) {
  GivenSettings given;
  given.is_option = [](const std::string& name) { return name == "log-file"; };
  const auto said = [&given](const std::string& line) {
    const std::string error = test::error_of(
        ExitCode::usage, [&] { parse_job_file("[count]\nn = 8\n" + line, "x.toml", given); });
    return error.substr(std::min(error.find("; "), error.size()));
  };
  for (const KnownSetting& setting : all_settings()) {
    if (setting.section.empty()) {
      EXPECT_EQ(said(std::string(setting.key) + " = 1\n"),
                "; that is the option " + std::string(setting.long_option()));
    }
  }
  EXPECT_EQ(said("log_file = 'x'\n"), "; that is the option --log-file");
  EXPECT_EQ(said("log-file = 'x'\n"), "; that is the option --log-file");
  EXPECT_EQ(said("[run]\nfixed-by = 'nothing'\n"), "; write fixed_by under [count]");
  EXPECT_EQ(said("[checkpoint]\ncheckpoint = 'x'\n"), "; write path under [checkpoint]");
  EXPECT_EQ(said("quiet = 1\n").find("option"), std::string::npos) << "of another command";
}

TEST(JobFile, WithTheSameNameTwiceIsRefused) {
  EXPECT_EQ(refusal("[count]\nn = 8\n\nn = 9\n"),
            "x.toml:4: n is in line 2 already; remove one of them");
  EXPECT_EQ(refusal("[run]\n[count]\n[run]\n"),
            "x.toml:3: [run] is in line 1 already; remove one of them");
}

TEST(JobFile, WithLongNamesIsRefusedInWholeLetters) {
  std::string name;
  for (int letter = 0; letter < 150; ++letter) {
    name += "\xc3\xa4";
  }
  for (int shift = 0; shift < 8; ++shift) {
    name.insert(0, "a");
    EXPECT_TRUE(test::has(refusal("[" + name + "]\n"), "\xc3\xa4...'; the sections are count"));
  }
  EXPECT_LT(refusal("[count]\nn = '" + std::string(4'000, 'x') + "'\n").size(), 200U);
}

/// A terminal would act on it, and a path would end at a zero. TOML has none but tabs.
TEST(JobFile, WithControlCharactersIsRefused) {
  EXPECT_EQ(refusal(std::string("[checkpoint]\npath = \"a\0b\"\n", 27)),
            "x.toml:2: 'path = \"a\\x00b\"' has the control character \\x00; remove it, or name a "
            "job file");
  EXPECT_EQ(
      refusal("[\x1b[31m]\n"),
      "x.toml:1: '[\\x1b[31m]' has the control character \\x1b; remove it, or name a job file");
  for (const std::string line : {"# a\x01", "n = 8 # \x7f", "\x0b", "\rn = 8", "n = 8\r\r"}) {
    EXPECT_TRUE(test::has(refusal("[count]\n" + line + "\n"), "has the control character"));
  }
  EXPECT_TRUE(test::has(refusal("[count]\nn = 8\r"), "has the control character \\x0d"));
  EXPECT_EQ(read("[count]\nn = 8\n[checkpoint]\npath = 'a\tb' # \t\n").checkpoint.path, "a\tb");
}

TEST(JobFile, WithANumberThatTomlDoesNotHaveIsRefused) {
  const std::string fault =
      "; it must have no needless 0 in front, and digits on both sides of its point";
  for (const std::string line :
       {"[count]\nn = 08", "[count]\ntasks = 0100", "[count]\ndepth = -00", "[run]\ndevices = 00",
        "[run]\nlog_interval = 010", "[run]\ncheck_fraction = .5", "[run]\ncheck_fraction = 1.",
        "[run]\ncheck_fraction = 00.5e0", "[run]\nbatch_seconds = 1.e1", "[count]\nn = \"08\""}) {
    EXPECT_TRUE(test::has(refusal(line), line.substr(line.rfind(' ')) + fault)) << refusal(line);
  }
  for (const std::string number : {"0", "-0", "0.0", "1.0", "1e-3", "0.5E+0", "25e-02", "0e00"}) {
    EXPECT_EQ(read("[count]\nn = 8\n[run]\ncheck_fraction = " + number).run.check_fraction,
              std::stod(number));
  }
  EXPECT_EQ(read("[count]\nn = 8\ntasks = 100").count.tasks, 100U);
}

TEST(JobFile, WithATimeThatIsNoneIsRefused) {
  for (const char* value :
       {"0", "-1", "'5x'", "''", "true", "inf", "nan", "'UNLIMITED'", "'0:00'", "\"1m"}) {
    EXPECT_EQ(refusal("[count]\nn = 8\n[run]\nlog_interval = " + std::string(value) + "\n"),
              "x.toml:4: log_interval is " + std::string(value) +
                  "; it must be a time above 0: seconds, \"10m\" or \"hh:mm:ss\"");
  }
}

TEST(JobFile, WithATextThatIsNoneIsRefused) {
  for (const std::string text : {"'avx2", "'a'b'", "avx2\"", "'avx2' 'scalar'"}) {
    EXPECT_EQ(refusal("[run]\nkernel = " + text + "\n"),
              "x.toml:2: kernel is " + text + "; it must be a text in quotes that is not empty");
  }
  EXPECT_EQ(refusal("[checkpoint]\npath = ''\n"),
            "x.toml:2: path is ''; it must be a path without ~ and $HOME, which are not expanded "
            "here, and not -");
}

TEST(JobFile, ToldWithTheLineToWriteIsReadWithThatLine) {
  const std::string start = "[count]\nn = 8\n[checkpoint]\n";
  for (const std::string path : {"a.ckpt", "C:\\x.ckpt", "\\"}) {
    for (const std::string& text : {path, path + std::string(4'000, 'y')}) {
      const std::string answer = refusal(start + "path = " + text);
      const std::size_t cure = answer.find("path = ");
      ASSERT_NE(cure, std::string::npos) << answer;
      EXPECT_EQ(read(start + answer.substr(cure)).checkpoint.path, text);
    }
  }
}

TEST(JobFile, WithABackslashBetweenDoubleQuotesIsRefused) {
  EXPECT_EQ(refusal("[checkpoint]\npath = \"a\\u0000b\"\n"),
            "x.toml:2: path is \"a\\u0000b\"; a text with a backslash must be in '...'");
  EXPECT_EQ(refusal("[checkpoint]\npath = \"it's\\x\"\n"),
            "x.toml:2: path is \"it's\\x\"; a text with a backslash must have no apostrophe");
  EXPECT_EQ(refusal("[count]\nn = \"\\x\"\n"),  // other quotes would not help
            "x.toml:2: n is \"\\x\"; it must be a whole number from 1 to 64");
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
  EXPECT_EQ(refusal("[cuont]\nn = 8\n"), "x.toml:1: unknown section 'cuont'; write [count]");
  EXPECT_EQ(refusal("[count]\nn = 8\ntaks = 5\n"),
            "x.toml:3: unknown key 'taks' in [count]; did you mean tasks?");
  EXPECT_EQ(refusal("[run]\nkernels = 'avx2'\n"),
            "x.toml:2: unknown key 'kernels' in [run]; did you mean kernel?");
}

TEST(JobFile, WithATextWithoutQuotesIsToldSo) {
  EXPECT_EQ(refusal("[count]\nn = 8\n[run]\nkernel = avx2 # fast\n"),
            "x.toml:4: quotes are missing; write kernel = \"avx2\"");
  EXPECT_EQ(refusal("[run]\nlog_interval = 10m\n"),
            "x.toml:2: quotes are missing; write log_interval = \"10m\"");
  EXPECT_EQ(refusal("[run]\nkernel = avx512:expand\n"),
            "x.toml:2: quotes are missing; write kernel = \"avx512:expand\"");
  EXPECT_EQ(refusal("[count]\r\nboard = torus\r\n"),
            "x.toml:2: quotes are missing; write board = \"torus\"");
  EXPECT_EQ(refusal("[checkpoint]\npath = a\tb"), "x.toml:2: quotes are missing around a\\tb");
  // Quotes would not help.
  EXPECT_EQ(refusal("[count]\nn = 2O\n"),
            "x.toml:2: n is 2O; it must be a whole number from 1 to 64");
  EXPECT_EQ(refusal("[count]\nboard = rund\n"),
            "x.toml:2: board is rund; it must be \"square\" or \"torus\"");
}

}  // namespace
}  // namespace nqueens
