// States say how many parts were without a queen, and whether the part that is read has one so far.
#include "boards/puzzles/parted_line.hpp"

#include <vector>

namespace nqueens {

Gecode::DFA parted_line(int max_without) {
  std::vector<Gecode::DFA::Transition> transitions;
  std::vector<int> accepting;
  for (int without = 0; without <= max_without; ++without) {
    const int no_queen = 2 * without;
    const int one_queen = no_queen + 1;
    transitions.emplace_back(no_queen, empty, no_queen);
    transitions.emplace_back(no_queen, queen, one_queen);
    transitions.emplace_back(one_queen, empty, one_queen);
    transitions.emplace_back(one_queen, pawn, no_queen);
    accepting.push_back(one_queen);
    if (without < max_without) {
      transitions.emplace_back(no_queen, pawn, no_queen + 2);
      accepting.push_back(no_queen);
    }
  }
  transitions.emplace_back(-1, 0, 0);  // ends the list
  accepting.push_back(-1);             // the same
  return {0, transitions.data(), accepting.data()};
}

}  // namespace nqueens
