#include "board_options.hpp"

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "nqueens/boards/writer.hpp"

namespace nqueens::cli {
namespace {

constexpr const char* solve_footer =
    "Methods:\n"
    "  search     depth first, column by column: lexicographic order, up to 64 rows\n"
    "  permute    the classic search over permutations, up to 64 rows\n"
    "  construct  an explicit rule: one solution of up to 1000000000 rows\n"
    "  repair     conflict minimisation from a random start: one solution of up to 100000000 rows\n\n"
    "Formats; columns and rows count from 1, row 1 is drawn first:\n"
    "  rows       1 5 8 6 3 7 2 4: the row of the queen in each column\n"
    "  board      all squares, up to 1000 rows; Unicode on a terminal that shows UTF-8, else ASCII\n"
    "  json       one object a line: {\"n\":8,\"rows\":[1,5,8,6,3,7,2,4]}\n"
    "  svg        a picture of one solution, up to 200 rows\n\n"
    "Exit codes: 0 done, also where a list asked for is empty; 1 there is no solution, or the answer cannot\n"
    "be written; 2 wrong option or input file. A reader that has had enough (| head) is no mistake.\n";

constexpr const char* check_footer =
    "Reads every format of 'nqueens solve', one solution or many, and stops at the first that is wrong.\n\n"
    "Exit codes: 0 all are valid; 2 something is no solution in any format, or there is none; 3 a solution "
    "is\n"
    "wrong: the answer names the two queens that attack each other.\n";

template <class Table>
std::vector<std::string> names_of(const Table& table) {
  std::vector<std::string> names;
  for (const auto& entry : table) {
    names.emplace_back(entry.name);
  }
  return names;
}

}  // namespace

CLI::App& add_solve(CLI::App& app, SolveOptions& options) {
  CLI::App& command = *app.add_subcommand("solve", "Print solutions of a board: the first, all, or some");
  command.footer(solve_footer);
  auto* rows = command.add_option("n", options.n, "Number of rows")->type_name("N");
  auto* all = command.add_flag("--all", options.all, "Every solution (methods search and permute)");
  auto* first = command.add_flag("--first", options.first, "The first solution [default]")->excludes(all);
  command.add_option("--limit", options.limit, "The first K solutions")
      ->type_name("K")
      ->excludes(all)
      ->excludes(first);
  command.add_flag("--fundamental", options.fundamental,
                   "One solution of each orbit under rotation and reflection, the lexicographically\n"
                   "smallest; all of them unless --first or --limit is given");
  command.add_option("--method", options.method, "How to find them [search; with --input construct]")
      ->check(CLI::IsMember(names_of(methods)))
      ->type_name("M");
  command.add_option("--seed", options.seed, "Of --method repair: another seed, another solution [1]")
      ->type_name("S");
  command.add_flag("--stats", options.stats, "Of --method permute: comparisons of diagonals, on stderr");
  command.add_option("--format", options.format, "How to write them: rows, board, json or svg [rows]")
      ->check(CLI::IsMember(names_of(solution_formats)))
      ->type_name("F");
  auto* ascii =
      command.add_flag("--ascii", options.ascii, "Of --format board: Q and . on a terminal as well");
  command.add_flag("--unicode", options.unicode, "Of --format board: chess queens in a file as well")
      ->excludes(ascii);
  auto* input = command
                    .add_option("--input", options.input,
                                "Solve the boards of a file, one number of rows a line, one solution each;\n"
                                "- is standard input; # begins a comment")
                    ->type_name("FILE")
                    ->excludes(rows)
                    ->excludes(all)
                    ->excludes("--limit")
                    ->excludes("--fundamental");
  command
      .add_option("--output", options.output,
                  "Write to a file, which appears when it is whole; - is standard output [-]")
      ->type_name("FILE");
  command
      .add_flag("--keep-going", options.keep_going, "Skip bad lines of the input file and say so at the end")
      ->needs(input);
  return command;
}

CLI::App& add_check(CLI::App& app, CheckOptions& options) {
  CLI::App& command = *app.add_subcommand("check", "Say whether solutions are right, or which queens attack");
  command.footer(check_footer);
  command.add_option("file", options.file, "File of solutions; - is standard input [-]")->type_name("FILE");
  command.add_flag("--json", options.json, "Print one JSON object");
  return command;
}

}  // namespace nqueens::cli
