// Chooses the cut of tasks into pieces, and walks the prefixes below those of a task.

#include "job/pieces.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <numeric>

#include "core/divide_up.hpp"
#include "job/place_rows.hpp"

namespace nqueens {
namespace {

/// A piece has so many prefixes where it can, so that pieces are alike.
constexpr double least_prefixes = 16;

/// The mean piece is at most this share of the longest that is wanted: the longest of a large board
/// is up to ten times the mean.
constexpr double mean_share = 0.06;

constexpr double most_pieces = 4e6;

/// The longest task is expected to have at most so many prefixes where its pieces begin: the master
/// walks them when it opens the task, some 25 million a second.
constexpr double most_prefixes = 3e8;

constexpr std::uint64_t most_samples = 4096;

/// Tasks whose walks are remembered: those that units come from in turn.
constexpr std::size_t most_walks = 16;

/// Sums over prefixes of the job at equal distances.
struct Sample {
  std::array<double, max_board + 1> nodes{};  ///< by queens
  double largest = 0;                         ///< most nodes below one prefix
  double stride = 1;                          ///< this times the sums are those of the job

  [[nodiscard]] double total() const { return std::accumulate(nodes.begin(), nodes.end(), 0.0); }
};

Sample sample(const Job& job) {
  const std::uint64_t prefixes = job.prefixes().skip(max_prefixes);
  const std::uint64_t stride = divide_up(std::max<std::uint64_t>(prefixes, 1), most_samples);
  const CostModel model(job.problem.n);
  Sample sample{.stride = static_cast<double>(stride)};
  PrefixStream stream = job.prefixes();
  for (Prefix prefix; stream.next(prefix); stream.skip(stride - 1)) {
    model.add_nodes(prefix, sample.nodes);
    sample.largest = std::max(sample.largest, model(prefix));
  }
  return sample;
}

double default_seconds(const Sample& sample) {
  constexpr double shortest = 1;
  constexpr double longest = 60;
  constexpr double share = 1.0 / 100'000;
  return std::clamp(sample.stride * sample.total() / nodes_per_second * share, shortest, longest);
}

}  // namespace

double default_piece_seconds(const Job& job) {
  return default_seconds(sample(job));
}

Job cut_into_pieces(Job job, std::optional<double> seconds) {
  job.piece_depth = 0;
  job.prefixes_per_piece = 1;
  const Sample sampled = sample(job);
  const double longest_task = sampled.largest * static_cast<double>(job.prefixes_per_task);
  const double longest_piece = seconds.value_or(default_seconds(sampled)) * nodes_per_second;
  if (!(longest_piece > 0) || longest_task <= longest_piece) {
    return job;
  }
  // Nodes of the whole sample below those with so many queens, and for each of these.
  const double total = sampled.total();
  double below = 0;
  double each = 0;
  for (int queens = job.problem.n; queens > job.depth; --queens) {
    const double nodes = sampled.nodes[static_cast<std::size_t>(queens)];
    const double mean = nodes > 0 ? below / nodes : 0;
    if (nodes / total * longest_task <= most_prefixes) {
      if (job.piece_depth != 0 && mean > longest_piece * mean_share / least_prefixes) {
        break;
      }
      job.piece_depth = queens;
      each = mean;
    }
    below += nodes;
  }
  const double fit = longest_piece * mean_share / std::max(each, 1.0);
  const double most_cost = std::max(fit, longest_task / std::max(each, 1.0) / most_pieces);
  job.prefixes_per_piece = std::bit_floor(std::max<std::uint64_t>(
      static_cast<std::uint64_t>(std::min(most_cost, static_cast<double>(max_prefixes_per_task))),
      1));
  return job;
}

double quick_core_seconds(const CountSettings& settings) {
  const Problem& problem = settings.problem;
  const CutLimits limits = cut_limits(problem);
  const CostModel cost(problem.n, problem.quantity);
  PrefixStream roots(problem, settings.symmetry.value_or(limits.symmetry), limits.least_depth);
  double nodes = 0;
  for (Prefix prefix; roots.next(prefix);) {
    nodes += cost(prefix);
  }
  return nodes / nodes_per_second;
}

std::string to_string(const UnitId& unit) {
  const std::string task = "task " + std::to_string(unit.task);
  return unit.is_piece() ? "piece " + std::to_string(unit.piece) + " of " + task : task;
}

PieceSource::PieceSource(const Job& job) : job_(job), tasks_(job) {}

TaskCut PieceSource::cut(TaskId task) {
  TaskCut cut{.pieces = 1, .placed = std::vector<std::uint64_t>(job_.problem.parts())};
  if (job_.piece_depth == 0) {
    return cut;
  }
  Walk& walk = walk_of(task);
  go_to(walk, 0);
  const std::uint64_t below = walk_on(walk, std::numeric_limits<std::uint64_t>::max());
  cut.pieces = std::max<std::uint64_t>(divide_up(below, job_.prefixes_per_piece), 1);
  cut.last = static_cast<double>(below - (cut.pieces - 1) * job_.prefixes_per_piece) /
             static_cast<double>(job_.prefixes_per_piece);
  if (cut.pieces > 1 && !cut.placed.empty()) {
    for (const Prefix& prefix : walk.prefixes) {
      std::vector<Count> placed(cut.placed.size());
      Placement placement = prefix.placement;
      place_rows(job_.problem.n, job_.piece_depth, placement, placed);
      for (std::size_t row = 0; row < placed.size(); ++row) {
        cut.placed[row] += placed[row].low() * prefix.weight;
      }
    }
  }
  return cut;
}

void PieceSource::append_prefixes(const UnitId& unit, std::vector<Prefix>& prefixes) {
  if (!unit.is_piece()) {
    tasks_.append_prefixes(unit.task, prefixes);
    return;
  }
  Walk& walk = walk_of(unit.task);
  go_to(walk, unit.piece);
  Prefix prefix;
  for (std::uint64_t i = 0; i < job_.prefixes_per_piece && next(walk, prefix); ++i) {
    prefixes.push_back(prefix);
  }
  walk.bookmarks.pass(++walk.piece, walk.place);
}

PieceSource::Walk& PieceSource::walk_of(TaskId task) {
  const auto known = std::ranges::find(walks_, task, &Walk::task);
  if (known != walks_.end()) {
    walks_.splice(walks_.begin(), walks_, known);
    return walks_.front();
  }
  if (walks_.size() == most_walks) {
    walks_.pop_back();
  }
  walks_.push_front({.task = task});
  tasks_.append_prefixes(task, walks_.front().prefixes);
  return walks_.front();
}

void PieceSource::go_to(Walk& walk, PieceId piece) const {
  const auto& [bookmark, place] = walk.bookmarks.before(piece);
  if (piece < walk.piece || bookmark > walk.piece) {
    walk.piece = static_cast<PieceId>(bookmark);
    walk.place = place;
  }
  walk_on(walk, piece);
}

/// Walks on to the piece, or to the end where that comes first, and leaves bookmarks.
/// @return the number of prefixes on the way
std::uint64_t PieceSource::walk_on(Walk& walk, std::uint64_t piece) const {
  std::uint64_t passed = 0;
  while (walk.piece < piece) {
    const std::uint64_t to = std::min(walk.bookmarks.next(walk.piece), piece);
    const std::uint64_t wanted = (to - walk.piece) * job_.prefixes_per_piece;
    const std::uint64_t skipped = skip(walk, wanted);
    passed += skipped;
    walk.piece = static_cast<PieceId>(to);
    if (skipped < wanted) {
      break;
    }
    walk.bookmarks.pass(to, walk.place);
  }
  return passed;
}

/// Skips prefixes below those of the task. @return how many; fewer than wanted only at the end
std::uint64_t PieceSource::skip(Walk& walk, std::uint64_t count) const {
  Place& place = walk.place;
  std::uint64_t skipped = 0;
  while (skipped < count && place.above < walk.prefixes.size()) {
    if (!place.below) {
      place.below = below(walk.prefixes[place.above]);
    }
    skipped += place.below->skip(count - skipped);
    if (skipped < count) {
      place.below.reset();
      ++place.above;
    }
  }
  return skipped;
}

bool PieceSource::next(Walk& walk, Prefix& prefix) const {
  Place& place = walk.place;
  for (; place.above < walk.prefixes.size(); ++place.above, place.below.reset()) {
    if (!place.below) {
      place.below = below(walk.prefixes[place.above]);
    }
    if (place.below->next(prefix)) {
      return true;
    }
  }
  return false;
}

PrefixStream PieceSource::below(const Prefix& prefix) const {
  const FillOrder order = job_.problem.quantity == Quantity::placements
                              ? FillOrder::from_top
                              : FillOrder::most_constrained;
  return {job_.problem, prefix, job_.piece_depth, order};
}

}  // namespace nqueens
