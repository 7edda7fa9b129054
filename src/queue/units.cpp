// Tables of units, and sums over them that are kept as they change.

#include "queue/units.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace nqueens {
namespace {

constexpr int passes = 8;

/// The least cost of each pass but the last.
std::vector<float> bounds_of_passes(std::vector<float> costs) {
  std::vector<float> bounds;
  for (int pass = 1; pass < passes && !costs.empty(); ++pass) {
    const auto median = costs.begin() + static_cast<std::ptrdiff_t>(costs.size() / 2);
    std::nth_element(costs.begin(), median, costs.end());
    bounds.push_back(*median);
    costs.erase(median, costs.end());
  }
  return bounds;
}

/// The next unit that is to do and was not out in this run.
std::optional<std::uint64_t> next_fresh(UnitTable& table) {
  const auto& bounds = table.bounds_of_passes;
  const auto pass_of = [&bounds](float cost) {
    const auto bound = std::ranges::find_if(bounds, [cost](float least) { return cost >= least; });
    return static_cast<std::size_t>(bound - bounds.begin());
  };
  for (; table.pass <= bounds.size(); ++table.pass, table.next_in_pass = 0) {
    while (table.next_in_pass < table.size()) {
      const std::uint64_t index = table.next_in_pass++;
      if (pass_of(table.costs[index]) == table.pass && table.is_todo(index)) {
        return index;
      }
    }
  }
  return std::nullopt;
}

UnitTable table_of(std::optional<TaskId> task, std::vector<float> costs, std::size_t rows,
                   std::optional<UnitRecords> before) {
  const std::size_t size = costs.size();
  UnitRecords records = before ? std::move(*before) : UnitRecords(size, rows);
  if (records.done.size() != size || records.records.size() != size || records.rows != rows ||
      records.placed.size() != size * rows) {
    throw std::invalid_argument("a snapshot of " + std::to_string(records.done.size()) +
                                " units and " + std::to_string(records.rows) +
                                " rows does not fit a queue of " + std::to_string(size) + " and " +
                                std::to_string(rows));
  }
  std::vector<float> bounds = bounds_of_passes(costs);
  return {.task = task,
          .costs = std::move(costs),
          .records = std::move(records),
          .states = std::vector<UnitState>(size),
          .counted_by = std::vector<WorkerId>(size, unknown_worker),
          .bounds_of_passes = std::move(bounds),
          .returned = {}};
}

}  // namespace

Units::Units(std::vector<float> costs, std::size_t rows, std::optional<UnitRecords> before,
             OriginTable origins)
    : tasks_(table_of({}, std::move(costs), rows, std::move(before))),
      origins_(std::move(origins)) {
  state_.tasks = tasks_.size();
  for (const float cost : tasks_.costs) {
    state_.total_cost += static_cast<double>(cost);
  }
  add(tasks_, false);
}

/// Adds a new table to the sums.
void Units::add(UnitTable& table, bool leaves_out) {
  for (std::uint64_t index = 0; index < table.size(); ++index) {
    if (table.records.done[index]) {
      const TaskRecord& record = table.records.records[index];
      ++table.done;
      state_.done += table.task ? 0 : 1;
      state_.count += record.count();
      state_.nodes += record.nodes;
      state_.done_cost += static_cast<double>(table.costs[index]);
    } else if (leaves_out) {
      table.states[index].is_left_out = true;
    } else {
      count_todo(table.unit(index), true);
    }
  }
}

bool Units::has(const UnitId& unit) const {
  if (!unit.is_slice()) {
    return unit.task < tasks_.size();
  }
  const auto open = open_.find(unit.task);
  return open != open_.end() && unit.slice < open->second.slices.size();
}

void Units::count_todo(const UnitId& unit, bool is_todo) {
  UnitTable& its_table = table(unit);
  const std::uint64_t change = is_todo ? 1 : ~std::uint64_t{0};  // minus one
  its_table.todo += change;
  const bool is_check = is_of_check(unit);
  (is_check ? state_.todo_checks : state_.todo) += change;
  (is_check ? state_.todo_checks_cost : state_.todo_cost) += is_todo ? cost(unit) : -cost(unit);
  if (unit.is_slice()) {
    std::set<TaskId>& list = is_check ? to_check_ : to_count_;
    if (its_table.todo > 0) {
      list.insert(unit.task);
    } else {
      list.erase(unit.task);
    }
  }
}

std::optional<UnitId> Units::take(std::optional<TaskId> slice_of) {
  UnitTable& its_table = slice_of ? open_.at(*slice_of).slices : tasks_;
  std::set<std::uint64_t>& returned = its_table.returned;
  const std::optional<std::uint64_t> index =
      !returned.empty() ? returned.extract(returned.begin()).value() : next_fresh(its_table);
  if (!index) {
    return std::nullopt;
  }
  const UnitId unit = its_table.unit(*index);
  take_out(unit);
  return unit;
}

void Units::take_out(const UnitId& unit) {
  count_todo(unit, false);
  flags(unit).is_out = true;
  state_.leased += unit.is_slice() ? 0 : 1;
}

void Units::put_back(const UnitId& unit) {
  flags(unit).is_out = false;
  table(unit).returned.insert(unit.index());
  state_.leased -= unit.is_slice() ? 0 : 1;
  count_todo(unit, true);
}

void Units::leave_out(const std::function<bool(TaskId)>& is_it) {
  for (TaskId task = 0; task < tasks_.size(); ++task) {
    if (!tasks_.records.done[task] && is_it(task)) {
      tasks_.states[task].is_left_out = true;
      count_todo({.task = task}, false);
      --state_.tasks;
      state_.total_cost -= cost({.task = task});
    }
  }
}

void Units::set(const UnitId& unit, const TaskRecord& record, std::span<const std::uint64_t> placed,
                WorkerId counted_by) {
  UnitTable& its_table = table(unit);
  const std::uint64_t index = unit.index();
  if (!is_of_check(unit)) {
    const TaskRecord& before = its_table.records.records[index];  // all 0 if there is none
    Count count = state_.count;
    count -= before.count();
    state_.count = count + record.count();
    state_.nodes += record.nodes - before.nodes;
    state_.done_cost += is_done(unit) ? 0 : cost(unit);
  }
  if (!is_done(unit)) {
    UnitState& its = flags(unit);
    if (its.is_left_out) {  // somebody was told to count another part of the job as well
      state_.tasks += unit.is_slice() ? 0 : 1;
      state_.total_cost += unit.is_slice() ? 0 : cost(unit);
    } else if (its.is_out) {
      state_.leased -= unit.is_slice() ? 0 : 1;
    } else {
      // Its lease has ended. (One that was never out is not in `returned`; take() passes over it.)
      its_table.returned.erase(index);
      count_todo(unit, false);
    }
    its.is_out = its.is_left_out = false;
    ++its_table.done;
    state_.done += unit.is_slice() ? 0 : 1;
  }
  its_table.records.set(index, record, placed);
  its_table.counted_by[index] = counted_by;
}

const UnitTable& Units::open(TaskId task, Purpose purpose, TaskCut cut,
                             std::optional<UnitRecords> before) {
  const double each = cost({.task = task}) / (static_cast<double>(cut.slices - 1) + cut.last);
  std::vector<float> costs(cut.slices, static_cast<float>(each));
  costs.back() = static_cast<float>(each * cut.last);
  UnitTable slices = table_of(task, std::move(costs), tasks_.records.rows, std::move(before));
  OpenTask opened{.purpose = purpose, .above = std::move(cut.placed), .slices = std::move(slices)};
  UnitTable& table = open_.emplace(task, std::move(opened)).first->second.slices;
  add(table, purpose == Purpose::keep);
  return table;
}

FoldedTask Units::close(TaskId task) {
  const auto place = open_.find(task);
  const OpenTask& open = place->second;
  FoldedTask folded = fold(open.slices.records, open.above, origins_);
  if (open.purpose == Purpose::count) {  // the sums have the slices
    state_.count += sum_of_parts(open.above);
    tasks_.records.set(task, folded.record, folded.placed);
    tasks_.counted_by[task] = several_workers;
    tasks_.states[task].is_out = false;
    ++tasks_.done;
    ++state_.done;
    --state_.leased;
  }
  open_.erase(place);
  return folded;
}

InSlices Units::in_slices() const {
  InSlices sums;
  for (const auto& [task, open] : open_) {
    if (open.purpose != Purpose::check) {
      ++sums.tasks;
      sums.slices += open.slices.size();
      sums.slices_done += open.slices.done;
    }
  }
  return sums;
}

QueueSnapshot Units::snapshot() const {
  QueueSnapshot snapshot(tasks_.records, origins_);
  for (const auto& [task, open] : open_) {
    if (open.purpose != Purpose::check && open.slices.done > 0) {
      snapshot.in_slices.push_back({.task = task, .slices = open.slices.records});
    }
  }
  std::ranges::sort(snapshot.in_slices, {}, &TaskInSlices::task);
  return snapshot;
}

}  // namespace nqueens
