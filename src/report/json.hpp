// JSON as all reports use it.
//
// Each report is one line, for logs and the shell's `read`. It is ASCII, since names of files and
// hosts reach terminals through it. Fields keep their order, for human readers.
#pragma once

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "core/sequence.hpp"
#include "nqueens/number.hpp"

namespace nqueens {

using Json = nlohmann::ordered_json;

/// One line of printable ASCII; bytes that are not UTF-8 become U+FFFD.
inline std::string dump(const Json& json) {
  return json.dump(-1, ' ', true, Json::error_handler_t::replace);
}

/// Parses foreign text; discarded if it is not JSON or nested deeper than anything this program
/// writes: copying or writing ten thousand levels would overflow the stack.
inline Json parsed(std::string_view text) {
  constexpr int most_levels = 64;
  bool is_deep = false;
  const Json::parser_callback_t keeps = [&is_deep](int depth, Json::parse_event_t, Json&) {
    is_deep = is_deep || depth > most_levels;
    return depth <= most_levels;
  };
  Json json = Json::parse(text, keeps, false);
  return is_deep ? Json(Json::value_t::discarded) : json;
}

/// The text in a field of an object; empty if there is none.
inline std::string text_in(const Json& json, std::string_view field) {
  const auto found = json.is_object() ? json.find(field) : json.end();
  return found != json.end() && found->is_string() ? found->get<std::string>() : "";
}

/// Rounds seconds and the like to microseconds.
inline double rounded(double value) {
  return std::round(value * 1e6) / 1e6;
}

/// null if absent.
template <class Value>
Json optional_json(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

/// null if empty: unknown.
inline Json optional_json(const std::string& text) {
  return text.empty() ? Json(nullptr) : Json(text);
}

/// The fields that identify what was counted.
inline Json json_of(const Problem& problem) {
  Json json = {{"n", problem.n}};
  for (std::size_t i = 0; i < word_names.size(); ++i) {
    const std::string_view word = problem.info().words[i];
    if (i < always_named_words || word != usual_words[i]) {
      json[std::string(word_names[i])] = word;
    }
  }
  return json;
}

/// Adds the count. The sum of a part has another name, since it is not a count of the board.
inline Json json_of(const Problem& problem, Count count, bool of_part = false) {
  Json json = json_of(problem);
  json[of_part ? "sum_of_part" : std::string(problem.info().quantity())] = to_string(count);
  return json;
}

}  // namespace nqueens
