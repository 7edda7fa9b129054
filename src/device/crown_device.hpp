// What a device does: it counts crowns, many in a launch. Two slots hold launches, so that the
// caller fills one while the device works on the other.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "device/backend.hpp"
#include "device/device_info.hpp"
#include "kernel/crown.hpp"
#include "system/clock.hpp"

namespace nqueens {

/// A crown as crowns.cl reads it, by rows left.
struct CrownRecord {
  /// Most rows of a crown for a device. Those that have more, which are rare, are split().
  static constexpr int max_rows = 15;
  static_assert(max_rows >= fewest_rows_of_large, "as split() has it");

  /// [0]: columns left.
  std::array<std::uint32_t, max_rows + 1> available{};
  /// Distances from a row to the next and on, five bits each, the next one lowest.
  std::array<std::uint32_t, max_rows + 1> gaps{};

  CrownRecord() = default;
  /// @param crown  with max_rows at most
  explicit CrownRecord(const Crown& crown) {
    constexpr std::size_t distances = 6;
    assert(crown.rows <= max_rows);
    std::copy_n(crown.available.begin(), available.size(), available.begin());
    available[0] = crown.columns;
    for (std::size_t rows = 2; rows < gaps.size(); ++rows) {
      for (std::size_t i = 0; i < distances && rows - i >= 2; ++i) {
        gaps[rows] |= crown.gap[rows - i] << 5 * i;
      }
    }
  }
};

/// 32 bits are enough: the largest crowns have some 2^22 nodes.
struct CrownSums {
  std::uint32_t solutions = 0;
  std::uint32_t nodes = 0;

  friend bool operator==(const CrownSums&, const CrownSums&) = default;
};

/// What a device returns of a crown, as crowns.cl lays it out.
struct CrownResult {
  CrownSums sums{};
  std::uint32_t seal = 0;  ///< seal_of() the crown that the device has read
};

/// A word that only this result of this crown, at this place of this launch, has. Any other has it
/// with a chance of 2^-32. crowns.cl makes the same.
std::uint32_t seal_of(const CrownRecord& crown, std::size_t place, std::uint32_t launch,
                      const CrownSums& sums);

/// Counts a crown on the processor: the same sums, 3 ns a node.
CrownSums count_crown(const CrownRecord& crown);

/// One thread uses it. All functions throw DeviceError.
class CrownDevice {
 public:
  static constexpr std::size_t slot_count = 2;
  /// Crowns that fit a launch on top of max_crowns(), for such as are counted to test the device.
  static constexpr std::size_t spare_crowns = 8;

  CrownDevice() = default;
  CrownDevice(const CrownDevice&) = delete;
  CrownDevice& operator=(const CrownDevice&) = delete;
  virtual ~CrownDevice() = default;

  /// Crowns that keep it busy.
  [[nodiscard]] virtual std::size_t enough_crowns() const = 0;
  /// Most crowns of a launch.
  [[nodiscard]] virtual std::size_t max_crowns() const = 0;

  /// The crowns of a slot, for the caller to fill while the slot does not run.
  virtual std::vector<CrownRecord>& crowns(std::size_t slot) = 0;

  /// Starts to count them, and does not wait. @param launch  its number, for the seals
  virtual void start(std::size_t slot, std::uint32_t launch) = 0;

  /// How long the device worked on it, in seconds; nothing while it does. Does not wait.
  virtual std::optional<double> ended(std::size_t slot) = 0;

  /// What has come back of each crown of a slot, in order, once it has ended.
  [[nodiscard]] virtual const std::vector<CrownResult>& results(std::size_t slot) const = 0;

  [[nodiscard]] virtual const DeviceInfo& info() const = 0;
};

/// As list_devices(), of OpenCL.
std::vector<DeviceInfo> find_all_devices();

/// @param info  of a usable device
std::unique_ptr<CrownDevice> open_crown_device(const DeviceInfo& info, const std::string& kernel,
                                               const DeviceOptions& options);

/// Counts whole prefixes on a device that counts crowns.
/// @param trunk  of the problem
std::unique_ptr<Backend> make_prefix_counter(std::unique_ptr<CrownDevice> device,
                                             std::unique_ptr<CrownSource> trunk,
                                             const DeviceOptions& options);

/// How long a device may show no progress before it is given up: the time while this process
/// looked. A long pause between two looks says nothing of the device: the process had no processor,
/// or was stopped.
class Patience {
 public:
  explicit Patience(Clock::duration limit) : limit_(limit) {}

  void begin() { look(true); }

  /// @param progress  there is some, or nothing to wait for
  /// @return whether the limit is reached
  bool look(bool progress) {
    constexpr Clock::duration longest_pause = std::chrono::seconds(1);
    const auto now = Clock::now();
    without_progress_ = progress ? Clock::duration{}
                                 : without_progress_ + std::min(now - looked_at_, longest_pause);
    looked_at_ = now;
    return without_progress_ >= limit_;
  }

 private:
  Clock::duration limit_;
  Clock::time_point looked_at_ = Clock::now();
  Clock::duration without_progress_{};
};

}  // namespace nqueens
