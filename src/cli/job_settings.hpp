// Which job: the argument that `count` and `plan` share, and the options of the table of settings.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "job/settings.hpp"

namespace CLI {
class App;
}

namespace nqueens::cli {

/// Options of the table that the user gave, with their texts.
using GivenSettings = std::vector<std::pair<const Setting*, std::string>>;

/// Adds the options that the command has in the table.
void add_settings(CLI::App& command, GivenSettings& given);

/// What was given is set.
void apply(const GivenSettings& given, JobSettings& settings);

/// The argument that names a job.
void add_job(CLI::App& command, std::string& job);

/// The settings from the number of rows or the job file, overridden by options. Throws
/// Error(usage). They are valid.
JobSettings settings_of(const std::string& job, const GivenSettings& given);

}  // namespace nqueens::cli
