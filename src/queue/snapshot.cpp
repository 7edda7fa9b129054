// Origins by number, records of tasks, and sums over them.

#include "nqueens/queue/snapshot.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace nqueens {

std::string to_string(const Origin& origin) {
  const std::string kernel = origin.kernel.empty() ? "an unknown kernel" : origin.kernel;
  return kernel + " on " + (origin.host.empty() ? "an unknown host" : origin.host);
}

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
         c == '-' || c == '_';
}

OriginId OriginTable::add(Origin origin) {
  for (std::string* name : {&origin.kernel, &origin.host}) {
    std::ranges::replace_if(*name, std::not_fn(is_plain), '_');
    name->resize(std::min(name->size(), longest_origin_name));
  }
  if (const auto known = ids_.find(origin); known != ids_.end()) {
    return known->second;
  }
  if (origins_.size() == max_origins) {
    return unknown_origin;
  }
  const auto id = static_cast<OriginId>(origins_.size());
  ids_.emplace(origin, id);
  origins_.push_back(std::move(origin));
  return id;
}

bool QueueSnapshot::finished() const {
  return std::ranges::all_of(done, [](bool is_done) { return is_done; });
}

bool QueueSnapshot::is_confirmed_elsewhere(TaskId task) const {
  const TaskRecord& record = records[task];
  return record.confirmed_by != unknown_origin &&
         origins[record.confirmed_by].host != origins[record.origin].host;
}

void QueueSnapshot::set(TaskId task, const TaskRecord& record,
                        std::span<const std::uint64_t> parts) {
  done[task] = true;
  records[task] = record;
  std::ranges::copy(parts, placed.begin() + static_cast<std::ptrdiff_t>(task * rows));
}

void QueueSnapshot::clear(TaskId task) {
  set(task, {}, std::vector<std::uint64_t>(rows));
  done[task] = false;
}

QueueTotals totals(const QueueSnapshot& snapshot) {
  QueueTotals sums;
  for (std::size_t task = 0; task < snapshot.done.size(); ++task) {
    if (snapshot.done[task]) {
      const TaskRecord& record = snapshot.records[task];
      ++sums.tasks_done;
      sums.tasks_confirmed += record.confirmed_by != unknown_origin ? 1 : 0;
      sums.count += record.count();
      sums.nodes += record.nodes;
    }
  }
  return sums;
}

Count sum_of_parts(std::span<const std::uint64_t> parts) {
  Count sum;
  for (const std::uint64_t part : parts) {
    sum += part;
  }
  return sum;
}

std::vector<Count> placed_by_row(const QueueSnapshot& snapshot) {
  std::vector<Count> placed(snapshot.rows);
  for (std::size_t task = 0; task < snapshot.done.size(); ++task) {
    const auto parts = snapshot.placed_by(task);
    for (std::size_t row = 0; row < snapshot.rows; ++row) {
      placed[row] += parts[row];
    }
  }
  return placed;
}

}  // namespace nqueens
