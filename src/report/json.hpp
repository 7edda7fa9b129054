// What the reports as JSON have in common.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "core/problem.hpp"

namespace nqueens {

using Json = nlohmann::ordered_json;

/// One line; bytes of a file name that are no UTF-8 become U+FFFD.
inline std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// null where absent.
template <class Value>
Json optional_json(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

/// The fields that say what was counted.
inline Json json_of(const Problem& problem) {
  Json json = {{"n", problem.n}};
  for (std::size_t i = 0; i < word_names.size(); ++i) {
    json[std::string(word_names[i])] = problem.row().words[i];
  }
  return json;
}

}  // namespace nqueens
