// Reads the options of `solve`, and refuses what does not go together.
#include "boards/commands/solve_options.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "boards/puzzles/models.hpp"
#include "boards/solutions/methods.hpp"
#include "boards/solutions/svg.hpp"
#include "cli/options.hpp"

namespace nqueens::cli {
namespace {

constexpr std::array<MethodEntry, 5> methods = {{
    {Method::search, "search", max_search, true},
    {Method::permute, "permute", max_search, true},
    {Method::cp, "cp", max_constrained_queens, true},
    {Method::construct, "construct", max_construct, false},
    {Method::repair, "repair", max_repair, false},
}};

std::optional<MethodEntry> method_named(const std::string& name) {
  const auto* entry = std::ranges::find(methods, name, &MethodEntry::name);
  return entry != methods.end() ? std::optional(*entry) : std::nullopt;
}

}  // namespace

MethodEntry SolveOptions::method() const {
  const bool may_not_end = is_large() && most() == 1 && !first && !fundamental;
  return wanted_method.value_or(*method_named(input || may_not_end ? "construct" : "search"));
}

void refuse_contradictions(const SolveOptions& options) {
  const MethodEntry method = options.method();
  refuse(options.input == "", "--input is empty; name a file, or - for standard input");
  refuse_contradictions(static_cast<const BoardOptions&>(options));
  refuse(!options.n && !options.input, "name the number of rows, or a file of them with --input");
  refuse((options.most() > 1 || options.fundamental) && !method.finds_all,
         "--method " + std::string(method.name) +
             " finds one solution; take --method search for several and for --fundamental");
  refuse(options.seed && method.method != Method::repair,
         "--seed is for --method repair; leave it out");
  refuse(options.stats && method.method != Method::permute,
         "--stats is for --method permute; leave it out");
  refuse(options.format() == Format::svg && (options.input || options.most() > 1),
         "--format svg draws one solution of one board; take another format for several");
}

std::string objection(const SolveOptions& options, std::uint64_t n) {
  const MethodEntry method = options.method();
  if (n < 1 || n > method.max_rows) {
    return joined(n_is(n), "; --method ", method.name, " takes 1 to ", method.max_rows, " rows",
                  n > method.max_rows && n <= max_construct
                      ? joined(", construct up to ", max_construct)
                      : "");
  }
  const bool board = options.format() == Format::board;
  const std::uint64_t drawn = board ? max_drawn_board : max_drawn_picture;
  if ((board || options.format() == Format::svg) && n > drawn) {
    return joined(n_is(n), "; --format ", board ? "board" : "svg", " takes 1 to ", drawn,
                  " rows, rows and json any number");
  }
  return {};
}

void add_solve_options(CLI::App& command, SolveOptions& options) {
  auto* rows = add_rows(command, options, "Number of rows");
  auto* all =
      command.add_flag("-a,--all", options.all, "Every solution (methods search, permute and cp)");
  auto* first =
      command.add_flag("--first", options.first, "The first solution [default]")->excludes(all);
  add_number(command, "--limit K", options.limit, std::uint64_t{1}, largest_number,
             "The first K solutions")
      ->excludes(all)
      ->excludes(first);
  command.add_flag("--fundamental", options.fundamental,
                   "Only the lexicographically smallest of each set of solutions that\n"
                   "rotation and reflection turn into each other; all of these unless\n"
                   "--first or --limit is given");
  std::vector<std::string> method_names;
  for (const MethodEntry& method : methods) {
    method_names.emplace_back(method.name);
  }
  add_value(command, "-m,--method M", options.wanted_method, OneOf{method_named, method_names},
            "Method [search; with --input, and for one solution of more than\n30 rows, construct]");
  add_seed(command, options.seed, "For --method repair: another seed gives another solution [1]");
  command.add_flag("--stats", options.stats,
                   "For --method permute: print the comparisons of diagonals on stderr");
  add_format(command, options, solution_formats, "Q", "queens");
  auto* input = add_text(command, "-i,--input FILE", options.input,
                         "Print one solution for each number of rows in a file, one on a line;\n"
                         "- is standard input, # begins a comment")
                    ->excludes(rows)
                    ->excludes(all)
                    ->excludes("--limit")
                    ->excludes("--fundamental");
  add_output(command, options);
  command
      .add_flag("--keep-going", options.keep_going,
                "Skip bad lines of the input file and name them at the end")
      ->needs(input);
}

}  // namespace nqueens::cli
