// Makes the certificate of a finished checkpoint.
#pragma once

#include <string>

#include "store/certificate.hpp"
#include "store/checkpoint.hpp"

namespace nqueens {

/// Enumerates the job's prefixes, which takes seconds for the largest jobs.
/// @param program  name and version
/// Throws Error(checkpoint) with what is wrong, without the file's name: not finished, or
/// inconsistent.
Certificate make_certificate(const Checkpoint& checkpoint, const std::string& program);

/// Throws Error(wrong_answer) if the total differs from the published one or from that of a
/// finished second count.
/// @param second  none if there is none
void require_no_contradiction(const Certificate& certificate, const Checkpoint* second);

}  // namespace nqueens
