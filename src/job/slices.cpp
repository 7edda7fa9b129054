// Chooses the cut into slices, and walks the prefixes below those of a task.

#include "job/slices.hpp"

#include <array>
#include <bit>
#include <numeric>

#include "core/number.hpp"

namespace nqueens {
namespace {

struct SliceSize {
  double min_prefixes;  ///< of a slice, if possible: more make slices more alike
  double mean_share;    ///< bound on the mean slice, as a share of the longest wanted
};

/// With order `rows`, the longest slice is up to ten times the mean. Jobs of 1.0 have these values,
/// and continue only if the same settings give the same slices.
constexpr SliceSize by_rows{16, 0.06};
constexpr SliceSize by_fewest{2, 1.0 / 6};

constexpr double max_slices = 4e6;

/// Most expected prefixes in the longest task, to cut slices from: when the master opens the task
/// it walks them, some 25 million per second.
constexpr double max_longest_prefixes = 3e8;

constexpr std::uint64_t max_samples = 4096;

/// Tasks whose walks are kept, since units come from several tasks in turn.
constexpr std::size_t max_walks = 16;

/// Sums over equally spaced prefixes of the job.
struct Sample {
  std::array<double, max_lines + 1> nodes{};  ///< by queens
  double largest = 0;                         ///< most nodes below one prefix
  double stride = 1;                          ///< factor from these sums to those of the job

  [[nodiscard]] double total() const { return std::accumulate(nodes.begin(), nodes.end(), 0.0); }
};

Sample sample(const Job& job, std::optional<std::uint64_t> known, const KeepGoing& keep_going) {
  const std::uint64_t prefixes = known ? *known : job.prefixes(keep_going).skip(max_prefixes);
  const std::uint64_t stride = divide_up(std::max<std::uint64_t>(prefixes, 1), max_samples);
  const CostModel model(job.problem);
  Sample sample{.stride = static_cast<double>(stride)};
  JobPrefixes stream = job.prefixes(keep_going);
  for (Prefix prefix; stream.next(prefix); stream.skip(stride - 1)) {
    model.add_nodes(prefix, sample.nodes);
    sample.largest = std::max(sample.largest, model(prefix));
  }
  return sample;
}

}  // namespace

double default_slice_seconds(double nodes) {
  constexpr double shortest = 1;
  constexpr double longest = 60;
  constexpr double share = 1.0 / 100'000;
  return std::clamp(nodes / nodes_per_second * share, shortest, longest);
}

double default_slice_seconds(const Job& job, const KeepGoing& keep_going) {
  const Sample sampled = sample(job, {}, keep_going);
  return default_slice_seconds(sampled.stride * sampled.total());
}

Job cut_into_slices(Job job, std::optional<double> seconds, std::optional<std::uint64_t> prefixes,
                    const KeepGoing& keep_going) {
  const auto& [min_prefixes, mean_share] = job.order == LineOrder::rows ? by_rows : by_fewest;
  job.slice_depth = 0;
  job.prefixes_per_slice = 1;
  const Sample sampled = sample(job, prefixes, keep_going);
  const double longest_task = sampled.largest * static_cast<double>(job.prefixes_per_task);
  const double longest_slice =
      seconds.value_or(default_slice_seconds(sampled.stride * sampled.total())) * nodes_per_second;
  if (!(longest_slice > 0) || longest_task <= longest_slice) {
    return job;
  }
  // Nodes in the sample below those with `queens` queens: of all, and of each.
  const double total = sampled.total();
  double below = 0;
  double each = 0;
  for (int queens = job.problem.n; queens > job.depth; --queens) {
    if (queens % job.problem.info().moves.orbit() != 0) {
      continue;  // only the orbit of the middle square has fewer queens
    }
    const double nodes = sampled.nodes[static_cast<std::size_t>(queens)];
    const double mean = nodes > 0 ? below / nodes : 0;
    if (nodes / total * longest_task <= max_longest_prefixes) {
      if (job.slice_depth != 0 && mean > longest_slice * mean_share / min_prefixes) {
        break;
      }
      job.slice_depth = queens;
      each = mean;
    }
    below += nodes;
  }
  const double fit = longest_slice * mean_share / std::max(each, 1.0);
  const double max_cost = std::max(fit, longest_task / std::max(each, 1.0) / max_slices);
  job.prefixes_per_slice = std::bit_floor(std::max<std::uint64_t>(
      static_cast<std::uint64_t>(std::min(max_cost, static_cast<double>(max_prefixes_per_task))),
      1));
  return job;
}

std::string to_string(const UnitId& unit) {
  const std::string task = "task " + std::to_string(unit.task);
  return unit.is_slice() ? "slice " + std::to_string(unit.slice) + " of " + task : task;
}

std::uint64_t SliceSource::count_slices(TaskId task, std::uint64_t most) {
  require_going(keep_going_);
  return job_.slice_depth == 0
             ? 1
             : std::max<std::uint64_t>(
                   divide_up(walk_of(task).slices.length(most), job_.prefixes_per_slice), 1);
}

TaskCut SliceSource::cut(TaskId task) {
  TaskCut cut{.slices = 1, .placed = std::vector<std::uint64_t>(job_.problem.parts())};
  if (job_.slice_depth == 0) {
    return cut;
  }
  require_going(keep_going_);
  TaskWalk& walk = walk_of(task);
  const std::uint64_t below = walk.slices.length();
  cut.slices = std::max<std::uint64_t>(divide_up(below, job_.prefixes_per_slice), 1);
  cut.last = static_cast<double>(below - (cut.slices - 1) * job_.prefixes_per_slice) /
             static_cast<double>(job_.prefixes_per_slice);
  if (cut.slices > 1 && !cut.placed.empty()) {
    std::vector<Count> placed(cut.placed.size());
    for (const Prefix& prefix : *walk.prefixes) {
      require_going(keep_going_);
      add_rows_below(job_.problem.n, job_.slice_depth, prefix, placed);
    }
    std::ranges::transform(placed, cut.placed.begin(), &Count::low);
  }
  return cut;
}

void SliceSource::append_prefixes(const UnitId& unit, std::vector<Prefix>& prefixes) {
  if (unit.is_slice()) {
    walk_of(unit.task).slices.append_prefixes(unit.slice, prefixes);
  } else {
    tasks_.append_prefixes(unit.task, prefixes);
  }
}

void SliceSource::append_prefixes_of(std::vector<UnitPrefixes>& units) {
  std::vector<UnitPrefixes*> ascending;
  for (UnitPrefixes& each : units) {
    ascending.push_back(&each);
  }
  std::ranges::sort(ascending, {}, [](const UnitPrefixes* each) { return each->unit; });
  for (UnitPrefixes* each : ascending) {
    append_prefixes(each->unit, each->prefixes);
  }
}

SliceSource::TaskWalk& SliceSource::walk_of(TaskId task) {
  const auto known = std::ranges::find(walks_, task, &TaskWalk::task);
  if (known != walks_.end()) {
    walks_.splice(walks_.begin(), walks_, known);
    return walks_.front();
  }
  if (walks_.size() == max_walks) {
    walks_.pop_back();
  }
  const auto prefixes = std::make_shared<std::vector<Prefix>>();
  tasks_.append_prefixes(task, *prefixes);
  walks_.push_front({.task = task,
                     .prefixes = prefixes,
                     .slices = {JobPrefixes(job_.problem, prefixes, job_.slice_depth,
                                            job_.order_below(), keep_going_),
                                job_.prefixes_per_slice}});
  return walks_.front();
}

}  // namespace nqueens
