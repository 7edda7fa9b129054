// A certificate of what a finished checkpoint holds.
#pragma once

#include <string>

#include "nqueens/store/certificate.hpp"
#include "nqueens/store/checkpoint.hpp"

namespace nqueens {

/// Enumerates the job's prefixes, which takes seconds for the largest jobs.
/// @param program  name and version
/// Throws Error(checkpoint) that says what is wrong, without the file's name: not finished, or at
/// odds with its own job.
Certificate make_certificate(const Checkpoint& checkpoint, const std::string& program);

/// Throws Error(wrong_answer) where the total is not the published one, or not that of a finished
/// second count in the checkpoint: nobody wants to publish that.
void require_no_contradiction(const Certificate& certificate, const Checkpoint& checkpoint);

}  // namespace nqueens
