// One line for scripts about what is saved of a job.
//
// The launcher starts a count again until some starts in a row have saved nothing new. It compares
// this line before and after each start. No plan is made for it, of which that of N = 28 takes two
// seconds: the line has sums of tasks, and no share of the work.
#pragma once

#include <filesystem>
#include <string>

namespace nqueens {

/// A word that changes with all progress, a blank, and a text, of a checkpoint and its second
/// count. The word begins with a number, as far as its first point, that a count keeps which goes
/// on, and one that starts over does not. Empty if nothing is saved. Throws Error(checkpoint).
std::string saved_line(const std::filesystem::path& checkpoint);

}  // namespace nqueens
