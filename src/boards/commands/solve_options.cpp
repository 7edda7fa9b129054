// Reads the options of `solve`, and refuses what does not go together.
#include "boards/commands/solve_options.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <vector>

#include "boards/commands/size_list.hpp"
#include "boards/puzzles/queens.hpp"
#include "boards/solutions/one_solution.hpp"
#include "boards/solutions/search.hpp"
#include "boards/solutions/svg.hpp"
#include "cli/options.hpp"
#include "cli/text.hpp"
#include "core/names.hpp"

namespace nqueens::cli {
namespace {

constexpr std::array<MethodEntry, 5> methods = {{
    {Method::search, "search", max_search, true},
    {Method::permute, "permute", max_search, true},
    {Method::cp, "cp", max_constrained_queens, true},
    {Method::construct, "construct", max_construct, false},
    {Method::repair, "repair", max_repair, false},
}};

template <class Table>
std::vector<std::string> names_of(const Table& table) {
  std::vector<std::string> names;
  for (const auto& entry : table) {
    names.emplace_back(entry.name);
  }
  return names;
}

std::optional<MethodEntry> method_named(const std::string& name) {
  const auto* entry = std::ranges::find(methods, name, &MethodEntry::name);
  return entry != methods.end() ? std::optional(*entry) : std::nullopt;
}

Format format_of_file(const std::string& name) {
  const std::string extension = std::filesystem::path(name).extension();
  if (extension == ".svg") {
    return Format::svg;
  }
  return extension == ".json" || extension == ".jsonl" ? Format::json : Format::text;
}

void add_format(CLI::App& command, SolveOptions& options) {
  add_choice(
      command, "-f,--format", options.wanted_format,
      [](std::string_view name) { return value_named<Format>(solution_formats, name); },
      std::vector<std::string>(solution_formats.begin(), solution_formats.end()),
      "Format [by the name of the output file, else rows]")
      ->type_name("F");
  auto* ascii =
      command.add_flag("--ascii", options.ascii, "For --format board: Q and . also on a terminal");
  command.add_flag("--unicode", options.unicode, "For --format board: chess queens also in a file")
      ->excludes(ascii);
}

}  // namespace

MethodEntry SolveOptions::method() const {
  const bool may_not_end = is_large() && most() == 1 && !first && !fundamental;
  return wanted_method.value_or(*method_named(input || may_not_end ? "construct" : "search"));
}

Format SolveOptions::format() const {
  return wanted_format.value_or(format_of_file(output));
}

void refuse_contradictions(const SolveOptions& options) {
  const MethodEntry method = options.method();
  refuse(options.input == "", "--input is empty; name a file, or - for standard input");
  refuse(options.output.empty(), "--output is empty; name a file, or - for standard output");
  refuse(!options.n && !options.input, "name the number of rows, or a file of them with --input");
  refuse((options.most() > 1 || options.fundamental) && !method.finds_all,
         "--method " + std::string(method.name) +
             " finds one solution; take --method search for several and for --fundamental");
  refuse(options.seed && method.method != Method::repair,
         "--seed is for --method repair; leave it out");
  refuse(options.stats && method.method != Method::permute,
         "--stats is for --method permute; leave it out");
  refuse((options.ascii || options.unicode) && options.format() != Format::board,
         "--ascii and --unicode are for --format board; leave them out");
  refuse(options.format() == Format::svg && (options.input || options.most() > 1),
         "--format svg draws one solution of one board; take another format for several");
}

std::string objection(const SolveOptions& options, std::uint64_t n) {
  const MethodEntry method = options.method();
  const auto range = [](std::uint64_t max_rows) {
    return "takes 1 to " + std::to_string(max_rows) + " rows";
  };
  const std::string beginning =
      n == largest_number ? "n is too large" : "n is " + std::to_string(n);
  if (n < 1 || n > method.max_rows) {
    std::string text =
        beginning + "; --method " + std::string(method.name) + " " + range(method.max_rows);
    if (n > method.max_rows && n <= max_construct) {
      text += ", construct up to " + std::to_string(max_construct);
    }
    return text;
  }
  const bool board = options.format() == Format::board;
  const std::uint64_t drawn = board ? max_drawn_board : max_drawn_picture;
  if ((board || options.format() == Format::svg) && n > drawn) {
    return beginning + "; --format " + (board ? "board" : "svg") + " " + range(drawn) +
           ", rows and json any number";
  }
  return {};
}

void add_solve_options(CLI::App& command, SolveOptions& options) {
  const auto take_rows = [&n = options.n](const std::string& text) {
    n = parse_rows(text);
    refuse(!n && !text.empty(), quoted(text) + " is not a number of rows");
  };
  auto* rows =
      command.add_option_function<std::string>("n", take_rows, "Number of rows")->type_name("N");
  auto* all =
      command.add_flag("-a,--all", options.all, "Every solution (methods search, permute and cp)");
  auto* first =
      command.add_flag("--first", options.first, "The first solution [default]")->excludes(all);
  add_number(command, "--limit", options.limit, std::uint64_t{1}, largest_number,
             "The first K solutions")
      ->type_name("K")
      ->excludes(all)
      ->excludes(first);
  command.add_flag("--fundamental", options.fundamental,
                   "Only the lexicographically smallest of each set of solutions that\n"
                   "rotation and reflection turn into each other; all of these unless\n"
                   "--first or --limit is given");
  add_choice(command, "-m,--method", options.wanted_method, method_named, names_of(methods),
             "Method [search; with --input, and for one solution of more than\n30 rows, construct]")
      ->type_name("M");
  add_seed(command, options.seed, "For --method repair: another seed gives another solution [1]");
  command.add_flag("--stats", options.stats,
                   "For --method permute: print the comparisons of diagonals on stderr");
  add_format(command, options);
  auto* input =
      command
          .add_option("-i,--input", options.input,
                      "Print one solution for each number of rows in a file, one on a line;\n"
                      "- is standard input, # begins a comment")
          ->type_name("FILE")
          ->excludes(rows)
          ->excludes(all)
          ->excludes("--limit")
          ->excludes("--fundamental");
  command
      .add_option("-o,--output", options.output,
                  "Output file, which appears when complete; - is standard output [-]")
      ->type_name("FILE");
  command
      .add_flag("--keep-going", options.keep_going,
                "Skip bad lines of the input file and name them at the end")
      ->needs(input);
}

}  // namespace nqueens::cli
