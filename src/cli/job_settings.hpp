// Which job: the argument and the options that `count` and `plan` share.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "core/symmetry.hpp"
#include "job/job.hpp"

namespace CLI {
class App;
}

namespace nqueens::cli {

/// Absent ones keep the value of the job file, or the default.
struct JobOptions {
  std::string job;  ///< number of rows, or a job file
  std::array<std::optional<std::string_view>, sequence_keys.size()> words;
  std::optional<Symmetry> symmetry;
  std::optional<int> depth;
  std::optional<double> slice_seconds;
};

void add_job_options(CLI::App& command, JobOptions& options);

/// The settings from the job file or the number of rows, overridden by flags. Throws Error(usage).
/// They are valid.
JobSettings settings_of(const JobOptions& options);

template <class Value, class Wish>
void override_with(Value& value, const std::optional<Wish>& wish) {
  if (wish) {
    value = *wish;
  }
}

}  // namespace nqueens::cli
