// The command `check`: whether solutions are right, and which queens attack each other.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <string>

#include "boards/commands/board_options.hpp"
#include "boards/solutions/formats.hpp"
#include "cli/output.hpp"
#include "core/number.hpp"
#include "report/json.hpp"

namespace nqueens::cli {
namespace {

struct CheckOptions {
  std::string file = "-";
  bool json = false;
};

struct CheckReport {
  std::uint64_t solutions = 0;  ///< with the wrong one
  std::uint64_t min_n = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t max_n = 0;
  std::optional<Fault> fault;
  ReadSolution last;
};

CheckReport check_all(const CheckOptions& options) {
  require_solutions(options.file);
  TextSource text = open_text(options.file);
  CheckReport report;
  try {
    while (!report.fault && read_solution(text, report.last)) {
      ++report.solutions;
      report.fault = report.last.fault();
      report.min_n = std::min(report.min_n, report.last.n);
      report.max_n = std::max(report.max_n, report.last.n);
    }
  } catch (const std::bad_alloc&) {
    throw Error(ExitCode::runtime_error,
                joined("not enough memory for the solution that begins in line ", report.last.line,
                       " of '", text.name(), "'"));
  }
  if (report.solutions == 0) {
    throw Error(ExitCode::usage,
                "no solution found in '" + text.name() + "'; write it as 'nqueens solve' does");
  }
  return report;
}

std::string to_text(const CheckReport& report) {
  if (report.fault) {
    return joined("wrong: solution ", report.solutions, " in line ", report.last.line, ": ",
                  describe(*report.fault, report.last.n), "\n");
  }
  return joined("valid: ", amount_of(report.solutions, "solution"), ", n = ", report.min_n,
                report.max_n > report.min_n ? joined(" to ", report.max_n) : "", "\n");
}

/// A row beyond all rows is null.
Json to_json(Square square) {
  Json row;
  if (square.row != beyond_all_rows) {
    row = std::int64_t{square.row} + 1;
  }
  return {{"column", std::int64_t{square.column} + 1}, {"row", row}};
}

std::string to_json(const CheckReport& report) {
  Json json = {{"valid", !report.fault}, {"solutions", report.solutions}};
  if (report.fault) {
    const Fault& fault = *report.fault;
    json.update(
        {{"line", report.last.line}, {"n", report.last.n}, {"fault", to_string(fault.kind)}});
    auto queens = Json::array();
    if (fault.kind != FaultKind::missing && fault.kind != FaultKind::off_board) {
      queens.push_back(to_json(fault.first));
    }
    if (fault.kind != FaultKind::missing) {
      queens.push_back(to_json(fault.second));
    }
    json["queens"] = queens;
  } else {
    json.update({{"min_n", report.min_n}, {"max_n", report.max_n}});
  }
  return dump(json) + "\n";
}

ExitCode check(const CheckOptions& options) {
  const CheckReport report = check_all(options);
  Output("-", objection_to_boards).write_whole(options.json ? to_json(report) : to_text(report));
  return report.fault ? ExitCode::wrong_answer : ExitCode::done;
}

}  // namespace

Command add_check(CLI::App& program) {
  const auto options = std::make_shared<CheckOptions>();
  CLI::App& command =
      *program.add_subcommand("check", "Check solutions, and name queens that attack each other");
  command.footer(
      "Reads every format of 'nqueens solve' except svg, one solution or many, and stops at the\n"
      "first that is wrong.\n\n"
      "Exit codes: 0 all are valid; 2 the input has no solution, or text in no known format;\n"
      "3 a solution is wrong: the answer names two queens that attack each other.\n");
  add_text(command, "file FILE", options->file, "File of solutions; - is standard input [-]");
  add_json(command, options->json);
  return {.parser = &command, .run = [options](const Launcher&) { return check(*options); }};
}

}  // namespace nqueens::cli
