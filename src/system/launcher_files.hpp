// How rank 0 and jobs/launch communicate: through files named NQUEENS_EXIT_CODE_FILE plus an
// ending, in a folder to which no other user can write.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace nqueens {

/// Opens the folder at the first call. Call it before MPI starts, since later other threads may
/// read the environment. Replacing the folder later has no effect.
/// @return why the functions below do nothing; empty if they work, or without a launcher
const std::string& find_launcher();

/// Creates the file with this ending.
void tell_launcher(const std::string& ending, std::string_view content = "");

/// Removes the file with this ending.
void take_back(const std::string& ending);

/// Reads and removes the launcher's file with this ending; removing it acknowledges it. It is
/// renamed before it is read, so a later message is never removed unread.
/// @return nothing if the file does not exist
std::optional<std::string> hear_launcher(const std::string& ending);

}  // namespace nqueens
