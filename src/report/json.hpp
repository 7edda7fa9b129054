// What the reports as JSON have in common.
//
// Each is one line, so that a shell reads it by `read` and a log holds it. It is ASCII: names of
// files and hosts reach terminals by it. Its fields keep their order, for people who look at it.
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

/// One line of ASCII, all of which a terminal shows; bytes that are no UTF-8 become U+FFFD.
inline std::string dump(const Json& json) {
  return json.dump(-1, ' ', true, Json::error_handler_t::replace);
}

/// What a text of others says; discarded if it is no JSON, or nested deeper than any of this
/// program: to copy or write what is nested by the ten thousand overflows the stack.
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

/// Seconds and the like to the microsecond: more digits are noise.
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

/// The fields that say what was counted.
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

/// The same with the count. The sum of a part has its own name: it is no count of the board.
inline Json json_of(const Problem& problem, Count count, bool of_part = false) {
  Json json = json_of(problem);
  json[of_part ? "sum_of_part" : std::string(problem.info().quantity())] = to_string(count);
  return json;
}

}  // namespace nqueens
