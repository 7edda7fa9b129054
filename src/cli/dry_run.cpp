// Prints what a count would do.
#include "cli/dry_run.hpp"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>

#include "cli/print.hpp"
#include "cli/say.hpp"
#include "core/number.hpp"
#include "core/one_line.hpp"
#include "kernel/kernel.hpp"
#include "report/json.hpp"
#include "run/dry_run.hpp"

namespace nqueens::cli {
namespace {

/// Says what takes so long, unless it is over within a second.
class Notice {
 public:
  explicit Notice(std::string text)
      : thread_([this, text = std::move(text)](const std::stop_token& over) {
          std::unique_lock lock(mutex_);
          over_.wait_for(lock, over, std::chrono::seconds(1), [] { return false; });
          if (!over.stop_requested()) {
            say(text);
          }
        }) {}

 private:
  std::mutex mutex_;
  std::condition_variable_any over_;
  std::jthread thread_;
};

/// Null is what does not apply.
Json json_of(const DryRun& run, const JobSettings& settings) {
  const auto& part = settings.run.part;
  const CheckpointSettings& checkpoint = run.checkpoint;
  Json json = json_of(run.plan.job);
  json.update({{"prefixes", run.plan.prefixes},
               {"tasks", run.plan.tasks()},
               {"kernel", choose_kernel(settings.run.kernel, run.plan.job.problem.sequence).name},
               {"checkpoint", checkpoint.path.empty() ? "none" : checkpoint.path.string()}});
  const auto add = [&json](const char* name, const auto& value) {
    json[name] = value ? Json(*value) : nullptr;
  };
  add("checkpoint_after_seconds", !checkpoint.path.empty() && checkpoint.is_late
                                      ? std::optional(checkpoint.interval_seconds)
                                      : std::nullopt);
  add("part", part ? std::optional(to_string(*part)) : std::nullopt);
  add("part_tasks", run.part_tasks);
  const auto& saved = run.saved;
  add("goes_on_from", saved ? std::optional(saved->file.string()) : std::nullopt);
  add("tasks_done", saved ? std::optional(saved->tasks_done) : std::nullopt);
  add("percent", saved ? std::optional(100 * saved->share_done) : std::nullopt);
  return json;
}

std::string to_text(const Json& fields) {
  std::string text;
  for (const auto& [key, value] : fields.items()) {
    if (!value.is_null()) {
      text += key + ": " +
              (value.is_string()  ? one_line(value.get<std::string>())
               : key == "percent" ? format_share(value.get<double>() / 100)
                                  : dump(value)) +
              "\n";
    }
  }
  return text;
}

}  // namespace

void print_dry_run(const JobSettings& settings, StartMode start, bool json) {
  const DryRun run = [&] {
    const Notice notice(
        "enumerating the prefixes and weighing the tasks; with a great depth this takes minutes");
    return dry_run(settings, start);
  }();
  if (run.saved) {
    for (const std::string& warning : run.saved->warnings) {
      say(warning);
    }
  }
  const Json fields = json_of(run, settings);
  print(json ? dump(fields) + "\n" : to_text(fields));
}

}  // namespace nqueens::cli
