// SHA-256, as in FIPS 180-4.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace nqueens {

/// The SHA-256 of bytes added piece by piece.
class Sha256 {
 public:
  void add(std::string_view bytes);

  /// 64 hexadecimal digits in lower case, of all bytes so far.
  [[nodiscard]] std::string digits() const;

 private:
  std::array<std::uint32_t, 8> hash_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::string rest_;  ///< less than a block
  std::uint64_t bytes_ = 0;
};

/// The SHA-256 of the bytes: 64 hexadecimal digits in lower case.
std::string sha256(std::string_view bytes);

}  // namespace nqueens
