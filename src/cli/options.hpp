// The command line: what the user asked for, checked as far as that goes without looking at files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "board_options.hpp"
#include "nqueens/report/progress.hpp"
#include "nqueens/run/count_job.hpp"

namespace nqueens::cli {

enum class Command {
  count,
  resume,
  status,
  certificate,
  merge,
  verify,
  kernels,
  bench,
  selftest,
  solve,
  check
};

struct Options {
  Command command = Command::count;
  std::string target;  ///< count: rows or a job file; resume, status, certificate: a checkpoint

  // count; those that are absent leave the job file's or the default value
  std::optional<std::string> board;
  std::optional<std::string> quantity;
  std::optional<std::string> symmetry;
  std::optional<int> depth;
  std::optional<std::string> checkpoint;
  bool no_checkpoint = false;
  bool fresh = false;
  bool dry_run = false;

  // count and resume
  std::optional<int> threads;
  std::optional<std::string> kernel;
  std::optional<double> check_fraction;
  std::optional<std::string> double_check;
  std::optional<std::string> part;
  std::optional<std::string> max_time;
  std::string progress = "auto";
  std::string log_file;
  bool fundamental = false;
  bool profile = false;
  bool quiet = false;
  bool verbose = false;

  // certificate
  std::string output = "-";

  // verify
  std::optional<std::string> certificate_file;
  std::optional<std::uint64_t> sample;
  std::optional<double> fraction;
  bool verify_all = false;
  bool repair = false;

  // merge
  std::vector<std::string> merge_files;
  bool force = false;

  // bench
  bool all_kernels = false;
  int bench_n = 16;

  // selftest; also kernel and threads
  int selftest_seconds = 60;
  std::optional<std::uint64_t> seed;

  bool json = false;

  SolveOptions solve;
  CheckOptions check;
};

/// Parses argv. Nothing where all is said already (--help, --version: `text` is to be printed).
/// Throws Error(usage) for anything wrong, in one line.
std::optional<Options> parse_options(int argc, const char* const* argv, std::string& text);

/// Settings of a count: the job file or the board's size, overridden by the flags. Reads the job file.
/// Throws Error(usage).
JobSettings effective_settings(const Options& options);

}  // namespace nqueens::cli
