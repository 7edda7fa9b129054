// Certificates come from strangers. Any bytes give a certificate that is written as the same bytes,
// or one line of error. No SHA-256 is right by chance, so each input is also tried with the right
// checksums.

#include <optional>
#include <string>
#include <string_view>

#include "core/sha256.hpp"
#include "fuzz.hpp"
#include "store/certificate.hpp"

namespace nqueens {
namespace {

constexpr std::string_view job_word = "job: ";
constexpr std::string_view group_word = "group ";
constexpr std::string_view count_hash_word = "count_sha256: ";
constexpr std::string_view hash_word = "sha256: ";
constexpr std::size_t digits_of_a_group = 16;

/// The lines with the right checksums: of each group, of the count, and of everything before the
/// last line.
std::string sealed(std::string_view bytes) {
  std::string text;
  std::string counted;
  std::string job_line;
  while (!bytes.empty()) {
    std::string line(bytes.substr(0, bytes.find('\n')));
    bytes.remove_prefix(std::min(line.size() + 1, bytes.size()));
    if (line.starts_with(job_word)) {
      job_line = line + "\n";
    } else if (line.starts_with(group_word)) {
      line.resize(line.rfind(' '));
      line += " " + sha256(job_line + line + "\n").substr(0, digits_of_a_group);
    } else if (line.starts_with(count_hash_word)) {
      line = std::string(count_hash_word) + sha256(counted);
    } else if (line.starts_with(hash_word)) {
      line = std::string(hash_word) + sha256(text);
    }
    counted += text.empty() || line.starts_with('#') ? "" : line + "\n";
    text += line + "\n";
  }
  return text;
}

/// @return whether the bytes are a certificate
bool check(std::string_view bytes) {
  std::optional<Certificate> certificate;
  try {
    certificate = decode_certificate(bytes);
  } catch (const Error& error) {
    fuzz::require_good_refusal(error, ExitCode::checkpoint);
    return false;
  }
  fuzz::require(encode(*certificate) == bytes, "what was read is written with the same bytes");
  return true;
}

}  // namespace
}  // namespace nqueens

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace nqueens;
  const std::string_view bytes = fuzz::text_of(data, size);
  fuzz::check_with_sums(bytes, sealed(bytes), true, check);
  return 0;
}
