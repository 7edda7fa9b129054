// Cuts a board into tasks with expected costs.

#include "job/plan.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>
#include <string>

#include "core/number.hpp"

namespace nqueens {
namespace {

/// By default a task takes 4 ms to 8 ms of a core, up to 2,048 tasks: each prefix also costs the
/// kernel some microseconds. From three hours on, ten times the work makes 5.6 times as many tasks,
/// up to 10 million: a task takes 1 s to 60 s for N = 22 to 27.
std::uint64_t default_tasks(double core_seconds) {
  constexpr double shortest = 8e-3;
  constexpr double least = 64;
  constexpr double many = 2'048;
  constexpr double long_count = 10'000;  // seconds
  const double longer = std::max(core_seconds / long_count, 1.0);
  const double tasks = std::clamp(core_seconds / shortest, least,
                                  many * std::sqrt(longer) * std::sqrt(std::sqrt(longer)));
  // A power of two, since rounding must not change a job's identity.
  return std::min(
      std::bit_ceil(static_cast<std::uint64_t>(std::min(tasks, static_cast<double>(max_tasks)))),
      max_tasks);
}

/// The more prefixes tasks have, the more alike they are; but to weigh a million takes a second.
std::uint64_t prefixes_wanted(std::uint64_t tasks) {
  constexpr std::uint64_t of_a_task = 8;
  constexpr std::uint64_t enough = 1'000'000;
  return std::min(of_a_task * tasks, enough);
}

/// Least default depth: the middle cross of an even board has as many queens. That of an odd one
/// has two in a few placements, which hold nearly all solutions.
constexpr int least_default_depth = 4;

/// Decay of a free square's chance with the share of rows searched, besides that by occupied
/// columns. Fitted to the scalar kernel at N = 14 to 17: the correlation of logarithms is 0.995.
/// For remaining work see docs/algorithm.md.
constexpr double diagonal_decay = 2.2;

bool is_same(const Prefix& left, const Prefix& right) {
  const LineSet rows = left.placement.rows;
  if (left.weight != right.weight || rows != right.placement.rows) {
    return false;
  }
  for (LineSet rest = rows; rest != 0; rest = without_lowest(rest)) {
    const auto row = static_cast<std::size_t>(lowest_line(rest));
    if (left.placement.queen_column[row] != right.placement.queen_column[row]) {
      return false;
    }
  }
  return true;
}

}  // namespace

void add_rows_below(int n, int depth, Prefix prefix, std::vector<Count>& placed) {
  Placement& placement = prefix.placement;
  const int row = placement.queens();
  if (row == depth) {
    return;
  }
  LineSet free = placement.free_in_row(n, row);
  placed[static_cast<std::size_t>(row)] +=
      prefix.weight * static_cast<std::uint64_t>(std::popcount(free));
  for (; row + 1 < depth && free != 0; free = without_lowest(free)) {
    placement.toggle(n, {row, lowest_line(free)});
    add_rows_below(n, depth, prefix, placed);
    placement.toggle(n, {row, lowest_line(free)});
  }
}

CostModel::CostModel(const Problem& problem)
    : n_(problem.n),
      orbit_(problem.info().moves.orbit()),
      in_dead_ends_(problem.info().by_row),
      survival_(static_cast<std::size_t>(n_) + 1) {
  for (int rows = 1; rows <= n_; ++rows) {
    for (int i = 0; i < rows; ++i) {
      const double searched = static_cast<double>(i) / rows;
      survival_[static_cast<std::size_t>(rows)].push_back((1 - searched) *
                                                          std::exp(-diagonal_decay * searched));
    }
  }
}

template <class Visit>
bool CostModel::visit_levels(const Placement& placement, const Visit& visit) const {
  const int levels = (n_ - placement.queens() + orbit_ - 1) / orbit_;
  auto chance = survival_[static_cast<std::size_t>(levels)].begin();
  const auto end = survival_[static_cast<std::size_t>(levels)].end();
  double width = 1;
  // An orbit has a queen in the upper half of the board, and may fill two rows there.
  const LineSet rows = all_lines(orbit_ == 1 ? n_ : (n_ + 1) / 2);
  for (LineSet left = rows & ~placement.rows; left != 0; left = without_lowest(left)) {
    const int free = std::popcount(placement.free_in_row(n_, lowest_line(left)));
    if (free == 0 && !in_dead_ends_) {
      return false;
    }
    if (chance != end) {
      width *= free * *chance++;
      visit(width);
    }
  }
  return true;
}

void CostModel::add_nodes(const Prefix& prefix, std::span<double> by_queens) const {
  std::array<double, max_lines + 1> levels{1};
  std::size_t size = 1;
  if (visit_levels(prefix.placement, [&](double width) { levels[size++] = width; })) {
    const auto first = static_cast<std::size_t>(prefix.placement.queens());
    for (std::size_t i = 0; i < size; ++i) {
      by_queens[std::min(first + i * static_cast<std::size_t>(orbit_),
                         static_cast<std::size_t>(n_))] += levels[i];
    }
  }
}

double CostModel::operator()(const Prefix& prefix) const {
  double nodes = 0;
  return visit_levels(prefix.placement, [&](double width) { nodes += width; }) ? nodes : 0;
}

double quick_core_seconds(const CountSettings& settings) {
  const Problem& problem = settings.problem;
  const CutLimits limits = cut_limits(problem);
  const CostModel cost(problem);
  PrefixStream roots(problem, settings.symmetry.value_or(limits.symmetry), limits.min_depth);
  double nodes = 0;
  for (Prefix prefix; roots.next(prefix);) {
    nodes += cost(prefix);
  }
  return nodes / nodes_per_second;
}

Job deepen(Job job, std::uint64_t prefixes, const KeepGoing& keep_going) {
  std::uint64_t most = job.prefixes(keep_going).skip(prefixes);
  for (Job deeper = job; most < prefixes && (++deeper.depth, is_possible(deeper));) {
    const std::uint64_t more = deeper.prefixes(keep_going).skip(prefixes);
    if (more < most) {
      break;  // deeper, most prefixes are dead ends
    }
    job = more > most ? deeper : job;
    most = more;
  }
  return job;
}

Job make_job(const CountSettings& settings, const KeepGoing& keep_going) {
  const CutLimits limits = cut_limits(settings.problem);
  const std::uint64_t usual_tasks =
      std::min(default_tasks(quick_core_seconds(settings)), limits.max_tasks);
  Job job{.problem = settings.problem,
          .symmetry = settings.symmetry.value_or(limits.symmetry),
          .depth = settings.depth.value_or(std::min(least_default_depth, settings.problem.n)),
          .prefixes_per_task = 1,
          .stream_revision = stream_revision,
          .order = settings.order.value_or(best_order(settings.problem))};
  if (!settings.depth) {
    job = deepen(job, prefixes_wanted(settings.tasks.value_or(usual_tasks)), keep_going);
  }
  const std::uint64_t prefixes = job.prefixes(keep_going).skip(max_prefixes + 1);
  if (prefixes > max_prefixes) {
    throw Error(ExitCode::usage, "depth " + std::to_string(job.depth) +
                                     " cuts n=" + std::to_string(job.problem.n) +
                                     " into more than " + std::to_string(max_prefixes) +
                                     " prefixes; choose a smaller depth");
  }
  const std::uint64_t min_tasks = divide_up(prefixes, max_prefixes_per_task);
  if (settings.tasks && *settings.tasks < min_tasks) {
    throw Error(ExitCode::usage, "tasks is " + std::to_string(*settings.tasks) + "; the " +
                                     std::to_string(prefixes) +
                                     " prefixes of this job need at least " +
                                     amount_of(min_tasks, "task") + ", or a smaller depth");
  }
  const std::uint64_t tasks = settings.tasks.value_or(std::max(usual_tasks, min_tasks));
  job.prefixes_per_task = divide_up(std::max<std::uint64_t>(prefixes, 1), tasks);
  return cut_into_slices(job, settings.slice_seconds, prefixes, keep_going);
}

bool number_same_prefixes(const Job& left, const Job& right, const KeepGoing& keep_going) {
  if (left.symmetry == right.symmetry && left.depth == right.depth && left.order == right.order &&
      left.problem == right.problem && !left.is_opened() && !right.is_opened()) {
    return true;
  }
  JobPrefixes left_prefixes = left.prefixes(keep_going);
  JobPrefixes right_prefixes = right.prefixes(keep_going);
  Prefix left_prefix;
  Prefix right_prefix;
  while (left_prefixes.next(left_prefix)) {
    if (!right_prefixes.next(right_prefix) || !is_same(left_prefix, right_prefix)) {
      return false;
    }
  }
  return !right_prefixes.next(right_prefix);
}

std::optional<Job> second_job(const Job& first, std::uint64_t tasks, SecondCut cut,
                              std::optional<double> slice_seconds, const KeepGoing& keep_going) {
  if (cut == SecondCut::mirror) {
    const Job second = make_job(
        {.problem = first.problem,
         .symmetry = first.symmetry == Symmetry::mirror ? Symmetry::none : Symmetry::mirror,
         .order = first.order,
         .slice_seconds = slice_seconds},
        keep_going);
    return number_same_prefixes(first, second, keep_going) ? std::nullopt : std::optional(second);
  }
  const CutLimits limits = cut_limits(first.problem);
  Job second = first;
  if (cut == SecondCut::order && !first.problem.info().by_row) {
    second.order = first.order == LineOrder::rows ? LineOrder::fewest : LineOrder::rows;
  }
  const auto is_other = [&](int depth) {
    second.depth = depth;
    return !number_same_prefixes(first, second, keep_going);
  };
  for (int depth = first.depth; depth <= limits.max_depth; ++depth) {
    const std::uint64_t prefixes =
        is_other(depth) ? second.prefixes(keep_going).skip(max_prefixes) : max_prefixes;
    if (prefixes < max_prefixes) {
      second.prefixes_per_task = std::clamp<std::uint64_t>(
          divide_up(prefixes, std::max<std::uint64_t>(tasks, 1)), 1, max_prefixes_per_task);
      return cut_into_slices(second, slice_seconds, prefixes, keep_going);
    }
  }
  for (int depth = first.depth - 1; depth >= limits.min_depth; --depth) {
    if (is_other(depth)) {
      return cut_into_slices(second, slice_seconds, {}, keep_going);
    }
  }
  return std::nullopt;
}

Plan make_plan(const Job& job, std::uint64_t limit, const KeepGoing& keep_going) {
  Plan plan{.job = job, .prefixes = 0, .costs = {}, .total_cost = 0};
  const CostModel model(job.problem);
  JobPrefixes stream = job.prefixes(keep_going);
  Prefix prefix;
  double cost = 1;  // every task has a cost and a weight
  while (plan.prefixes <= limit && stream.next(prefix)) {
    cost += model(prefix);
    if (++plan.prefixes % job.prefixes_per_task == 0) {
      plan.costs.push_back(static_cast<float>(cost));
      cost = 1;
    }
  }
  if (plan.prefixes % job.prefixes_per_task != 0) {
    plan.costs.push_back(static_cast<float>(cost));
  }
  plan.total_cost = std::accumulate(plan.costs.begin(), plan.costs.end(), 0.0);
  return plan;
}

double Plan::longest_share() const {
  return costs.empty()
             ? 1
             : std::min(longest_by_model * *std::ranges::max_element(costs) / total_cost, 1.0);
}

std::vector<Count> placements_above_tasks(const Job& job) {
  std::vector<Count> placed(job.problem.parts());
  if (placed.empty()) {
    return placed;
  }
  Prefix prefix{.placement = {.moves = job.problem.info().moves}};
  if (!job.is_opened()) {
    add_rows_below(job.problem.n, job.depth, prefix, placed);
    return placed;
  }
  Job task = job;
  task.depth = job.of_depth;
  for (JobPrefixes own = task.prefixes(); own.next(prefix);) {
    add_rows_below(job.problem.n, job.depth, prefix, placed);
  }
  return placed;
}

Count count_above_tasks(const Job& job) {
  const std::vector<Count> placed = placements_above_tasks(job);
  return std::accumulate(placed.begin(), placed.end(), Count{});
}

}  // namespace nqueens
