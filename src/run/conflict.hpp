// A dispute in the form of the reports.
#pragma once

#include "queue/checks.hpp"
#include "report/verification.hpp"

namespace nqueens {

inline Conflict describe_conflict(const Dispute& dispute, const OriginTable& origins) {
  Conflict conflict{
      .number = dispute.unit.task, .slice = {}, .counts = {}, .settled = dispute.winner};
  if (dispute.unit.is_slice()) {
    conflict.slice = dispute.unit.slice;
  }
  for (const Vote& vote : dispute.votes) {
    conflict.counts.push_back({.count = to_string(vote.record.count()),
                               .nodes = std::to_string(vote.record.nodes),
                               .origin = to_string(origins[vote.record.origin])});
  }
  return conflict;
}

}  // namespace nqueens
