// The model of domination: one variable per square, one constraint for all, and a branching that
// fits it. Both count the squares not yet dominated, and how many each chess piece adds.
#include <algorithm>
#include <array>
#include <cstddef>
#include <gecode/int.hh>
#include <memory>
#include <utility>
#include <vector>

#include "boards/puzzles/depth_first.hpp"
#include "boards/puzzles/models.hpp"
#include "boards/puzzles/squares.hpp"

namespace nqueens {
namespace {

using Gecode::Space;
using BoolViews = Gecode::ViewArray<Gecode::Int::BoolView>;

/// What must be dominated; shared by all copies of a model.
struct CoverProblem {
  const AttackGraph& graph;
  bool independent = false;  ///< no chess piece may attack another
  int most = 0;              ///< chess pieces
  /// At least one arrangement is found of each set that these map to each other. Empty: all are
  /// found.
  Symmetries symmetries{};
};

/// The state of a search.
struct Cover {
  SquareSet uncovered;   ///< not dominated yet
  SquareSet candidates;  ///< squares that may still get a chess piece
  SquareSet pieces;
  SquareSet attacked;  ///< by the chess pieces
  int remaining;       ///< chess pieces still allowed

  Cover(const CoverProblem& problem, const BoolViews& squares) : remaining(problem.most) {
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

  [[nodiscard]] int gain(const CoverProblem& problem, int square) const {
    return static_cast<int>((problem.graph.dominated(square) & uncovered).count());
  }
};

/// At most `most` squares have chess pieces, and these dominate the board. Finds every set with the
/// fewest chess pieces, but may miss larger ones that contain a superfluous chess piece.
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

  Gecode::ExecStatus propagate(Space& home, const Gecode::ModEventDelta&) override {
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

  /// Candidates after which even the largest others would leave a square uncovered. That includes
  /// chess pieces that add nothing: a set with the fewest has no superfluous one.
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

  /// Fails if a square has no candidate left, or if more squares than chess pieces still allowed
  /// share no candidate. The last candidate for a square becomes a chess piece.
  Gecode::ExecStatus require_last(Space& home, const Cover& cover) {
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

/// Squares that are excluded together once the first of them was tried.
using Group = std::vector<int>;

class CoverChoice final : public Gecode::Choice {
 public:
  CoverChoice(const Gecode::Brancher& brancher, std::vector<Group> groups)
      : Choice(brancher, static_cast<unsigned>(groups.size())), groups_(std::move(groups)) {}
  [[nodiscard]] const Group& group(unsigned alternative) const { return groups_[alternative]; }

 private:
  std::vector<Group> groups_;
};

/// Branches over the candidates for the square that has the fewest, first those that dominate most
/// new squares. Each alternative excludes the candidates of earlier ones, so each set is found
/// once.
class CoverBrancher final : public Gecode::Brancher {
 public:
  CoverBrancher(const Gecode::Home& home, const BoolViews& squares, const CoverProblem& problem)
      : Brancher(home), squares_(squares), problem_(problem) {}
  CoverBrancher(Space& home, CoverBrancher& other)
      : Brancher(home, other), problem_(other.problem_) {
    squares_.update(home, other.squares_);
  }
  Brancher* copy(Space& home) override { return new (home) CoverBrancher(home, *this); }
  size_t dispose(Space& home) override {
    static_cast<void>(Brancher::dispose(home));
    return sizeof(*this);
  }

  bool status(const Space&) const override { return !squares_.assigned(); }

  const Gecode::Choice* choice(Space&) override {
    const Cover cover(problem_, squares_);
    std::vector<Group> best;
    for_each(cover.uncovered, [&](int square) {
      const SquareSet candidates = cover.candidates & problem_.graph.dominated(square);
      if (cover.pieces.none() && !problem_.symmetries.empty()) {
        auto groups = groups_by_symmetry(square, candidates);
        if (best.empty() || groups.size() < best.size()) {
          best = std::move(groups);
        }
      } else if (best.empty() || candidates.count() < best.size()) {
        best.clear();
        for_each(candidates, [&](int candidate) { best.push_back({candidate}); });
      }
    });
    std::ranges::stable_sort(best, std::ranges::greater(), [&](const Group& group) {
      return cover.gain(problem_, group.front());
    });
    return new CoverChoice(*this, std::move(best));
  }

  /// Choices stay in this process.
  const Gecode::Choice* choice(const Space&, Gecode::Archive&) override { return nullptr; }

  Gecode::ExecStatus commit(Space& home, const Gecode::Choice& choice,
                            unsigned alternative) override {
    const auto& groups = dynamic_cast<const CoverChoice&>(choice);
    for (unsigned earlier = 0; earlier < alternative; ++earlier) {
      for (const int square : groups.group(earlier)) {
        GECODE_ME_CHECK(squares_[square].zero(home));
      }
    }
    GECODE_ME_CHECK(squares_[groups.group(alternative).front()].one(home));
    return Gecode::ES_OK;
  }

 private:
  /// The candidates for the first chess piece, in groups: symmetries that fix the square map the
  /// members of a group to each other. Trying one member per group is enough. Take an arrangement
  /// with another member and none of the earlier groups. A symmetry maps it to one with this
  /// member, which has none of the earlier groups either, since each group maps to itself.
  [[nodiscard]] std::vector<Group> groups_by_symmetry(int square, SquareSet candidates) const {
    std::vector<Group> groups;
    for_each(candidates, [&](int first) {
      Group group;
      for (const std::vector<int>& images : problem_.symmetries) {
        const int image = images[static_cast<std::size_t>(first)];
        const auto bit = static_cast<std::size_t>(image);
        if (images[static_cast<std::size_t>(square)] == square && candidates[bit]) {
          candidates[bit] = false;
          group.push_back(image);
        }
      }
      if (!group.empty()) {
        groups.push_back(std::move(group));
      }
    });
    return groups;
  }

  BoolViews squares_;
  const CoverProblem& problem_;
};

class DominationModel final : public Space {
 public:
  explicit DominationModel(const CoverProblem& problem)
      : squares_(*this, problem.graph.squares(), 0, 1) {
    BoolViews views(*this, Gecode::BoolVarArgs(squares_));
    static_cast<void>(new (*this) CoverPropagator(*this, views, problem));
    static_cast<void>(new (*this) CoverBrancher(*this, views, problem));
  }
  DominationModel(DominationModel& other) : Space(other) { squares_.update(*this, other.squares_); }
  Space* copy() override { return new DominationModel(*this); }

  [[nodiscard]] bool has_piece(int square) const { return squares_[square].one(); }

 private:
  Gecode::BoolVarArray squares_;
};

}  // namespace

Puzzle domination(BoardSize size, ChessPiece piece, bool independent) {
  const auto graph = std::make_shared<const AttackGraph>(size, piece);
  const auto visit_with = [graph, independent](const Symmetries& symmetries) {
    return [=](int number, Search& search, const VisitArrangement& visit) {
      const CoverProblem problem{*graph, independent, number, symmetries};
      return visit_solutions(
          std::make_unique<DominationModel>(problem), search, [&](const DominationModel& model) {
            return visit(graph->arrangement([&](int square) { return model.has_piece(square); }));
          });
    };
  };
  const auto dominated_from = [&graph](int square) { return graph->dominated(square).count(); };
  const auto most = static_cast<int>(dominated_from(best_square(graph->all(), dominated_from)));
  Puzzle puzzle;
  // The bound holds even if no two chess pieces dominated the same square.
  puzzle.start = {.best = greedy_domination(*graph, independent),
                  .bound = (graph->squares() + most - 1) / most};
  puzzle.start.number = static_cast<int>(puzzle.start.best->pieces.size());
  puzzle.visit = visit_with({});
  puzzle.find = visit_with(symmetries_of(size));
  return puzzle;
}

}  // namespace nqueens
