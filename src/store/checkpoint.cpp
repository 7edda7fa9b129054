// Encodes and decodes checkpoints.

#include "store/checkpoint.hpp"

#include <algorithm>
#include <array>
#include <boost/archive/text_iarchive.hpp>
#include <cmath>
#include <new>
#include <sstream>
#include <stdexcept>
#include <streambuf>
#include <utility>

#include "core/number.hpp"
#include "job/slices.hpp"
#include "store/header.hpp"
#include "store/lines.hpp"

namespace nqueens {
namespace {

constexpr int oldest_format = 7;
constexpr int newest_format = 8;
/// 1.0 reads format 7, and takes every job for one of order `rows`: others have a newer number.
int format_of(const Job& job) {
  return job.order == LineOrder::rows ? oldest_format : newest_format;
}
constexpr std::size_t longest_kernels = 500;  ///< leaves room in the header for everything else
constexpr std::size_t longest_origins = max_origins * (2 * longest_origin_name + 2);
constexpr unsigned archive_flags = boost::archive::no_header | boost::archive::no_codecvt;
constexpr int bits_per_word = 64;
constexpr std::int64_t max_microseconds =
    4'000'000'000'000'000'000;  ///< 100,000 years, without overflow

/// Passes all numbers before the records. @param times  of the runs, in microseconds
template <class Pass, class AnyCheckpoint, class Times>
void pass_numbers(Pass& pass, AnyCheckpoint& checkpoint, Times& times) {
  auto& runs = checkpoint.runs;
  pass(checkpoint.saved_at, runs.starts, times[0], times[1], runs.lost_workers,
       checkpoint.check_seed, times[2], runs.disputes, times[3]);
}

// --- the first line

/// As many names as fit.
std::string kernels_line(std::string kernels) {
  while (kernels.size() > longest_kernels) {
    const auto comma = kernels.rfind(',');
    kernels.resize(comma == std::string::npos ? 0 : comma);
  }
  return kernels;
}

/// The first line up to the CRC. @param length  of the payload
std::string encode_header(const Checkpoint& checkpoint, const Progress& sums,
                          std::uint64_t length) {
  const std::string saved = format_time(checkpoint.saved_at, "%Y-%m-%dT%H:%M:%SZ", TimeZone::utc);
  return std::string(checkpoint_start) + std::to_string(format_of(checkpoint.job)) + " " +
         to_string(checkpoint.job) + " tasks=" + std::to_string(checkpoint.queue.done.size()) +
         " done=" + std::to_string(sums.tasks_done) +
         " confirmed=" + std::to_string(sums.tasks_confirmed) +
         " slices_done=" + std::to_string(sums.slices_done) + " count=" + to_string(sums.count) +
         " saved=" + (saved.empty() ? "unknown" : saved) +
         (checkpoint.part ? " part=" + to_string(*checkpoint.part) : "") +
         " kernels=" + kernels_line(checkpoint.runs.kernels) + " length=" + std::to_string(length) +
         std::string(crc_field);
}

// --- writing

/// Appends numbers to a line, as a text archive of Boost does.
struct NumberWriter {
  Pieces& pieces;
  const char* before = "";

  template <class... Numbers>
  void operator()(const Numbers&... numbers) {
    const auto add = [this](auto number) {
      pieces.text() += std::exchange(before, " ");
      add_number(pieces.text(), number);
    };
    (add(numbers), ...);
  }
};

std::int64_t microseconds(double seconds) {
  return std::llround(std::clamp(seconds * 1e6, 0.0, static_cast<double>(max_microseconds)));
}

/// The name as one word; "-" if empty.
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

void encode_records(NumberWriter& write, const UnitRecords& units) {
  for (std::size_t first = 0; first < units.done.size(); first += bits_per_word) {
    std::uint64_t word = 0;
    for (std::size_t bit = 0; bit < bits_per_word && first + bit < units.done.size(); ++bit) {
      word |= std::uint64_t{units.done[first + bit]} << bit;
    }
    write(word);
  }
  for (std::size_t index = 0; index < units.done.size(); ++index) {
    if (units.done[index]) {
      const UnitRecord record = units.records[index];
      write(record.count.high(), record.count.low(), record.nodes, record.microseconds,
            record.origin, record.confirmed_by);
      for (const std::uint64_t part : units.records.parts(index)) {
        write(part);
      }
    }
  }
}

void encode_payload(const Checkpoint& checkpoint, const Pieces::Write& to) {
  Pieces pieces(to);
  pieces.text() += origins_line(checkpoint.queue.origins);
  const std::array times = {
      microseconds(checkpoint.runs.elapsed_seconds), microseconds(checkpoint.runs.kernel_seconds),
      microseconds(checkpoint.runs.check_seconds), microseconds(checkpoint.runs.device_seconds)};
  NumberWriter write{.pieces = pieces};
  pass_numbers(write, checkpoint, times);
  encode_records(write, checkpoint.queue);
  for (const auto& [task, slices] : checkpoint.queue.in_slices) {
    pieces.text() += "\n\nslices task=" + std::to_string(task) +
                     " slices=" + std::to_string(slices.done.size()) + "\n";
    write.before = "";
    encode_records(write, slices);
  }
  pieces.text() += '\n';
  pieces.flush();
}

// --- reading

constexpr int end_of_file = std::char_traits<char>::eof();

/// Skips blanks. Returns whether anything follows.
bool has_more(std::streambuf& file) {
  while (file.sgetc() == ' ' || file.sgetc() == '\n') {
    file.sbumpc();
  }
  return file.sgetc() != end_of_file;
}

/// Reads the next line, whose first word must be `first`, and returns the other words.
/// @param otherwise  the error if it is another word
std::istringstream line_of(std::streambuf& file, std::string_view first, std::size_t longest,
                           const char* otherwise) {
  std::string line;
  while (file.sgetc() != '\n' && file.sgetc() != end_of_file && line.size() <= longest) {
    line += static_cast<char>(file.sbumpc());
  }
  if (line.substr(0, line.find(' ')) != first) {
    throw unusable(std::string("contradicts itself: ") + otherwise);
  }
  if (line.size() > longest || !is_printable(line)) {
    throw unusable("is damaged in its line '" + std::string(first) + "'");
  }
  return std::istringstream(line.substr(first.size()));
}

struct NumberReader {
  explicit NumberReader(std::streambuf& file) : stream(&file), archive(stream, archive_flags) {}

  template <class... Numbers>
  void operator()(Numbers&... numbers) {
    (archive >> ... >> numbers);
  }

  std::istream stream;
  boost::archive::text_iarchive archive;
};

OriginTable decode_origins(std::streambuf& file) {
  OriginTable origins;
  std::istringstream words =
      line_of(file, "origins", longest_origins, "its line 'origins' is missing");
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

/// Number of tasks or slices, bounded by the bytes left, so that no header can make this allocate
/// any amount.
std::size_t size_of(const Words& words, std::string_view name, std::uint64_t most,
                    const CheckedBytes& file) {
  const std::uint64_t size = number_of(words, name, most);
  // One word of the bitmap, at least two characters, holds 64 of them.
  if (size / bits_per_word > file.left() / 2) {
    throw unusable("contradicts itself: it is too short for its number of " + std::string(name));
  }
  return size;
}

void decode_record(NumberReader& read, UnitRecords& units, std::uint64_t index,
                   const OriginTable& origins) {
  UnitRecord record;
  std::array<std::uint64_t, 2> words{};
  read(words[0], words[1], record.nodes, record.microseconds, record.origin, record.confirmed_by);
  record.count = Count::from_words(words[0], words[1]);
  if (record.origin >= origins.size() || record.confirmed_by >= origins.size()) {
    throw unusable("contradicts itself: a record has an origin that the file does not name");
  }
  std::vector<std::uint64_t> parts(units.rows);
  for (std::uint64_t& part : parts) {
    read(part);
  }
  if (units.rows > 0 && sum_of_parts(parts) != record.count) {
    throw unusable("contradicts itself: the rows of a task do not add up to its count");
  }
  units.set(index, record, parts);
}

UnitRecords decode_records(NumberReader& read, std::size_t size, std::size_t rows,
                           const OriginTable& origins) {
  UnitRecords units(size, rows);
  for (std::size_t first = 0; first < size; first += bits_per_word) {
    std::uint64_t word = 0;
    read(word);
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
      decode_record(read, units, index, origins);
    }
  }
  return units;
}

/// The tasks in progress, which end the file.
void decode_slices(CheckedBytes& file, const Job& job, QueueSnapshot& queue) {
  std::uint64_t all = 0;
  while (has_more(file)) {
    std::istringstream line =
        line_of(file, "slices", longest_header, "something follows its last record");
    const Words words = parse_words(line);
    const TaskId task = number_of(words, "task", max_tasks);
    const bool is_next = queue.in_slices.empty() || queue.in_slices.rbegin()->first < task;
    if (job.slice_depth == 0 || task >= queue.done.size() || queue.done[task] || !is_next) {
      throw unusable("contradicts itself: it has slices of task " + std::to_string(task) +
                     ", which is not in progress or was named before");
    }
    const std::size_t slices = size_of(words, "slices", UnitId::whole - 1, file);
    if ((all += slices) > most_open_slices) {
      throw OtherFormat(ExitCode::checkpoint, "has more than " + std::to_string(most_open_slices) +
                                                  " slices of tasks in progress");
    }
    NumberReader read(file);
    queue.in_slices.emplace(task, decode_records(read, slices, queue.rows, queue.origins));
  }
}

void decode_payload(CheckedBytes& file, Checkpoint& checkpoint) {
  const Words& header = file.header().words;
  OriginTable origins = decode_origins(file);
  const std::size_t tasks =
      size_of(header, "tasks", cut_limits(checkpoint.job.problem).max_tasks, file);
  std::array<std::int64_t, 4> times{};
  NumberReader read(file);
  pass_numbers(read, checkpoint, times);
  if (std::ranges::min(times) < 0 || std::ranges::max(times) > max_microseconds) {
    throw unusable("contradicts itself: it names impossible times");
  }
  checkpoint.runs.elapsed_seconds = static_cast<double>(times[0]) / 1e6;
  checkpoint.runs.kernel_seconds = static_cast<double>(times[1]) / 1e6;
  checkpoint.runs.check_seconds = static_cast<double>(times[2]) / 1e6;
  checkpoint.runs.device_seconds = static_cast<double>(times[3]) / 1e6;
  checkpoint.queue = {decode_records(read, tasks, checkpoint.job.problem.parts(), origins),
                      origins};
  decode_slices(file, checkpoint.job, checkpoint.queue);
}

/// The first line is that of the records, and has nothing else: a field that a program does not
/// know may change what the others mean.
void check_line(const CheckpointHeader& header, const Checkpoint& checkpoint) {
  const auto length = number_of(header.words, "length", std::numeric_limits<std::uint64_t>::max());
  const std::string line = encode_header(checkpoint, progress_of(checkpoint.queue), length);
  if (header.fields.substr(0, header.fields.rfind('=') + 1) != line.substr(line.find(" n="))) {
    throw unusable("contradicts itself: its first line is not that of its records");
  }
}

/// Reads the file before its CRC is checked.
Checkpoint decode_checked(CheckedBytes& file) {
  const CheckpointHeader& header = file.header();
  if (header.format < 1) {
    throw unusable("is of format " + std::to_string(header.format) + ", which does not exist");
  }
  if (header.format < oldest_format || header.format > newest_format) {
    const bool newer = header.format > newest_format;
    throw OtherFormat(ExitCode::checkpoint,
                      "is of format " + std::to_string(header.format) + ", " +
                          (newer ? "newer" : "older") + " than this program's " +
                          std::to_string(newer ? newest_format : oldest_format) + "; use " +
                          (newer ? "a newer nqueens" : "the nqueens that wrote it"));
  }
  Checkpoint checkpoint;
  checkpoint.job = parse_job(header.words);
  checkpoint.runs.kernels = text_of(header.words, "kernels");
  if (checkpoint.runs.kernels.size() > longest_kernels) {
    throw unusable("contradicts itself: it names too many kernels");
  }
  if (const auto part = header.words.find("part"); part != header.words.end()) {
    checkpoint.part = part_from(part->second);
    if (!checkpoint.part) {
      throw unusable("has the impossible part=" + part->second);
    }
  }
  try {
    decode_payload(file, checkpoint);
    check_line(header, checkpoint);
  } catch (const boost::archive::archive_exception& error) {
    throw unusable(std::string("contradicts itself: ") + error.what());
  } catch (const OutOfRange& error) {
    throw unusable(std::string("contradicts itself: ") + error.what());
  } catch (const std::bad_alloc&) {
    throw unusable("contradicts itself: an impossible length");
  }
  return checkpoint;
}

}  // namespace

void encode(const Checkpoint& checkpoint, const std::function<void(std::string_view)>& write,
            std::uint64_t most_bytes) {
  const Progress sums = progress_of(checkpoint.queue);
  if (sums.slices > most_open_slices) {
    throw Error(ExitCode::runtime_error,
                "tasks in progress have more than " + std::to_string(most_open_slices) +
                    " slices, which no checkpoint holds; of a merge, resume some inputs first");
  }
  // The payload may be large, so it is generated three times: for its length, its CRC and the file.
  std::uint64_t length = 0;
  encode_payload(checkpoint, [&length](std::string_view piece) { length += piece.size(); });
  const std::string line = encode_header(checkpoint, sums, length);
  Crc32c crc;
  if (line.size() + crc.digits().size() + 1 + length > most_bytes) {
    throw Error(ExitCode::runtime_error, "a checkpoint with " + std::to_string(length) +
                                             " bytes would be too large to be read");
  }
  crc.add(line);
  encode_payload(checkpoint, [&crc](std::string_view piece) { crc.add(piece); });
  write(line + crc.digits() + "\n");
  encode_payload(checkpoint, write);
}

Checkpoint decode(std::streambuf& file, std::uint64_t size) {
  CheckedBytes bytes(file, size);
  if (number_of(bytes.header().words, "length", std::string_view::npos) != bytes.left()) {
    throw unusable("is cut short or damaged: it has " + std::to_string(bytes.left()) +
                   " bytes after its first line");
  }
  try {
    Checkpoint checkpoint = decode_checked(bytes);
    bytes.require_right();
    return checkpoint;
  } catch (...) {
    bytes.require_right();
    throw;
  }
}

}  // namespace nqueens
