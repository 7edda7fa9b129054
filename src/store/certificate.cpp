// The bytes of a certificate, which docs/certificate.md specifies.

#include "store/certificate.hpp"

#include <algorithm>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "core/error.hpp"
#include "core/number.hpp"
#include "core/sha256.hpp"
#include "store/header.hpp"

namespace nqueens {
namespace {

/// The format includes the words in the file.
constexpr int certificate_format = 2;
constexpr std::string_view magic = certificate_start;
constexpr std::string_view word_mark = "#";
constexpr std::string_view group_word = "group";
constexpr std::string_view count_hash_name = "count_sha256";
constexpr std::string_view hash_name = "sha256";
constexpr std::string_view nothing = "none";
constexpr std::string_view agrees = " agrees ";
constexpr std::size_t hash_digits = 64;
constexpr std::size_t checksum_digits = 16;
constexpr std::size_t longest_provenance_line = 1000;

// --- writing

std::string field(std::string_view name, const std::string& value) {
  return std::string(name) + ": " + value + "\n";
}

std::string field(std::string_view name, std::uint64_t value) {
  return field(name, std::to_string(value));
}

/// The line of a group. @param job_line  without its newline
std::string group_line(const CertificateGroup& group, const std::string& job_line) {
  const std::string line = std::string(group_word) + " " + std::to_string(group.first) + " " +
                           std::to_string(group.last) + " " + to_string(group.count);
  return line + " " + sha256(job_line + line + "\n").substr(0, checksum_digits) + "\n";
}

/// The lines that the hash of the count is of.
struct CountedLines {
  std::string header;
  std::string groups;

  [[nodiscard]] std::string hash() const { return sha256(header + groups); }
};

CountedLines counted_lines(const Certificate& certificate) {
  const std::string job_line = field("job", to_string(certificate.job));
  const auto& second = certificate.second;
  CountedLines lines;
  lines.header =
      job_line + field("prefixes", certificate.prefixes) + field("tasks", certificate.tasks) +
      field("tasks_per_group", certificate.tasks_per_group) +
      field("groups", certificate.groups.size()) + field("above", to_string(certificate.above)) +
      field("total", to_string(certificate.total)) +
      field("second_count",
            second ? to_string(certificate.total) + std::string(agrees) + to_string(*second)
                   : std::string(nothing));
  for (const CertificateGroup& group : certificate.groups) {
    lines.groups += group_line(group, job_line);
  }
  return lines;
}

// --- reading

/// The lines of a text, one by one.
class TextLines {
 public:
  explicit TextLines(std::string_view text) : rest_(text) {}

  [[nodiscard]] bool at_end() const { return rest_.empty(); }
  [[nodiscard]] bool begins_with(std::string_view start) const { return rest_.starts_with(start); }

  /// The number of the line that next() gave last, from 1.
  [[nodiscard]] std::string number() const { return std::to_string(number_); }

  /// Without its newline.
  std::string_view next() {
    const auto newline = rest_.find('\n');
    if (newline == std::string_view::npos) {
      throw unusable("is cut short after line " + number());
    }
    ++number_;
    const std::string_view line = rest_.substr(0, newline);
    rest_.remove_prefix(newline + 1);
    return line;
  }

  /// The value in a line "name: value".
  std::string text(std::string_view name) {
    const std::string_view line = next();
    if (line.size() < name.size() + 3 || !line.starts_with(name) ||
        line.substr(name.size(), 2) != ": ") {
      throw unusable("has no '" + std::string(name) + ": ...' in line " + number());
    }
    return std::string(line.substr(name.size() + 2));
  }

  /// A line "name: value" of any name.
  std::string fact() {
    const std::string_view line = next();
    if (line.size() > longest_provenance_line || !is_printable(line) ||
        line.find(": ") == std::string_view::npos) {
      throw unusable("does not say in line " + number() + " where its count comes from");
    }
    return std::string(line);
  }

  std::string hash(std::string_view name) {
    std::string value = text(name);
    if (value.size() != hash_digits) {
      throw unusable("has no SHA-256 in line " + number());
    }
    return value;
  }

  Count count(std::string_view name) {
    const auto value = parse_count(text(name));
    if (!value) {
      throw unusable("has no number below 2^128 in line " + number());
    }
    return *value;
  }

  std::uint64_t whole(std::string_view name, std::uint64_t least, std::uint64_t most) {
    const Count value = count(name);
    if (value < Count{least} || value > Count{most}) {
      throw unusable("has a number in line " + number() + " that is not from " +
                     std::to_string(least) + " to " + std::to_string(most));
    }
    return value.low();
  }

 private:
  std::string_view rest_;
  std::uint64_t number_ = 0;
};

/// Takes the text up to the next blank, and the blank.
std::string_view take_word(std::string_view& text) {
  const std::string_view word = text.substr(0, text.find(' '));
  text.remove_prefix(std::min(word.size() + 1, text.size()));
  return word;
}

/// The job that a line names.
Job read_job(const std::string& line) {
  std::istringstream words(line);
  const Job job = parse_job(parse_words(words));
  require_known_stream(job);
  return job;
}

/// The job of the second count, which has the same total.
std::optional<Job> read_second(TextLines& lines, const Certificate& certificate) {
  const std::string line = lines.text("second_count");
  if (line == nothing) {
    return {};
  }
  const std::string what = "has a second count in line " + lines.number() + " that ";
  const std::string start = to_string(certificate.total) + std::string(agrees);
  if (!line.starts_with(start)) {
    throw unusable(what + "does not agree with its total");
  }
  const Job second = read_job(line.substr(start.size()));
  if (second.problem != certificate.job.problem || is_cut_alike(second, certificate.job)) {
    throw unusable(what + "is not its count in another cut");
  }
  return second;
}

void read_header(TextLines& lines, Certificate& certificate) {
  certificate.job = read_job(lines.text("job"));
  certificate.prefixes = lines.whole("prefixes", 0, max_prefixes);
  certificate.tasks = certificate.tasks_of_prefixes();
  if (lines.whole("tasks", 0, max_prefixes) != certificate.tasks) {
    throw unusable("contradicts itself: its prefixes make " + amount_of(certificate.tasks, "task"));
  }
  certificate.tasks_per_group = lines.whole("tasks_per_group", 1, max_prefixes);
  if (certificate.tasks_per_group != tasks_per_group_of(certificate.tasks)) {
    throw unusable("contradicts itself: its groups have " +
                   amount_of(tasks_per_group_of(certificate.tasks), "task"));
  }
  const std::uint64_t groups = lines.whole("groups", 0, max_certificate_groups);
  if (groups != certificate.groups_of_tasks()) {
    throw unusable("contradicts itself: its tasks make " +
                   amount_of(certificate.groups_of_tasks(), "group"));
  }
  certificate.above = lines.count("above");
  certificate.total = lines.count("total");
  certificate.second = read_second(lines, certificate);
}

/// The group in a line, without checking its checksum.
CertificateGroup read_group(TextLines& lines, const CertificateGroup& wanted) {
  std::string_view line = lines.next();
  const std::string_view word = take_word(line);
  const std::string_view first = take_word(line);
  const std::string_view last = take_word(line);
  const auto count = parse_count(take_word(line));
  if (word != group_word || first != std::to_string(wanted.first) ||
      last != std::to_string(wanted.last)) {
    throw unusable("has no group of the prefixes " + std::to_string(wanted.first) + " to " +
                   std::to_string(wanted.last) + " in line " + lines.number());
  }
  if (!count) {
    throw unusable("has no number below 2^128 in line " + lines.number());
  }
  return {.first = wanted.first, .last = wanted.last, .count = *count};
}

/// A difference between a file and what it should be.
struct Difference {
  std::string number;         ///< of the line
  std::string_view expected;  ///< the line as it should be
};

/// The first line in which they differ, if any.
std::optional<Difference> difference(std::string_view bytes, std::string_view expected) {
  TextLines found(bytes);
  TextLines right(expected);
  while (!found.at_end() && !right.at_end()) {
    const std::string_view line = right.next();
    if (found.next() != line) {
      return Difference{.number = found.number(), .expected = line};
    }
  }
  return std::nullopt;
}

void require_sums(const Certificate& certificate) {
  if (!certificate.job.problem.row().by_row && certificate.above != Count{}) {
    throw unusable("contradicts itself: a count of solutions has nothing above its prefixes");
  }
  Count sum = certificate.above;
  try {
    for (const CertificateGroup& group : certificate.groups) {
      sum += group.count;
    }
  } catch (const std::overflow_error&) {
    throw unusable("contradicts itself: its subtotals add up to more than 2^128");
  }
  if (sum != certificate.total) {
    throw unusable("contradicts itself: its subtotals add up to " + to_string(sum) +
                   ", its total is " + to_string(certificate.total));
  }
  const std::uint64_t divisor =
      weight_bounds(certificate.job.problem, certificate.job.symmetry).divisor;
  for (const CertificateGroup& group : certificate.groups) {
    if (group.count % divisor != 0) {
      throw unusable("contradicts itself: the subtotal " + to_string(group.count) +
                     " is no multiple of " + std::to_string(divisor) +
                     ", as the weights of its prefixes are");
    }
  }
}

/// Reads a text of this format. The caller compares the certificate's own bytes with it.
Certificate parse(std::string_view bytes) {
  TextLines lines(bytes);
  lines.next();
  Certificate certificate;
  read_header(lines, certificate);
  while (lines.begins_with(word_mark)) {
    lines.next();
  }
  for (std::uint64_t number = 0; number < certificate.groups_of_tasks(); ++number) {
    certificate.groups.push_back(read_group(lines, certificate.bounds_of_group(number)));
  }
  lines.hash(count_hash_name);
  while (!lines.begins_with(std::string(hash_name) + ":")) {
    certificate.provenance.push_back(lines.fact());
  }
  lines.hash(hash_name);
  if (!lines.at_end()) {
    throw unusable("has something after line " + lines.number() + ", which should be its last");
  }
  return certificate;
}

/// Throws if the text is not a certificate of this format.
void require_format(std::string_view bytes) {
  if (bytes.starts_with(checkpoint_start)) {
    throw OtherKind(
        ExitCode::checkpoint,
        "is a checkpoint, not a certificate; check it with 'nqueens verify' without --certificate");
  }
  if (!bytes.starts_with(magic)) {
    throw unusable(bytes.empty() ? "is empty" : "is not a certificate of nqueens");
  }
  if (bytes.size() > max_certificate_bytes) {
    throw unusable("is larger than " + std::to_string(max_certificate_bytes) +
                   " bytes, the most that a certificate has");
  }
  if (bytes.find('\r') != std::string_view::npos) {
    throw unusable("has other line endings than it was written with; copy it as a binary file");
  }
  const auto format = parse_count(TextLines(bytes).next().substr(magic.size()));
  if (!format || *format == Count{}) {
    throw unusable("is damaged in its first line");
  }
  if (*format != Count{certificate_format}) {
    const bool newer = *format > Count{certificate_format};
    throw unusable("is of format " + to_string(*format) + ", " + (newer ? "newer" : "older") +
                   " than this program's " + std::to_string(certificate_format) + "; " +
                   (newer ? "use a newer nqueens"
                          : "make it again from its checkpoint, or use the nqueens that wrote it"));
  }
}

}  // namespace

std::string provenance_line(const std::string& name, const std::string& value) {
  std::string line = name + ": " + value;
  for (char& c : line) {
    c = is_printable({&c, 1}) ? c : '?';
  }
  return line.substr(0, longest_provenance_line);
}

std::string count_hash(const Certificate& certificate) {
  return counted_lines(certificate).hash();
}

std::string encode(const Certificate& certificate) {
  const CountedLines lines = counted_lines(certificate);
  std::string text = std::string(magic) + std::to_string(certificate_format) + "\n" + lines.header +
                     certificate_rule(certificate.job) + lines.groups +
                     field(count_hash_name, lines.hash());
  for (const std::string& line : certificate.provenance) {
    text += line + "\n";
  }
  return text + field(hash_name, sha256(text));
}

Certificate decode_certificate(std::string_view bytes) {
  require_format(bytes);
  Certificate certificate = parse(bytes);
  const std::string expected = encode(certificate);
  const auto changed = difference(bytes, expected);
  const auto refuse_change_of = [&changed](std::string_view start, const char* why) {
    if (changed && changed->expected.starts_with(start)) {
      throw unusable("was changed in line " + changed->number + ": " + why);
    }
  };
  // Reports the most telling fault first: a changed digit also spoils a sum and the SHA-256.
  refuse_change_of(group_word, "the checksum is not that of this group of this job");
  refuse_change_of(word_mark, "these are not the words for its job");
  require_sums(certificate);
  refuse_change_of(count_hash_name, "the SHA-256 is not that of its count");
  refuse_change_of(hash_name, "the SHA-256 is not that of the lines before it");
  refuse_change_of("", "it is not written as it should be");
  return certificate;
}

}  // namespace nqueens
