// Tables of units. Each change updates the totals.

#include "queue/units.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace nqueens {
namespace {

constexpr int passes = 8;

/// Least cost of each pass but the last.
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

/// The next unit to do that was not taken in this run.
std::optional<std::uint64_t> next_fresh(UnitTable& table) {
  const auto& bounds = table.bounds_of_passes;
  const auto pass_of = [&bounds](float cost) {
    const auto bound = std::ranges::find_if(bounds, [cost](float least) { return cost >= least; });
    return static_cast<std::size_t>(bound - bounds.begin());
  };
  for (; table.pass <= bounds.size(); ++table.pass, table.next_in_pass = 0) {
    while (table.next_in_pass < table.size()) {
      const std::uint64_t index = table.next_in_pass++;
      if (pass_of(table.costs[index]) == table.pass &&
          table.states[index].stage == UnitStage::todo) {
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
  if (records.done.size() != size || records.records.size() != size || records.rows != rows) {
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
  progress_.tasks = tasks_.size();
  for (const float cost : tasks_.costs) {
    state_.total_cost += static_cast<double>(cost);
  }
  add(tasks_, false);
}

/// Adds a new table to the totals.
void Units::add(UnitTable& table, bool leaves_out) {
  for (std::uint64_t index = 0; index < table.size(); ++index) {
    UnitStage stage = leaves_out ? UnitStage::left_out : UnitStage::todo;
    if (table.records.done[index]) {
      const UnitRecord record = table.records.records[index];
      stage = UnitStage::done;
      progress_.count += record.count;
      progress_.nodes += record.nodes;
      progress_.tasks_confirmed += !table.task && record.confirmed_by != unknown_origin ? 1 : 0;
      state_.done_cost += static_cast<double>(table.costs[index]);
    }
    table.states[index].stage = stage;
    count(table.unit(index), stage, true);
  }
}

bool Units::has(const UnitId& unit) const {
  if (!unit.is_slice()) {
    return unit.task < tasks_.size();
  }
  const auto open = open_.find(unit.task);
  return open != open_.end() && unit.slice < open->second.slices.size();
}

/// Adds a unit to the totals of its stage, or removes it.
void Units::count(const UnitId& unit, UnitStage stage, bool adds) {
  const std::uint64_t change = adds ? 1 : ~std::uint64_t{0};  // minus one
  const bool is_task = !unit.is_slice();
  const bool is_todo = stage == UnitStage::todo;
  const bool is_done = stage >= UnitStage::done;
  const bool is_check = is_of_check(unit);
  UnitTable& unit_table = table(unit);
  unit_table.todo += is_todo ? change : 0;
  unit_table.done += is_done ? change : 0;
  unit_table.open_checks += stage > UnitStage::done ? change : 0;
  progress_.tasks_done += is_task && is_done ? change : 0;
  progress_.slices_done += !is_task && is_done && !is_check ? change : 0;
  state_.leased += is_task && stage == UnitStage::out ? change : 0;
  if (is_todo || stage == UnitStage::to_check) {
    const bool is_first = is_todo && !is_check;
    (is_first ? state_.todo : state_.todo_checks) += change;
    (is_first ? state_.todo_cost : state_.todo_checks_cost) += adds ? cost(unit) : -cost(unit);
  }
  if (is_todo && !is_task) {
    std::set<TaskId>& list = is_check ? to_check_ : to_count_;
    if (unit_table.todo > 0) {
      list.insert(unit.task);
    } else {
      list.erase(unit.task);
    }
  }
}

void Units::set_stage(const UnitId& unit, UnitStage stage) {
  count(unit, flags(unit).stage, false);
  flags(unit).stage = stage;
  count(unit, stage, true);
}

std::optional<UnitId> Units::take(std::optional<TaskId> slice_of) {
  UnitTable& unit_table = slice_of ? open_.at(*slice_of).slices : tasks_;
  std::set<std::uint64_t>& returned = unit_table.returned;
  const std::optional<std::uint64_t> index =
      !returned.empty() ? returned.extract(returned.begin()).value() : next_fresh(unit_table);
  if (!index) {
    return std::nullopt;
  }
  const UnitId unit = unit_table.unit(*index);
  set_stage(unit, UnitStage::out);
  return unit;
}

void Units::put_back(const UnitId& unit) {
  table(unit).returned.insert(unit.index());
  set_stage(unit, UnitStage::todo);
}

void Units::leave_out(const std::function<bool(TaskId)>& is_left_out) {
  for (TaskId task = 0; task < tasks_.size(); ++task) {
    if (!tasks_.records.done[task] && is_left_out(task)) {
      set_stage({.task = task}, UnitStage::left_out);
      --progress_.tasks;
      state_.total_cost -= cost({.task = task});
    }
  }
}

void Units::set(const UnitId& unit, const Vote& vote) {
  UnitTable& unit_table = table(unit);
  const std::uint64_t index = unit.index();
  if (!is_of_check(unit)) {
    const UnitRecord before = unit_table.records.records[index];  // all 0 if there is none
    Count count = progress_.count;
    count -= before.count;
    progress_.count = count + vote.record.count;
    progress_.nodes += vote.record.nodes - before.nodes;
    if (!unit.is_slice()) {
      progress_.tasks_confirmed += vote.record.confirmed_by != unknown_origin ? 1 : 0;
      progress_.tasks_confirmed -= before.confirmed_by != unknown_origin ? 1 : 0;
    }
    state_.done_cost += is_done(unit) ? 0 : cost(unit);
  }
  if (!is_done(unit)) {
    if (flags(unit).stage == UnitStage::left_out && !unit.is_slice()) {
      ++progress_.tasks;  // a worker was told to count another part of the job as well
      state_.total_cost += cost(unit);
    }
    unit_table.returned.erase(index);  // the lease may have expired
    set_stage(unit, UnitStage::done);
  }
  unit_table.records.set(index, vote.record, vote.placed);
  unit_table.counted_by[index] = vote.worker;
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
  progress_.tasks_in_progress += purpose == Purpose::check ? 0 : 1;
  progress_.slices += purpose == Purpose::check ? 0 : table.size();
  return table;
}

Vote Units::close(TaskId task) {
  const auto place = open_.find(task);
  const OpenTask& open = place->second;
  Vote folded = fold(open.slices.records, open.above, origins_);
  if (open.purpose == Purpose::count) {  // the totals include the slices
    progress_.count += sum_of_parts(open.above);
    progress_.tasks_confirmed += folded.record.confirmed_by != unknown_origin ? 1 : 0;
    tasks_.records.set(task, folded.record, folded.placed);
    tasks_.counted_by[task] = folded.worker;
    set_stage({.task = task}, UnitStage::done);
    --progress_.tasks_in_progress;
    progress_.slices -= open.slices.size();
    progress_.slices_done -= open.slices.size();
  }
  open_.erase(place);
  return folded;
}

Progress Units::progress() const {
  Progress progress = progress_;
  progress.share_done = progress.finished() || state_.total_cost <= 0
                            ? 1
                            : std::clamp(state_.done_cost / state_.total_cost, 0.0, 1.0);
  return progress;
}

QueueSnapshot Units::snapshot() const {
  QueueSnapshot snapshot(tasks_.records, origins_);
  for (const auto& [task, open] : open_) {
    if (open.purpose != Purpose::check && open.slices.done > 0) {
      snapshot.in_slices.emplace(task, open.slices.records);
    }
  }
  return snapshot;
}

}  // namespace nqueens
