// Opens a task of a certificate: counts it again in slices, which others can check one by one.
//
// A task of N = 20 and more takes a checker in Python days. Cut deeper, it is thousands of slices
// of a second, of which a doubter draws some. The slices add up to the task's number, so whoever
// trusts none of them has to doubt the sum.
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
  std::optional<std::uint64_t> slices;  ///< how many at most; absent: of some seconds in Python
  /// Called with the job whose tasks are the slices before they are counted; may throw Error.
  std::function<void(const Job&)> begin;
  ProgressMode progress = ProgressMode::automatic;
};

struct OpenedTask {
  Certificate certificate;  ///< whose tasks are the slices
  std::vector<CertifiedTask> slices{};
  Count said{};  ///< what the other certificate says that the total is
};

/// Counts as rank 0 with the workers of a session. Throws Error: checkpoint if the certificate
/// cannot be used, usage if it has no such task, or runtime_error if the run was stopped.
OpenedTask open_task(Session& session, const OpenRequest& request);

}  // namespace nqueens
