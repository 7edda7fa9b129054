// Splits a search tree for several threads.
#include "depth_first.hpp"

#include <deque>
#include <iterator>
#include <utility>

namespace nqueens {

std::vector<std::unique_ptr<Gecode::Space>> split(std::unique_ptr<Gecode::Space> root,
                                                  std::size_t least, Search& search) {
  std::vector<std::unique_ptr<Gecode::Space>> subtrees;  // of one solution each
  std::deque<std::unique_ptr<Gecode::Space>> open;
  open.push_back(std::move(root));
  while (!open.empty() && open.size() + subtrees.size() < least) {
    if (!search.go_on()) {
      return {};
    }
    std::unique_ptr<Gecode::Space> node = std::move(open.front());
    open.pop_front();
    switch (node->status()) {
      case Gecode::SS_FAILED: break;
      case Gecode::SS_SOLVED: subtrees.push_back(std::move(node)); break;
      case Gecode::SS_BRANCH: {
        const std::unique_ptr<const Gecode::Choice> choice(node->choice());
        for (unsigned alternative = 0; alternative < choice->alternatives(); ++alternative) {
          open.emplace_back(node->clone());
          open.back()->commit(*choice, alternative);
        }
        break;
      }
    }
  }
  std::move(open.begin(), open.end(), std::back_inserter(subtrees));
  return subtrees;
}

}  // namespace nqueens
