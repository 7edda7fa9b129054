// The files that hold evidence of a count. They are told apart by their first bytes: a name is
// easily changed. What nobody can count again, logs and results, is known by its name.
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <vector>

#include "job/plan.hpp"
#include "store/certificate.hpp"

namespace nqueens {

/// Files by what they are.
struct Sources {
  std::vector<std::filesystem::path> checkpoints{};  ///< names, also if only generations are there
  std::vector<std::filesystem::path> certificates{};
  std::vector<std::filesystem::path> alone{};    ///< logs and results without a checkpoint
  std::vector<std::filesystem::path> others{};   ///< that nothing looks at
  std::vector<std::filesystem::path> folders{};  ///< of whose checkpoints all generations are
                                                 ///< looked at; else the newest whole one
};

/// Sorts the files and folders that a user names, each file once. A file of no other kind is taken
/// for a checkpoint. Throws Error: checkpoint if a file is not there or hidden, or a folder holds
/// nothing of a job; usage if a pipe is one of several certificates, which are read twice.
Sources sources_of(std::span<const std::filesystem::path> named);

/// Whether a file has the name of a log of runs or of a result.
bool is_log_or_result(const std::filesystem::path& file);

/// Whether a regular file begins as a certificate, packed by gzip or not. A packed file that cannot
/// be unpacked is taken for one.
bool is_certificate(const std::filesystem::path& file);

/// Reads a certificate, packed by gzip or not. Throws Error(checkpoint) with the file and its
/// fault.
/// @param begin  makes what is called with each task
Certificate read_certificate(
    const std::filesystem::path& file,
    const std::function<CertificateReader::Visitor(const Certificate&)>& begin = {});

/// Throws Error(checkpoint) with the fault, without the file's name, unless a certificate has as
/// many prefixes as its rule gives, and an opened task is one of its job.
/// @param found  by its rule; more than it has if there are more
void require_prefixes(const Certificate& certificate, std::uint64_t found);

/// The plan by which the job of a certificate is counted again. Throws as require_prefixes(), or
/// WalkStopped.
/// @param meanwhile  called each second
Plan plan_of_prefixes(const Certificate& certificate, const std::function<void()>& meanwhile);

/// The job in slices. Throws Error(checkpoint) unless what is above the tasks is as the rule gives
/// it.
Job job_to_verify(const Certificate& certificate, const std::filesystem::path& file);

}  // namespace nqueens
