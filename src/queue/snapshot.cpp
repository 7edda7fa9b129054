// Origins by number, records of tasks, and sums over them.

#include "queue/snapshot.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <set>
#include <stdexcept>
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

QueueSnapshot::QueueSnapshot(std::size_t tasks, std::size_t its_rows)
    : done(tasks), records(tasks), rows(its_rows), placed(tasks * its_rows) {}

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

void QueueSnapshot::clear(const UnitId& unit) {
  if (!unit.is_slice()) {
    clear(unit.task);
  } else if (const auto task = std::ranges::find(in_slices, unit.task, &TaskInSlices::task);
             task != in_slices.end()) {
    task->slices.clear(TaskId{unit.slice});
  }
}

namespace {

/// The origin of all these, field by field, or `several`.
Origin common(const OriginTable& table, const std::set<OriginId>& ids) {
  Origin all = table[*ids.begin()];
  for (const OriginId id : ids) {
    all.kernel = table[id].kernel == all.kernel ? all.kernel : several;
    all.host = table[id].host == all.host ? all.host : several;
  }
  return all;
}

std::uint64_t checked_sum(std::uint64_t left, std::uint64_t right) {
  if (right > std::numeric_limits<std::uint64_t>::max() - left) {
    throw std::overflow_error("a part of a task's count has more than 64 bits");
  }
  return left + right;
}

}  // namespace

FoldedTask fold(const QueueSnapshot& slices, std::span<const std::uint64_t> above,
                OriginTable& origins) {
  FoldedTask folded{.record = {}, .placed = {above.begin(), above.end()}};
  Count count = sum_of_parts(above);
  std::set<OriginId> counted;
  std::set<OriginId> confirmed;
  for (std::size_t slice = 0; slice < slices.done.size(); ++slice) {
    const TaskRecord& record = slices.records[slice];
    count += record.count();
    folded.record.nodes += record.nodes;
    folded.record.microseconds += record.microseconds;
    counted.insert(record.origin);
    confirmed.insert(record.confirmed_by);
    for (std::size_t row = 0; row < folded.placed.size(); ++row) {
      folded.placed[row] = checked_sum(folded.placed[row], slices.placed_by(slice)[row]);
    }
  }
  folded.record.count_high = count.high();
  folded.record.count_low = count.low();
  folded.record.origin = origins.add(common(slices.origins, counted));
  if (!confirmed.contains(unknown_origin)) {
    folded.record.confirmed_by = origins.add(common(slices.origins, confirmed));
  }
  return folded;
}

QueueTotals totals(const QueueSnapshot& snapshot) {
  QueueTotals sums;
  for (const auto& [task, slices] : snapshot.in_slices) {
    const QueueTotals below = totals(slices);
    sums.slices += slices.done.size();
    sums.slices_done += below.tasks_done;
    sums.count += below.count;
    sums.nodes += below.nodes;
  }
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
