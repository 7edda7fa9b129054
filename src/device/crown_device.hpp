// CrownDevice counts crowns on a device, many in a launch. It has two slots, so that the caller
// fills one while the device works on the other.
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

/// A crown in the layout that crowns.cl reads, by rows left.
struct CrownRecord {
  /// Most rows of a crown for a device. Larger ones are rare and are split().
  static constexpr int max_rows = 15;
  static_assert(max_rows >= fewest_rows_of_large, "as split() has it");

  /// [0]: columns left.
  std::array<std::uint32_t, max_rows + 1> available{};
  /// Distances between the next rows, five bits each, the next one lowest.
  std::array<std::uint32_t, max_rows + 1> gaps{};

  CrownRecord() = default;
  /// @param crown  of at most max_rows rows
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

/// 32 bits suffice: the largest crowns have about 2^22 nodes.
struct CrownSums {
  std::uint32_t solutions = 0;
  std::uint32_t nodes = 0;

  friend bool operator==(const CrownSums&, const CrownSums&) = default;
};

/// A device's result for a crown, in the layout of crowns.cl.
struct CrownResult {
  CrownSums sums{};
  std::uint32_t seal = 0;  ///< seal_of() the crown as the device read it
};

/// A word that identifies this result of this crown, at this place of this launch. Any other result
/// has it with probability 2^-32. crowns.cl computes the same.
std::uint32_t seal_of(const CrownRecord& crown, std::size_t place, std::uint32_t launch,
                      const CrownSums& sums);

/// Counts a crown on the processor, with the same sums; takes 3 ns per node.
CrownSums count_crown(const CrownRecord& crown);

/// Used by one thread. All functions throw DeviceError.
class CrownDevice {
 public:
  static constexpr std::size_t slot_count = 2;
  /// Room in a launch beyond max_crowns(), for crowns that test the device.
  static constexpr std::size_t spare_crowns = 8;

  CrownDevice() = default;
  CrownDevice(const CrownDevice&) = delete;
  CrownDevice& operator=(const CrownDevice&) = delete;
  virtual ~CrownDevice() = default;

  /// Crowns that keep the device busy.
  [[nodiscard]] virtual std::size_t enough_crowns() const = 0;
  [[nodiscard]] virtual std::size_t max_crowns() const = 0;

  /// The crowns of a slot; fill them while the slot does not run.
  virtual std::vector<CrownRecord>& crowns(std::size_t slot) = 0;

  /// Starts a launch without waiting. @param launch  its number, for the seals
  virtual void start(std::size_t slot, std::uint32_t launch) = 0;

  /// Seconds that the device worked on a launch; nothing while it runs. Does not wait.
  virtual std::optional<double> ended(std::size_t slot) = 0;

  /// The result of each crown of a slot, in order, once the launch has ended.
  [[nodiscard]] virtual const std::vector<CrownResult>& results(std::size_t slot) const = 0;

  [[nodiscard]] virtual const DeviceInfo& info() const = 0;
};

/// Like list_devices(), for OpenCL.
std::vector<DeviceInfo> find_all_devices();

/// @param info  of a usable device
std::unique_ptr<CrownDevice> open_crown_device(const DeviceInfo& info, const std::string& kernel,
                                               const DeviceOptions& options);

/// Counts whole prefixes on a device that counts crowns.
/// @param trunk  of the problem
std::unique_ptr<Backend> make_prefix_counter(std::unique_ptr<CrownDevice> device,
                                             std::unique_ptr<CrownSource> trunk,
                                             const DeviceOptions& options);

/// How long a device may make no progress before it is given up. Measures only the time while this
/// process looks: during a long pause between two looks, the process had no processor or was
/// stopped.
class Patience {
 public:
  explicit Patience(Clock::duration limit) : limit_(limit) {}

  void begin() { look(true); }

  /// @param progress  true also if there is nothing to wait for
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
