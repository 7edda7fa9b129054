// Reads which job to count, and its settings.
#include "cli/job_settings.hpp"

#include <cerrno>
#include <filesystem>

#include "cli/options.hpp"
#include "cli/text.hpp"
#include "store/header.hpp"
#include "system/file_error.hpp"
#include "system/regular_file.hpp"

namespace nqueens::cli {
namespace {

JobSettings settings_of_job(const std::string& job) {
  if (is_digits(job)) {
    JobSettings settings;
    const InRange<int> rows{1, max_board};
    settings.count.problem.n = rows(job).value_or(0);
    refuse(settings.count.problem.n == 0, "n is " + job + "; it must be " + rows.expected());
    return settings;
  }
  std::error_code error;
  const bool named_like_a_file = job.find('/') != std::string::npos || job.ends_with(".toml");
  refuse(!named_like_a_file && !std::filesystem::exists(job, error),
         "'" + job + "' is neither a number of rows from 1 to " + std::to_string(max_board) +
             " nor a job file");
  const auto text = read_up_to(job, max_job_file + 1);
  if (!text) {
    throw file_error(ExitCode::usage, "read job file", job, errno);
  }
  refuse(text->starts_with(checkpoint_start),
         "'" + job + "' is a checkpoint, not a job file; 'nqueens resume' goes on from it");
  refuse(text->starts_with(certificate_start),
         "'" + job +
             "' is a certificate, not a job file; check it with 'nqueens verify --certificate'");
  return parse_job_file(*text, job);
}

}  // namespace

void add_settings(CLI::App& command, GivenSettings& given) {
  for (const KnownSetting& setting : all_settings()) {
    const auto names = CLI::detail::split(std::string(setting.commands), ' ');
    if (std::ranges::find(names, command.get_name()) == names.end()) {
      continue;
    }
    const auto take = [&given, &setting](const std::string& text) {
      given.emplace_back(&setting, text.empty() ? setting.bare : text);
      JobSettings ignored;
      return set(ignored, setting, given.back().second);
    };
    CLI::Option* option = add_checked(command, std::string(setting.option),
                                      {setting.expected, setting.words}, take, setting.help)
                              ->type_name(std::string(setting.value));
    if (!setting.bare.empty()) {
      option->expected(0, 1)->default_str(std::string(setting.bare));
    }
  }
}

void apply(const GivenSettings& given, JobSettings& settings) {
  for (const auto& [setting, text] : given) {
    set(settings, *setting, text);
  }
}

void add_job(CLI::App& command, std::string& job) {
  command.add_option("job", job, "Number of rows, 1 to 32, or a job file (TOML)")
      ->required()
      ->type_name("N|JOB.toml");
}

JobSettings settings_of(const std::string& job, const GivenSettings& given) {
  JobSettings settings = settings_of_job(job);
  apply(given, settings);
  settings.count.problem.sequence = sequence_named(settings.count.words);
  validate(settings);
  return settings;
}

}  // namespace nqueens::cli
