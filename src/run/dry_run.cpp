// The job of a count and its checkpoint, without workers.

#include "run/dry_run.hpp"

#include <utility>

#include "run/checkpoint_keeper.hpp"
#include "run/count_result.hpp"
#include "run/job_counts.hpp"
#include "run/saved_share.hpp"
#include "store/checkpoint_files.hpp"
#include "system/regular_file.hpp"

namespace nqueens {
namespace {

/// As the count would use it: none while another job has its name.
CheckpointSettings used_checkpoint(const JobSettings& settings, StartMode start) {
  CheckpointSettings used = settings.checkpoint;
  if (!used.is_late) {
    return used;
  }
  used.is_late = !begins_at_once(settings, start);
  if (used.is_late && what_is_left(settings, start) == Left::of_another) {
    used.path.clear();
  }
  return used;
}

std::optional<LoadedCheckpoint> load(const std::filesystem::path& name, StartMode start) {
  const std::filesystem::path path = behind_links(name);
  if (path.empty()) {
    return std::nullopt;
  }
  if (start == StartMode::fresh) {
    refuse_irregular("replace", path);
    return std::nullopt;
  }
  return load_checkpoint(path, BadFiles::leave);
}

std::uint64_t tasks_of(const Plan& plan, const Part& part) {
  std::uint64_t tasks = 0;
  for (TaskId task = 0; task < plan.tasks(); ++task) {
    tasks += part.has(task) ? 1 : 0;
  }
  return tasks;
}

SavedShare share_of(const LoadedCheckpoint& loaded, const Plan& plan,
                    const std::optional<Part>& part) {
  return {.file = loaded.file,
          .tasks_done = tasks_done(loaded.checkpoint.queue, part),
          .share_done = share_done(plan, loaded.checkpoint.queue, part),
          .warnings = loaded.warnings};
}

}  // namespace

DryRun dry_run(const JobSettings& settings, StartMode start) {
  const auto& part = settings.run.part;
  DryRun result{.checkpoint = used_checkpoint(settings, start)};
  const auto loaded = load(result.checkpoint.path, start);
  if (loaded) {
    const Job& found = loaded->checkpoint.job;
    require_same_job(loaded->file, found, wanted_job(settings.count, found));
    result.plan = plan_of(found, loaded->checkpoint.queue, loaded->file);
    result.saved = share_of(*loaded, result.plan, part);
  } else {
    result.plan = make_plan(make_job(settings.count));
  }
  if (part) {
    result.part_tasks = tasks_of(result.plan, *part);
  }
  return result;
}

std::string saved_line(const JobSettings& settings, StartMode start) {
  const std::filesystem::path path = used_checkpoint(settings, start).path;
  std::string marks;
  std::string texts;
  for (const std::filesystem::path& each : {path, second_path(path)}) {
    if (const auto loaded = load(each, start)) {
      const auto [mark, text] = describe_saved(*loaded);
      marks += (marks.empty() ? "" : ".") + mark;
      texts += (texts.empty() ? " " : "; ") + text;
    }
  }
  return marks.empty() ? "" : marks + texts + "\n";
}

}  // namespace nqueens
