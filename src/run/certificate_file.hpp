// Certificate files: read, and compared with what their rule gives.
#pragma once

#include <filesystem>
#include <functional>

#include "job/plan.hpp"
#include "store/certificate.hpp"

namespace nqueens {

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

/// The job in slices. Throws Error unless what is above the tasks is as the rule gives it
/// (checkpoint), and the total can be right (wrong_answer).
Job job_to_verify(const Certificate& certificate, const std::filesystem::path& file);

}  // namespace nqueens
