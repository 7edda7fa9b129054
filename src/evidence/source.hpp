// The files that have evidence of a count. Their first bytes tell their kind, since names are
// easily changed. Only logs and results are recognized by name.
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <vector>

#include "job/plan.hpp"
#include "store/certificate.hpp"

namespace nqueens {

/// Files by kind.
struct Sources {
  std::vector<std::filesystem::path> checkpoints{};  ///< even if only older generations exist
  std::vector<std::filesystem::path> certificates{};
  std::vector<std::filesystem::path> alone{};    ///< logs and results without their checkpoint
  std::vector<std::filesystem::path> others{};   ///< not examined
  std::vector<std::filesystem::path> folders{};  ///< in these, all generations are examined
};

/// Sorts files and folders that the user named, each file once; a log or result beside a checkpoint
/// is looked at with it. A file of no other kind passes for a checkpoint. Throws Error: checkpoint
/// if a file is missing or hidden, or a folder has no files of a job; usage if a pipe is one of
/// several certificates, which are read twice.
Sources sources_of(std::span<const std::filesystem::path> named);

/// Whether a file has the name of a log of runs or result.
bool is_log_or_result(const std::filesystem::path& file);

/// Whether a regular file starts like a certificate, gzipped or not. A gzipped file that cannot be
/// unpacked passes for one.
bool is_certificate(const std::filesystem::path& file);

/// Reads a certificate, gzipped or not. Throws Error(checkpoint) with the file and its fault.
/// @param begin  returns the function to call with each task
Certificate read_certificate(
    const std::filesystem::path& file,
    const std::function<CertificateReader::Visitor(const Certificate&)>& begin = {});

/// Throws Error(checkpoint) with the fault, without the file's name, unless a certificate has as
/// many prefixes as its rule gives, and an opened task exists in its job.
/// @param found  prefixes by its rule; if there are too many, any larger number
void require_prefixes(const Certificate& certificate, std::uint64_t found);

/// The plan for recounting a certificate. Throws like require_prefixes(), or WalkStopped.
/// @param meanwhile  called every second
Plan plan_of_prefixes(const Certificate& certificate, const std::function<void()>& meanwhile);

/// The job, cut into slices. Throws Error(checkpoint) unless the placements above the tasks are
/// right.
Job job_to_verify(const Certificate& certificate, const std::filesystem::path& file);

}  // namespace nqueens
