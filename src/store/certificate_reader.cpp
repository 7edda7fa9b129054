// Reads certificates, and draws samples of their tasks.

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "core/number.hpp"
#include "store/certificate.hpp"
#include "store/certificate_text.hpp"
#include "store/header.hpp"

namespace nqueens {
namespace {

constexpr std::size_t hash_digits = 64;

/// Leading hexadecimal digits of a SHA-256 that make the number of a draw.
constexpr std::size_t draw_digits = 32;

/// One line per start, of which 90 are kept at both ends, and a dozen for other facts.
constexpr std::size_t most_provenance_lines = 1000;

void read_format(Lines& lines) {
  if (lines.begins_with(checkpoint_start)) {
    throw OtherKind(
        ExitCode::checkpoint,
        "is a checkpoint, not a certificate; 'nqueens certificate' makes one of it, and 'nqueens "
        "verify CHECKPOINT' checks it as it is");
  }
  if (lines.at_end()) {
    throw unusable("is empty; make it with 'nqueens certificate CHECKPOINT'");
  }
  if (!lines.begins_with(certificate_start)) {
    throw unusable("is not a certificate of nqueens; name one that 'nqueens certificate' made");
  }
  const std::string_view line = lines.next();
  if (line.ends_with('\r')) {
    throw unusable("has other line endings than it was written with; copy it as a binary file");
  }
  const auto format = plain_count(line.substr(certificate_start.size()));
  if (!format || *format == Count{}) {
    throw unusable("is damaged in its first line");
  }
  const bool newer = *format > Count{newest_certificate};
  if (newer || *format < Count{oldest_certificate}) {
    throw unusable("is of format " + to_string(*format) + ", " + (newer ? "newer" : "older") +
                   " than this program's " +
                   std::to_string(newer ? newest_certificate : oldest_certificate) + "; " +
                   (newer ? "use a newer nqueens"
                          : "make it again from its checkpoint, or use the nqueens that wrote it"));
  }
}

Job read_job(const Lines& lines, const std::string& text) {
  std::istringstream words(text);
  const Job job = parse_job(parse_words(words));
  require_known_stream(job);
  if (to_string(without_slices(job)) != text) {
    throw unusable("was changed in line " + lines.number() + ": it is not written as it should be");
  }
  return job;
}

std::optional<Job> read_second(Lines& lines, const Certificate& certificate) {
  const std::string line = lines.text("second_count");
  if (line == nothing) {
    return {};
  }
  const std::string what = "has a second count in line " + lines.number() + " that ";
  const std::string start = to_string(certificate.total) + std::string(agrees);
  if (!line.starts_with(start)) {
    throw unusable(what + "does not agree with its total");
  }
  const Job second = read_job(lines, line.substr(start.size()));
  if (second.problem != certificate.job.problem || second.is_opened() ||
      certificate.job.is_opened()) {
    throw unusable(what + "is not its count in another cut");
  }
  return second;
}

std::string read_hash(Lines& lines, std::string_view name) {
  std::string value = lines.text(name);
  if (value.size() != hash_digits) {
    throw unusable("has no SHA-256 in line " + lines.number());
  }
  return value;
}

void read_header(Lines& lines, Certificate& certificate) {
  certificate.job = read_job(lines, lines.text("job"));
  certificate.prefixes = lines.whole("prefixes", max_prefixes);
  certificate.tasks = lines.whole("tasks", max_prefixes);
  const std::uint64_t tasks = divide_up(certificate.prefixes, certificate.job.prefixes_per_task);
  if (certificate.tasks != tasks) {
    throw unusable("contradicts itself: its prefixes make " + amount_of(tasks, "task"));
  }
  if (tasks > cut_limits(certificate.job.problem).max_tasks) {
    throw unusable("has " + amount_of(tasks, "task") + ", more than a job can have");
  }
  certificate.above = lines.count("above");
  if (!certificate.job.problem.info().by_row && certificate.above != Count{}) {
    throw unusable("contradicts itself: a count of solutions has nothing above its prefixes");
  }
  certificate.total = lines.count("total");
  certificate.second = read_second(lines, certificate);
  certificate.nodes = lines.count("nodes");
  if (certificate.nodes > Count{std::numeric_limits<std::uint64_t>::max()} * tasks) {
    throw unusable("contradicts itself: its tasks cannot have " + to_string(certificate.nodes) +
                   " nodes");
  }
  certificate.count_sha256 = read_hash(lines, "count_sha256");
  certificate.table_sha256 = read_hash(lines, "table_sha256");
}

void read_words(Lines& lines, const Job& job) {
  std::istringstream words(certificate_rule(job));
  for (std::string line; std::getline(words, line);) {
    if (lines.next() != line) {
      throw unusable("was changed in line " + lines.number() +
                     ": these are not the words for its job");
    }
  }
}

void read_provenance(Lines& lines, std::vector<std::string>& provenance) {
  for (std::string_view line = lines.next(); line != table_line; line = lines.next()) {
    if (line.size() > longest_provenance_line || !is_printable(line) || line < "a" || line >= "{" ||
        line.starts_with("table:") || line.find(": ") == std::string_view::npos) {
      throw unusable("does not say in line " + lines.number() + " where its count comes from");
    }
    if (provenance.size() == most_provenance_lines) {
      throw unusable("says too much in line " + lines.number() +
                     " about where its count comes from");
    }
    provenance.emplace_back(line);
  }
}

/// Removes and returns the text up to the next blank; removes the blank, too.
std::string_view take_word(std::string_view& text) {
  const std::string_view word = text.substr(0, text.find(' '));
  text.remove_prefix(std::min(word.size() + 1, text.size()));
  return word;
}

/// @param rest  the line read last
CertifiedTask task_of(std::string_view rest, std::uint64_t first_prefix, const Lines& lines) {
  if (number_from<std::uint64_t>(take_word(rest)) != first_prefix) {
    throw unusable("has no task of the prefix " + std::to_string(first_prefix) + " in line " +
                   lines.number());
  }
  const auto count = plain_count(take_word(rest));
  if (!count) {
    throw unusable("has no number below 2^128 in line " + lines.number());
  }
  const auto nodes = number_from<std::uint64_t>(take_word(rest));
  if (!nodes) {
    throw unusable("has no number of nodes below 2^64 in line " + lines.number());
  }
  return {.count = *count, .nodes = *nodes};
}

class Sums {
 public:
  explicit Sums(const Certificate& certificate)
      : certificate_(certificate),
        divisor_(weight_bounds(certificate.job.problem, certificate.job.symmetry).divisor),
        total_(certificate.above) {}

  void add(const CertifiedTask& task, const Lines& lines) {
    if (task.count % divisor_ != 0) {
      throw unusable("contradicts itself: the count " + to_string(task.count) + " in line " +
                     lines.number() + " is no multiple of " + std::to_string(divisor_) +
                     ", as the weights of its prefixes are");
    }
    try {
      total_ += task.count;
      nodes_ += task.nodes;
    } catch (const OutOfRange&) {
      throw unusable("contradicts itself: its tasks add up to more than 2^128");
    }
  }

  void require() const {
    const auto require_sum = [](Count sum, Count said, const char* of, const char* name) {
      if (sum != said) {
        throw unusable(std::string("contradicts itself: its ") + of + " add up to " +
                       to_string(sum) + ", its " + name + " is " + to_string(said));
      }
    };
    require_sum(total_, certificate_.total, "counts", "total");
    require_sum(nodes_, certificate_.nodes, "nodes", "number of nodes");
  }

 private:
  const Certificate& certificate_;
  std::uint64_t divisor_;
  Count total_;
  Count nodes_;
};

void require_hash(const std::string& found, const std::string& said, const char* of) {
  if (found != said) {
    throw unusable(std::string("was changed: the SHA-256 is not that of ") + of);
  }
}

Uint128 number_of_draw(const Certificate& certificate, const std::string& seed,
                       std::uint64_t draw) {
  const std::string digits =
      sha256(certificate.table_sha256 + " " + seed + " " + std::to_string(draw));
  Uint128 number = 0;
  for (const char digit : digits.substr(0, draw_digits)) {
    number = number << 4U | static_cast<unsigned>(digit <= '9' ? digit - '0' : digit - 'a' + 10);
  }
  return number;
}

}  // namespace

CertificateReader::CertificateReader(Lines::Source source) : lines_(std::move(source)) {
  read_format(lines_);
  read_header(lines_, certificate_);
  read_words(lines_, certificate_.job);
  read_provenance(lines_, certificate_.provenance);
}

void CertificateReader::read_tasks(const Visitor& visit) {
  TableHashes hashes(certificate_);
  Sums sums(certificate_);
  for (std::uint64_t number = 0; number < certificate_.tasks; ++number) {
    const std::uint64_t first_prefix = number * certificate_.job.prefixes_per_task;
    const std::string_view line = lines_.next();
    const CertifiedTask task = task_of(line, first_prefix, lines_);
    sums.add(task, lines_);
    if (hashes.add(first_prefix, task) != line) {
      throw unusable("was changed in line " + lines_.number() +
                     ": it is not written as it should be");
    }
    if (visit) {
      visit(number, task);
    }
  }
  sums.require();
  require_hash(hashes.count_sha256(), certificate_.count_sha256, "its count");
  require_hash(hashes.table_sha256(), certificate_.table_sha256, "its tasks");
  const std::string whole = lines_.sha256();
  require_hash(whole, read_hash(lines_, "sha256"), "the lines before it");
  if (!lines_.at_end()) {
    throw unusable("has something after line " + lines_.number() + ", which should be its last");
  }
}

std::uint64_t draws_by_nodes(const Job& job, std::uint64_t draws) {
  return has_even_tasks(job) ? 0 : draws - draws / 2;
}

CertificateSample::CertificateSample(const Certificate& certificate, std::uint64_t draws,
                                     const std::string& seed) {
  const Count nodes = certificate.nodes;
  const Uint128 lots = (Uint128{nodes.high()} << 64U | nodes.low()) + certificate.tasks;
  for (std::uint64_t draw = 0; draw < draws && certificate.tasks > 0; ++draw) {
    const Uint128 number = number_of_draw(certificate, seed, draw);
    if (!has_even_tasks(certificate.job) && draw % 2 == 0) {
      lots_.push_back(number % lots);
    } else {
      tasks_.push_back(static_cast<std::uint64_t>(number % certificate.tasks));
    }
  }
  std::ranges::sort(lots_, std::greater{});
  std::ranges::sort(tasks_, std::greater{});
}

bool CertificateSample::takes(const CertifiedTask& next) {
  lot_ += Uint128{next.nodes} + 1;
  bool takes = false;
  for (; !lots_.empty() && lots_.back() < lot_; lots_.pop_back()) {
    takes = true;
  }
  for (; !tasks_.empty() && tasks_.back() == task_; tasks_.pop_back()) {
    takes = true;
  }
  ++task_;
  return takes;
}

double share_noticed(std::uint64_t draws) {
  return draws == 0 ? 1 : 1 - std::pow(1 - sought_probability, 1 / static_cast<double>(draws));
}

}  // namespace nqueens
