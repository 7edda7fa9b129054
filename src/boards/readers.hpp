// One reader a format. Each begins at the first character of a solution, ends behind its last, and
// fails in `text` where something else stands.
#pragma once

#include "nqueens/boards/reader.hpp"
#include "text_source.hpp"

namespace nqueens {

void read_rows(TextSource& text, ReadSolution& solution);
void read_json(TextSource& text, ReadSolution& solution);
void read_board(TextSource& text, ReadSolution& solution);

}  // namespace nqueens
