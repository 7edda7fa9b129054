// Branches over the chess pieces for the square that has the fewest candidates.
#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "boards/puzzles/cover.hpp"

namespace nqueens {
namespace {

using Gecode::Space;
using BoolViews = Gecode::ViewArray<Gecode::Int::BoolView>;

/// Squares that are left out together once the first of them was tried.
using Group = std::vector<int>;

class CoverChoice final : public Gecode::Choice {
 public:
  CoverChoice(const Gecode::Brancher& brancher, std::vector<Group> groups)
      : Choice(brancher, static_cast<unsigned>(groups.size())), groups_(std::move(groups)) {}
  [[nodiscard]] const Group& group(unsigned alternative) const { return groups_[alternative]; }
  void archive(Gecode::Archive& archive) const override {
    Choice::archive(archive);
    for (const Group& group : groups_) {
      archive << static_cast<unsigned>(group.size());
      for (const int square : group) {
        archive << square;
      }
    }
  }

 private:
  std::vector<Group> groups_;
};

class CoverBrancher final : public Gecode::Brancher {
 public:
  CoverBrancher(const Gecode::Home& home, const BoolViews& squares, const CoverProblem& problem,
                const std::vector<std::vector<int>>& symmetries)
      : Brancher(home), squares_(squares), problem_(problem), symmetries_(symmetries) {}
  CoverBrancher(Space& home, CoverBrancher& other)
      : Brancher(home, other), problem_(other.problem_), symmetries_(other.symmetries_) {
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
      if (cover.pieces.none() && !symmetries_.empty()) {
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

  const Gecode::Choice* choice(const Space&, Gecode::Archive& archive) override {
    unsigned alternatives = 0;
    archive >> alternatives;
    std::vector<Group> groups(alternatives);
    for (Group& group : groups) {
      unsigned size = 0;
      archive >> size;
      group.resize(size);
      for (int& square : group) {
        archive >> square;
      }
    }
    return new CoverChoice(*this, std::move(groups));
  }

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
  /// The candidates for the first chess piece, in groups that symmetries send into each other which
  /// keep the square where it is. One of each group is enough: what dominates the board with
  /// another, and with none of the groups before, has an image with this one and with none of
  /// those. (The groups are whole, so the images of those before are among themselves.)
  [[nodiscard]] std::vector<Group> groups_by_symmetry(int square, SquareSet candidates) const {
    std::vector<Group> groups;
    for_each(candidates, [&](int first) {
      Group group;
      for (const std::vector<int>& images : symmetries_) {
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
  const std::vector<std::vector<int>>& symmetries_;
};

}  // namespace

void branch_cover(Gecode::Home home, const Gecode::BoolVarArgs& squares,
                  const CoverProblem& problem, const std::vector<std::vector<int>>& symmetries) {
  if (!home.failed()) {
    const BoolViews views(home, squares);
    static_cast<void>(new (home) CoverBrancher(home, views, problem, symmetries));
  }
}

}  // namespace nqueens
