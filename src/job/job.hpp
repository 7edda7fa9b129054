// A job: what is counted and how it is cut into tasks, and the settings of a run.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/prefix_stream.hpp"

namespace nqueens {

/// What makes two runs the same job, so that one can go on from the other's checkpoint. The number
/// of ranks, the kernel and the machine are not part of it.
struct Job {
  Problem problem;
  Symmetry symmetry = Symmetry::full;  ///< the symmetries that the prefix stream uses
  int depth = 0;                       ///< fewest queens in a prefix, 0 to n
  std::uint64_t prefixes_per_task =
      1;  ///< task t is the prefixes with ordinals t * this up to (t + 1) * this
  int stream_revision = nqueens::stream_revision;
  /// Fewest queens in the prefixes of which the slices of a task consist, more than `depth`;
  /// 0: tasks are not cut into slices.
  int slice_depth = 0;
  std::uint64_t prefixes_per_slice = 1;  ///< as for tasks, among these prefixes below one task

  /// All prefixes of the job, from the first.
  [[nodiscard]] PrefixStream prefixes() const { return {problem, symmetry, depth}; }

  friend bool operator==(const Job&, const Job&) = default;
};

/// Whether a job is possible: its ranges and combinations, but not the stream's revision.
bool is_possible(const Job& job);

/// For messages: "symmetry full, depth 5".
std::string describe_cut(const Job& job);

/// "n=18 board=square quantity=solutions symmetry=full depth=5 prefixes_per_task=12 stream=1", as
/// in the header of a checkpoint.
std::string to_string(const Job& job);

/// [count] of a job file, from which make_job() makes a Job. A run that goes on from a checkpoint
/// takes an absent depth and absent tasks from there.
struct CountSettings {
  Problem problem;                     ///< n is 0 where it was not given yet
  std::optional<Symmetry> symmetry{};  ///< absent: all that the problem has
  std::optional<int> depth{};  ///< 0 to n, for placements 2 to 8; absent: by the size of the board
  std::optional<std::uint64_t>
      tasks{};  ///< roughly, 1 to max_tasks; absent: by the size of the board
  /// Longer tasks are cut into slices, by what they should take on one core at 300 million
  /// solutions a second; 0: none are. Absent: default_slice_seconds().
  std::optional<double> slice_seconds{};
};

/// The other decomposition for a second count.
enum class SecondCut : std::uint8_t {
  none,    ///< no second count
  depth,   ///< the same symmetry, more queens in a prefix: costs about as much as the first count
  mirror,  ///< symmetry `mirror`, or `none` if the first count has that: up to four times as much
};
std::string_view to_string(SecondCut cut);
std::optional<SecondCut> second_cut_from(std::string_view name);

inline constexpr double default_check_fraction = 0.005;

/// [run] of a job file: may change from one run of the job to the next.
struct RunSettings {
  std::string kernel = "auto";
  double batch_seconds = 1.0;        ///< work handed out at once, in seconds of one worker
  double log_interval_seconds = 60;  ///< between progress lines
  /// The fraction of tasks to count twice; absent: default_check_fraction, but 0 for a finished
  /// job.
  std::optional<double> check_fraction;
  std::optional<SecondCut> double_check;  ///< absent: as the checkpoint says, else none
};

/// How often all is counted, in work of the first count: with checks, and with the second count, of
/// which `mirror` may take four times as much.
double counts_made(const RunSettings& run);

/// One of several equal parts of a job, for sites that share it.
struct Part {
  std::uint64_t index = 1;  ///< 1 to parts
  std::uint64_t parts = 1;

  /// Every parts-th task, so that all parts cost about as much.
  [[nodiscard]] bool has(std::uint64_t task) const { return task % parts == index - 1; }
};
/// From "2/5"; nothing if the text is not a part.
std::optional<Part> part_from(std::string_view text);
std::string to_string(const Part& part);

/// [checkpoint] of a job file: may change from one run of the job to the next.
struct CheckpointSettings {
  std::filesystem::path path;    ///< empty: no checkpoint
  bool is_late = false;          ///< begun with the first save, unless the job has left it already
  double interval_seconds = 60;  ///< between saves while running
  int generations = 3;           ///< files kept: PATH, PATH.1, PATH.2 ...
};

struct JobSettings {
  CountSettings count;
  SequenceWords words = usual_words;  ///< from which sequence_named() makes that of `count`
  RunSettings run;
  CheckpointSettings checkpoint;
};

/// Most prefixes of a job. To enumerate them takes about ten seconds.
inline constexpr std::uint64_t max_prefixes = 1'000'000'000;

/// Most prefixes in a task: about 6 MB in the message that hands it out.
inline constexpr std::uint64_t max_prefixes_per_task = 100'000;

/// Reads a job file (TOML). A relative checkpoint path is relative to the working directory. The
/// default is the file's own name with .ckpt in place of .toml, in the working directory. Throws
/// Error(usage) with the file and, if known, the line: not readable, not TOML, unknown section or
/// key, wrong type, value out of range, n missing.
JobSettings read_job_file(const std::filesystem::path& file);

/// The same for a text in memory.
/// @param file  its name, for messages and for the checkpoint's
JobSettings parse_job_file(std::string_view text, const std::filesystem::path& file);

/// The keys of the words that name a sequence, and its flags without dashes.
inline constexpr SequenceWords sequence_keys = {"board", "quantity", "piece"};

/// The words that one of these keys takes.
std::vector<std::string> words_of(std::size_t key);

/// The same word as text in memory that stays, if the key takes it.
std::optional<std::string_view> word_of(std::size_t key, std::string_view text);

/// Throws Error(usage) if no sequence has these words.
Sequence sequence_named(const SequenceWords& words);

/// Checks ranges and combinations, once flags have overridden the file. Throws Error(usage) with
/// the setting.
void validate(const JobSettings& settings);

}  // namespace nqueens
