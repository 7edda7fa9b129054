// Tables of origins, records of units and their sums; and bounds for every search: divisors of
// counts, and the most solutions that a number of nodes can give.

#include "queue/snapshot.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <set>
#include <stdexcept>

namespace nqueens {
namespace {

/// The origin that all of these share; a name that differs is `several`.
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
    throw OutOfRange(ExitCode::runtime_error, "a part of a task's count has more than 64 bits");
  }
  return left + right;
}

void add(Progress& sums, const UnitRecords& units, std::uint64_t index) {
  ++sums.tasks;
  if (units.done[index]) {
    const UnitRecord record = units.records[index];
    ++sums.tasks_done;
    sums.tasks_confirmed += record.confirmed_by != unknown_origin ? 1 : 0;
    sums.count += record.count;
    sums.nodes += record.nodes;
  }
}

/// Most queens that symmetry breaking places, whatever the depth: one in the middle and four on the
/// lines around it.
constexpr int most_queens_of_symmetry = 5;

/// Most solutions of one node: kernels fill the last two rows in one node.
constexpr std::uint64_t most_solutions_of_node = 2;

std::string no_multiple(const char* what, Count count, std::uint64_t divisor) {
  return std::string("whose ") + what + " " + to_string(count) + " is no multiple of " +
         std::to_string(divisor);
}

/// Each queen placed is one node, and all have one weight. The master counts what lies above the
/// slices of a task.
std::string fault_of_placements(const Job& job, const UnitId& unit, const UnitRecord& record,
                                std::span<const std::uint64_t> placed) {
  const std::uint64_t weight = weight_bounds(job.problem, job.symmetry).most;
  for (const std::uint64_t part : placed) {
    if (part % weight != 0) {
      return no_multiple("row sum", part, weight);
    }
  }
  if (sum_of_parts(placed.first(static_cast<std::size_t>(job.depth))) != Count{}) {
    return "which has placements on the rows of its prefixes";
  }
  const Count found = Count{record.nodes} * weight;
  const bool is_in_slices = job.slice_depth > 0 && !unit.is_slice();
  return record.count == found || (is_in_slices && record.count > found)
             ? ""
             : "whose " + std::to_string(record.nodes) + " nodes do not make the count " +
                   to_string(record.count);
}

}  // namespace

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

std::size_t PackedRecords::bytes_of_unit(const Block& block) const {
  return std::accumulate(block.widths.begin(), block.widths.end() - 1, std::size_t{0}) +
         block.widths.back() * parts_;
}

void PackedRecords::read(const Block& block, std::size_t row,
                         std::span<std::uint64_t> numbers) const {
  const std::uint8_t* at = block.bytes.data() + block.place(row) * bytes_of_unit(block);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = 0;
    for (unsigned byte = 0; byte < block.widths[std::min(i, fields)]; ++byte) {
      numbers[i] |= std::uint64_t{*at++} << 8U * byte;
    }
  }
}

void PackedRecords::write(Block& block, std::size_t row,
                          std::span<const std::uint64_t> numbers) const {
  std::uint8_t* at = block.bytes.data() + block.place(row) * bytes_of_unit(block);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    for (unsigned byte = 0; byte < block.widths[std::min(i, fields)]; ++byte) {
      *at++ = static_cast<std::uint8_t>(numbers[i] >> 8U * byte);
    }
  }
}

/// Makes the fields of the block wide enough for these numbers.
void PackedRecords::widen(Block& block, std::span<const std::uint64_t> numbers) const {
  Block wider{.written = block.written, .widths = block.widths, .bytes = {}};
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    std::uint8_t& width = wider.widths[std::min(i, fields)];
    width = std::max(width, static_cast<std::uint8_t>((std::bit_width(numbers[i]) + 7) / 8));
  }
  if (wider.widths == block.widths) {
    return;
  }
  const auto units = static_cast<std::size_t>(std::popcount(block.written));
  wider.bytes.reserve(std::bit_ceil(units) * bytes_of_unit(wider));  // a full block wastes nothing
  wider.bytes.resize(units * bytes_of_unit(wider));
  std::vector<std::uint64_t> moved(numbers.size());
  for (std::size_t row = 0; row < in_block; ++row) {
    if (block.has(row)) {
      read(block, row, moved);
      write(wider, row, moved);
    }
  }
  block = std::move(wider);
}

UnitRecord PackedRecords::operator[](std::uint64_t index) const {
  const Block& block = blocks_[index / in_block];
  std::array<std::uint64_t, fields> numbers{};
  if (block.has(index % in_block)) {
    read(block, index % in_block, numbers);
  }
  return {.count = Count::from_words(numbers[0], numbers[1]),
          .nodes = numbers[2],
          .microseconds = numbers[3],
          .origin = static_cast<OriginId>(numbers[4]),
          .confirmed_by = static_cast<OriginId>(numbers[5])};
}

std::vector<std::uint64_t> PackedRecords::parts(std::uint64_t index) const {
  const Block& block = blocks_[index / in_block];
  if (parts_ == 0 || !block.has(index % in_block)) {
    return std::vector<std::uint64_t>(parts_);
  }
  std::vector<std::uint64_t> numbers(fields + parts_);
  read(block, index % in_block, numbers);
  numbers.erase(numbers.begin(), numbers.begin() + fields);
  return numbers;
}

void PackedRecords::set(std::uint64_t index, const UnitRecord& record,
                        std::span<const std::uint64_t> parts) {
  std::array<std::uint64_t, fields + max_lines> all{record.count.high(), record.count.low(),
                                                    record.nodes,        record.microseconds,
                                                    record.origin,       record.confirmed_by};
  std::ranges::copy(parts.first(parts_), all.begin() + fields);
  const auto numbers = std::span(all).first(fields + parts_);
  Block& block = blocks_[index / in_block];
  const std::size_t row = index % in_block;
  widen(block, numbers);
  if (!block.has(row)) {
    const std::size_t unit_bytes = bytes_of_unit(block);
    block.bytes.insert(
        block.bytes.begin() + static_cast<std::ptrdiff_t>(block.place(row) * unit_bytes),
        unit_bytes, std::uint8_t{});
    block.written |= std::uint64_t{1} << row;
  }
  write(block, row, numbers);
}

void PackedRecords::clear(std::uint64_t index) {
  Block& block = blocks_[index / in_block];
  const std::size_t row = index % in_block;
  if (block.has(row)) {
    const auto unit_bytes = static_cast<std::ptrdiff_t>(bytes_of_unit(block));
    const auto at =
        block.bytes.begin() + static_cast<std::ptrdiff_t>(block.place(row)) * unit_bytes;
    block.bytes.erase(at, at + unit_bytes);
    block.written &= ~(std::uint64_t{1} << row);
  }
}

bool is_confirmed_elsewhere(const UnitRecord& record, const OriginTable& origins) {
  return record.confirmed_by != unknown_origin &&
         origins[record.confirmed_by].host != origins[record.origin].host;
}

bool UnitRecords::finished() const {
  return std::ranges::all_of(done, [](bool is_done) { return is_done; });
}

void UnitRecords::set(std::uint64_t index, const UnitRecord& record,
                      std::span<const std::uint64_t> parts) {
  done[index] = true;
  records.set(index, record, parts);
}

void UnitRecords::clear(std::uint64_t index) {
  done[index] = false;
  records.clear(index);
}

void QueueSnapshot::clear(const UnitId& unit) {
  if (!unit.is_slice()) {
    clear(unit.task);
    return;
  }
  if (const auto place = in_slices.find(unit.task); place != in_slices.end()) {
    place->second.clear(unit.slice);
  }
}

Vote fold(const UnitRecords& slices, std::span<const std::uint64_t> above, OriginTable& origins) {
  Vote folded{.record = {}, .placed = {above.begin(), above.end()}, .worker = several_workers};
  const Progress sums = progress_of(slices);
  std::set<OriginId> counted;
  std::set<OriginId> confirmed;
  for (std::size_t slice = 0; slice < slices.done.size(); ++slice) {
    const UnitRecord record = slices.records[slice];
    folded.record.microseconds += record.microseconds;
    counted.insert(record.origin);
    confirmed.insert(record.confirmed_by);
    const std::vector<std::uint64_t> parts = slices.records.parts(slice);
    for (std::size_t row = 0; row < folded.placed.size(); ++row) {
      folded.placed[row] = checked_sum(folded.placed[row], parts[row]);
    }
  }
  folded.record.count = sums.count + sum_of_parts(above);
  folded.record.nodes = sums.nodes;
  folded.record.origin = origins.add(common(origins, counted));
  if (!confirmed.contains(unknown_origin)) {
    folded.record.confirmed_by = origins.add(common(origins, confirmed));
  }
  return folded;
}

Progress progress_of(const UnitRecords& units) {
  Progress sums;
  for (std::uint64_t index = 0; index < units.done.size(); ++index) {
    add(sums, units, index);
  }
  return sums;
}

Progress progress_of(const QueueSnapshot& snapshot, const Part& part,
                     std::span<const float> costs) {
  Progress sums;
  double cost_done = 0;
  double cost = 0;
  const auto cost_of = [costs](TaskId task) {
    return costs.empty() ? 0 : static_cast<double>(costs[task]);
  };
  for (TaskId task = 0; task < snapshot.done.size(); ++task) {
    if (part.has(task)) {
      add(sums, snapshot, task);
      cost += cost_of(task);
      cost_done += snapshot.done[task] ? cost_of(task) : 0;
    }
  }
  for (const auto& [task, slices] : snapshot.in_slices) {
    if (part.has(task)) {
      const Progress below = progress_of(slices);
      ++sums.tasks_in_progress;
      sums.slices += below.tasks;
      sums.slices_done += below.tasks_done;
      sums.count += below.count;
      sums.nodes += below.nodes;
      cost_done +=
          cost_of(task) * static_cast<double>(below.tasks_done) / static_cast<double>(below.tasks);
    }
  }
  // Sums of floats may miss 1.
  sums.share_done = sums.finished() ? 1 : cost > 0 ? cost_done / cost : 0;
  return sums;
}

Count sum_of_parts(std::span<const std::uint64_t> parts) {
  Count sum;
  for (const std::uint64_t part : parts) {
    sum += part;
  }
  return sum;
}

std::vector<Count> placed_by_row(const UnitRecords& tasks) {
  std::vector<Count> placed(tasks.rows);
  for (std::size_t task = 0; task < tasks.done.size(); ++task) {
    const auto parts = tasks.records.parts(task);
    for (std::size_t row = 0; row < tasks.rows; ++row) {
      placed[row] += parts[row];
    }
  }
  return placed;
}

// --- Results that no search can give

std::string fault_of_unit(const Job& job, const UnitId& unit, const UnitRecord& record,
                          std::span<const std::uint64_t> placed) {
  const WeightBounds weights = weight_bounds(job.problem, job.symmetry);
  const Count count = record.count;
  if (count % weights.divisor != 0) {
    return no_multiple("count", count, weights.divisor);
  }
  if (job.problem.info().by_row) {
    return fault_of_placements(job, unit, record, placed);
  }
  const Moves& moves = job.problem.info().moves;
  // A prefix that fills the board is a solution without a node. Its last orbit may exceed the
  // depth.
  const int queens =
      std::max({job.depth, job.slice_depth, most_queens_of_symmetry}) + moves.orbit() - 1;
  // With quarter turns, each orbit may stand for its mirror image, too.
  const int doubled = moves.turn == Turn::quarter ? job.problem.n / moves.orbit() : 0;
  const bool is_found =
      queens >= job.problem.n ||
      count <= Count{record.nodes} * (weights.most * most_solutions_of_node << doubled);
  return is_found ? ""
                  : "whose " + std::to_string(record.nodes) + " nodes cannot find " +
                        to_string(count) + " solutions";
}

Impossible clear_impossible(const Job& job, QueueSnapshot& queue) {
  Impossible found;
  const auto clear_in = [&](UnitRecords& units, const auto& unit_at) {
    for (std::uint64_t index = 0; index < units.done.size(); ++index) {
      if (!units.done[index]) {
        continue;
      }
      const UnitId unit = unit_at(index);
      const std::string fault =
          fault_of_unit(job, unit, units.records[index], units.records.parts(index));
      if (!fault.empty()) {
        found.first = found.units++ == 0 ? to_string(unit) + ", " + fault : found.first;
        units.clear(index);
      }
    }
  };
  clear_in(queue, [](std::uint64_t index) { return UnitId{.task = index}; });
  for (auto& [task, slices] : queue.in_slices) {
    clear_in(slices, [task = task](std::uint64_t index) {
      return UnitId{.task = task, .slice = static_cast<SliceId>(index)};
    });
  }
  return found;
}

}  // namespace nqueens
