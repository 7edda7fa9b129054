// Sentences, each made of a few fields.

#include "view/result_words.hpp"

#include <spdlog/fmt/fmt.h>

#include <cctype>

#include "core/number.hpp"

namespace nqueens {
namespace {

/// 0 if the field is missing or no such number.
template <class Number>
Number number_in(const Json& json, const char* name) {
  const auto found = json.find(name);
  const double value = found != json.end() && found->is_number() ? found->get<double>() : 0;
  return value > 0 && value < 1e18 ? found->get<Number>() : Number{};
}

std::string agreement(const Json& result) {
  if (!text_in(result, "part").empty()) {
    return "this is not the count of the board; 'nqueens merge' joins the parts";
  }
  const auto agrees = result.find("agrees");
  if (agrees == result.end() || !agrees->is_boolean()) {
    return "there is no published count to compare with";
  }
  return *agrees ? "the count agrees with " + text_in(result, "sequence")
                 : "the count DISAGREES with the published one, or symmetry forbids it";
}

}  // namespace

std::string spaced(std::string names) {
  for (auto at = names.find(','); at != std::string::npos; at = names.find(',', at + 1)) {
    names.insert(at + 1, " ");
  }
  return names;
}

std::string kernel_time(double seconds, double device_seconds) {
  return format_duration(seconds) +
         (device_seconds > 0 ? " (" + format_duration(device_seconds) + " on devices)" : "");
}

std::string words_of_checks(std::uint64_t confirmed, std::uint64_t tasks, double check_seconds,
                            double kernel_seconds) {
  return fmt::format(
      "{} of {} {}; that took {} of kernel time ({:.2f} %)", confirmed, amount_of(tasks, "task"),
      confirmed == 1 ? "was counted twice and agrees" : "were counted twice and agree",
      format_duration(check_seconds),
      kernel_seconds > 0 ? 100 * check_seconds / kernel_seconds : 0);
}

std::string words_of_second(const std::string& cut, bool agrees) {
  return "the second count, by another decomposition" + (cut.empty() ? "" : " (" + cut + ")") +
         ", " + (agrees ? "is the same" : "DISAGREES");
}

std::string words_of_lost(std::uint64_t workers) {
  return amount_of(workers, "worker") + (workers == 1 ? " was lost; others counted its tasks"
                                                      : " were lost; others counted their tasks");
}

std::string words_of_disputes(std::uint64_t tasks) {
  return amount_of(tasks, "task") +
         (tasks == 1 ? " was counted with different results; further counts settled it"
                     : " were counted with different results; further counts settled them");
}

std::vector<std::string> sentences_of(const Json& result) {
  const auto seconds = [&](const char* name) { return number_in<double>(result, name); };
  const auto amount = [&](const char* name) { return number_in<std::uint64_t>(result, name); };
  // Files of 1.0 have the second name.
  const double kernel = seconds("kernel_seconds") + seconds("worker_seconds");
  std::vector<std::string> words = {agreement(result)};
  const std::uint64_t tasks = amount("tasks");
  if (const std::uint64_t confirmed = amount("tasks_confirmed"); confirmed > 0) {
    words.push_back(words_of_checks(confirmed, tasks, seconds("check_seconds"), kernel));
  }
  if (const auto second = result.find("second_count");
      second != result.end() && second->is_object()) {
    words.push_back(words_of_second("", second->value("agrees", Json()) == true));
  }
  if (const std::string number = text_in(result, "fundamental"); !number.empty()) {
    words.push_back("up to rotation and reflection: " + number);
  }
  if (const std::string number = text_in(result, "mirrored_placements"); !number.empty()) {
    words.push_back("with mirror images counted once: " + number);
  }
  words.push_back("counted in " + format_duration(seconds("seconds")) + ", " +
                  kernel_time(kernel, seconds("device_seconds")) + " of kernel time" +
                  (result.value("resumed", Json()) == true ? ", in several starts" : ""));
  if (const std::uint64_t lost = amount("lost_workers"); lost > 0) {
    words.push_back(words_of_lost(lost));
  }
  if (const std::uint64_t disputes = amount("disputes"); disputes > 0) {
    words.push_back(words_of_disputes(disputes));
  }
  for (std::string& sentence : words) {
    sentence[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(sentence[0])));
    sentence += '.';
  }
  return words;
}

}  // namespace nqueens
