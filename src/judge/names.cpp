// Derives and finds names of files.

#include "judge/names.hpp"

#include "core/number.hpp"
#include "nqueens/error.hpp"
#include "store/checkpoint_files.hpp"
#include "system/file.hpp"
#include "system/lock_file.hpp"

namespace nqueens {
namespace {

constexpr const char* second_mark = ".second";

}  // namespace

std::filesystem::path path_beside(std::filesystem::path checkpoint, const std::string& end) {
  if (checkpoint.extension() == checkpoint_extension) {
    checkpoint.replace_extension();
  }
  return checkpoint += end;
}

std::filesystem::path report_path(const std::filesystem::path& file) {
  std::filesystem::path path = file;
  if (path.extension() == ".jsonl") {
    path.replace_extension();
    if (path.extension() == ".run") {
      path.replace_extension();
    }
    return path += report_extension;
  }
  return path_beside(file, report_extension);
}

std::filesystem::path second_path(const std::filesystem::path& checkpoint) {
  const bool is_named = checkpoint.extension() == checkpoint_extension;
  return checkpoint.empty() ? checkpoint
                            : path_beside(checkpoint, std::string(second_mark) +
                                                          (is_named ? checkpoint_extension : ""));
}

std::filesystem::path first_path(const std::filesystem::path& checkpoint) {
  const bool is_named = checkpoint.extension() == checkpoint_extension;
  const std::filesystem::path stem = path_beside(checkpoint, "");
  return stem.extension() == second_mark
             ? std::filesystem::path(stem).replace_extension(is_named ? checkpoint_extension : "")
             : checkpoint;
}

std::vector<std::filesystem::path> files_of_job(const std::filesystem::path& checkpoint) {
  if (checkpoint.empty()) {
    return {};
  }
  std::vector<std::filesystem::path> files = {lock_path(first_path(checkpoint))};
  for (const std::filesystem::path& each : {checkpoint, second_path(checkpoint)}) {
    files.insert(files.end(), {result_path(each), run_log_path(each)});
    for (int generation = 0; generation < max_generations; ++generation) {
      files.push_back(generation_path(each, generation));
    }
  }
  return files;
}

std::set<std::filesystem::path> checkpoints_in(const std::filesystem::path& folder) {
  std::set<std::filesystem::path> names;
  std::error_code error;
  for (std::filesystem::directory_iterator files(folder, error);
       !error && files != std::filesystem::directory_iterator(); files.increment(error)) {
    std::filesystem::path name = files->path();
    if (number_from<int>(name.extension().string().erase(0, 1))) {
      name.replace_extension();
    }
    const bool comes_with_first = is_second(name) && has_generations(first_path(name));
    if (name.extension() == checkpoint_extension && !comes_with_first) {
      names.insert(name);
    }
  }
  if (error) {
    throw file_error(ExitCode::checkpoint, "read", folder, error.value());
  }
  return names;
}

}  // namespace nqueens
