// QueueSnapshot: what outlives a run. Which tasks are done, with what result, who counted them, and
// who has confirmed it; and what every true record obeys, whoever counted it and by whichever
// kernel.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "job/plan.hpp"
#include "job/slices.hpp"
#include "nqueens/number.hpp"
#include "queue/progress.hpp"

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
struct UnitRecord {
  Count count{};
  std::uint64_t nodes = 0;         ///< queens tried: the fingerprint of the kernel's search
  std::uint64_t microseconds = 0;  ///< time in the kernel
  OriginId origin = unknown_origin;
  OriginId confirmed_by = unknown_origin;  ///< unknown: nobody has

  friend bool operator==(const UnitRecord&, const UnitRecord&) = default;
};

/// Records by unit with their parts, zero until they are written. A block has bytes only for those
/// that are: a forged file may promise millions of units in a few bytes. The numbers of a block
/// have as many bytes as the largest one needs.
class PackedRecords {
 public:
  PackedRecords() = default;
  /// @param parts  of each count
  PackedRecords(std::size_t size, std::size_t parts)
      : size_(size), parts_(parts), blocks_((size + in_block - 1) / in_block) {}

  [[nodiscard]] std::size_t size() const { return size_; }
  UnitRecord operator[](std::uint64_t index) const;
  [[nodiscard]] std::vector<std::uint64_t> parts(std::uint64_t index) const;
  /// Its parts stay.
  void set(std::uint64_t index, const UnitRecord& record) { set(index, record, parts(index)); }
  void set(std::uint64_t index, const UnitRecord& record, std::span<const std::uint64_t> parts);
  /// It is as if it had never been written.
  void clear(std::uint64_t index);
  friend bool operator==(const PackedRecords& left, const PackedRecords& right) {
    bool is_equal = left.size() == right.size() && left.parts_ == right.parts_;
    for (std::size_t index = 0; is_equal && index < left.size(); ++index) {
      is_equal = left[index] == right[index] && left.parts(index) == right.parts(index);
    }
    return is_equal;
  }

 private:
  static constexpr std::size_t in_block = 64;
  static constexpr std::size_t fields = 6;  ///< of a record; the parts follow

  struct Block {
    std::uint64_t written = 0;                      ///< a bit for each unit
    std::array<std::uint8_t, fields + 1> widths{};  ///< of each field and of all parts, in bytes
    std::vector<std::uint8_t> bytes;                ///< of the units that are written

    [[nodiscard]] bool has(std::size_t row) const { return (written >> row & 1U) != 0; }
    /// How many of the units before it are written.
    [[nodiscard]] std::size_t place(std::size_t row) const {
      return static_cast<std::size_t>(std::popcount(written & ((std::uint64_t{1} << row) - 1)));
    }
  };

  [[nodiscard]] std::size_t bytes_of_unit(const Block& block) const;
  void read(const Block& block, std::size_t row, std::span<std::uint64_t> numbers) const;
  void write(Block& block, std::size_t row, std::span<const std::uint64_t> numbers) const;
  void widen(Block& block, std::span<const std::uint64_t> numbers) const;

  std::size_t size_ = 0;
  std::size_t parts_ = 0;
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
  UnitRecord record;
  std::vector<std::uint64_t> placed{};  ///< its parts by row of the board if placements are counted
  WorkerId worker = unknown_worker;
};

/// Whether somebody on another host than the one that counted it has confirmed the count.
bool is_confirmed_elsewhere(const UnitRecord& record, const OriginTable& origins);

/// The tasks of a job, or the slices of one.
struct UnitRecords {
  std::vector<bool> done;
  PackedRecords records;  ///< zero if not done; the parts of counts are those by row
  std::size_t rows = 0;   ///< of the board if placements are counted, else 0

  UnitRecords() = default;
  /// None is done yet.
  UnitRecords(std::size_t units, std::size_t its_rows)
      : done(units), records(units, its_rows), rows(its_rows) {}

  /// The count that is its record.
  [[nodiscard]] Vote vote(std::uint64_t index, WorkerId worker = unknown_worker) const {
    return {.record = records[index], .placed = records.parts(index), .worker = worker};
  }
  [[nodiscard]] bool finished() const;
  /// The unit is done with that result.
  void set(std::uint64_t index, const UnitRecord& record, std::span<const std::uint64_t> parts);
  void clear(std::uint64_t index);

  friend bool operator==(const UnitRecords&, const UnitRecords&) = default;
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
std::string fault_of_unit(const Job& job, const UnitId& unit, const UnitRecord& record,
                          std::span<const std::uint64_t> placed);

/// Units of a snapshot that are not done, since no search can have found what they had.
struct Impossible {
  std::uint64_t units = 0;
  std::string first{};  ///< "task 17, whose count 5 is no multiple of 2"
};

/// Makes those units of a snapshot not done.
Impossible clear_impossible(const Job& job, QueueSnapshot& queue);

}  // namespace nqueens
