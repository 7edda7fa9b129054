// Certificates come from strangers. Any bytes give a certificate that is written as the same bytes,
// or one line of error. No SHA-256 is right by chance, so each input is also tried with the right
// hashes.

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/sha256.hpp"
#include "fuzz.hpp"
#include "store/certificate.hpp"

namespace nqueens {
namespace {

/// The lines with the right hashes: of the count, of the table, and of everything before the last
/// line.
std::string sealed(std::string_view bytes) {
  std::string text;
  std::string counted;
  std::string table;
  bool is_table = false;
  for (std::string_view rest = bytes; !rest.empty();) {
    const std::string line(rest.substr(0, rest.find('\n')));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    const bool is_task = is_table && !line.starts_with("sha256: ");
    table += is_task ? line + "\n" : "";
    if (is_task) {
      counted += line.substr(0, line.rfind(' ')) + "\n";
    } else if (!text.empty() && std::count(text.begin(), text.end(), '\n') < 6) {
      counted += line + "\n";
    }
    is_table = is_table || line.starts_with("table: ");
    text += line.starts_with("sha256: ") ? "sha256: " + std::string(64, '0') + "\n" : line + "\n";
  }
  const auto put = [&text](const std::string& name, const std::string& hash) {
    const auto at = text.find("\n" + name);
    if (at != std::string::npos && text.size() >= at + 1 + name.size() + 64) {
      text.replace(at + 1 + name.size(), 64, hash);
    }
  };
  put("count_sha256: ", sha256(counted));
  put("table_sha256: ", sha256(table));
  put("sha256: ", sha256(std::string_view(text).substr(0, text.find("\nsha256: ") + 1)));
  return text;
}

/// @return whether the bytes are a certificate
bool check(std::string_view bytes) {
  Certificate certificate;
  std::vector<CertifiedTask> tasks;
  try {
    std::string_view rest = bytes;
    CertificateReader reader([&rest] { return std::exchange(rest, std::string_view{}); });
    reader.read_tasks(
        [&tasks](std::uint64_t, const CertifiedTask& task) { tasks.push_back(task); });
    certificate = reader.certificate();
  } catch (const Error& error) {
    fuzz::require_good_refusal(error, ExitCode::checkpoint);
    return false;
  }
  std::string written;
  write_certificate(
      certificate, [&tasks](std::uint64_t task) { return tasks[task]; },
      [&written](std::string_view piece) { written += piece; });
  fuzz::require(written == bytes, "what was read is written with the same bytes");
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
