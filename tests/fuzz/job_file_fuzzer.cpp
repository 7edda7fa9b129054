// Job files: any text gives settings, or one line that names the file.

#include "fuzz.hpp"
#include "job/settings.hpp"

namespace nqueens {
namespace {

void check(const JobSettings& settings) {
  const CountSettings& count = settings.count;
  // Options may still name another sequence, whose boards are larger.
  fuzz::require(count.problem.n >= 1 && count.problem.n <= max_quarter_turn_board,
                "n is that of a board");
  fuzz::require(!count.tasks || (*count.tasks >= 1 && *count.tasks <= max_tasks),
                "tasks are in their range");
  fuzz::require(!settings.run.kernel.empty(), "a kernel has a name");
  fuzz::require(!settings.checkpoint.path.empty(), "a checkpoint has a path");
  fuzz::require(settings.run.batch_seconds > 0 && settings.run.log_interval_seconds > 0 &&
                    settings.checkpoint.interval_seconds > 0,
                "times are over 0");
  fuzz::require(settings.checkpoint.generations >= 1 && settings.checkpoint.generations <= 9,
                "generations are in their range");
}

}  // namespace
}  // namespace nqueens

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace nqueens;
  static const std::filesystem::path file = "x.toml";
  try {
    JobSettings settings = parse_job_file(fuzz::text_of(data, size), file);
    check(settings);
    settings.count.problem.sequence = sequence_named(settings.count.words);
    validate(settings);
  } catch (const Error& error) {
    fuzz::require_good_refusal(error, ExitCode::usage);
  }
  return 0;
}
