// Adds up the tasks of a checkpoint and of its second count.

#include "view/saved_line.hpp"

#include "core/number.hpp"
#include "core/text.hpp"
#include "judge/names.hpp"
#include "store/checkpoint_files.hpp"
#include "system/file.hpp"

namespace nqueens {

std::string saved_line(const std::filesystem::path& checkpoint) {
  const std::filesystem::path path = behind_links(checkpoint);
  std::string mark;  // the first word
  std::string text;
  for (const std::filesystem::path& each : {path, second_path(path)}) {
    const auto loaded = each.empty() ? std::nullopt : load_checkpoint(each, BadFiles::leave);
    if (!loaded) {
      continue;
    }
    mark += mark.empty() ? std::to_string(loaded->checkpoint.check_seed) : "";
    const Progress sums = progress_of(loaded->checkpoint.queue);
    for (const std::uint64_t sum :
         {sums.tasks_done, sums.slices_done, sums.nodes, sums.tasks_confirmed}) {
      mark += "." + std::to_string(sum);
    }
    text += (text.empty() ? " " : "; ") + loaded->file.string() + ": " +
            std::to_string(sums.tasks_done) + " of " + amount_of(sums.tasks, "task") + " done";
    if (sums.slices > 0) {
      text += ", and " + std::to_string(sums.slices_done) + " of " +
              amount_of(sums.slices, "slice") + " of tasks in progress";
    }
  }
  return mark.empty() ? "" : as_line(mark + text);
}

}  // namespace nqueens
