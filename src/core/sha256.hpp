// SHA-256, as in FIPS 180-4.
#pragma once

#include <string>
#include <string_view>

namespace nqueens {

/// The SHA-256 of the bytes: 64 hexadecimal digits in lower case.
std::string sha256(std::string_view bytes);

}  // namespace nqueens
