// Checkpoints: any bytes give a checkpoint that is equal after writing and reading it, or one line
// of error. A CRC-32C is right by chance once in four billion inputs, so each input is also tried
// with the right one.

#include <boost/crc.hpp>
#include <cmath>
#include <optional>
#include <sstream>
#include <string>

#include "fuzz.hpp"
#include "store/checkpoint.hpp"

namespace nqueens {
namespace {

/// The bytes with the right length and CRC.
std::string sealed(std::string_view bytes) {
  const std::size_t newline = std::min(bytes.find('\n'), bytes.size());
  const std::string_view line = bytes.substr(0, newline);
  const std::string_view payload = bytes.substr(std::min(newline + 1, bytes.size()));
  std::string covered(line.substr(0, line.rfind(" length=")));
  covered += " length=" + std::to_string(payload.size()) + " crc32c=";
  boost::crc_optimal<32, 0x1EDC6F41, 0xFFFFFFFF, 0xFFFFFFFF, true, true> crc;
  crc.process_bytes(covered.data(), covered.size());
  crc.process_bytes(payload.data(), payload.size());
  char digits[9];
  std::snprintf(digits, sizeof digits, "%08x", static_cast<unsigned>(crc.checksum()));
  return covered.append(digits).append("\n").append(payload);
}

std::optional<Checkpoint> decoded(std::string_view bytes) {
  try {
    std::stringbuf file{std::string(bytes)};
    return decode(file, bytes.size());
  } catch (const Error& error) {
    fuzz::require_good_refusal(error, ExitCode::checkpoint);
    return std::nullopt;
  }
}

/// Times in microseconds may exceed a double's precision when a thousand workers run for years.
bool equal(double left, double right) {
  return std::abs(left - right) <= 1e-14 * left;
}

bool equal(const Checkpoint& left, const Checkpoint& right) {
  return left.job == right.job && left.queue == right.queue && left.saved_at == right.saved_at &&
         left.runs.starts == right.runs.starts &&
         equal(left.runs.elapsed_seconds, right.runs.elapsed_seconds) &&
         equal(left.runs.kernel_seconds, right.runs.kernel_seconds) &&
         left.runs.lost_workers == right.runs.lost_workers &&
         left.runs.kernels == right.runs.kernels && left.check_seed == right.check_seed &&
         equal(left.runs.check_seconds, right.runs.check_seconds) &&
         left.runs.disputes == right.runs.disputes;
}

/// @return whether the bytes are a checkpoint
bool check(std::string_view bytes) {
  const auto checkpoint = decoded(bytes);
  if (!checkpoint) {
    return false;
  }
  fuzz::require(is_possible(checkpoint->job), "the job can be");
  std::string written;
  encode(*checkpoint, [&written](std::string_view piece) { written += piece; });
  const auto again = decoded(written);
  fuzz::require(again && equal(*again, *checkpoint), "what was read can be written and read again");
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
