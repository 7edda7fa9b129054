// The words of certificates of format 2. Any change makes a new format, since old certificates are
// compared with these words.

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "core/symmetry.hpp"
#include "store/certificate.hpp"

namespace nqueens {
namespace {

constexpr std::size_t line_length = 100;

/// The paragraph in wrapped lines, and an empty line. A '~' is a blank without a line break.
std::string wrapped(const std::string& paragraph) {
  std::string text;
  std::string line = "#";
  std::istringstream words(paragraph);
  for (std::string word; words >> word;) {
    std::replace(word.begin(), word.end(), '~', ' ');
    if (line.size() + 1 + word.size() > line_length) {
      text += line + "\n";
      line = "#";
    }
    line += " " + word;
  }
  return text + line + "\n#\n";
}

/// Words for one job.
class Rule {
 public:
  explicit Rule(const Job& job)
      : job_(job), n_(std::to_string(job.problem.n)), depth_(std::to_string(job.depth)) {}

  [[nodiscard]] std::string text() const {
    return "#\n" + wrapped(subject()) + wrapped("1. Board. " + board()) +
           wrapped("2. Filling. " + filling()) + wrapped("3. Start. " + start()) +
           wrapped("4. Prefixes. " + prefixes()) + wrapped("5. Values. " + values()) +
           wrapped("6. Sums. " + sums()) + wrapped("7. Checksums. " + checksums()) +
           wrapped("Why this is the number. " + reason());
  }

 private:
  [[nodiscard]] const SequenceRow& row() const { return job_.problem.row(); }
  [[nodiscard]] bool on_torus() const { return row().moves.board == Board::torus; }
  [[nodiscard]] std::string last() const { return std::to_string(job_.problem.n - 1); }

  [[nodiscard]] std::string subject() const {
    const std::string rows = n_ + " rows and " + n_ + " columns";
    std::string number = "the number of ways to place " + n_ + " " + std::string(row().pieces) +
                         (on_torus() ? " on a torus of " + rows +
                                           ", which is a board whose opposite edges are joined,"
                                     : " on a board of " + rows) +
                         " so that no two of them attack each other.";
    if (row().by_row) {
      number =
          "the number of queens that the plain search puts down, which fills the rows of a board "
          "of " +
          rows +
          " from the top and takes each queen back: the number of ways to place k queens, one " +
          "on each of the first k rows, so that no two of them attack each other, added up for k = "
          "1 to " +
          n_ + ".";
    }
    return "The number after 'total' is " + number +
           " This text says how it was cut into parts, and the lines after it say what each part "
           "is. It " +
           "needs no other source: whoever follows it finds the same parts.";
  }

  [[nodiscard]] std::string board() const {
    return "Rows are numbered from 0 to " + last() + " from the top, columns from 0 to " + last() +
           " from the left; (r,~c) is the square in row r and column c. Two queens attack each "
           "other if they are equal in r" +
           diagonals() +
           (row().moves.knights ? ", and as " + std::string(row().name) +
                                      " also if they differ by 1 in one of r and c and by 2 in the "
                                      "other"
                                : "") +
           ". A square is free if no queen stands on it and none attacks it.";
  }

  [[nodiscard]] std::string diagonals() const {
    if (!row().moves.diagonals) {
      return " or in c";
    }
    return on_torus() ? ", in c, in (r~+~c)~mod~" + n_ + " or in (c~-~r)~mod~" + n_
                      : ", in c, in r~+~c or in c~-~r";
  }

  [[nodiscard]] static std::string filling() {
    return "To fill a row or a column is to put a queen on each of its free squares in turn, in "
           "ascending order (of columns in a row, of rows in a column), and each time to go on "
           "with what comes next in this rule before the queen is taken away again. Where there is "
           "no free square, nothing comes next.";
  }

  [[nodiscard]] std::string start() const {
    switch (job_.symmetry) {
      case Symmetry::none: return "Begin with the empty board. Its weight is 1.";
      case Symmetry::mirror: return start_of_mirror();
      case Symmetry::full: break;
    }
    return on_torus() ? start_of_torus() : start_of_square();
  }

  [[nodiscard]] std::string start_of_mirror() const {
    return "Begin with the empty board and fill row 0. Compare the list of the columns of the "
           "queens, row 0 first, with that of the mirror image, in which (r,~c) becomes " +
           square("r", reversed("c")) +
           ". If the list of the image has the smaller number at the first place where they "
           "differ, drop the placement: nothing comes of it. If it has the greater number, the "
           "weight is 2. If the lists are equal, fill the next row and compare again; if there is "
           "no next row, the weight is 1.";
  }

  [[nodiscard]] std::string start_of_square() const {
    std::string text =
        "Begin with the empty board. Fill " + cross(0) + " " + lists() + " The weight is 8~/~s.";
    // Only the queen in the middle of an odd board is its own image under more than four
    // symmetries.
    if (job_.problem.n % 2 == 1 && job_.problem.n > 1) {
      text += " If s is 8, which is so where the only queen stands in the middle, go on: fill " +
              cross(1) +
              " Compare the lists of each placement and of its eight images again, drop the "
              "placement where that of an image comes first, and find the weight from the new s.";
    }
    return text;
  }

  [[nodiscard]] std::string start_of_torus() const {
    const std::string middle = std::to_string(middle_line(job_.problem.n));
    std::string text = "Begin with one queen, on " + square(middle, middle) + ".";
    if (job_.problem.n > 1) {
      text += " Fill " + cross(1);
    }
    return text + " " + lists() + " The weight is " + n_ + "~x~8~/~s.";
  }

  /// "row 8, row 9, column 8 and column 9 ..."
  [[nodiscard]] std::string cross(int stage) const {
    const StageLines lines = stage_lines(Symmetry::full, job_.problem.n, stage, row().moves.board);
    std::vector<std::string> names;
    for (LineSet rows = lines.rows; rows != 0; rows = without_lowest(rows)) {
      names.push_back("row~" + std::to_string(lowest_line(rows)));
    }
    for (LineSet columns = lines.columns; columns != 0; columns = without_lowest(columns)) {
      names.push_back("column~" + std::to_string(lowest_line(columns)));
    }
    std::string text = names.front();
    for (std::size_t i = 1; i < names.size(); ++i) {
      text += (i + 1 < names.size() ? ", " : " and ") + names[i];
    }
    return text + ", in this order, each unless a queen stands on it by then.";
  }

  [[nodiscard]] std::string lists() const {
    const std::string r = reversed("r");
    const std::string c = reversed("c");
    return "Describe each placement that comes of this by a list of " + n_ +
           " numbers: for row 0, row 1 and so on the column of its queen, and " + n_ +
           " for a row without one. Make the lists of its eight images, in which (r,~c) becomes "
           "(r,~c), " +
           square("r", c) + ", " + square(r, "c") + ", " + square(r, c) + ", (c,~r), " +
           square("c", r) + ", " + square(c, "r") + " and " + square(c, r) +
           ". If the list of an image comes before that of the placement, which is to have the "
           "smaller number at the first place where they differ, drop the placement: nothing comes "
           "of it. Otherwise let s be how many of the eight lists are equal to that of the "
           "placement; the first always is.";
  }

  /// The image of a line under a reversal of the board.
  [[nodiscard]] std::string reversed(const std::string& line) const {
    if (on_torus() && job_.problem.n % 2 == 0) {
      return "(" + std::to_string(2 * middle_line(job_.problem.n)) + "~-~" + line + ")~mod~" + n_;
    }
    return last() + "~-~" + line;
  }

  static std::string square(const std::string& row, const std::string& column) {
    return "(" + row + ",~" + column + ")";
  }

  [[nodiscard]] std::string prefixes() const {
    const std::string numbers = " Prefixes are numbered 0, 1, 2 and so on as they are found.";
    if (job_.depth == 0) {
      return "The queens that are on the board then are a prefix, with the weight of step 3." +
             numbers;
    }
    return "As long as fewer than " + depth_ +
           " queens are on the board, fill the row of the lowest number that has no queen. When "
           "there are " +
           depth_ + " or more, the queens on the board are a prefix, with the weight of step 3." +
           numbers;
  }

  [[nodiscard]] std::string values() const {
    if (row().by_row) {
      return "The value of a prefix is its weight times the number of ways to add one queen on "
             "each of the next k rows to it, so that no two of the queens attack each other, added "
             "up for k = 1, 2 and so on to the last row.";
    }
    return "The value of a prefix is its weight times the number of ways to add queens to it until "
           "there are " +
           n_ + ", so that no two of them attack each other.";
  }

  [[nodiscard]] std::string sums() const {
    const std::string above =
        row().by_row
            ? "The number after 'above' is the number of ways to place k queens, one on each of "
              "the first k rows, so that no two of them attack each other, added up for k = 1 to " +
                  depth_ + ": the rows that the prefixes fill, without weights."
            : "The number after 'above' is 0 in a count of solutions.";
    return "A line 'group FIRST LAST SUBTOTAL CHECKSUM' says that the values of the prefixes FIRST "
           "to LAST, both included, add up to SUBTOTAL. All subtotals and the number after 'above' "
           "add up to the total. " +
           above +
           " A task is prefixes_per_task prefixes, a group tasks_per_group tasks; the last one may "
           "have fewer.";
  }

  [[nodiscard]] static std::string checksums() {
    return "The CHECKSUM of a group is the first 16 hexadecimal digits of the SHA-256 of two "
           "lines, each with the newline that ends it: the line of this file that begins with "
           "'job:', and the line of the group up to the end of SUBTOTAL. So a line of another job "
           "does not fit here. The last line has the SHA-256 of all bytes before it.";
  }

  [[nodiscard]] std::string reason() const {
    const std::string each = row().by_row ? "Each placement on more than " + depth_ + " rows"
                                          : std::string("Each solution");
    if (job_.symmetry == Symmetry::none) {
      return each + " contains exactly one prefix.";
    }
    std::string text = row().by_row
                           ? "The mirror image of a placement on the first k rows is one, too. "
                           : "The images of a solution are solutions. ";
    text += each +
            " contains exactly one of the placements with which step 3 ends, dropped ones "
            "included. Of those that are images of one another, to which equally much can be "
            "added, it keeps one, and the weight is their number.";
    if (on_torus() && job_.symmetry == Symmetry::full) {
      text +=
          " This makes the solutions with a queen on the middle square. The translations of the "
          "torus bring each of the " +
          n_ + " queens of a solution there, so there are " + n_ +
          " times as many solutions in all.";
    }
    return text;
  }

  Job job_;
  std::string n_;
  std::string depth_;
};

}  // namespace

std::string certificate_rule(const Job& job) {
  return Rule(job).text();
}

}  // namespace nqueens
