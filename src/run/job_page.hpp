// What `nqueens report` makes a page of.
#pragma once

#include <filesystem>

#include "report/run_page.hpp"

namespace nqueens {

/// The report of a job: reads NAME.run.jsonl, or a checkpoint and the log beside it, if there is
/// one. Throws Error(checkpoint) if the file is neither, or cannot be read.
RunPage run_page(const std::filesystem::path& file);

inline constexpr const char* report_extension = ".report.html";

/// n20.ckpt, n20.run.jsonl -> n20.report.html, beside it.
std::filesystem::path report_path(const std::filesystem::path& file);

}  // namespace nqueens
