// Messages: any bytes give a message that is equal after encoding and decoding it, or
// std::runtime_error. Each input is also tried with the right checksum as its last bytes.

#include <cstring>
#include <optional>
#include <stdexcept>
#include <string>

#include "fuzz.hpp"
#include "net/message.hpp"

namespace nqueens {
namespace {

std::string sealed(std::string_view bytes) {
  std::uint64_t sum = 0;
  std::string body(bytes.substr(0, bytes.size() - std::min(bytes.size(), sizeof sum)));
  sum = checksum(body);
  return body.append(reinterpret_cast<const char*>(&sum), sizeof sum);
}

/// @return whether the bytes are a message
bool check(std::string_view bytes) {
  std::optional<Message> message;
  try {
    message = decode_message(bytes);
  } catch (const std::runtime_error&) {
    return false;
  }
  const std::string encoded = encode(*message);
  fuzz::require(encoded.size() == bytes.size(), "a message has nothing that is not read");
  fuzz::require(encoded == bytes || encode(decode_message(encoded)) == encoded,
                "what was read can be sent and read again");
  return true;
}

}  // namespace
}  // namespace nqueens

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace nqueens;
  const std::string_view bytes = fuzz::text_of(data, size);
  // Not every input unchanged: wrong sums are refused at once.
  fuzz::check_with_sums(bytes, sealed(bytes), size % 8 == 0, check);
  return 0;
}
