// One line that tells scripts what is saved of a job.
//
// The launcher compares this line before and after each start, and gives up when several starts in
// a row have saved nothing new. The line needs no plan, which would take two seconds for N = 28: it
// counts tasks, and has no share of the work.
#pragma once

#include <filesystem>
#include <string>

namespace nqueens {

/// "1234567.12.0.73251.0 n18.ckpt: 12 of 40 tasks done", with the second count behind it; empty if
/// nothing is saved. The first word changes with all progress. Its number before the point changes
/// only when the count starts over. Throws Error(checkpoint).
std::string saved_line(const std::filesystem::path& checkpoint);

}  // namespace nqueens
