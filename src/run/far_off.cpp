// Holds each task of a certificate against the share of its cost.

#include "run/far_off.hpp"

#include <algorithm>
#include <tuple>

namespace nqueens {
namespace {

constexpr std::size_t most_named = 10;

constexpr double most_times = 3;
constexpr double most_besides = 10'000;
constexpr double least_times = 50;
constexpr double least_besides = 100'000;

/// How many times too much; at most 1 if it is not.
double excess(double number, double share) {
  return number / (most_times * share + most_besides);
}

/// How many times too little; at most 1 if it is not.
double lack(double number, double share) {
  return share / (least_times * number + least_besides);
}

}  // namespace

CertifiedTasks far_off_tasks(const Certificate& certificate, std::span<const CertifiedTask> tasks,
                             const Plan& plan) {
  const Moves& moves = certificate.job.problem.info().moves;
  if (moves.board == Board::torus || moves.turn != Turn::none) {
    return {};
  }
  std::vector<std::tuple<double, TaskId, CertifiedTask>> found;  // the farthest first
  const double all_counts = certificate.total.approximate() - certificate.above.approximate();
  const double all_nodes = certificate.nodes.approximate();
  for (TaskId task = 0; task < std::min<std::uint64_t>(tasks.size(), plan.tasks()); ++task) {
    const CertifiedTask& said = tasks[task];
    const double share = static_cast<double>(plan.costs[task]) / plan.total_cost;
    const auto nodes = static_cast<double>(said.nodes);
    const double times =
        std::max({excess(said.count.approximate(), share * all_counts),
                  excess(nodes, share * all_nodes), lack(nodes, share * all_nodes)});
    if (times > 1) {
      const auto place = std::ranges::find_if(
          found, [times](const auto& other) { return std::get<double>(other) < times; });
      found.insert(place, {times, task, said});
      found.resize(std::min(found.size(), most_named));
    }
  }
  CertifiedTasks far_off;
  for (const auto& [times, task, said] : found) {
    far_off.emplace_back(task, said);
  }
  std::ranges::sort(far_off, {}, [](const auto& each) { return each.first; });
  return far_off;
}

}  // namespace nqueens
