// The report of a job, from its checkpoint or its log of runs.
#pragma once

#include <filesystem>

#include "report/run_page.hpp"

namespace nqueens {

/// Reads NAME.run.jsonl, or a checkpoint and the log beside it, where there is one.
/// Throws Error(checkpoint) where the file is neither, or cannot be read.
RunPage run_page(const std::filesystem::path& file);

/// n20.ckpt, n20.run.jsonl -> n20.report.html, beside it.
std::filesystem::path report_path(const std::filesystem::path& file);

}  // namespace nqueens
