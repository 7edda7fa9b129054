// Certificates come from strangers: whatever the bytes, they are refused in one line or stand for a
// certificate that is written with the very same bytes.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "nqueens/core/error.hpp"
#include "nqueens/store/certificate.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    if (encode(nqueens::decode_certificate(bytes)) != bytes) {
      std::abort();
    }
  } catch (const nqueens::Error& error) {
    const std::string_view message = error.what();
    if (error.code() != nqueens::ExitCode::checkpoint || message.find('\n') != std::string_view::npos) {
      std::abort();
    }
  }
  return 0;
}
