// Counts tasks of a checkpoint or groups of a certificate again, and compares.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "net/transport.hpp"
#include "report/progress.hpp"
#include "run/verification.hpp"
#include "serve/serve.hpp"
#include "system/signals.hpp"

namespace nqueens {

struct VerifyRequest {
  std::filesystem::path file;
  bool is_certificate = false;
  std::optional<std::uint64_t> sample;  ///< tasks or groups to count again, drawn at random
  std::optional<double> fraction;       ///< the same as a fraction of all; both absent: all
  std::string kernel = "auto";          ///< auto: for each task another kernel than before
  std::optional<std::uint64_t> seed;    ///< of the draw; absent: another one each time
  ProgressMode progress = ProgressMode::automatic;
  bool under_launcher = false;
  bool repair = false;  ///< for checkpoints: count conflicts again, and write what two agree on
};

/// Verifies as rank 0 of the transport. Without `repair` nothing on disk is changed, and the file
/// may be at work. The report is also if the run was stopped.
/// @param ending  how the other ranks are, also where this throws; left alone where it does not
/// begin: the workers have been dismissed then
/// Throws Error where it does not begin: checkpoint (not there, not readable, damaged, locked, or
/// not of this program's job); later what ends the serving of workers.
VerifyReport verify(Transport& transport, const VerifyRequest& request, Requests& requests,
                    Ending& ending);

}  // namespace nqueens
