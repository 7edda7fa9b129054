// A device that is played by a kernel of the processor, and what may go wrong with it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "device/replace_devices.hpp"

namespace nqueens::test {

/// After so many prefixes of the process, those of its self-tests included.
struct DeviceFault {
  enum class Kind {
    none,
    lost,    ///< DeviceError from work()
    wrong,   ///< one more than the truth, in each count
    hang,    ///< no launch ends any more
    build,   ///< its kernel does not compile
    memory,  ///< no memory for the first launch
    slow,    ///< each prefix takes 50 ms
    part,    ///< none, but it has another UUID, as another part of the same GPU
    open,    ///< its kernel compiles for ever, which it says on stderr
    mute,    ///< a call into its driver never returns, which it says on stderr
    caught,  ///< as wrong, which its 50th count shows
  };
  Kind kind = Kind::none;
  std::uint64_t after = 0;
};

/// "device", "device:lost", "device:wrong:after=500". Nothing if the text is something else.
std::optional<DeviceFault> parse_device_fault(std::string_view text);

/// One device, a GPU, with the number 0, the PCI address 0000:01:00.0 and a UUID.
DeviceDriver fake_device(const DeviceFault& fault = {});

}  // namespace nqueens::test
