// How rank 0 and jobs/launch tell each other things: by files of the name that
// NQUEENS_EXIT_CODE_FILE gives, with endings, in a folder of which no other user can write.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace nqueens {

/// Opens the folder at its first call, which is to be before MPI starts: no thread may read the
/// environment then. Whoever moves the folder away later and puts another in its place gets
/// nothing.
/// @return what is wrong: why what follows does nothing; empty if nothing is, or without a launcher
const std::string& find_launcher();

/// Makes the file with this ending.
void tell_launcher(const std::string& ending, std::string_view content = "");

/// Removes it.
void take_back(const std::string& ending);

/// What the launcher says in the file with this ending, which is taken away: that says so. It has a
/// name of its own before it is read, so that nothing later is taken away unread.
/// @return nothing if it says nothing
std::optional<std::string> hear_launcher(const std::string& ending);

}  // namespace nqueens
