// The settings of a count, and a table of how job files and options set each.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/prefix_stream.hpp"
#include "core/sequence.hpp"
#include "core/symmetry.hpp"
#include "core/value_parser.hpp"

namespace nqueens {

/// [count] of a job file: make_job() turns it into a Job, the identity. A run that continues from a
/// checkpoint takes an absent depth and absent tasks from there.
struct CountSettings {
  Problem problem;                       ///< n is 0 until it is given
  std::optional<Symmetry> symmetry{};    ///< absent: all of the problem's
  std::optional<int> depth{};            ///< 0 to n, for placements 2 to 8; absent: by board size
  std::optional<LineOrder> order{};      ///< absent: best_order()
  std::optional<std::uint64_t> tasks{};  ///< roughly, 1 to max_tasks; absent: by board size
  /// Longest expected time of a slice, on one core at 300 million solutions per second; 0: no
  /// slices. Absent: default_slice_seconds().
  std::optional<double> slice_seconds{};
  /// sequence_named() finds the problem's sequence by these, from the file and the options.
  SequenceWords words = usual_words;
};

/// Keys of the words that name a sequence.
inline constexpr SequenceWords sequence_keys = {"board", "quantity", "piece", "fixed_by"};
inline constexpr SequenceWords sequence_options = {"--board", "--quantity", "--piece",
                                                   "--fixed-by"};
inline constexpr SequenceWords sequence_values = {"B", "Q", "P", "TURN"};

/// The valid words of one of these keys.
std::vector<std::string> words_of(std::size_t key);

/// The same word in static memory, if it is valid.
std::optional<std::string_view> word_of(std::size_t key, std::string_view text);

/// The parser of one of these keys.
inline auto sequence_word(std::size_t key) {
  return OneOf{[key](const std::string& text) { return word_of(key, text); }, words_of(key)};
}
std::string help_of_word(std::size_t key);

/// Throws Error(usage) if no sequence has these words.
Sequence sequence_named(const SequenceWords& words);

/// The other decomposition for a second count.
enum class SecondCut : std::uint8_t {
  none,    ///< no second count
  depth,   ///< the same symmetry, more queens in a prefix: costs about as much as the first count
  order,   ///< the other order of lines: `rows` takes up to a fifth longer
  mirror,  ///< symmetry `mirror`, or `none` if the first count has that: up to four times as much
};
template <>
inline constexpr std::array<std::string_view, 4> names_of<SecondCut> = {"none", "depth", "order",
                                                                        "mirror"};

/// One of several equal parts of a job, for sites that share it.
struct Part {
  std::uint64_t index = 1;  ///< 1 to parts
  std::uint64_t parts = 1;

  /// Takes every parts-th task, so that all parts cost about the same.
  [[nodiscard]] bool has(std::uint64_t task) const { return task % parts == index - 1; }

  friend bool operator==(const Part&, const Part&) = default;
};
/// Parses "2/5"; empty for other text.
std::optional<Part> part_from(std::string_view text);
std::string to_string(const Part& part);

/// The devices that a rank counts on, beside its threads.
struct DeviceChoice {
  bool automatic = true;       ///< on all GPUs
  std::vector<int> numbers{};  ///< if not automatic, on these; may be empty
};
/// Parses "auto", "none" or "0,2"; empty for other text.
std::optional<DeviceChoice> device_choice_from(std::string_view text);
std::string to_string(const DeviceChoice& choice);
inline const Form<decltype(&device_choice_from), Quotes::optional> choice_of_devices{
    device_choice_from, "auto, none or different numbers such as 0,2"};

enum class ProgressMode : std::uint8_t { automatic, bar, log, none };
template <>
inline constexpr std::array<std::string_view, 4> names_of<ProgressMode> = {"auto", "bar", "log",
                                                                           "none"};

inline constexpr double default_check_fraction = 0.005;

/// [run] of a job file, and options. They may change between runs of a job.
struct RunSettings {
  std::string kernel = "auto";
  double batch_seconds = 1.0;        ///< work in one message, in seconds of one worker
  double log_interval_seconds = 60;  ///< between progress lines
  /// Fraction of tasks to count twice; absent: default_check_fraction, but 0 for a finished job.
  std::optional<double> check_fraction{};
  std::optional<SecondCut> double_check{};  ///< absent: as in the checkpoint, else none
  std::optional<Part> part{};               ///< tasks to count
  std::optional<double> limit_seconds{};    ///< save and leave before this time has passed
  ProgressMode progress = ProgressMode::automatic;
  DeviceChoice devices{};
};

/// [checkpoint] of a job file. It may change between runs of a job.
struct CheckpointSettings {
  std::filesystem::path path;    ///< empty: no checkpoint
  double interval_seconds = 60;  ///< between saves while running
  int generations = 3;           ///< files kept: PATH, PATH.1, PATH.2 ...
};

struct JobSettings {
  CountSettings count;
  RunSettings run;
  CheckpointSettings checkpoint;
};

/// A row of the table of settings.
struct Setting {
  std::string_view section;     ///< of a job file; empty: only an option
  std::string_view key;         ///< unique
  std::string_view option{};    ///< "-k,--kernel"; empty: only a key
  std::string_view value{};     ///< its name in the help: "K"
  std::string_view commands{};  ///< commands with the option
  std::string help{};
  std::string_view bare{};  ///< the value if the option has none; empty: it needs one

  /// "--kernel"; empty: only a key
  [[nodiscard]] std::string_view long_option() const {
    return option.substr(std::min(option.find("--"), option.size()));
  }
};

/// The times that --max-time accepts, and their help.
inline constexpr TimeInRange time_limit{.max = std::numeric_limits<double>::infinity()};
inline constexpr const char* time_limit_forms =
    "90s, 10m, 2h, 1d, mm:ss, hh:mm:ss, days-hh:mm:ss or UNLIMITED.\n"
    "A number alone is seconds; Slurm's --time takes minutes";

template <class Visit>
void for_each_run_setting(RunSettings& to, const Visit& visit) {
  visit(Setting{"run", "kernel", "-k,--kernel", "K", "plan count resume verify",
                "Counting kernel, see 'nqueens kernels' [auto]"},
        to.kernel, AnyText{});
  visit(Setting{"run", "devices", "--devices", "D", "count resume verify plan",
                "Devices to count on, beside the threads: none, or numbers such as 0,2;\n"
                "see 'nqueens kernels' [auto: GPUs]"},
        to.devices, choice_of_devices);
  visit(Setting{"run", "batch_seconds"}, to.batch_seconds, TimeInRange{});
  visit(Setting{"run", "log_interval"}, to.log_interval_seconds, TimeInRange{});
  visit(Setting{"run", "check_fraction", "--check-fraction", "F", "count resume",
                "Fraction of tasks, drawn at random, that another worker and kernel\n"
                "count again [0.005; for --fixed-by quarter-turn 0]"},
        to.check_fraction, InRange<double>{0, 1});
  visit(Setting{"run", "double_check", "--double-check", "HOW", "count resume",
                "Count everything twice, with other kernels and another decomposition:\n"
                "depth (as much work as the first count), order (the other order of\n"
                "lines: up to a fifth more) or mirror (up to four times as much)\n"
                "[depth]. none abandons a second count that has begun",
                "depth"},
        to.double_check, one_of_names<SecondCut>());
  visit(Setting{"", "part", "--part", "K/M", "count resume",
                "Count one of M equal parts of the job, such as 2/5"},
        to.part, Form{part_from, "a part K/M, such as 2/5, with K from 1 to M"});
  visit(Setting{"", "max_time", "--max-time", "TIME", "count resume",
                std::string("Save and leave with exit code 75 shortly before this time has "
                            "passed:\n") +
                    time_limit_forms},
        to.limit_seconds, time_limit);
  visit(Setting{"", "progress", "--progress", "HOW", "count resume",
                "Show a bar, log lines or none [auto: a bar on a terminal, else lines]"},
        to.progress, one_of_names<ProgressMode>());
}

/// visit(Setting, field, parser) for each row.
template <class Visit>
void for_each_setting(JobSettings& to, const Visit& visit) {
  visit(Setting{"count", "n"}, to.count.problem.n, InRange<int>{1, max_lines});
  for (std::size_t key = 0; key < to.count.words.size(); ++key) {
    visit(Setting{"count", sequence_keys[key], sequence_options[key], sequence_values[key],
                  "plan count", help_of_word(key)},
          to.count.words[key], sequence_word(key));
  }
  visit(Setting{"count", "symmetry", "--symmetry", "S", "plan count",
                "Symmetries to use: full, mirror or none\n[full, where the board allows it]"},
        to.count.symmetry, one_of_names<Symmetry>());
  visit(Setting{"count", "depth", "--depth", "D", "plan count",
                "Fewest queens in a prefix (placements: 2 to 8)\n"
                "[as in the checkpoint, else by n]"},
        to.count.depth, InRange<int>{0, max_lines});
  visit(Setting{"count", "order", "--order", "O", "plan count",
                "Lines that queens of a prefix fill: rows, from the top, or fewest, the\n"
                "line with the fewest free squares [as in the checkpoint, else fewest;\n"
                "placements: rows]"},
        to.count.order, one_of_names<LineOrder>());
  visit(Setting{"count", "tasks"}, to.count.tasks, InRange<std::uint64_t>{1, max_tasks});
  visit(Setting{"count", "slice_seconds", "--slice-seconds", "S", "plan count",
                "Cut tasks into slices that take less than this on one core at 300\n"
                "million solutions a second; 0: cut none [1 to 60, by the job]"},
        to.count.slice_seconds, TimeInRange{0, 1e6});
  for_each_run_setting(to.run, visit);
  visit(Setting{"checkpoint", "path", "-c,--checkpoint", "FILE", "count",
                "Checkpoint file [JOB.ckpt; for a number nN.ckpt if that\n"
                "board is saved, see below]"},
        to.checkpoint.path, FileName{});
  visit(Setting{"checkpoint", "interval"}, to.checkpoint.interval_seconds, TimeInRange{});
  visit(Setting{"checkpoint", "generations"}, to.checkpoint.generations, InRange<int>{1, 9});
}

/// A row without the types of its field and parser.
struct KnownSetting : Setting {
  Expected expected;
  Quotes quotes;  ///< in a job file
};
const std::vector<KnownSetting>& all_settings();

/// The row of a key, else of an option, both with _ for - and without leading dashes; null if there
/// is none.
const KnownSetting* setting_meant_by(std::string_view name);

/// @return false if the text is not valid for the setting, which is unchanged then
bool set(JobSettings& settings, const Setting& setting, const std::string& text);

/// For messages: "--depth, or depth in the job file".
std::string how_to_set(std::string_view key);

/// Settings from options, each parsed once.
struct GivenSettings {
  JobSettings values{};
  std::map<const Setting*, std::string> texts{};  ///< by row of all_settings()
  /// Whether the command has an option of this name: a job file may have it for a key.
  std::function<bool(const std::string& name)> is_option = [](const std::string&) { return false; };
};

/// Largest size of a job file.
inline constexpr std::size_t max_job_file = 16'384;

/// Reads a job file: lines [section] and key = value, and comments from # on. A value is a number,
/// or a text in quotes: "..." without a backslash, or '...'. The default checkpoint is the file's
/// own name with .ckpt in place of .toml, in the working directory. Throws Error(usage) with file
/// and line: too large, another kind of line, unknown or repeated section or key, value of a wrong
/// type or out of range, n missing.
/// @param file  its name, for messages and the checkpoint
/// @param given  overrides the file
JobSettings parse_job_file(std::string_view text, const std::filesystem::path& file,
                           const GivenSettings& given = {});

/// Checks ranges and combinations of all settings. Throws Error(usage) with the setting.
void validate(const JobSettings& settings, int smallest_n = 1);

/// The work of all counts relative to the first: with checks and a second count, for which `mirror`
/// may take four times as much.
double counts_made(const RunSettings& run);

}  // namespace nqueens
