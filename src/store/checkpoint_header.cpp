// Writes and reads the first line of a checkpoint.

#include "store/checkpoint_header.hpp"

#include <boost/crc.hpp>
#include <cstdio>
#include <sstream>

#include "core/timestamp.hpp"
#include "store/file_start.hpp"

namespace nqueens {
namespace {

constexpr std::string_view crc_field = " crc32c=";
constexpr std::size_t crc_digits = 8;

std::uint32_t crc32c(std::string_view header, std::string_view payload) {
  boost::crc_optimal<32, 0x1EDC6F41, 0xFFFFFFFF, 0xFFFFFFFF, true, true>
      crc;  // Castagnoli's polynomial
  crc.process_bytes(header.data(), header.size());
  crc.process_bytes(payload.data(), payload.size());
  return crc.checksum();
}

std::string hex(std::uint32_t value) {
  char digits[crc_digits + 1];
  std::snprintf(digits, sizeof digits, "%08x", value);
  return digits;
}

/// The names, as far as there is room.
std::string kernels_line(std::string kernels) {
  while (kernels.size() > longest_kernels) {
    const auto comma = kernels.rfind(',');
    kernels.resize(comma == std::string::npos ? 0 : comma);
  }
  return kernels;
}

std::string progress_of(const Job& job, const QueueSnapshot& queue) {
  const QueueTotals sums = totals(queue);
  return to_string(job) + " tasks=" + std::to_string(queue.done.size()) +
         " done=" + std::to_string(sums.tasks_done) +
         " confirmed=" + std::to_string(sums.tasks_confirmed) +
         " slices_done=" + std::to_string(sums.slices_done) + " count=" + to_string(sums.count);
}

}  // namespace

const std::string& CheckpointHeader::text(std::string_view name) const {
  const auto word = words.find(name);
  if (word == words.end()) {
    throw unusable("has no '" + std::string(name) + "' in its first line");
  }
  return word->second;
}

std::uint64_t CheckpointHeader::number(std::string_view name, std::uint64_t most) const {
  const std::string& digits = text(name);
  const auto value = whole_number(digits, most);
  if (!value) {
    throw unusable("has the impossible " + std::string(name) + "=" + digits + " in its first line");
  }
  return *value;
}

Job CheckpointHeader::job() const {
  return parse_job(words);
}

CheckpointHeader parse_header(std::string_view bytes) {
  if (bytes.starts_with(certificate_start)) {
    throw OtherKind(
        ExitCode::checkpoint,
        "is a certificate, not a checkpoint; check it with 'nqueens verify --certificate'");
  }
  if (!bytes.starts_with(checkpoint_start)) {
    throw unusable(bytes.empty() ? "is empty" : "is not a checkpoint of nqueens");
  }
  const auto newline = bytes.substr(0, longest_header).find('\n');
  if (newline == std::string_view::npos) {
    throw unusable("is cut short or damaged in its first line");
  }
  if (!is_printable(bytes.substr(0, newline))) {
    throw unusable("is damaged in its first line");
  }
  CheckpointHeader header;
  header.length = newline + 1;
  std::istringstream words{
      std::string(bytes.substr(checkpoint_start.size(), newline - checkpoint_start.size()))};
  if (!(words >> header.format)) {
    throw unusable("is damaged in its first line");
  }
  header.words = parse_words(words);
  return header;
}

void check_crc(std::string_view line, std::string_view payload) {
  const std::size_t tail = crc_digits + 1;  // the digits and the newline
  if (line.size() < tail + crc_field.size() ||
      !line.substr(0, line.size() - tail).ends_with(crc_field)) {
    throw unusable("is damaged in its first line");
  }
  const std::string_view covered = line.substr(0, line.size() - tail);
  if (line.substr(covered.size(), crc_digits) != hex(crc32c(covered, payload))) {
    throw unusable("is damaged: its CRC-32C does not match");
  }
}

void check_totals(const CheckpointHeader& header, const QueueSnapshot& queue) {
  const QueueTotals sums = totals(queue);
  if (std::to_string(sums.tasks_done) != header.text("done") ||
      to_string(sums.count) != header.text("count") ||
      std::to_string(sums.tasks_confirmed) != header.text("confirmed") ||
      std::to_string(sums.slices_done) != header.text("slices_done")) {
    throw unusable("contradicts itself: its records do not add up to its first line");
  }
}

std::string encode_header(const Checkpoint& checkpoint, std::string_view payload) {
  const std::string saved = format_time(checkpoint.saved_at, "%Y-%m-%dT%H:%M:%SZ", TimeZone::utc);
  const std::string header = std::string(checkpoint_start) + std::to_string(checkpoint_format) +
                             " " + progress_of(checkpoint.job, checkpoint.queue) +
                             " saved=" + (saved.empty() ? "unknown" : saved) +
                             " kernels=" + kernels_line(checkpoint.runs.kernels) +
                             " length=" + std::to_string(payload.size()) + std::string(crc_field);
  return header + hex(crc32c(header, payload)) + "\n";
}

}  // namespace nqueens
