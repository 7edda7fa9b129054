// The table of settings without their types.
#include "job/settings.hpp"

#include <algorithm>
#include <array>

#include "core/number.hpp"
#include "nqueens/error.hpp"

namespace nqueens {

const std::vector<KnownSetting>& all_settings() {
  static const auto all = [] {
    std::vector<KnownSetting> list;
    JobSettings ignored;
    for_each_setting(ignored, [&list](const Setting& row, auto& /*field*/, const auto& parse) {
      list.push_back({row, expected_by(parse), parse.quotes});
    });
    return list;
  }();
  return all;
}

const KnownSetting* setting_meant_by(std::string_view name) {
  const auto& all = all_settings();
  auto found = std::ranges::find(all, name, &Setting::key);
  if (found == all.end()) {
    found = std::ranges::find_if(all, [name](const Setting& setting) {
      std::string option(setting.long_option());
      std::ranges::replace(option, '-', '_');
      return option == "__" + std::string(name);
    });
  }
  return found != all.end() ? &*found : nullptr;
}

bool set(JobSettings& settings, const Setting& wanted, const std::string& text) {
  bool is_valid = false;
  for_each_setting(settings, [&](const Setting& row, auto& field, const auto& parse) {
    if (row.key != wanted.key) {
      return;
    }
    if (const auto value = parse(text)) {
      field = *value;
      is_valid = true;
    }
  });
  return is_valid;
}

std::string how_to_set(std::string_view key) {
  const KnownSetting& setting = *std::ranges::find(all_settings(), key, &Setting::key);
  return (setting.option.empty() ? "" : std::string(setting.option) + ", or ") + std::string(key) +
         " in the job file";
}

double counts_made(const RunSettings& run) {
  double counts = 1 + run.check_fraction.value_or(default_check_fraction);
  switch (run.double_check.value_or(SecondCut::none)) {
    case SecondCut::none: break;
    case SecondCut::depth: counts += 1; break;
    case SecondCut::order: counts += 1.2; break;
    case SecondCut::mirror: counts += 4; break;
  }
  return counts;
}

std::optional<Part> part_from(std::string_view text) {
  const auto slash = std::min(text.find('/'), text.size());
  const auto index = number_from<std::uint64_t>(text.substr(0, slash));
  const auto parts = number_from<std::uint64_t>(text.substr(std::min(slash + 1, text.size())));
  const bool is_part = index && parts && *index >= 1 && *index <= *parts;
  return is_part ? std::optional(Part{.index = *index, .parts = *parts}) : std::nullopt;
}

std::string to_string(const Part& part) {
  return std::to_string(part.index) + "/" + std::to_string(part.parts);
}

std::optional<DeviceChoice> device_choice_from(std::string_view text) {
  if (text == "auto" || text == "none") {
    return DeviceChoice{.automatic = text == "auto"};
  }
  DeviceChoice choice{.automatic = false};
  for (bool is_last = false; !is_last;) {
    const auto comma = text.find(',');
    is_last = comma == std::string_view::npos;
    const auto number = number_from<int>(text.substr(0, comma));
    if (!number || *number < 0 ||
        std::ranges::find(choice.numbers, *number) != choice.numbers.end()) {
      return std::nullopt;
    }
    choice.numbers.push_back(*number);
    text.remove_prefix(is_last ? text.size() : comma + 1);
  }
  return choice;
}

std::string to_string(const DeviceChoice& choice) {
  std::string text;
  for (const int number : choice.numbers) {
    text += (text.empty() ? "" : ",") + std::to_string(number);
  }
  return choice.automatic ? "auto" : text.empty() ? "none" : text;
}

std::string help_of_word(std::size_t key) {
  constexpr std::array titles = {"Board: ", "What to count: ", "Chess piece: ",
                                 "Count only solutions that this turn leaves unchanged:\n"};
  const std::string usual(usual_words[key]);
  std::string help = titles[key] + usual;
  for (const SequenceInfo& row : sequences) {
    const bool is_distinctive = row.words[key] != usual && row.about.starts_with(row.words[key]);
    help += is_distinctive ? ", or " + std::string(row.about) : "";
  }
  return help + " [" + usual + "]";
}

std::vector<std::string> words_of(std::size_t key) {
  std::vector<std::string> words;
  for (const SequenceInfo& row : sequences) {
    if (std::ranges::find(words, row.words[key]) == words.end()) {
      words.emplace_back(row.words[key]);
    }
  }
  return words;
}

std::optional<std::string_view> word_of(std::size_t key, std::string_view text) {
  const auto row = std::ranges::find(
      sequences, text, [key](const SequenceInfo& candidate) { return candidate.words[key]; });
  return row != sequences.end() ? std::optional(row->words[key]) : std::nullopt;
}

Sequence sequence_named(const SequenceWords& words) {
  if (const auto sequence = sequence_of(words)) {
    return *sequence;
  }
  std::string together;
  for (std::size_t key = 0; key < words.size(); ++key) {
    if (words[key] != usual_words[key]) {
      together += (together.empty() ? "" : " with ") + std::string(sequence_keys[key]) + " " +
                  std::string(words[key]);
    }
  }
  throw Error(ExitCode::usage, together + " is not counted; leave one of them out");
}

void validate(const JobSettings& settings, int smallest_n) {
  const CountSettings& count = settings.count;
  const auto fail = [](const std::string& message) { throw Error(ExitCode::usage, message); };
  const int largest = count.problem.info().largest_n;
  if (const InRange<int> range{smallest_n, largest}; !range.has(count.problem.n)) {
    fail("n is " + std::to_string(count.problem.n) + "; it must be " + range.expected());
  }
  const CutLimits limits = cut_limits(count.problem);
  if (count.symmetry && !limits.allows(*count.symmetry)) {
    fail("symmetry is " + std::string(to_string(*count.symmetry)) + "; " +
         to_string(count.problem) + " has only mirror symmetry; choose mirror or none");
  }
  if (count.depth && !limits.allows(*count.depth)) {
    fail("depth is " + std::to_string(*count.depth) + "; for " + to_string(count.problem) +
         " it must be from " + std::to_string(limits.min_depth) + " to " +
         std::to_string(limits.max_depth));
  }
  if (count.order == LineOrder::fewest && count.problem.info().by_row) {
    fail("order fewest does not go with placements, which are counted by rows; leave it out");
  }
  if (count.tasks && (*count.tasks < 1 || *count.tasks > limits.max_tasks)) {
    fail("tasks is " + std::to_string(*count.tasks) + "; it must be from 1 to " +
         std::to_string(limits.max_tasks));
  }
}

}  // namespace nqueens
