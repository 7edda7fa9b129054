// The reader of `nqueens check`: any text, in any pieces, gives solutions and at most one line of
// error. Faults are compared with a check of every pair of queens. Right solutions are written and
// read again in every format.

#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "boards/solutions/formats.hpp"
#include "fuzz.hpp"

namespace nqueens {
namespace {

/// Largest board to check pair by pair.
constexpr std::uint64_t max_compared = 40;

ReadText pieces_of(std::string_view& text, std::size_t piece) {
  return [&text, piece](std::span<char> buffer) {
    const std::string_view next = text.substr(0, std::min(piece, buffer.size()));
    std::copy(next.begin(), next.end(), buffer.begin());
    text.remove_prefix(next.size());
    return next.size();
  };
}

std::vector<Square> queens_of(const ReadSolution& solution) {
  std::vector<Square> queens = solution.queens;
  for (const Row row : solution.rows) {
    queens.push_back({static_cast<int>(row), static_cast<int>(queens.size())});
  }
  return queens;
}

bool is_solution(std::uint64_t n, const std::vector<Square>& queens) {
  const auto on_board = [n](int line) { return line >= 0 && static_cast<std::uint64_t>(line) < n; };
  for (std::size_t i = 0; i < queens.size(); ++i) {
    const Square queen = queens[i];
    if (!on_board(queen.row) || !on_board(queen.column)) {
      return false;
    }
    for (std::size_t j = 0; j < i; ++j) {
      const int down = std::abs(queen.row - queens[j].row);
      const int across = std::abs(queen.column - queens[j].column);
      if (down == 0 || across == 0 || down == across) {
        return false;
      }
    }
  }
  return queens.size() == n;
}

void check_there_and_back(const std::vector<Square>& queens) {
  std::vector<Row> rows(queens.size());
  for (const Square queen : queens) {
    rows[static_cast<std::size_t>(queen.column)] = static_cast<Row>(queen.row);
  }
  for (const Format format : {Format::text, Format::board, Format::json}) {
    std::string text;
    SolutionWriter writer(format, SquareSymbols::letters,
                          [&text](std::string_view piece) { text += piece; });
    writer.write(rows);
    writer.flush();
    std::string_view left = text;
    TextSource source(pieces_of(left, text.size()), "written");
    ReadSolution again;
    fuzz::require(read_solution(source, again) && again.format == format && again.n == rows.size(),
                  "a solution that was written can be read");
    fuzz::require(again.solution() == rows && !again.fault(),
                  "a solution is read as it was written");
    fuzz::require(!read_solution(source, again), "one solution was written");
  }
}

void check(const ReadSolution& solution, bool write) {
  const auto fault = solution.fault();
  if (fault) {
    fuzz::require(!describe(*fault, solution.n).empty(), "a fault can be described");
  }
  const std::vector<Square> queens = queens_of(solution);
  if (solution.n <= max_compared && queens.size() <= max_compared) {
    fuzz::require(is_solution(solution.n, queens) == !fault,
                  "a fault is found where there is one, and only there");
    if (!fault && write) {
      check_there_and_back(queens);
    }
  }
}

}  // namespace
}  // namespace nqueens

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace nqueens;
  const std::string_view text = fuzz::text_of(data, size);
  std::string_view left = text;
  int solutions = 0;
  try {
    TextSource source(pieces_of(left, size % 2 == 0 ? text.size() : 7), "x.txt");
    for (ReadSolution solution; read_solution(source, solution); ++solutions) {
      check(solution, solutions == 0);
    }
  } catch (const Error& error) {
    fuzz::require_good_refusal(error, ExitCode::usage);
  }
  return 0;
}
