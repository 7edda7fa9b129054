// The bytes of a checkpoint: docs/checkpoint.md specifies them.

#include "store/checkpoint_format.hpp"

#include <algorithm>
#include <boost/archive/text_iarchive.hpp>
#include <boost/archive/text_oarchive.hpp>
#include <cmath>
#include <functional>
#include <sstream>
#include <stdexcept>
#include <streambuf>

#include "core/error.hpp"
#include "job/slices.hpp"
#include "store/checkpoint_header.hpp"
#include "store/file_start.hpp"
#include "store/job_line.hpp"

namespace nqueens {
namespace {

constexpr std::size_t longest_origins = max_origins * (2 * longest_origin_name + 2);
constexpr unsigned archive_flags = boost::archive::no_header;
constexpr int bits_per_word = 64;
constexpr std::int64_t max_microseconds =
    4'000'000'000'000'000'000;  ///< 100,000 years, and no overflow

// --- writing

std::int64_t microseconds(double seconds) {
  return std::llround(std::clamp(seconds * 1e6, 0.0, static_cast<double>(max_microseconds)));
}

/// A name as one word; "-" if empty.
std::string word_of(const std::string& name) {
  return name.empty() ? "-" : name;
}

/// "origins avx512@node1 avx2@node2": numbered from 1.
std::string origins_line(const OriginTable& origins) {
  std::string line = "origins";
  for (OriginId id = 1; id < origins.size(); ++id) {
    line += " " + word_of(origins[id].kernel) + "@" + word_of(origins[id].host);
  }
  return line + "\n";
}

void encode_records(boost::archive::text_oarchive& archive, const UnitRecords& units) {
  for (std::size_t first = 0; first < units.done.size(); first += bits_per_word) {
    std::uint64_t word = 0;
    for (std::size_t bit = 0; bit < bits_per_word && first + bit < units.done.size(); ++bit) {
      word |= std::uint64_t{units.done[first + bit]} << bit;
    }
    archive << word;
  }
  for (std::size_t index = 0; index < units.done.size(); ++index) {
    if (units.done[index]) {
      const TaskRecord& record = units.records[index];
      archive << record.count_high << record.count_low << record.nodes << record.microseconds
              << record.origin << record.confirmed_by;
      for (const std::uint64_t part : units.placed_by(index)) {
        archive << part;
      }
    }
  }
}

/// The tasks in progress, each with the records of its slices.
void encode_slices(std::ostream& stream, const QueueSnapshot& queue) {
  for (const auto& [task, slices] : queue.in_slices) {
    stream << "\nslices task=" << task << " slices=" << slices.done.size() << "\n";
    boost::archive::text_oarchive archive(stream, archive_flags);
    encode_records(archive, slices);
  }
}

/// The payload, with room for a header in front. Both may take most of a GB, so they are not
/// copied.
std::string encode_payload(const Checkpoint& checkpoint) {
  std::ostringstream stream;
  stream << std::string(longest_header, ' ') << origins_line(checkpoint.queue.origins);
  {
    boost::archive::text_oarchive archive(stream, archive_flags);
    const std::int64_t elapsed = microseconds(checkpoint.runs.elapsed_seconds);
    const std::int64_t working = microseconds(checkpoint.runs.worker_seconds);
    const std::int64_t checking = microseconds(checkpoint.runs.check_seconds);
    archive << checkpoint.saved_at << checkpoint.runs.starts << elapsed << working
            << checkpoint.runs.lost_workers << checkpoint.check_seed << checking
            << checkpoint.runs.disputes;
    encode_records(archive, checkpoint.queue);
  }
  encode_slices(stream, checkpoint.queue);
  return std::move(stream).str();
}

// --- reading

/// A stream buffer over bytes, without a copy.
class ViewBuffer : public std::streambuf {
 public:
  explicit ViewBuffer(std::string_view bytes) {
    char* begin = const_cast<char*>(bytes.data());  // a get area is never written
    setg(begin, begin, begin + bytes.size());
  }

  /// Bytes left to read.
  [[nodiscard]] std::size_t left() const { return static_cast<std::size_t>(egptr() - gptr()); }

  /// Whether the next line begins with this word.
  [[nodiscard]] bool has_line(std::string_view word) const {
    return std::string_view(gptr(), left()).starts_with(std::string(word) + " ");
  }

  /// Takes the next line with its newline.
  std::string_view take_line() {
    const std::string_view rest(gptr(), left());
    const std::string_view line = rest.substr(0, rest.find('\n'));
    setg(eback(), gptr() + std::min(line.size() + 1, rest.size()), egptr());
    return line;
  }
};

/// The words of the next line after its first word, which must be this one.
std::istringstream words_of_line(ViewBuffer& bytes, std::string_view first, std::size_t longest) {
  const std::string_view line = bytes.take_line();
  if (line.substr(0, line.find(' ')) != first) {
    throw unusable("contradicts itself: its line '" + std::string(first) + "' is missing");
  }
  if (line.size() > longest || !is_printable(line)) {
    throw unusable("is damaged in its line '" + std::string(first) + "'");
  }
  return std::istringstream(std::string(line.substr(first.size())));
}

OriginTable decode_origins(ViewBuffer& bytes) {
  OriginTable origins;
  std::istringstream words = words_of_line(bytes, "origins", longest_origins);
  for (std::string word; words >> word;) {
    const auto at = word.find('@');
    if (at == std::string::npos || std::ranges::count_if(word, std::not_fn(is_plain)) != 1 ||
        std::max(at, word.size() - at - 1) > longest_origin_name) {
      throw unusable("contradicts itself: an origin is not written as KERNEL@HOST");
    }
    if (origins.size() == max_origins) {
      throw unusable("contradicts itself: it names more than " + std::to_string(max_origins - 1) +
                     " origins");
    }
    const auto name = [](const std::string& part) { return part == "-" ? std::string() : part; };
    const std::size_t before = origins.size();
    if (origins.add({.kernel = name(word.substr(0, at)), .host = name(word.substr(at + 1))}) !=
        before) {
      throw unusable("contradicts itself: it names the origin '" + word + "' twice");
    }
  }
  return origins;
}

/// Number of tasks or slices, bounded by the bytes left, so that no header can demand any
/// allocation.
std::size_t size_of(const CheckpointHeader& header, std::string_view name, std::uint64_t most,
                    const ViewBuffer& bytes) {
  const std::uint64_t size = header.number(name, most);
  // 64 of them take at least two characters, for one word of the bitmap.
  if (size / bits_per_word > bytes.left() / 2) {
    throw unusable("contradicts itself: it is too short for its number of " + std::string(name));
  }
  return size;
}

void decode_record(boost::archive::text_iarchive& archive, UnitRecords& units, std::uint64_t index,
                   const OriginTable& origins) {
  TaskRecord& record = units.records[index];
  archive >> record.count_high >> record.count_low >> record.nodes;
  archive >> record.microseconds >> record.origin >> record.confirmed_by;
  if (record.origin >= origins.size() || record.confirmed_by >= origins.size()) {
    throw unusable("contradicts itself: a record has an origin that the file does not name");
  }
  for (std::size_t part = index * units.rows; part < (index + 1) * units.rows; ++part) {
    archive >> units.placed[part];
  }
  if (units.rows > 0 && sum_of_parts(units.placed_by(index)) != record.count()) {
    throw unusable("contradicts itself: the rows of a task do not add up to its count");
  }
}

UnitRecords decode_records(boost::archive::text_iarchive& archive, std::size_t size,
                           std::size_t rows, const OriginTable& origins) {
  UnitRecords units(size, rows);
  for (std::size_t first = 0; first < size; first += bits_per_word) {
    std::uint64_t word = 0;
    archive >> word;
    for (std::size_t bit = 0; bit < bits_per_word; ++bit) {
      const bool done = (word >> bit & 1U) != 0;
      if (first + bit < size) {
        units.done[first + bit] = done;
      } else if (done) {
        throw unusable("contradicts itself: it has results of tasks past its last one");
      }
    }
  }
  for (std::size_t index = 0; index < size; ++index) {
    if (units.done[index]) {
      decode_record(archive, units, index, origins);
    }
  }
  return units;
}

/// The tasks in progress, which follow the records of their count.
void decode_slices(std::istream& stream, ViewBuffer& bytes, const Job& job, QueueSnapshot& queue) {
  stream >> std::ws;
  while (bytes.has_line("slices")) {
    std::istringstream line = words_of_line(bytes, "slices", longest_header);
    const CheckpointHeader header{.words = parse_words(line)};
    const TaskId task = header.number("task", max_tasks);
    const bool is_next = queue.in_slices.empty() || queue.in_slices.back().task < task;
    if (job.slice_depth == 0 || task >= queue.done.size() || queue.done[task] || !is_next) {
      throw unusable("contradicts itself: it has slices of task " + std::to_string(task) +
                     ", which is not in progress or was named before");
    }
    const std::size_t slices = size_of(header, "slices", UnitId::whole - 1, bytes);
    boost::archive::text_iarchive archive(stream, archive_flags);
    queue.in_slices.push_back(
        {.task = task, .slices = decode_records(archive, slices, queue.rows, queue.origins)});
    stream >> std::ws;
  }
}

void decode_payload(const CheckpointHeader& header, std::string_view payload,
                    Checkpoint& checkpoint) {
  ViewBuffer bytes(payload);
  std::istream stream(&bytes);
  OriginTable origins = decode_origins(bytes);
  const std::size_t tasks =
      size_of(header, "tasks", cut_limits(checkpoint.job.problem).max_tasks, bytes);
  {
    boost::archive::text_iarchive archive(stream, archive_flags);
    std::int64_t elapsed = 0;
    std::int64_t working = 0;
    std::int64_t checking = 0;
    archive >> checkpoint.saved_at >> checkpoint.runs.starts >> elapsed >> working >>
        checkpoint.runs.lost_workers >> checkpoint.check_seed >> checking >>
        checkpoint.runs.disputes;
    if (std::min({elapsed, working, checking}) < 0 ||
        std::max({elapsed, working, checking}) > max_microseconds) {
      throw unusable("contradicts itself: it names impossible times");
    }
    checkpoint.runs.elapsed_seconds = static_cast<double>(elapsed) / 1e6;
    checkpoint.runs.worker_seconds = static_cast<double>(working) / 1e6;
    checkpoint.runs.check_seconds = static_cast<double>(checking) / 1e6;
    checkpoint.queue = {decode_records(archive, tasks, checkpoint.job.problem.parts(), origins),
                        origins};
  }
  decode_slices(stream, bytes, checkpoint.job, checkpoint.queue);
  check_totals(header, checkpoint.queue);
  if (!stream.eof()) {
    throw unusable("contradicts itself: something follows its last record");
  }
}

}  // namespace

std::string encode(const Checkpoint& checkpoint) {
  std::string text = encode_payload(checkpoint);
  const std::string_view payload = std::string_view(text).substr(longest_header);
  const std::string header = encode_header(checkpoint, payload);
  const std::size_t unused = longest_header - header.size();
  text.replace(unused, header.size(), header);
  text.erase(0, unused);
  return text;
}

Checkpoint decode(std::string_view bytes) {
  const CheckpointHeader header = parse_header(bytes);
  const std::string_view payload = bytes.substr(header.length);
  if (header.number("length", std::string_view::npos) != payload.size()) {
    throw unusable("is cut short or damaged: it has " + std::to_string(payload.size()) +
                   " bytes after its first line");
  }
  check_crc(bytes.substr(0, header.length), payload);
  if (header.format < 1) {
    throw unusable("is of format " + std::to_string(header.format) + ", which does not exist");
  }
  if (header.format != checkpoint_format) {
    const bool newer = header.format > checkpoint_format;
    throw OtherFormat(ExitCode::checkpoint,
                      "is of format " + std::to_string(header.format) + ", " +
                          (newer ? "newer" : "older") + " than this program's " +
                          std::to_string(checkpoint_format) + "; use " +
                          (newer ? "a newer nqueens" : "the nqueens that wrote it"));
  }
  Checkpoint checkpoint;
  checkpoint.job = header.job();
  checkpoint.runs.kernels = header.text("kernels");
  if (checkpoint.runs.kernels.size() > longest_kernels) {
    throw unusable("contradicts itself: it names too many kernels");
  }
  try {
    decode_payload(header, payload, checkpoint);
  } catch (const boost::archive::archive_exception& error) {
    throw unusable(std::string("contradicts itself: ") + error.what());
  } catch (const std::overflow_error& error) {
    throw unusable(std::string("contradicts itself: ") + error.what());
  } catch (const std::length_error&) {
    throw unusable("contradicts itself: an impossible length");
  } catch (const std::bad_alloc&) {
    throw unusable("contradicts itself: an impossible length");
  }
  return checkpoint;
}

}  // namespace nqueens
