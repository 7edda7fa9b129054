// The command `solve`: solutions of a board, or one for each board in a file.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "command.hpp"
#include "input.hpp"
#include "nqueens/boards/construct.hpp"
#include "nqueens/boards/repair.hpp"
#include "nqueens/boards/search.hpp"
#include "nqueens/boards/writer.hpp"
#include "nqueens/system/clock.hpp"
#include "options.hpp"
#include "output.hpp"
#include "size_list.hpp"
#include "text.hpp"

namespace nqueens::cli {
namespace {

constexpr std::uint64_t largest_number = std::numeric_limits<std::uint64_t>::max();

/// A way to find solutions.
enum class Method : std::uint8_t { search, permute, construct, repair };

struct MethodEntry {
  Method method;
  std::string_view name;
  std::uint64_t max_rows;
  bool finds_all;  ///< else one solution only
};

constexpr std::array<MethodEntry, 4> methods = {{
    {Method::search, "search", max_search, true},
    {Method::permute, "permute", max_search, true},
    {Method::construct, "construct", max_construct, false},
    {Method::repair, "repair", max_repair, false},
}};

constexpr const char* solve_footer =
    "Methods:\n"
    "  search     depth first, column by column: lexicographic order, up to 64 rows\n"
    "  permute    the classic search over permutations, up to 64 rows\n"
    "  construct  an explicit rule: one solution of up to 1000000000 rows\n"
    "  repair     fewer conflicts step by step from a random start: one solution of up to\n"
    "             100000000 rows\n\n"
    "Formats; columns and rows count from 1, row 1 is drawn first:\n"
    "  rows       1 5 8 6 3 7 2 4: the row of the queen in each column\n"
    "  board      all squares, up to 1000 rows; Unicode on a UTF-8 terminal, else ASCII\n"
    "  json       one object on each line: {\"n\":8,\"rows\":[1,5,8,6,3,7,2,4]}\n"
    "  svg        a picture of one solution, up to 200 rows\n\n"
    "Exit codes: 0 done, also if a list is empty; 1 the board has no solution, or the answer\n"
    "cannot be written; 2 wrong option or input file. A closed pipe (| head) is not an error.\n";

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

struct SolveOptions {
  std::optional<std::uint64_t> n;  ///< rows; absent with an input file
  bool all = false;
  bool first = false;
  std::optional<std::uint64_t> limit;
  bool fundamental = false;
  std::optional<MethodEntry> wanted_method;
  std::optional<std::uint64_t> seed;
  bool stats = false;
  SolutionFormat format = SolutionFormat::rows;
  bool ascii = false;
  bool unicode = false;
  std::optional<std::string> input;  ///< file of numbers of rows
  bool keep_going = false;
  std::string output = "-";

  /// Whether the answer is a list of solutions.
  [[nodiscard]] bool lists() const { return all || limit || (fundamental && !first); }
  /// Most solutions of a board to write.
  [[nodiscard]] std::uint64_t most() const { return limit.value_or(lists() ? largest_number : 1); }
  [[nodiscard]] MethodEntry method() const {
    return wanted_method.value_or(*method_named(input ? "construct" : "search"));
  }
};

void refuse_contradictions(const SolveOptions& options) {
  const MethodEntry method = options.method();
  refuse(options.input == "", "--input is empty; name a file, or - for standard input");
  refuse(options.output.empty(), "--output is empty; name a file, or - for standard output");
  refuse(!options.n && !options.input, "name the number of rows, or a file of them with --input");
  refuse((options.lists() || options.fundamental) && !method.finds_all,
         "--method " + std::string(method.name) +
             " finds one solution; take --method search for --all, --limit and --fundamental");
  refuse(options.seed && method.method != Method::repair,
         "--seed is for --method repair; leave it out");
  refuse(options.stats && method.method != Method::permute,
         "--stats is for --method permute; leave it out");
  refuse((options.ascii || options.unicode) && options.format != SolutionFormat::board,
         "--ascii and --unicode are for --format board; leave them out");
  refuse(options.format == SolutionFormat::svg && (options.input || options.most() > 1),
         "--format svg draws one solution of one board; take another format for several");
}

/// Why the options do not fit a board, whether it has a solution or not; empty if they do.
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
  const bool board = options.format == SolutionFormat::board;
  const std::uint64_t drawn = board ? max_drawn_board : max_drawn_picture;
  if ((board || options.format == SolutionFormat::svg) && n > drawn) {
    return beginning + "; --format " + std::string(to_string(options.format)) + " " + range(drawn) +
           ", rows and json any number";
  }
  return {};
}

std::string no_solution(std::uint64_t n) {
  const std::string rows = std::to_string(n);
  return "a " + rows + " x " + rows + " board has no solution";
}

/// Whether the locale's character encoding is UTF-8, by the environment variables of POSIX.
bool locale_is_utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* value = std::getenv(name);
    if (value != nullptr && *value != '\0') {
      std::string text = value;
      std::transform(text.begin(), text.end(), text.begin(),
                     [](char c) { return static_cast<char>(c | 0x20); });
      return text.find("utf-8") != std::string::npos || text.find("utf8") != std::string::npos;
    }
  }
  return false;
}

BoardSquares choose_squares(const SolveOptions& options, const Output& output) {
  const bool unicode =
      options.unicode || (!options.ascii && output.is_terminal() && locale_is_utf8());
  return unicode ? unicode_squares : ascii_squares;
}

/// Writes the wanted solutions of one board after the other.
class Solver {
 public:
  Solver(const SolveOptions& options, SolutionWriter& writer)
      : options_(options), writer_(writer), most_(options.most()) {}

  /// @param n  rows of a board with a solution, or for a search of any board
  void solve(std::uint64_t n) {
    std::uint64_t written = 0;
    bool reader_left = false;
    const auto visit = [&](Rows solution) {
      if (!options_.fundamental || is_smallest_of_orbit(solution)) {
        reader_left = !write(solution);
        ++written;
      }
      return written < most_ && !reader_left;
    };
    switch (options_.method().method) {
      case Method::search: search(static_cast<int>(n), visit); break;
      case Method::permute: comparisons_ += permute(static_cast<int>(n), visit); break;
      case Method::construct: construct(n); break;
      case Method::repair: writer_.write(repair(n, options_.seed.value_or(1))); break;
    }
    if (reader_left) {
      throw ReaderLeft{};
    }
  }

  [[nodiscard]] std::uint64_t comparisons() const { return comparisons_; }

 private:
  void construct(std::uint64_t n) {
    const Construction construction(n);
    std::array<Row, 4096> rows;
    writer_.begin(n);
    for (std::uint64_t column = 0; column < n;) {
      std::size_t count = 0;
      for (; count < rows.size() && column < n; ++count, ++column) {
        rows[count] = construction.row(column);
      }
      writer_.add(Rows(rows).first(count));
    }
    writer_.end();
  }

  /// False if the reader has left. A search then ends normally and can report its comparisons.
  bool write(Rows solution) {
    try {
      writer_.write(solution);
      flush_sometimes();
      return true;
    } catch (const ReaderLeft&) {
      return false;
    }
  }

  /// Flushes slow solutions one by one and fast ones in groups.
  void flush_sometimes() {
    const auto now = Clock::now();
    if (now - flushed_ > std::chrono::milliseconds(1)) {
      writer_.flush();
      flushed_ = now;
    }
  }

  const SolveOptions& options_;
  SolutionWriter& writer_;
  const std::uint64_t most_;  ///< solutions of a board
  Clock::time_point flushed_;
  std::uint64_t comparisons_ = 0;
};

/// The sizes of boards that options name; those of a file are all looked at before one is solved.
SizeList sizes_of(const SolveOptions& options) {
  if (!options.input) {
    const std::string wrong = objection(options, *options.n);
    refuse(!wrong.empty(), wrong);
    return {.sizes = {*options.n}, .first_bad_lines = {}};
  }
  Input input(*options.input);
  const auto object = [&options](std::uint64_t n) {
    const std::string wrong = objection(options, n);
    return wrong.empty() && !has_solution(n) ? no_solution(n) : wrong;
  };
  return read_sizes(input, object, options.keep_going);
}

void tell_bad_lines(const SizeList& list) {
  std::string lines;
  for (const std::uint64_t line : list.first_bad_lines) {
    lines += (lines.empty() ? " " : ", ") + std::to_string(line);
  }
  std::cerr << "nqueens: skipped " << amount_of(list.bad_lines, "bad line") << ":" << lines
            << (list.bad_lines > list.first_bad_lines.size() ? " ..." : "") << '\n';
}

/// Writes the solutions of all boards, or until the reader leaves.
/// @return the method's comparisons
std::uint64_t write_solutions(const SolveOptions& options,
                              const std::vector<std::uint64_t>& sizes) {
  Output output(options.output);
  SolutionWriter writer(options.format, choose_squares(options, output),
                        [&output](std::string_view text) { output.write(text); });
  Solver solver(options, writer);
  try {
    for (const std::uint64_t n : sizes) {
      solver.solve(n);
    }
    writer.flush();
    output.commit();
  } catch (const ReaderLeft&) {
    // Not an error. What follows is still reported.
  } catch (const std::bad_alloc&) {
    throw Error(ExitCode::runtime_error, "not enough memory; --method construct needs almost none");
  }
  return solver.comparisons();
}

ExitCode solve(const SolveOptions& options) {
  refuse_contradictions(options);
  const SizeList list = sizes_of(options);
  const bool empty = !options.input && !has_solution(list.sizes.front());
  if (empty && !options.lists()) {
    throw Error(ExitCode::runtime_error, no_solution(list.sizes.front()));
  }
  const std::uint64_t comparisons = write_solutions(options, list.sizes);
  if (options.stats) {
    std::cerr << "diagonal comparisons: " << comparisons << '\n';
  }
  if (empty) {
    std::cerr << "nqueens: " << no_solution(list.sizes.front()) << '\n';
  }
  if (list.bad_lines > 0) {
    tell_bad_lines(list);
  }
  return ExitCode::done;
}

void add_format(CLI::App& command, SolveOptions& options) {
  add_choice(command, "--format", options.format, solution_format_from, names_of(solution_formats),
             "Format of the output [rows]")
      ->type_name("F");
  auto* ascii =
      command.add_flag("--ascii", options.ascii, "For --format board: Q and . also on a terminal");
  command.add_flag("--unicode", options.unicode, "For --format board: chess queens also in a file")
      ->excludes(ascii);
}

}  // namespace

Command add_solve(CLI::App& program) {
  const auto options = std::make_shared<SolveOptions>();
  CLI::App& command =
      *program.add_subcommand("solve", "Print solutions of a board: the first, all, or some");
  command.footer(solve_footer);
  const auto take_rows = [&n = options->n](const std::string& text) {
    n = parse_rows(text);
    refuse(!n && !text.empty(), quoted(text) + " is not a number of rows");
  };
  auto* rows =
      command.add_option_function<std::string>("n", take_rows, "Number of rows")->type_name("N");
  auto* all =
      command.add_flag("--all", options->all, "Every solution (methods search and permute)");
  auto* first =
      command.add_flag("--first", options->first, "The first solution [default]")->excludes(all);
  const std::string to_largest = " to " + std::to_string(largest_number);
  const auto positive = [](const std::string& text) {
    const auto number = number_from<std::uint64_t>(text);
    return number != 0U ? number : std::nullopt;
  };
  add_parsed(command, "--limit", options->limit, positive,
             "is not a whole number from 1" + to_largest, "The first K solutions")
      ->type_name("K")
      ->excludes(all)
      ->excludes(first);
  command.add_flag("--fundamental", options->fundamental,
                   "Only the lexicographically smallest of each set of solutions that\n"
                   "rotation and reflection turn into each other; all of these unless\n"
                   "--first or --limit is given");
  add_choice(command, "--method", options->wanted_method, method_named, names_of(methods),
             "Method [search; with --input construct]")
      ->type_name("M");
  add_parsed(command, "--seed", options->seed, number_from<std::uint64_t>,
             "is not a whole number from 0" + to_largest,
             "For --method repair: another seed gives another solution [1]")
      ->type_name("S");
  command.add_flag("--stats", options->stats,
                   "For --method permute: print the comparisons of diagonals on stderr");
  add_format(command, *options);
  auto* input =
      command
          .add_option("--input", options->input,
                      "Print one solution for each number of rows in a file, one on a line;\n"
                      "- is standard input, # begins a comment")
          ->type_name("FILE")
          ->excludes(rows)
          ->excludes(all)
          ->excludes("--limit")
          ->excludes("--fundamental");
  command
      .add_option("--output", options->output,
                  "Output file, which appears when complete; - is standard output [-]")
      ->type_name("FILE");
  command
      .add_flag("--keep-going", options->keep_going,
                "Skip bad lines of the input file and name them at the end")
      ->needs(input);
  return {.parser = &command, .run = [options](const Launcher&) { return solve(*options); }};
}

}  // namespace nqueens::cli
