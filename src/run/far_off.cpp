// Holds each task of a certificate against the share of its cost.

#include "run/far_off.hpp"

#include <algorithm>

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

FarOff::FarOff(const Certificate& certificate, const Plan& plan)
    : plan_(plan),
      follows_cost_(certificate.job.problem.info().moves.board != Board::torus &&
                    certificate.job.problem.info().moves.turn == Turn::none),
      all_counts_(certificate.total.approximate() - certificate.above.approximate()),
      all_nodes_(certificate.nodes.approximate()) {}

void FarOff::look_at(TaskId task, const CertifiedTask& said) {
  if (!follows_cost_) {
    return;
  }
  const double share = static_cast<double>(plan_.costs[task]) / plan_.total_cost;
  const auto nodes = static_cast<double>(said.nodes);
  const double times =
      std::max({excess(said.count.approximate(), share * all_counts_),
                excess(nodes, share * all_nodes_), lack(nodes, share * all_nodes_)});
  if (times > 1) {
    const auto place = std::ranges::find_if(
        found_, [times](const auto& other) { return std::get<double>(other) < times; });
    found_.insert(place, {times, task, said});
    found_.resize(std::min(found_.size(), most_named));
  }
}

CertifiedTasks FarOff::tasks() const {
  CertifiedTasks far_off;
  for (const auto& [times, task, said] : found_) {
    far_off.emplace_back(task, said);
  }
  std::ranges::sort(far_off, {}, [](const auto& each) { return each.first; });
  return far_off;
}

}  // namespace nqueens
