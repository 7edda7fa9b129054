// The one parser of lines that name a job.

#include "store/job_line.hpp"

#include <algorithm>
#include <istream>

#include "core/number.hpp"

namespace nqueens {

Error unusable(const std::string& why) {
  return {ExitCode::checkpoint, why};
}

bool is_printable(std::string_view line) {
  return std::ranges::all_of(line, [](char c) { return c >= ' ' && c <= '~'; });
}

std::optional<std::uint64_t> whole_number(std::string_view digits, std::uint64_t most) {
  const auto value = number_from<std::uint64_t>(digits);
  return value && *value <= most ? value : std::nullopt;
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

Job parse_job(const Words& words) {
  Job job;
  SequenceWords of_sequence = usual_words;
  for_each_field(job, of_sequence, [&words](const JobField& field, auto& value, const auto& kind) {
    const std::string name(field.name);
    const auto word = words.find(name);
    if (word == words.end()) {
      if (field.is_needed) {
        throw unusable("has no " + name + " in its job");
      }
      return;
    }
    const auto found = kind(word->second);
    if (!found) {
      throw unusable("names an impossible job: its " + name + " is not " + kind.expected());
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

}  // namespace nqueens
