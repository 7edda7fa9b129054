// Propagates by counting: how many squares are not dominated yet, and how many each chess piece
// would add.
#include "boards/puzzles/cover.hpp"

#include <algorithm>
#include <array>
#include <functional>

namespace nqueens {
namespace {

using Gecode::ExecStatus;
using Gecode::Space;
using BoolViews = Gecode::ViewArray<Gecode::Int::BoolView>;

class CoverPropagator final
    : public Gecode::NaryPropagator<Gecode::Int::BoolView, Gecode::Int::PC_BOOL_VAL> {
 public:
  CoverPropagator(const Gecode::Home& home, BoolViews& squares, const CoverProblem& problem)
      : NaryPropagator(home, squares), problem_(problem) {}
  CoverPropagator(Space& home, CoverPropagator& other)
      : NaryPropagator(home, other), problem_(other.problem_) {}
  Propagator* copy(Space& home) override { return new (home) CoverPropagator(home, *this); }
  Gecode::PropCost cost(const Space&, const Gecode::ModEventDelta&) const override {
    return Gecode::PropCost::quadratic(Gecode::PropCost::HI, x.size());
  }
  size_t dispose(Space& home) override {
    static_cast<void>(NaryPropagator::dispose(home));
    return sizeof(*this);
  }

  ExecStatus propagate(Space& home, const Gecode::ModEventDelta&) override {
    Cover cover(problem_, x);
    const bool attack = problem_.independent && (cover.pieces & cover.attacked).any();
    if (attack || cover.remaining < 0 || (cover.remaining == 0 && cover.uncovered.any())) {
      return Gecode::ES_FAILED;
    }
    if (cover.uncovered.none()) {
      leave_out(home, cover, cover.candidates);
      return home.ES_SUBSUMED(*this);
    }
    if (problem_.independent) {
      leave_out(home, cover, cover.candidates & cover.attacked);
    }
    leave_out(home, cover, too_small(cover));
    return require_last(home, cover);
  }

 private:
  void leave_out(Space& home, Cover& cover, const SquareSet& out) {
    for_each(out, [&](int square) { x[square].zero_none(home); });
    cover.candidates &= ~out;
  }

  /// The candidates with which even the largest others would leave a square uncovered. A chess
  /// piece that adds nothing is one of them: a set with the fewest chess pieces has none that could
  /// be left out.
  [[nodiscard]] SquareSet too_small(const Cover& cover) const {
    std::array<int, max_puzzle_squares> gains{};
    int count = 0;
    for_each(cover.candidates, [&](int square) {
      gains[static_cast<std::size_t>(count++)] = cover.gain(problem_, square);
    });
    auto sorted = gains;
    const int others = std::min(cover.remaining - 1, count);
    std::partial_sort(sorted.begin(), sorted.begin() + others, sorted.begin() + count,
                      std::greater<>());
    int uncovered = static_cast<int>(cover.uncovered.count());
    for (int i = 0; i < others; ++i) {
      uncovered -= sorted[static_cast<std::size_t>(i)];
    }
    const int least = std::max(1, uncovered);
    SquareSet out;
    count = 0;
    for_each(cover.candidates, [&](int square) {
      out[static_cast<std::size_t>(square)] = gains[static_cast<std::size_t>(count++)] < least;
    });
    return out;
  }

  /// Fails where no candidate is left for a square, or where more squares than chess pieces that
  /// may still come have no candidate in common. A candidate that is the last for a square is a
  /// chess piece.
  ExecStatus require_last(Space& home, const Cover& cover) {
    SquareSet required;
    SquareSet used;
    int needed = 0;
    bool lost = false;
    for_each(cover.uncovered, [&](int square) {
      const SquareSet choices = cover.candidates & problem_.graph.dominated(square);
      const std::size_t first = choices._Find_first();
      lost = lost || first == choices.size();
      if (!lost && choices._Find_next(first) == choices.size()) {
        required[first] = true;
      }
      if ((choices & used).none()) {
        used |= choices;
        ++needed;
      }
    });
    if (lost || needed > cover.remaining) {
      return Gecode::ES_FAILED;
    }
    for_each(required, [&](int square) { x[square].one_none(home); });
    return required.any() ? Gecode::ES_NOFIX : Gecode::ES_FIX;
  }

  const CoverProblem& problem_;
};

}  // namespace

Cover::Cover(const CoverProblem& problem, const BoolViews& squares) : remaining(problem.most) {
  for (int number = 0; number < squares.size(); ++number) {
    const auto bit = static_cast<std::size_t>(number);
    uncovered[bit] = true;
    candidates[bit] = squares[number].none();
    pieces[bit] = squares[number].one();
  }
  for_each(pieces, [&](int piece) {
    uncovered &= ~problem.graph.dominated(piece);
    attacked |= problem.graph.attacked(piece);
    --remaining;
  });
}

void post_cover(Gecode::Home home, const Gecode::BoolVarArgs& squares,
                const CoverProblem& problem) {
  BoolViews views(home, squares);
  if (!home.failed()) {
    static_cast<void>(new (home) CoverPropagator(home, views, problem));
  }
}

}  // namespace nqueens
