// Saves, loads and renames generations of checkpoints.

#include "store/checkpoint_files.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <system_error>

#include "core/number.hpp"
#include "queue/snapshot.hpp"
#include "store/header.hpp"
#include "system/file.hpp"

namespace nqueens {
namespace {

Error of_checkpoint(const std::filesystem::path& file, const std::string& why) {
  return {ExitCode::checkpoint, "checkpoint '" + file.string() + "' " + why};
}

Error unreadable(const std::filesystem::path& file, int number) {
  return file_error(ExitCode::checkpoint, "read checkpoint", file, number);
}

Error missing(const std::filesystem::path& file) {
  return of_checkpoint(file, "does not exist; 'nqueens status FOLDER' lists those of a folder");
}

/// Throws Error(usage) for a folder, Error(checkpoint) for an unreadable file.
RegularFile open_file(const std::filesystem::path& path, const KeepGoing& keep_going) {
  try {
    return RegularFile(path, [keep_going] { require_going(keep_going, "a checkpoint was read"); });
  } catch (const std::system_error& error) {
    const int reason = error.code().value();
    if (reason == EISDIR) {
      throw Error(ExitCode::usage,
                  "'" + path.string() + "' is a folder; name a checkpoint (NAME.ckpt) in it");
    }
    throw reason == ENOENT ? missing(path) : unreadable(path, reason);
  }
}

/// Moves the generations up by one. PATH itself stays until the new one replaces it. A file of
/// another kind under the name of a generation is set aside.
void rotate(const std::filesystem::path& path, int generations) {
  if (generations < 2) {
    return;
  }
  for (int generation = 1; generation < generations; ++generation) {
    if (const auto file = generation_path(path, generation);
        holds_something_else(file, checkpoint_start) && set_aside(file) == file) {
      throw Error(ExitCode::runtime_error,
                  "'" + file.string() + "' is no checkpoint and cannot be renamed; move it away");
    }
  }
  for (int generation = generations - 1; generation > 1; --generation) {
    std::rename(generation_path(path, generation - 1).c_str(),
                generation_path(path, generation).c_str());
  }
  const std::filesystem::path first = generation_path(path, 1);
  std::remove(first.c_str());
  if (link(path.c_str(), first.c_str()) != 0 && errno != ENOENT) {
    std::rename(path.c_str(),
                first.c_str());  // no hard links: briefly only PATH.1
  }
}

/// A damaged file, so an older generation is tried.
struct Damaged : Error {
  using Error::Error;
};

/// Drops impossible results. Throws Damaged with the fault, or Error with the file and the fault.
LoadedCheckpoint read_one(const std::filesystem::path& file, const KeepGoing& keep_going) {
  RegularFile content = open_file(file, keep_going);
  try {
    if (content.size() > largest_checkpoint) {
      throw std::system_error(EFBIG, std::generic_category());
    }
    LoadedCheckpoint loaded{
        .checkpoint = decode(content, content.size()), .file = file, .warnings = {}};
    const Impossible found = clear_impossible(loaded.checkpoint.job, loaded.checkpoint.queue);
    loaded.is_forged = found.units > 0;
    if (loaded.is_forged) {
      const std::string words = "has " + amount_of(found.units, "impossible result") + ": " +
                                (found.units == 1 ? "" : "first ") + "that of " + found.first +
                                "; this counts as not done, and 'nqueens resume' counts it";
      loaded.warnings.emplace_back(of_checkpoint(file, words).what());
    }
    return loaded;
  } catch (const WalkStopped&) {
    throw;
  } catch (const std::system_error& failure) {
    throw unreadable(file, failure.code().value());
  } catch (const OtherKind& fault) {
    throw Error(ExitCode::checkpoint, "'" + file.string() + "' " + fault.what());
  } catch (const OtherFormat& fault) {
    throw of_checkpoint(file, fault.what());
  } catch (const Error& fault) {
    throw Damaged(fault.code(), fault.what());
  }
}

}  // namespace

std::filesystem::path generation_path(const std::filesystem::path& path, int generation) {
  std::filesystem::path name = path;
  if (generation > 0) {
    name += '.';
    name += std::to_string(generation);
  }
  return name;
}

std::string save_checkpoint(const std::filesystem::path& path, int generations,
                            const Checkpoint& checkpoint,
                            const std::function<void()>& before_commit) {
  return write_atomically(
      path,
      [&](AtomicFile& file) {
        encode(checkpoint, [&file](std::string_view piece) { file.write(piece); });
      },
      [&] {
        if (before_commit) {
          before_commit();
        }
        rotate(path, generations);
      });
}

void remove_leftovers(const std::filesystem::path& path) {
  const std::string name = path.filename().string();
  std::error_code error;  // leftovers are harmless
  const auto now = std::filesystem::file_time_type::clock::now();
  std::vector<std::filesystem::path> leftovers;
  for (const auto& entry : std::filesystem::directory_iterator(folder_of(path), error)) {
    const std::string file = entry.path().filename().string();
    const bool of_a_lock =
        file.starts_with(name + ".lock.new.") || file.starts_with(name + ".lock.broken.");
    // Another run may be taking the lock through such a file now.
    const bool old = now - entry.last_write_time(error) > std::chrono::hours(1);
    if (file.starts_with(temporary_prefix(path)) || (of_a_lock && old)) {
      leftovers.push_back(entry.path());
    }
  }
  for (const auto& leftover : leftovers) {
    std::filesystem::remove(leftover, error);
  }
}

std::optional<LoadedCheckpoint> load_checkpoint(const std::filesystem::path& path,
                                                BadFiles bad_files, std::string_view advice,
                                                const KeepGoing& keep_going) {
  std::vector<std::string> faults;
  std::vector<std::filesystem::path> bad;
  for (int generation = 0; generation < max_generations; ++generation) {
    const std::filesystem::path file = generation_path(path, generation);
    std::error_code error;
    if (!std::filesystem::exists(file, error)) {
      if (error && error != std::errc::no_such_file_or_directory) {
        throw unreadable(file, error.value());
      }
      continue;
    }
    try {
      LoadedCheckpoint loaded = read_one(file, keep_going);
      for (std::size_t i = 0; i < bad.size(); ++i) {
        const std::filesystem::path now =
            bad_files == BadFiles::set_aside ? set_aside(bad[i]) : bad[i];
        loaded.warnings.insert(loaded.warnings.begin() + static_cast<std::ptrdiff_t>(i),
                               "checkpoint " + faults[i] +
                                   (now != bad[i] ? "; set aside as '" + now.string() + "'" : ""));
      }
      return loaded;
    } catch (const Damaged& fault) {
      faults.push_back("'" + file.string() + "' " + fault.what());
      bad.push_back(file);
    }
  }
  if (faults.empty()) {
    return std::nullopt;
  }
  std::string message = "no checkpoint can be used: ";
  for (std::size_t i = 0; i < faults.size(); ++i) {
    message += (i > 0 ? ", " : "") + faults[i];
  }
  throw Error(ExitCode::checkpoint, message + "; " + std::string(advice));
}

LoadedCheckpoint load_existing_checkpoint(const std::filesystem::path& path, BadFiles bad_files,
                                          const KeepGoing& keep_going) {
  auto loaded = load_checkpoint(path, bad_files, restore_one, keep_going);
  if (!loaded) {
    throw missing(path);
  }
  return *std::move(loaded);
}

LoadedCheckpoint load_generation(const std::filesystem::path& file, const KeepGoing& keep_going) {
  try {
    return read_one(file, keep_going);
  } catch (const Damaged& fault) {
    throw of_checkpoint(file, fault.what() + ("; " + std::string(restore_one)));
  }
}

Checkpoint read_checkpoint(const std::filesystem::path& file, const KeepGoing& keep_going) {
  LoadedCheckpoint loaded = load_generation(file, keep_going);
  if (loaded.is_forged) {
    throw Error(ExitCode::wrong_answer, loaded.warnings.back());
  }
  return std::move(loaded.checkpoint);
}

void set_older_aside(const std::filesystem::path& path) {
  for (int generation = 1; generation < max_generations; ++generation) {
    const std::filesystem::path file = generation_path(path, generation);
    if (std::error_code ignored; std::filesystem::exists(file, ignored)) {
      set_aside(file);
    }
  }
}

bool has_generations(const std::filesystem::path& path) {
  std::error_code ignored;
  for (int generation = 0; generation < max_generations; ++generation) {
    if (std::filesystem::exists(generation_path(path, generation), ignored)) {
      return true;
    }
  }
  return false;
}

bool rename_checkpoint(const std::filesystem::path& path, const std::filesystem::path& to) {
  bool renamed = false;
  // PATH last: a crash meanwhile leaves the newest generation under its name.
  for (int generation = max_generations - 1; generation >= 0; --generation) {
    const std::filesystem::path file = generation_path(path, generation);
    if (std::rename(file.c_str(), generation_path(to, generation).c_str()) == 0) {
      renamed = true;
    } else if (errno != ENOENT) {
      throw file_error(ExitCode::checkpoint, "rename checkpoint", file, errno);
    }
  }
  return renamed;
}

std::filesystem::path name_aside(const std::filesystem::path& path, std::int64_t time,
                                 const std::function<bool(const std::filesystem::path&)>& taken) {
  const std::string base =
      path.stem().string() + "." + format_time(time, "%Y-%m-%dT%H-%M-%S", TimeZone::utc);
  std::filesystem::path name;
  for (int i = 1; name.empty() || taken(name); ++i) {
    name = path;
    name.replace_filename(base + (i > 1 ? "-" + std::to_string(i) : ""));
    name += path.extension();
  }
  return name;
}

void require_same_job(const std::filesystem::path& file, const Job& found, const Job& wanted,
                      const std::string& advice) {
  const auto has = texts_of_fields(found);
  const auto wants = texts_of_fields(wanted);
  const auto [differs, wish] = std::ranges::mismatch(has, wants);
  if (differs == has.end()) {
    return;
  }
  const JobField& field = differs->first;
  // Users may leave out settings that a count takes from its checkpoint.
  const std::string leave_out =
      field.setting.empty() ? "" : "leave out " + how_to_set(field.setting) + ", or ";
  const bool is_same = found.problem == wanted.problem;
  std::string its;
  std::string ours;
  const auto end =
      is_same ? has.end() : std::next(differs);  // of another one the first says enough
  for (auto its_field = differs, our_field = wish; its_field != end; ++its_field, ++our_field) {
    if (its_field->second != our_field->second) {
      const std::string name = " " + std::string(its_field->first.name) + "=";
      its += name + its_field->second;
      ours += name + our_field->second;
    }
  }
  throw of_checkpoint(
      file, std::string(is_same ? "has this count in another cut" : "belongs to another job") +
                ": it has" + its + ", this job" + ours + "; " +
                (advice.empty() ? leave_out + "name another with --checkpoint" : advice));
}

void require_own_slices(const Job& job, const QueueSnapshot& queue,
                        const std::filesystem::path& file, const KeepGoing& keep_going) {
  if (queue.in_slices.empty()) {
    return;
  }
  SliceSource source(job, keep_going);
  for (const auto& [task, slices] : queue.in_slices) {
    const std::uint64_t claimed = slices.done.size();
    if (const auto cut = source.count_slices(task, claimed + 1); cut < 2 || cut != claimed) {
      throw of_checkpoint(file, "has " + amount_of(claimed, "slice") + " of task " +
                                    std::to_string(task) + " where its job has " +
                                    (cut > claimed ? "more" : std::to_string(cut)) +
                                    "; it cannot be used");
    }
  }
}

Plan plan_of(const Job& job, const QueueSnapshot& queue, const std::filesystem::path& file,
             const KeepGoing& keep_going) {
  if (job.stream_revision != stream_revision) {
    throw of_checkpoint(file, "was made with prefix stream " + std::to_string(job.stream_revision) +
                                  ", this program has " + std::to_string(stream_revision) +
                                  "; use the version that made it");
  }
  const std::uint64_t tasks = queue.done.size();
  // The number of tasks and the prefixes per task are each bounded, but their product is not.
  Plan plan = make_plan(job, std::min<std::uint64_t>(max_prefixes, tasks * job.prefixes_per_task),
                        keep_going);
  if (plan.tasks() != tasks) {
    throw of_checkpoint(file, "has " + amount_of(tasks, "task") + " where its job has " +
                                  std::to_string(plan.tasks()) + "; it cannot be used");
  }
  require_own_slices(job, queue, file, keep_going);
  return plan;
}

}  // namespace nqueens
