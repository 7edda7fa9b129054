// The rule in words for certificates of formats 3 and 4, made from the texts in
// certificate_rule.txt. Readers compare the words of old certificates with these, so any change
// needs a new format.

#include <algorithm>
#include <map>
#include <sstream>

#include "core/symmetry.hpp"
#include "core/text.hpp"
#include "store/certificate.hpp"

namespace nqueens {
namespace {

constexpr std::size_t line_length = 100;

constexpr std::string_view all_texts =
#include "certificate_rule.txt.inc"
    ;

using Texts = std::map<std::string, std::string, std::less<>>;

/// The texts of the file by name. Each follows a line "== NAME".
Texts texts_by_name() {
  Texts texts;
  std::string* text = nullptr;
  std::istringstream lines{std::string(all_texts)};
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("== ")) {
      text = &texts[line.substr(3)];
    } else {
      *text += (text->empty() ? "" : " ") + line;
    }
  }
  return texts;
}

/// The paragraph in wrapped lines, and an empty line. A '~' is a non-breaking blank.
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

/// The texts for one job: unused ones are empty, and alternatives are chosen.
class Rule {
 public:
  explicit Rule(const Job& job) : job_(job) {
    static const Texts all = texts_by_name();
    texts_ = all;
    const int n = job.problem.n;
    const bool by_row = info().by_row;
    const Turn turn = info().moves.turn;
    const std::string turned = turn == Turn::none ? "" : " turn";
    const std::string orbits = turn == Turn::none ? "" : " orbits";
    const std::string order{to_string(job.order)};
    texts_["n"] = std::to_string(n);
    texts_["last"] = std::to_string(n - 1);
    texts_["m"] = std::to_string(middle_line(n));
    texts_["depth"] = std::to_string(job.depth);
    texts_["pieces"] = info().pieces;
    texts_["plural"] = std::string(info().words[2]) + "s";
    texts_["turn"] = turn == Turn::half ? "half turn" : "quarter turn";
    texts_["-r"] = reversed("r");
    texts_["-c"] = reversed("c");
    texts_["cross"] = cross(0);
    texts_["ring"] = n > 1 ? cross(1) : "";
    choose("number", by_row ? "number by row" : on_torus() ? "number torus" : "number" + turned);
    choose("lines", on_torus() ? "lines torus" : "lines");
    choose("knights", info().moves.knights ? "knights" : "");
    choose("orbits", turn == Turn::none   ? ""
                     : turn == Turn::half ? "orbits half"
                                          : "orbits quarter");
    choose("put", "put" + orbits);
    choose("taken", "taken" + orbits);
    choose("start", start());
    // Only a queen in the middle of an odd board is fixed by more than four symmetries.
    choose("middle", n % 2 == 1 && n > 1 ? "middle" : "");
    choose("fill ring", n > 1 ? "fill ring" : "");
    texts_["task"] = std::to_string(job.of_task);
    texts_["task depth"] = std::to_string(job.of_depth);
    texts_["each task"] = std::to_string(job.of_prefixes_per_task);
    texts_["first task"] = std::to_string(job.of_task * job.of_prefixes_per_task);
    texts_["last task"] = std::to_string((job.of_task + 1) * job.of_prefixes_per_task - 1);
    choose("subject", job.is_opened() ? "opened" : "subject");
    choose("prefixes", job.is_opened()
                           ? job.of_depth == 0 ? "prefixes opened at once" : "prefixes opened"
                       : job.depth == 0 ? "prefixes at once"
                                        : "prefixes");
    choose("next line", "next line " + order);
    choose("draw", has_even_tasks(job) ? "draw even" : "draw uneven");
    choose("values", by_row ? "values by row" : "values" + turned);
    choose("above", !by_row ? "above" : job.is_opened() ? "above opened" : "above by row");
    choose("reason", job.is_opened()                  ? "reason opened"
                     : job.symmetry == Symmetry::none ? "reason none"
                                                      : "reason");
    choose("each", by_row ? "each by row" : "each");
    choose("images", by_row ? "images by row" : "images");
    choose("translations", on_torus() && job.symmetry == Symmetry::full ? "translations" : "");
  }

  [[nodiscard]] std::string text() const {
    std::string lines = "#\n";
    for (const char* name : {"subject", "board", "filling", "start", "prefixes", "values", "sums",
                             "checksums", "draws", "reason"}) {
      lines += wrapped(filled(texts_.at(name)));
    }
    return lines;
  }

 private:
  [[nodiscard]] const SequenceInfo& info() const { return job_.problem.info(); }
  [[nodiscard]] bool on_torus() const { return info().moves.board == Board::torus; }

  void choose(const char* name, const std::string& variant) {
    texts_[name] = variant.empty() ? "" : std::string(texts_.at(variant));
  }

  [[nodiscard]] std::string start() const {
    switch (job_.symmetry) {
      case Symmetry::none: return "start none";
      case Symmetry::mirror: return "start mirror";
      case Symmetry::full: break;
    }
    return on_torus() ? "start torus" : "start full";
  }

  /// Replaces names in braces by their texts.
  [[nodiscard]] std::string filled(std::string_view text) const {
    std::string result;
    for (auto open = text.find('{'); open != std::string_view::npos; open = text.find('{')) {
      const auto close = text.find('}', open);
      result += text.substr(0, open);
      result += filled(texts_.find(text.substr(open + 1, close - open - 1))->second);
      text.remove_prefix(close + 1);
    }
    return result += text;
  }

  /// "row 8, row 9, column 8 and column 9 ..."
  [[nodiscard]] std::string cross(int stage) const {
    const StageLines lines = stage_lines(Symmetry::full, job_.problem.n, stage, info().moves.board);
    std::vector<std::string> names;
    for (LineSet rows = lines.rows; rows != 0; rows = without_lowest(rows)) {
      names.push_back("row~" + std::to_string(lowest_line(rows)));
    }
    for (LineSet columns = lines.columns; columns != 0; columns = without_lowest(columns)) {
      names.push_back("column~" + std::to_string(lowest_line(columns)));
    }
    return list_of(names, "and") + ", in this order, each unless a queen stands on it by then.";
  }

  /// The line onto which a reversal of the board maps this one.
  [[nodiscard]] std::string reversed(const std::string& line) const {
    if (on_torus() && job_.problem.n % 2 == 0) {
      return "(" + std::to_string(2 * middle_line(job_.problem.n)) + "~-~" + line + ")~mod~" +
             std::to_string(job_.problem.n);
    }
    return std::to_string(job_.problem.n - 1) + "~-~" + line;
  }

  Job job_;
  Texts texts_;
};

}  // namespace

std::string certificate_rule(const Job& job) {
  return Rule(job).text();
}

}  // namespace nqueens
