// Sorts files by kind, reads certificates, and enumerates the prefixes of their rules.

#include "evidence/source.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "core/number.hpp"
#include "judge/names.hpp"
#include "judge/total.hpp"
#include "nqueens/error.hpp"
#include "session/background.hpp"
#include "store/checkpoint_files.hpp"
#include "store/header.hpp"
#include "system/signals.hpp"
#include "system/unpacked_file.hpp"

namespace nqueens {
namespace {

Error bad_certificate(const std::filesystem::path& file, const std::string& why) {
  return {ExitCode::checkpoint, "certificate '" + file.string() + "' " + why};
}

/// These checkpoints and the files that are examined with them.
std::set<std::filesystem::path> files_with(const std::vector<std::filesystem::path>& names) {
  std::set<std::filesystem::path> files;
  for (const std::filesystem::path& name : names) {
    for (int generation = 0; generation < max_generations; ++generation) {
      files.insert(generation_path(name, generation));
    }
    files.merge(std::set{result_path(name), run_log_path(name)});
  }
  return files;
}

void add_folder(const std::filesystem::path& folder, Sources& sources) {
  std::vector<std::filesystem::path> names;
  for (const std::filesystem::path& name : checkpoints_in(folder)) {
    for (const auto& each : std::set{name, second_path(name)}) {
      if (has_generations(each) && !is_certificate(each)) {
        names.push_back(each);
      }
    }
  }
  const std::set<std::filesystem::path> known = files_with(names);
  const std::set<std::filesystem::path> entries(std::filesystem::directory_iterator(folder), {});
  bool is_of_job = !names.empty();
  for (const std::filesystem::path& file : entries) {
    std::error_code ignored;
    const bool is_file = std::filesystem::is_regular_file(file, ignored);
    const bool is_known = known.contains(file);
    const bool is_text = is_file && !is_known && is_certificate(file);
    if (is_text || (is_file && !is_known && is_log_or_result(file))) {
      (is_text ? sources.certificates : sources.alone).push_back(file);
      is_of_job = true;
    } else if (!is_file || !is_known) {
      sources.others.push_back(file);
    }
  }
  sources.checkpoints.insert(sources.checkpoints.end(), names.begin(), names.end());
  sources.folders.push_back(folder / "");
  if (!is_of_job) {
    throw Error(ExitCode::checkpoint,
                "'" + folder.string() + "' holds no checkpoint, certificate, log or result of a " +
                    "job; name the folder of one");
  }
}

/// Where a file is, whatever its name.
std::filesystem::path place_of(const std::filesystem::path& file) {
  std::error_code failed;
  const auto place = std::filesystem::weakly_canonical(file, failed);
  return failed ? file : place;
}

/// Sorts files and removes duplicates, and files at places that are known.
void make_unique(std::vector<std::filesystem::path>& files,
                 std::set<std::filesystem::path> known = {}) {
  std::ranges::sort(files);
  std::erase_if(files, [&known](const std::filesystem::path& file) {
    return !known.insert(place_of(file)).second;
  });
}

/// Whether a file is a pipe of the shell, <(...). Opening a named pipe would block.
bool is_pipe(const std::filesystem::path& file) {
  std::error_code ignored;
  const std::string name = file.string();
  return (name.starts_with("/dev/fd/") || name.starts_with("/proc/")) &&
         std::filesystem::is_fifo(file, ignored);
}

}  // namespace

bool is_log_or_result(const std::filesystem::path& file) {
  const std::string name = file.filename().string();
  return name.ends_with(run_log_extension) || name.ends_with(result_extension);
}

Sources sources_of(std::span<const std::filesystem::path> named) {
  Sources sources;
  for (const std::filesystem::path& file : named) {
    std::error_code failed;
    const auto status = std::filesystem::status(file, failed);
    if (std::filesystem::is_directory(status)) {
      add_folder(file, sources);
    } else if (is_pipe(file) || is_certificate(file)) {
      sources.certificates.push_back(file);
    } else if (is_log_or_result(file) && std::filesystem::exists(status)) {
      sources.alone.push_back(file);
    } else if (has_generations(file)) {
      sources.checkpoints.push_back(file);
    } else if (!std::filesystem::status_known(status)) {
      throw Error(ExitCode::checkpoint, "'" + file.string() + "' cannot be read: " +
                                            failed.message() + "; see to its permissions");
    } else {
      throw Error(ExitCode::checkpoint, "'" + file.string() +
                                            "' does not exist; name a checkpoint, a certificate, "
                                            "a log, a result or a folder of them");
    }
  }
  make_unique(sources.checkpoints);
  make_unique(sources.certificates);
  std::set<std::filesystem::path> beside;  // logs and results are looked at with their checkpoint
  for (const std::filesystem::path& file : files_with(sources.checkpoints)) {
    beside.insert(place_of(file));
  }
  make_unique(sources.alone, std::move(beside));
  const auto pipe = std::ranges::find_if(sources.certificates, is_pipe);
  if (sources.certificates.size() > 1 && pipe != sources.certificates.end()) {
    throw Error(ExitCode::usage, "'" + pipe->string() +
                                     "' is a pipe, and certificates that are held against each "
                                     "other are read twice; name a file");
  }
  return sources;
}

bool is_certificate(const std::filesystem::path& file) {
  std::error_code ignored;
  try {
    return std::filesystem::is_regular_file(file, ignored) &&
           UnpackedFile(file).read().starts_with(certificate_start);
  } catch (const Error&) {
    return is_packed(file);  // which gzip cannot unpack
  }
}

Certificate read_certificate(
    const std::filesystem::path& file,
    const std::function<CertificateReader::Visitor(const Certificate&)>& begin) {
  try {
    UnpackedFile bytes(file);
    CertificateReader reader([&bytes] {
      require_going(goes_on, "a certificate was read");
      return bytes.read();
    });
    reader.read_tasks(begin ? begin(reader.certificate()) : CertificateReader::Visitor{});
    return reader.certificate();
  } catch (const WalkStopped&) {
    throw;
  } catch (const OtherKind& error) {
    throw Error(ExitCode::checkpoint, "'" + file.string() + "' " + error.what());
  } catch (const Error& error) {
    throw bad_certificate(file, error.what());
  }
}

void require_prefixes(const Certificate& certificate, std::uint64_t found) {
  const Job& job = certificate.job;
  if (const std::uint64_t first = job.of_task * job.of_prefixes_per_task;
      job.is_opened() && found == 0 &&
      job.opened_from().prefixes(goes_on).skip(first + 1) <= first) {
    throw Error(ExitCode::checkpoint,
                "is of task " + std::to_string(job.of_task) + ", which its job does not have");
  }
  if (found != certificate.prefixes) {
    throw Error(ExitCode::checkpoint,
                "has " + amount_of(certificate.prefixes, "prefix") + " where its rule gives " +
                    (found > certificate.prefixes ? "more" : std::to_string(found)));
  }
  if (certificate.second) {
    try {
      require_other_decomposition(job, *certificate.second, goes_on);
    } catch (const WalkStopped&) {
      throw;
    } catch (const Error& error) {
      throw Error(error.code(), std::string("has a second count that is none: ") + error.what());
    }
  }
}

Plan plan_of_prefixes(const Certificate& certificate, const std::function<void()>& meanwhile) {
  Plan plan = with_notice([&] { return make_plan(certificate.job, certificate.prefixes, goes_on); },
                          log_long_walk, meanwhile);
  require_prefixes(certificate, plan.prefixes);
  return plan;
}

Job job_to_verify(const Certificate& certificate, const std::filesystem::path& file) {
  // Slices do not change the count of a task. Cutting them enumerates all prefixes, whose number is
  // known to be right here.
  Job job = cut_into_slices(certificate.job, std::nullopt, certificate.prefixes, goes_on);
  if (const Count above = count_above_tasks(job); above != certificate.above) {
    throw bad_certificate(file, "says that " + to_string(certificate.above) +
                                    " lies above the prefixes where its rule gives " +
                                    to_string(above));
  }
  return job;
}

}  // namespace nqueens
