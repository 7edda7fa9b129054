// Parses job lines and the first lines of checkpoints.

#include "store/header.hpp"

#include <algorithm>
#include <boost/crc.hpp>
#include <sstream>

#include "core/number.hpp"

namespace nqueens {
namespace {

constexpr std::size_t crc_digits = 8;

/// Castagnoli's polynomial.
using Crc = boost::crc_optimal<32, 0x1EDC6F41, 0xFFFFFFFF, 0xFFFFFFFF, true, true>;

}  // namespace

Error unusable(const std::string& why) {
  return {ExitCode::checkpoint, why};
}

bool is_printable(std::string_view line) {
  return std::ranges::all_of(line, [](char c) { return c >= ' ' && c <= '~'; });
}

Words parse_words(std::istream& line) {
  Words words;
  for (std::string word; line >> word;) {
    const auto equals = word.find('=');
    if (equals != std::string::npos) {
      words.emplace(word.substr(0, equals), word.substr(equals + 1));
    }
  }
  return words;
}

const std::string& text_of(const Words& words, std::string_view name) {
  const auto word = words.find(name);
  if (word == words.end()) {
    throw unusable("has no field '" + std::string(name) + "'");
  }
  return word->second;
}

std::uint64_t number_of(const Words& words, std::string_view name, std::uint64_t most) {
  const std::string& digits = text_of(words, name);
  const auto value = number_from<std::uint64_t>(digits);
  if (!value || *value > most) {
    throw unusable("has the impossible " + std::string(name) + "=" + digits);
  }
  return *value;
}

Job parse_job(const Words& words) {
  Job job;
  SequenceWords of_sequence = usual_words;
  for_each_field(job, of_sequence, [&words](const JobField& field, auto& value, const auto& parse) {
    const std::string name(field.name);
    const auto word = words.find(name);
    if (word == words.end()) {
      if (field.is_needed) {
        throw unusable("has no " + name + " in its job");
      }
      return;
    }
    const auto found = parse(word->second);
    if (!found) {
      throw unusable("names an impossible job: its " + name + " is not " + parse.expected());
    }
    value = *found;
  });
  const auto sequence = sequence_of(of_sequence);
  if (!sequence) {
    throw unusable("names an impossible job: its sequence is unknown");
  }
  job.problem.sequence = *sequence;
  if (!is_possible(job)) {
    throw unusable("names an impossible job: " + to_string(job));
  }
  return job;
}

void require_known_stream(const Job& job) {
  if (job.stream_revision != stream_revision) {
    throw unusable("is of prefix stream " + std::to_string(job.stream_revision) +
                   ", this program has " + std::to_string(stream_revision) +
                   "; use the version that made it");
  }
}

CheckpointHeader parse_header(std::string_view bytes) {
  if (bytes.starts_with(certificate_start)) {
    throw OtherKind(ExitCode::checkpoint,
                    "is a certificate, not a checkpoint; check it with 'nqueens verify', or "
                    "compare two with 'nqueens compare'");
  }
  if (!bytes.starts_with(checkpoint_start)) {
    throw unusable(bytes.empty() ? "is empty" : "is not a checkpoint of nqueens");
  }
  const auto newline = bytes.substr(0, longest_header).find('\n');
  if (newline == std::string_view::npos) {
    throw unusable("is cut short or damaged in its first line");
  }
  const std::string_view line = bytes.substr(0, newline);
  if (!is_printable(line)) {
    throw unusable("is damaged in its first line");
  }
  CheckpointHeader header;
  header.length = line.size() + 1;
  std::istringstream words{std::string(line.substr(checkpoint_start.size()))};
  if (!(words >> header.format)) {
    throw unusable("is damaged in its first line");
  }
  std::getline(words, header.fields);
  std::istringstream fields(header.fields);
  header.words = parse_words(fields);
  if (header.words.contains("of_task")) {
    throw OtherKind(
        ExitCode::checkpoint,
        "is of one task, as 'verify --save' of 1.0 kept it; verify its certificate again");
  }
  return header;
}

void Crc32c::add(std::string_view bytes) {
  Crc crc(remainder_);
  crc.process_bytes(bytes.data(), bytes.size());
  remainder_ = crc.get_interim_remainder();
}

std::string Crc32c::digits() const {
  return formatted("%08x", std::uint32_t{Crc(remainder_).checksum()});
}

CheckedBytes::CheckedBytes(std::streambuf& file, std::uint64_t size)
    : file_(file), unread_(size), piece_(1U << 18U) {
  sgetc();
  if (fault_) {
    std::rethrow_exception(fault_);
  }
  const std::string_view start(gptr(), static_cast<std::size_t>(egptr() - gptr()));
  header_ = parse_header(start);
  // The digits of the CRC and a newline end the line. It is long enough: it begins with the kind.
  const std::string_view covered = start.substr(0, header_.length - crc_digits - 1);
  if (!covered.ends_with(crc_field)) {
    throw unusable("is damaged in its first line");
  }
  crc_ = start.substr(covered.size(), crc_digits);
  gbump(static_cast<int>(header_.length));
  sum_.emplace();
  sum_->add(covered);
  sum_->add(start.substr(header_.length));
}

std::uint64_t CheckedBytes::left() const {
  return static_cast<std::uint64_t>(egptr() - gptr()) + unread_;
}

CheckedBytes::int_type CheckedBytes::underflow() {
  std::streamsize size = 0;
  try {
    size = fault_ ? 0
                  : file_.sgetn(piece_.data(), static_cast<std::streamsize>(std::min<std::uint64_t>(
                                                   unread_, piece_.size())));
  } catch (...) {
    fault_ = std::current_exception();
  }
  unread_ = size == 0 ? 0 : unread_ - static_cast<std::uint64_t>(size);
  if (sum_) {
    sum_->add({piece_.data(), static_cast<std::size_t>(size)});
  }
  setg(piece_.data(), piece_.data(), piece_.data() + size);
  return size == 0 ? traits_type::eof() : traits_type::to_int_type(piece_.front());
}

void CheckedBytes::require_right() {
  while (unread_ > 0) {
    underflow();
  }
  if (fault_) {
    std::rethrow_exception(fault_);
  }
  if (crc_ != sum_->digits()) {
    throw unusable("is damaged: its CRC-32C does not match");
  }
}

}  // namespace nqueens
