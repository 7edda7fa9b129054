// Identifies a process and its machine, for locks and to tell a dead worker from a slow one.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/process_identity.hpp"

namespace nqueens {

ProcessIdentity this_process();

/// 0 if it is unknown.
std::int64_t parent_of(std::int64_t pid);

/// Opens /dev/null for descriptors 0 to 2 that are closed, since the next file would get their
/// number and what is printed. To read stdin or to write to stdout fails as before.
void occupy_standard_descriptors();

/// The command line of this process, as a shell would take it.
std::string command_line();

enum class Liveness { alive, dead, unknown };

/// Whether the process runs; a zombie is dead. Unknown is one of another machine or namespace, and
/// one that /proc does not show: it is hidden (hidepid), empty, or not there. This process is
/// alive, whatever /proc shows.
Liveness liveness(const ProcessIdentity& process);

/// The values of a variable in the environments of all processes on this machine that were started
/// with the entry ("NAME=value"). Processes of other users are not seen.
std::set<std::string> values_beside(const std::string& entry, const std::string& variable);

/// The number of an open file, named as /dev/fd/3, /proc/self/fd/3 or /dev/stderr.
std::optional<int> number_of_open_file(const std::string& path);

}  // namespace nqueens
