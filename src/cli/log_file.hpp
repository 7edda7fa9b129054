// The file of --log-file.
#pragma once

#include <spdlog/sinks/sink.h>

#include <filesystem>
#include <string>
#include <vector>

namespace nqueens::cli {

/// Appends the log to a file. When it takes no more, that is said once, and the rest is lost.
/// Throws Error(usage) if it cannot be written, holds something else than a log, or is one of these
/// files.
/// @param others  that the command reads or writes
/// @param say  takes a line for stderr
spdlog::sink_ptr open_log_file(const std::string& file,
                               const std::vector<std::filesystem::path>& others,
                               void (*say)(const std::string& text));

}  // namespace nqueens::cli
