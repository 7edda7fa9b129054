// Identifies processes and their machines, for locks and to distinguish dead workers from slow
// ones.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/process_identity.hpp"

namespace nqueens {

ProcessIdentity this_process();

/// 0 if unknown.
std::int64_t parent_of(std::int64_t pid);

/// Opens /dev/null for closed descriptors 0 to 2, so that no file gets their numbers, and with them
/// the printed text. Reading stdin and writing to stdout fail as before.
void occupy_standard_descriptors();

/// The command line of this process, quoted for a shell.
std::string command_line();

enum class Liveness { alive, dead, unknown };

/// Whether the process runs; a zombie is dead. Unknown for processes of another machine or
/// namespace, or if /proc does not show them: hidden (hidepid), empty or missing. This process is
/// always alive.
Liveness liveness(const ProcessIdentity& process);

/// How long the threads of a process were ready to run but had no processor, all together, in
/// seconds. Nothing if the process is not known to be alive here, or the kernel does not say.
std::optional<double> waiting_seconds(const ProcessIdentity& process);

/// The values of a variable in all processes on this machine whose environment has the entry
/// "NAME=value". Processes of other users are not visible.
std::set<std::string> values_beside(const std::string& entry, const std::string& variable);

/// The number of an open file, named like /dev/fd/3, /proc/self/fd/3 or /dev/stderr.
std::optional<int> number_of_open_file(const std::string& path);

}  // namespace nqueens
