// QueueSnapshot: the state of a count that outlives a run. It has the done tasks, their results,
// who counted and who confirmed them. Here are also the bounds that every true record obeys,
// whichever worker and kernel it comes from.
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

/// Whether names of kernels and hosts keep this character: letters, digits, dots, hyphens and
/// underscores.
bool is_plain(char c);

/// Where a count comes from. Empty names are unknown, as in some checkpoints.
struct Origin {
  std::string kernel;
  std::string host;

  friend auto operator<=>(const Origin&, const Origin&) = default;
};

/// Name in the origin of a task whose slices come from several kernels or hosts.
inline constexpr std::string_view several = "several";

/// "avx512 on node7".
std::string to_string(const Origin& origin);

using OriginId = std::uint32_t;

/// First entry of every table: none, or unknown.
inline constexpr OriginId unknown_origin = 0;

/// Longer names are cut. No kernel and no host on Linux has one.
inline constexpr std::size_t longest_origin_name = 64;

/// Largest size of a table, so that no file can fill the memory.
inline constexpr std::size_t max_origins = 200'000;

/// Numbers origins: a cluster has a few thousand, a job has millions of tasks.
class OriginTable {
 public:
  OriginTable() : origins_(1) { ids_.emplace(Origin{}, unknown_origin); }

  /// @return the origin's number, a new one if needed; unknown_origin if the table is full.
  /// Characters that are not plain become underscores.
  OriginId add(Origin origin);

  [[nodiscard]] const Origin& operator[](OriginId id) const { return origins_.at(id); }
  /// Includes the unknown origin.
  [[nodiscard]] std::size_t size() const { return origins_.size(); }

  friend bool operator==(const OriginTable& left, const OriginTable& right) {
    return left.origins_ == right.origins_;
  }

 private:
  std::vector<Origin> origins_;
  std::map<Origin, OriginId> ids_;
};

/// The result of a finished unit.
struct UnitRecord {
  Count count{};
  std::uint64_t nodes = 0;         ///< queens tried: the fingerprint of the kernel's search
  std::uint64_t microseconds = 0;  ///< time in the kernel
  OriginId origin = unknown_origin;
  OriginId confirmed_by = unknown_origin;  ///< unknown_origin if nobody has

  friend bool operator==(const UnitRecord&, const UnitRecord&) = default;
};

/// Records of units with their parts, zero until written. A block stores only written units, since
/// a forged file may claim millions of units in a few bytes. Its fields are as wide as their
/// largest number.
class PackedRecords {
 public:
  PackedRecords() = default;
  /// @param parts  of each count
  PackedRecords(std::size_t size, std::size_t parts)
      : size_(size), parts_(parts), blocks_((size + in_block - 1) / in_block) {}

  [[nodiscard]] std::size_t size() const { return size_; }
  UnitRecord operator[](std::uint64_t index) const;
  [[nodiscard]] std::vector<std::uint64_t> parts(std::uint64_t index) const;
  /// Keeps the parts.
  void set(std::uint64_t index, const UnitRecord& record) { set(index, record, parts(index)); }
  void set(std::uint64_t index, const UnitRecord& record, std::span<const std::uint64_t> parts);
  /// Makes the unit unwritten.
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
    std::uint64_t written = 0;                      ///< one bit per unit
    std::array<std::uint8_t, fields + 1> widths{};  ///< of each field and of all parts, in bytes
    std::vector<std::uint8_t> bytes;                ///< of the written units

    [[nodiscard]] bool has(std::size_t row) const { return (written >> row & 1U) != 0; }
    /// Number of written units before this one.
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

/// The worker of any count from an earlier run.
inline constexpr WorkerId unknown_worker = -1;
/// The workers of a task in slices. Differs from every worker, even from itself.
inline constexpr WorkerId several_workers = -2;

/// One count of a unit.
struct Vote {
  UnitRecord record;
  std::vector<std::uint64_t> placed{};  ///< parts by row of the board, if placements are counted
  WorkerId worker = unknown_worker;
};

/// Whether a host other than the counting one has confirmed the count.
bool is_confirmed_elsewhere(const UnitRecord& record, const OriginTable& origins);

/// The tasks of a job, or the slices of one.
struct UnitRecords {
  std::vector<bool> done;
  PackedRecords records;  ///< zero if not done; one part per row
  std::size_t rows = 0;   ///< of the board if placements are counted, else 0

  UnitRecords() = default;
  UnitRecords(std::size_t units, std::size_t row_count)
      : done(units), records(units, row_count), rows(row_count) {}

  [[nodiscard]] Vote vote(std::uint64_t index, WorkerId worker = unknown_worker) const {
    return {.record = records[index], .placed = records.parts(index), .worker = worker};
  }
  [[nodiscard]] bool finished() const;
  /// Marks the unit as done.
  void set(std::uint64_t index, const UnitRecord& record, std::span<const std::uint64_t> parts);
  void clear(std::uint64_t index);

  friend bool operator==(const UnitRecords&, const UnitRecords&) = default;
};

/// The tasks of a count and the slices of those in progress, with one table of origins.
struct QueueSnapshot : UnitRecords {
  OriginTable origins;
  std::map<TaskId, UnitRecords> in_slices;  ///< of tasks that are not done

  using UnitRecords::UnitRecords;
  QueueSnapshot(UnitRecords tasks, OriginTable origin_table)
      : UnitRecords(std::move(tasks)), origins(std::move(origin_table)) {}

  using UnitRecords::clear;
  void clear(const UnitId& unit);

  friend bool operator==(const QueueSnapshot&, const QueueSnapshot&) = default;
};

/// Adds up all slices of a task. Kernels or hosts that differ become `several`. The sum is
/// confirmed if all slices are.
/// @param above  placements on the rows between the task's prefixes and those of its slices; or
/// empty
/// @param origins  to which the origins of the sum are added
/// Throws OutOfRange past 128 bits, or 64 bits for a part.
Vote fold(const UnitRecords& slices, std::span<const std::uint64_t> above, OriginTable& origins);

/// Adds up the tasks of a part, and the slices of those in progress. Throws OutOfRange
/// past 128 bits.
/// @param costs  by task, for share_done; without them it is 0 or 1
Progress progress_of(const QueueSnapshot& snapshot, const Part& part = {},
                     std::span<const float> costs = {});
Progress progress_of(const UnitRecords& units);

Count sum_of_parts(std::span<const std::uint64_t> parts);

/// Placements by row of the board, over all done tasks; empty if none are counted.
std::vector<Count> placed_by_row(const UnitRecords& tasks);

// --- Results that no search can give, from a worker or a checkpoint

/// Why no search of the unit can give this record; empty if one can.
/// @param placed  parts of the count by row of the board, if placements are counted
std::string fault_of_unit(const Job& job, const UnitId& unit, const UnitRecord& record,
                          std::span<const std::uint64_t> placed);

/// Units of a snapshot whose records no search can give.
struct Impossible {
  std::uint64_t units = 0;
  std::string first{};  ///< "task 17, whose count 5 is no multiple of 2"
};

/// Marks such units as not done.
Impossible clear_impossible(const Job& job, QueueSnapshot& queue);

}  // namespace nqueens
