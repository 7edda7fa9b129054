// A square of a board.
#pragma once

namespace nqueens {

struct Square {
  int row = 0;
  int column = 0;
  friend bool operator==(const Square&, const Square&) = default;
};

}  // namespace nqueens
