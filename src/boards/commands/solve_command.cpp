// The command `solve`: solutions of a board, or one for each board in a file.
#include <algorithm>
#include <chrono>
#include <memory>
#include <new>
#include <vector>

#include "boards/commands/board_options.hpp"
#include "boards/puzzles/models.hpp"
#include "boards/solutions/methods.hpp"
#include "boards/solutions/solution.hpp"
#include "cli/messages.hpp"
#include "system/clock.hpp"

namespace nqueens::cli {
namespace {

/// Up to this size the first solution is found within a second; on most larger boards it may take
/// too long to wait for.
constexpr std::uint64_t largest_searched = 30;

enum class Method : std::uint8_t { search, permute, cp, construct, repair };

struct MethodEntry {
  Method method;
  std::string_view name;
  std::uint64_t max_rows;
  bool finds_all;  ///< false: only one solution
};

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

struct SolveOptions : BoardOptions {
  SequenceWords words = usual_words;
  bool first = false;
  bool fundamental = false;
  std::optional<MethodEntry> wanted_method;
  std::optional<std::uint64_t> seed;
  bool stats = false;
  std::optional<std::string> input;  ///< file of numbers of rows, instead of N
  bool keep_going = false;

  [[nodiscard]] const SequenceInfo& sequence() const { return info_of(sequence_named(words)); }
  [[nodiscard]] bool is_usual() const { return words == usual_words; }
  /// Whether a search may take too long.
  [[nodiscard]] bool is_large() const { return n.value_or(0) > largest_searched; }
  /// Whether the answer is a list of solutions.
  [[nodiscard]] bool lists() const { return all || limit || (fundamental && !first); }
  /// Most solutions to write per board.
  [[nodiscard]] std::uint64_t most() const { return limit.value_or(lists() ? largest_number : 1); }
  /// The requested method, or else one that ends: above some size a search for one solution may
  /// not.
  [[nodiscard]] MethodEntry method() const {
    const bool may_not_end = is_usual() && is_large() && most() == 1 && !first && !fundamental;
    return wanted_method.value_or(*method_named(input || may_not_end ? "construct" : "search"));
  }
};

constexpr const char* solve_footer =
#include "solve.txt.inc"
    ;

/// Throws Error(usage) if the options conflict.
void refuse_contradictions(const SolveOptions& options) {
  const MethodEntry method = options.method();
  refuse_contradictions(static_cast<const BoardOptions&>(options));
  refuse(!options.n && !options.input, "name the number of rows, or a file of them with --input");
  refuse((options.most() > 1 || options.fundamental) && !method.finds_all,
         "--method " + std::string(method.name) +
             " finds one solution; take --method search for several and for --fundamental");
  refuse(!options.is_usual() && (method.method != Method::search || options.input),
         "--board, --piece and --fixed-by are for --method search of one board; leave them out");
  refuse(options.fundamental && options.sequence().fundamental_source.empty(),
         joined("--fundamental is ", fundamental_is_for, "; leave it out"));
  refuse(options.seed && method.method != Method::repair,
         "--seed is for --method repair; leave it out");
  refuse(options.stats && method.method != Method::permute,
         "--stats is for --method permute; leave it out");
  refuse(options.format() == Format::svg && (options.input || options.most() > 1),
         "--format svg draws one solution of one board; take another format for several");
}

/// Why the options do not fit a board, with or without a solution; empty if they do.
std::string objection(const SolveOptions& options, std::uint64_t n) {
  const MethodEntry method = options.method();
  if (const int most = options.sequence().largest_n;
      !options.is_usual() && (n < 1 || n > static_cast<std::uint64_t>(most))) {
    return joined(n_is(n), "; it must be 1 to ", most);
  }
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

class Solver {
 public:
  Solver(const SolveOptions& options, SolutionWriter& writer)
      : options_(options), writer_(writer), most_(options.most()) {}

  /// @param n  rows of a board with a solution; for a search, of any board
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
      case Method::search: search(static_cast<int>(n), visit, options_.sequence().moves); break;
      case Method::permute: comparisons_ += permute(static_cast<int>(n), visit); break;
      case Method::cp: constrain(n, visit); break;
      case Method::construct: construct(n); break;
      case Method::repair: writer_.write(repair(n, options_.seed.value_or(1))); break;
    }
    if (reader_left) {
      throw ReaderLeft{};
    }
    found_none_ = !options_.is_usual() && written == 0;
    if (found_none_ && !options_.lists()) {
      throw Error(ExitCode::runtime_error, none_found(n));
    }
  }

  /// Whether a search of an unusual sequence ended without a solution.
  [[nodiscard]] bool found_none() const { return found_none_; }
  [[nodiscard]] std::string none_found(std::uint64_t n) const {
    const Problem problem{.n = static_cast<int>(n), .sequence = sequence_named(options_.words)};
    return to_string(problem) + " has no solution";
  }

  [[nodiscard]] std::uint64_t comparisons() const { return comparisons_; }

 private:
  /// The solver is external, so its solutions are checked before they are written.
  static void constrain(std::uint64_t n, const VisitSolution& visit) {
    Search search;
    visit_queens(static_cast<int>(n), search, [&](Rows solution) {
      if (const auto fault = find_fault(n, solution)) {
        throw Error(ExitCode::wrong_answer, "the solver is wrong: " + describe(*fault, n));
      }
      return visit(solution);
    });
  }

  void construct(std::uint64_t n) {
    std::array<Row, 4096> rows;
    writer_.begin(n);
    for (std::uint64_t column = 0; column < n;) {
      std::size_t count = 0;
      for (; count < rows.size() && column < n; ++count, ++column) {
        rows[count] = constructed_row(n, column);
      }
      writer_.add(Rows(rows).first(count));
    }
    writer_.end();
  }

  /// False if the reader has left. Then a search ends normally and can report its comparisons.
  bool write(Rows solution) {
    try {
      writer_.write(solution);
      // Slow solutions are flushed one by one, fast ones in groups.
      if (const auto now = Clock::now(); now - flushed_ > std::chrono::milliseconds(1)) {
        writer_.flush();
        flushed_ = now;
      }
      return true;
    } catch (const ReaderLeft&) {
      return false;
    }
  }

  const SolveOptions& options_;
  SolutionWriter& writer_;
  const std::uint64_t most_;  ///< per board
  Clock::time_point flushed_;
  std::uint64_t comparisons_ = 0;
  bool found_none_ = false;
};

/// The sizes of boards to solve, and skipped lines of a file.
struct Sizes {
  std::vector<std::uint64_t> sizes{};
  std::uint64_t bad_lines = 0;
  std::string first_bad_lines{};  ///< their line numbers
};

/// The fault of a line; empty if it has a good number of rows, or none.
std::string take_line(const std::string& line, const SolveOptions& options, Sizes& list) {
  constexpr const char* blanks = " \t\r";
  std::string text = line.substr(0, line.find('#'));
  text.erase(text.find_last_not_of(blanks) + 1);
  text.erase(0, text.find_first_not_of(blanks));
  if (text.empty()) {
    return {};
  }
  const auto n = parse_rows(text);
  std::string wrong = n ? objection(options, *n) : cli::quoted(text) + " is not a number of rows";
  if (wrong.empty() && !has_solution(*n)) {
    return no_solution(*n);
  }
  if (wrong.empty()) {
    list.sizes.push_back(*n);
  }
  return wrong;
}

/// Reads one number of rows per line. Skips comments from `#` on, empty lines and a byte order
/// mark.
Sizes read_sizes(const SolveOptions& options) {
  constexpr std::size_t longest_line = 1000;  // with comment
  constexpr std::uint64_t named_lines = 20;
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  TextSource text = open_text(*options.input);
  Sizes list;
  while (text.peek() != TextSource::end) {
    const std::uint64_t number = text.line();
    std::string line = text.take_line(longest_line + 1);
    if (number == 1 && line.starts_with(byte_order_mark)) {
      line.erase(0, byte_order_mark.size());
    }
    const std::string wrong = line.size() > longest_line
                                  ? joined("the line is longer than ", longest_line, " characters")
                                  : take_line(line, options, list);
    if (!wrong.empty() && !options.keep_going) {
      text.fail(number, wrong + "; correct the line, or skip such lines with --keep-going");
    }
    if (!wrong.empty() && ++list.bad_lines <= named_lines + 1) {
      list.first_bad_lines += list.bad_lines == 1             ? joined(' ', number)
                              : list.bad_lines <= named_lines ? joined(", ", number)
                                                              : " ...";
    }
  }
  refuse(list.sizes.empty(),
         "'" + text.name() + "' names no board to solve; write one number of rows a line");
  return list;
}

/// The sizes of boards in the options; those in a file are all checked before one is solved.
Sizes sizes_of(const SolveOptions& options) {
  if (options.input) {
    return read_sizes(options);
  }
  const std::string wrong = objection(options, *options.n);
  refuse(!wrong.empty(), wrong);
  return {.sizes = {*options.n}};
}

/// Writes the solutions of all boards until the reader leaves.
/// @return the method's comparisons
std::uint64_t write_solutions(const SolveOptions& options,
                              const std::vector<std::uint64_t>& sizes) {
  Output output(options.output, objection_to_boards);
  SolutionWriter writer(options.format(), options.symbols(output),
                        [&output](std::string_view text) { output.write(text); });
  Solver solver(options, writer);
  try {
    for (const std::uint64_t n : sizes) {
      solver.solve(n);
    }
    writer.flush();
    output.commit();
    if (solver.found_none()) {
      say(solver.none_found(sizes.front()));
    }
  } catch (const ReaderLeft&) {
    // Not an error. The rest is still reported.
  } catch (const std::bad_alloc&) {
    throw Error(ExitCode::runtime_error, "not enough memory; --method construct needs almost none");
  }
  return solver.comparisons();
}

/// Above some size: reports the method of a solution, or that a search for several may not end.
void tell_method(const SolveOptions& options) {
  if (!options.is_large() || options.first) {
    return;
  }
  const Method method = options.method().method;
  std::string text;
  if (method == Method::construct && !options.wanted_method) {
    text = "this is the solution of --method construct; --first searches for the first one";
  } else if (method == Method::search || method == Method::permute ||
             (method == Method::cp && options.lists())) {
    text = "a search may not end; 'nqueens solve N' alone gives one solution at once";
  } else {
    return;
  }
  say(joined("above ", largest_searched, " rows ", text));
}

ExitCode solve(const SolveOptions& options) {
  refuse_contradictions(options);
  const Sizes list = sizes_of(options);
  const bool empty = options.is_usual() && !options.input && !has_solution(list.sizes.front());
  if (empty && !options.lists()) {
    throw Error(ExitCode::runtime_error, no_solution(list.sizes.front()));
  }
  tell_method(options);
  const std::uint64_t comparisons = write_solutions(options, list.sizes);
  if (options.stats) {
    say_plainly(joined("diagonal comparisons: ", comparisons));
  }
  if (empty) {
    say(no_solution(list.sizes.front()));
  }
  if (list.bad_lines > 0) {
    say("skipped " + amount_of(list.bad_lines, "bad line") + ":" + list.first_bad_lines);
  }
  return ExitCode::done;
}

void add_solve_options(CLI::App& command, SolveOptions& options) {
  auto* rows = add_rows(command, options, "Number of rows");
  add_sequence(command, options.words, {0, 2, 3});
  auto* all =
      command.add_flag("-a,--all", options.all, "Every solution (methods search, permute and cp)");
  auto* first =
      command.add_flag("--first", options.first, "The first solution [default]")->excludes(all);
  add_number(command, "--limit K", options.limit, std::uint64_t{1}, largest_number,
             "The first K solutions")
      ->excludes(all)
      ->excludes(first);
  command.add_flag("--fundamental", options.fundamental,
                   "Only one of the solutions that rotation and reflection turn into each\n"
                   "other, the lexicographically first. Without --first and --limit: all\n"
                   "of these");
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
  add_output(command, options.output);
  command
      .add_flag("--keep-going", options.keep_going,
                "Skip bad lines of the input file and name them at the end")
      ->needs(input);
}

}  // namespace

Command add_solve(CLI::App& program) {
  const auto options = std::make_shared<SolveOptions>();
  CLI::App& command =
      *program.add_subcommand("solve", "Print solutions of a board: the first, all, or some");
  command.footer(solve_footer);
  add_solve_options(command, *options);
  return {.parser = &command, .run = [options](const Launcher&) { return solve(*options); }};
}

}  // namespace nqueens::cli
