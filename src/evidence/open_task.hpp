// Opens a task of a certificate: counts it again in slices, which others can check one by one.
//
// A checker in Python takes days for a task of N = 20 or more. Cut deeper, it becomes thousands of
// slices of about a second, from which a checker draws a few. Their sum must be the task's count.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "job/plan.hpp"
#include "job/settings.hpp"
#include "session/session.hpp"
#include "store/certificate.hpp"

namespace nqueens {

struct OpenRequest {
  std::filesystem::path certificate;
  TaskId task = 0;
  std::optional<std::uint64_t> slices;  ///< at most; nothing: slices of some seconds in Python
  /// Called before counting, with the job whose tasks are the slices; may throw Error.
  std::function<void(const Job&)> begin;
  ProgressMode progress = ProgressMode::automatic;
};

struct OpenedTask {
  Certificate certificate;  ///< its tasks are the slices
  std::vector<CertifiedTask> slices{};
  Count said{};  ///< the task's count in the other certificate
};

/// Counts as rank 0 with the workers of a session. Throws Error: checkpoint if the certificate is
/// unusable, usage if it has no such task, runtime_error if stopped.
OpenedTask open_task(Session& session, const OpenRequest& request);

}  // namespace nqueens
