// Reads which job to count, and its settings.
#include "cli/job_settings.hpp"

#include <filesystem>

#include "cli/options.hpp"
#include "cli/text.hpp"
#include "store/file_start.hpp"
#include "system/atomic_file.hpp"

namespace nqueens::cli {
namespace {

JobSettings settings_of_job(const std::string& job) {
  if (is_digits(job)) {
    JobSettings settings;
    settings.count.problem.n = number_from<int>(job).value_or(max_board + 1);
    refuse(settings.count.problem.n < 1 || settings.count.problem.n > max_board,
           "n is " + job + "; it must be a whole number from 1 to " + std::to_string(max_board));
    return settings;
  }
  std::error_code error;
  const bool named_like_a_file = job.find('/') != std::string::npos || job.ends_with(".toml");
  refuse(!named_like_a_file && !std::filesystem::exists(job, error),
         "'" + job + "' is neither a number of rows from 1 to " + std::to_string(max_board) +
             " nor a job file");
  const auto begins_with = [&](std::string_view start) {
    return std::filesystem::is_regular_file(job, error) &&
           std::filesystem::file_size(job, error) > 0 && !holds_something_else(job, start);
  };
  refuse(begins_with(checkpoint_start),
         "'" + job + "' is a checkpoint, not a job file; 'nqueens resume' goes on from it");
  refuse(begins_with(certificate_start),
         "'" + job +
             "' is a certificate, not a job file; check it with 'nqueens verify --certificate'");
  return read_job_file(job);
}

}  // namespace

void add_job_options(CLI::App& command, JobOptions& options) {
  command.add_option("job", options.job, "Number of rows, 1 to 32, or a job file (TOML)")
      ->required()
      ->type_name("N|JOB.toml");
  for (std::size_t key = 0; key < options.words.size(); ++key) {
    add_sequence_word(command, key, options.words[key]);
  }
  add_choice(command, "--symmetry", options.symmetry, symmetry_from, {"full", "mirror", "none"},
             "Symmetries to use: full, mirror or none [full; for placements mirror]")
      ->type_name("S");
  add_number(command, "--depth", options.depth, 0, max_board,
             "Fewest queens in a prefix; for placements 2 to 8\n"
             "[the checkpoint's, else by board]")
      ->type_name("D");
  add_time(command, "--slice-seconds", options.slice_seconds, 0, 1e6,
           "Cut longer tasks into slices, by what they should take on one core at\n"
           "300 million solutions a second; 0: cut none [1 to 60, by the job]")
      ->type_name("S");
}

JobSettings settings_of(const JobOptions& options) {
  JobSettings settings = settings_of_job(options.job);
  for (std::size_t key = 0; key < options.words.size(); ++key) {
    override_with(settings.words[key], options.words[key]);
  }
  settings.count.problem.sequence = sequence_named(settings.words);
  override_with(settings.count.symmetry, options.symmetry);
  override_with(settings.count.depth, options.depth);
  override_with(settings.count.slice_seconds, options.slice_seconds);
  validate(settings);
  return settings;
}

}  // namespace nqueens::cli
