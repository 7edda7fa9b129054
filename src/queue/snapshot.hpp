// QueueSnapshot: what outlives a run. Which tasks are done, with what result, who counted them, and
// who has confirmed it; and what every true record obeys, whoever counted it and by whichever
// kernel.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "job/plan.hpp"
#include "job/slices.hpp"
#include "nqueens/number.hpp"

namespace nqueens {

/// Whether names of kernels and hosts keep the character: letters, digits, dots, hyphens and
/// underscores.
bool is_plain(char c);

/// Where a count comes from. Empty names are unknown: some checkpoints do not have them.
struct Origin {
  std::string kernel;
  std::string host;

  friend auto operator<=>(const Origin&, const Origin&) = default;
};

/// The kernel or host of a task whose slices several kernels or hosts have counted.
inline constexpr std::string_view several = "several";

/// "avx512 on node7".
std::string to_string(const Origin& origin);

using OriginId = std::uint32_t;

/// The first of every table: nobody, or nobody knows.
inline constexpr OriginId unknown_origin = 0;

/// Names of origins are cut to this length. No kernel and no host on Linux has a longer one.
inline constexpr std::size_t longest_origin_name = 64;

/// Most origins of a table, the unknown one included: no file may fill the memory with them.
inline constexpr std::size_t max_origins = 200'000;

/// Origins by number: a cluster has a few thousand of them, a job millions of tasks.
class OriginTable {
 public:
  OriginTable() : origins_(1) { ids_.emplace(Origin{}, unknown_origin); }

  /// The number of an origin, the next one if it is new; that of the unknown one if the table is
  /// full. Characters of its names that are not plain become underscores.
  OriginId add(Origin origin);

  [[nodiscard]] const Origin& operator[](OriginId id) const { return origins_.at(id); }
  /// How many there are, the unknown one included.
  [[nodiscard]] std::size_t size() const { return origins_.size(); }

  friend bool operator==(const OriginTable& left, const OriginTable& right) {
    return left.origins_ == right.origins_;
  }

 private:
  std::vector<Origin> origins_;
  std::map<Origin, OriginId> ids_;
};

/// What is kept of every finished task.
struct TaskRecord {
  std::uint64_t count_high = 0;
  std::uint64_t count_low = 0;
  std::uint64_t nodes = 0;         ///< queens tried: the fingerprint of the kernel's search
  std::uint64_t microseconds = 0;  ///< time in the kernel
  OriginId origin = unknown_origin;
  OriginId confirmed_by = unknown_origin;  ///< unknown: nobody has

  [[nodiscard]] Count count() const { return Count::from_words(count_high, count_low); }
  friend bool operator==(const TaskRecord&, const TaskRecord&) = default;
};

/// Records by unit, zero until they are written. The numbers of a block have as many bytes as the
/// largest one needs.
class TaskRecords {
 public:
  TaskRecords() = default;
  explicit TaskRecords(std::size_t size) : size_(size), blocks_((size + in_block - 1) / in_block) {}

  [[nodiscard]] std::size_t size() const { return size_; }
  TaskRecord operator[](std::uint64_t index) const;
  void set(std::uint64_t index, const TaskRecord& record);
  friend bool operator==(const TaskRecords& left, const TaskRecords& right) {
    bool is_equal = left.size() == right.size();
    for (std::size_t index = 0; is_equal && index < left.size(); ++index) {
      is_equal = left[index] == right[index];
    }
    return is_equal;
  }

 private:
  static constexpr std::size_t in_block = 64;

  /// The numbers of a record, in the order of its fields.
  using Numbers = std::array<std::uint64_t, 6>;
  struct Block {
    std::array<std::uint8_t, std::tuple_size_v<Numbers>> widths{};  ///< of each number, in bytes
    std::vector<std::uint8_t> bytes;

    [[nodiscard]] Numbers numbers(std::size_t row) const;
    void write(std::size_t row, const Numbers& numbers);
  };

  std::size_t size_ = 0;
  std::vector<Block> blocks_;
};

/// From 1.
using WorkerId = int;

/// Whoever counted in an earlier run.
inline constexpr WorkerId unknown_worker = -1;
/// Whoever counted the slices of a task. It is the same as no worker, itself included.
inline constexpr WorkerId several_workers = -2;

/// One count of a unit.
struct Vote {
  TaskRecord record;
  std::vector<std::uint64_t> placed{};  ///< its parts by row of the board if placements are counted
  WorkerId worker = unknown_worker;
};

/// Whether somebody on another host than the one that counted it has confirmed the count.
bool is_confirmed_elsewhere(const TaskRecord& record, const OriginTable& origins);

/// The tasks of a job, or the slices of one.
struct UnitRecords {
  std::vector<bool> done;
  TaskRecords records;   ///< zero if not done
  std::size_t rows = 0;  ///< of the board if placements are counted, else 0
  /// The parts of counts, by row; zero if not done. A block is empty until one of its units is set:
  /// a file takes memory for the units that it has.
  std::vector<std::vector<std::uint64_t>> placed;

  UnitRecords() = default;
  /// None is done yet.
  UnitRecords(std::size_t units, std::size_t its_rows)
      : done(units),
        records(units),
        rows(its_rows),
        placed(its_rows > 0 ? units / units_in_block + 1 : 0) {}

  /// The parts of a unit's count.
  [[nodiscard]] std::span<const std::uint64_t> placed_by(std::uint64_t index) const;
  /// The count that is its record.
  [[nodiscard]] Vote vote(std::uint64_t index, WorkerId worker = unknown_worker) const {
    const auto parts = placed_by(index);
    return {.record = records[index], .placed = {parts.begin(), parts.end()}, .worker = worker};
  }
  [[nodiscard]] bool finished() const;
  /// The unit is done with that result.
  void set(std::uint64_t index, const TaskRecord& record, std::span<const std::uint64_t> parts);
  void clear(std::uint64_t index);

  friend bool operator==(const UnitRecords&, const UnitRecords&) = default;

 private:
  static constexpr std::size_t units_in_block = 64;
};

/// The tasks of a count, and the slices of those in progress. Origins are numbers of its table.
struct QueueSnapshot : UnitRecords {
  OriginTable origins;
  std::map<TaskId, UnitRecords> in_slices;  ///< none of these tasks is done

  using UnitRecords::UnitRecords;
  QueueSnapshot(UnitRecords tasks, OriginTable its_origins)
      : UnitRecords(std::move(tasks)), origins(std::move(its_origins)) {}

  using UnitRecords::clear;
  void clear(const UnitId& unit);

  friend bool operator==(const QueueSnapshot&, const QueueSnapshot&) = default;
};

/// Adds up all slices of a task. If their kernels or hosts differ the record has `several`; it is
/// confirmed if all slices are.
/// @param above  placements between the task's prefixes and those of its slices, by row; or none
/// @param origins  where the record's origins get their numbers
/// Throws std::overflow_error past 128 bits, or 64 bits for a part.
Vote fold(const UnitRecords& slices, std::span<const std::uint64_t> above, OriginTable& origins);

/// Adds up the tasks of a part, and the slices of those in progress. Throws std::overflow_error
/// past 128 bits.
/// @param costs  by task, for the share that is done; none: it is 0 or 1
Progress progress_of(const QueueSnapshot& snapshot, const Part& part = {},
                     std::span<const float> costs = {});
/// Adds up these alone.
Progress progress_of(const UnitRecords& units);

/// The count whose parts by row of the board these are.
Count sum_of_parts(std::span<const std::uint64_t> parts);

/// By row of the board, the sum over the tasks done; empty if no placements are counted.
std::vector<Count> placed_by_row(const UnitRecords& tasks);

// --- What no search can have found, in a result that a worker sends or in a checkpoint

/// Why no search can have found this of the unit; empty if one can.
/// @param placed  the parts of the count by row of the board, if placements are counted
std::string fault_of(const Job& job, const UnitId& unit, const TaskRecord& record,
                     std::span<const std::uint64_t> placed);

/// Units of a snapshot that are not done, since no search can have found what they had.
struct Impossible {
  std::uint64_t units = 0;
  std::string first{};  ///< "task 17, whose count 5 is no multiple of 2"
};

/// Makes those units of a snapshot not done.
Impossible clear_impossible(const Job& job, QueueSnapshot& queue);

}  // namespace nqueens
