#include "trust_commands.hpp"

#include <spdlog/spdlog.h>

#include <exception>
#include <filesystem>
#include <vector>

#include "log.hpp"
#include "nqueens/kernel/kernel.hpp"
#include "nqueens/run/merge.hpp"
#include "nqueens/run/verify.hpp"
#include "nqueens/system/signals.hpp"
#include "print.hpp"

namespace nqueens::cli {
namespace {

/// How many are counted again unasked: tasks are short, groups of a certificate may be days.
constexpr std::uint64_t default_tasks = 300;
constexpr std::uint64_t default_groups = 3;

VerifyRequest make_verify_request(const Options& options) {
  VerifyRequest request{.file = options.certificate_file.value_or(options.target),
                        .is_certificate = options.certificate_file.has_value(),
                        .sample = options.sample,
                        .fraction = options.fraction,
                        .kernel = options.kernel.value_or("auto"),
                        .seed = options.seed,
                        .repair = options.repair};
  if (options.certificate_file.has_value() != options.target.empty()) {
    throw Error(ExitCode::usage, "name a checkpoint, or a certificate with --certificate, and not both");
  }
  if (request.is_certificate && request.repair) {
    throw Error(ExitCode::usage, "--repair is of checkpoints; a certificate is not changed");
  }
  if (request.fraction == 0.0) {
    throw Error(ExitCode::usage, "--fraction 0 counts nothing again; give a share over 0");
  }
  if (!request.sample && !request.fraction && !options.verify_all) {
    request.sample = request.is_certificate ? default_groups : default_tasks;
  }
  return request;
}

ExitCode report_outcome(const Options& options, const VerifyOutcome& outcome) {
  if (outcome.failure) {
    std::rethrow_exception(outcome.failure);
  }
  const VerifyReport& report = *outcome.report;
  print(options.json ? to_json(report) + "\n" : to_text(report));
  if (report.has_open_conflict() || report.second_agrees == false) {
    return ExitCode::wrong_answer;
  }
  if (report.stopped) {
    spdlog::error("stopped: {} of {} {} were counted again", report.checked, report.chosen,
                  plural(report.unit));
    return ExitCode::runtime_error;
  }
  return ExitCode::done;
}

}  // namespace

WorkersJob prepare_verify(const Options& options) {
  set_up_log(options);
  const VerifyRequest request = make_verify_request(options);
  choose_kernel(request.kernel);  // a wrong name is the user's mistake, not a worker's failure
  return [request, &options](Transport& transport, Ending& ending) {
    const VerifyOutcome outcome = verify(transport, request, signal_requests());
    ending = {.everyone_left = outcome.everyone_left, .hung_workers = outcome.hung_workers};
    return report_outcome(options, outcome);
  };
}

ExitCode merge(const Options& options) {
  const std::vector<std::filesystem::path> files(options.merge_files.begin(), options.merge_files.end());
  const MergeReport report = merge_checkpoints(
      files, options.output, options.force ? OnConflict::leave_out : OnConflict::write_nothing);
  print(options.json ? to_json(report) + "\n" : to_text(report));
  return report.has_conflict() ? ExitCode::wrong_answer : ExitCode::done;
}

}  // namespace nqueens::cli
