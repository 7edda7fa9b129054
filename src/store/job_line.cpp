// The one parser of lines that name a job.

#include "store/job_line.hpp"

#include <algorithm>
#include <istream>

#include "core/number.hpp"

namespace nqueens {
namespace {

const std::string& value_of(const Words& words, std::string_view name) {
  const auto word = words.find(name);
  if (word == words.end()) {
    throw unusable("has no " + std::string(name) + " in its job");
  }
  return word->second;
}

std::uint64_t number_of(const Words& words, std::string_view name, std::uint64_t most) {
  const auto value = whole_number(value_of(words, name), most);
  if (!value) {
    throw unusable("names an impossible job: its " + std::string(name) + " is not a number up to " +
                   std::to_string(most));
  }
  return *value;
}

}  // namespace

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
  job.problem.n = static_cast<int>(number_of(words, "n", max_board));
  const bool names_piece = words.contains(word_names[2]);
  const auto sequence =
      sequence_of({value_of(words, word_names[0]), value_of(words, word_names[1]),
                   names_piece ? value_of(words, word_names[2]) : usual_words[2]});
  const auto symmetry = symmetry_from(value_of(words, "symmetry"));
  if (!sequence || !symmetry) {
    throw unusable("names an impossible job: its " +
                   std::string(sequence ? "symmetry" : "sequence") + " is unknown");
  }
  job.problem.sequence = *sequence;
  job.symmetry = *symmetry;
  job.depth = static_cast<int>(number_of(words, "depth", max_board));
  job.prefixes_per_task = number_of(words, "prefixes_per_task", max_prefixes);
  job.stream_revision = static_cast<int>(number_of(words, "stream", 1'000'000));
  if (words.contains("slice_depth")) {
    job.slice_depth = static_cast<int>(number_of(words, "slice_depth", max_board));
    job.prefixes_per_slice = number_of(words, "prefixes_per_slice", max_prefixes_per_task);
  }
  if (!is_possible(job)) {
    throw unusable("names an impossible job: " + to_string(job.problem) + ", " + describe_cut(job) +
                   ", prefixes_per_task " + std::to_string(job.prefixes_per_task));
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
