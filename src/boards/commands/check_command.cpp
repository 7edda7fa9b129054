// The command `check`: whether solutions are right, and which queens attack each other.
#include <algorithm>
#include <memory>
#include <new>
#include <vector>

#include "boards/commands/board_options.hpp"
#include "boards/solutions/methods.hpp"
#include "core/number.hpp"
#include "core/sequence.hpp"
#include "report/json.hpp"

namespace nqueens::cli {
namespace {

struct CheckOptions {
  std::string file = "-";
  SequenceWords words = usual_words;
  bool json = false;

  [[nodiscard]] Sequence sequence() const { return sequence_named(words); }
};

/// Whether a list has all solutions that are published, or all fundamental ones.
enum class Complete : std::uint8_t { no, solutions, fundamental };

struct CheckReport {
  std::uint64_t solutions = 0;  ///< including the wrong one
  std::uint64_t min_n = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t max_n = 0;
  bool fundamental = true;  ///< each is the one of its orbit that `solve --fundamental` prints
  std::optional<Repeats::Answer> set;  ///< nothing: repeats were not checked
  Complete complete = Complete::no;
  std::optional<Fault> fault;
  ReadSolution last;

  [[nodiscard]] bool repeats() const { return set && set->line > 0; }
};

Complete complete(const CheckReport& report, Sequence sequence) {
  if (!report.set || report.repeats() || report.min_n != report.max_n ||
      report.max_n > static_cast<std::uint64_t>(info_of(sequence).largest_n)) {
    return Complete::no;
  }
  const Problem problem{.n = static_cast<int>(report.max_n), .sequence = sequence};
  const auto is = [&report](std::optional<Count> known) {
    return known && *known == Count{report.solutions};
  };
  return is(known_count(problem))                                         ? Complete::solutions
         : report.fundamental && is(known_fundamental_solutions(problem)) ? Complete::fundamental
                                                                          : Complete::no;
}

/// Adds a solution to the report; one in another program's form is an error with its cure.
void take(CheckReport& report, Repeats& repeats, const CheckOptions& options,
          const TextSource& text) {
  const ReadSolution& read = report.last;
  ++report.solutions;
  report.fault = read.fault(info_of(options.sequence()).moves);
  if (report.fault) {
    if (const std::string cure = read.cure(); !cure.empty()) {
      text.fail(read.line, cure);
    }
    return;
  }
  report.min_n = std::min(report.min_n, read.n);
  report.max_n = std::max(report.max_n, read.n);
  const bool is_drawn = read.format == Format::board;
  const std::vector<Row> drawn = is_drawn ? read.solution() : std::vector<Row>{};
  const Rows rows = is_drawn ? drawn : read.rows;  // large ones are not copied
  repeats.add(rows, read.line);
  report.fundamental = report.fundamental && read.n <= max_search && is_smallest_of_orbit(rows);
}

CheckReport check_all(const CheckOptions& options) {
  require_solutions(options.file);
  TextSource text = open_text(options.file);
  CheckReport report;
  Repeats repeats;
  try {
    while (!report.fault && read_solution(text, report.last)) {
      take(report, repeats, options, text);
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
  report.set = repeats.find();
  report.complete = complete(report, options.sequence());
  return report;
}

std::string to_text(const CheckReport& report) {
  if (report.fault) {
    return joined("wrong: solution ", report.solutions, " in line ", report.last.line, ": ",
                  describe(*report.fault, report.last.n), "\n");
  }
  const std::string amount =
      amount_of(report.solutions, report.complete == Complete::fundamental && report.solutions > 1
                                      ? "fundamental solution"
                                      : "solution");
  if (report.repeats()) {
    return joined("valid: ", amount, ", ", report.set->different, " different; line ",
                  report.set->line, " is line ", report.set->first_line, " again\n");
  }
  return joined("valid: ", report.complete == Complete::no || report.solutions == 1 ? "" : "all ",
                amount, ", n = ", report.min_n,
                report.max_n > report.min_n ? joined(" to ", report.max_n) : "",
                report.set ? "" : "; repeats were not looked for", "\n");
}

/// A row above beyond_all_rows is null.
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
    json["different"] = report.set ? Json(report.set->different) : Json();
    json["repeat"] = report.repeats()
                         ? Json{{"line", report.set->line}, {"of_line", report.set->first_line}}
                         : Json();
    constexpr const char* all_of[] = {nullptr, "solutions", "fundamental solutions"};
    const char* all = all_of[static_cast<std::size_t>(report.complete)];
    json["all"] = all != nullptr ? Json(all) : Json();
  }
  return dump(json) + "\n";
}

ExitCode check(const CheckOptions& options) {
  const CheckReport report = check_all(options);
  Output("-", objection_to_boards).write_whole(options.json ? to_json(report) : to_text(report));
  return report.fault || report.repeats() ? ExitCode::wrong_answer : ExitCode::done;
}

}  // namespace

Command add_check(CLI::App& program) {
  const auto options = std::make_shared<CheckOptions>();
  CLI::App& command =
      *program.add_subcommand("check", "Check solutions, and name queens that attack each other");
  command.footer(
      "Reads every format of 'nqueens solve' except svg, one solution or many, and stops at the\n"
      "first that is wrong. 'all 92 solutions' means that they are different and as many as the\n"
      "published count. Repeats are looked for among up to 10000000 solutions.\n");
  add_text(command, "file FILE", options->file, "File of solutions; - is standard input [-]");
  add_sequence(command, options->words, {0, 2, 3});
  add_json(command, options->json);
  return {.parser = &command, .run = [options](const Launcher&) { return check(*options); }};
}

}  // namespace nqueens::cli
