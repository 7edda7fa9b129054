// Names of kernels as a checkpoint lists them: sorted, separated by commas.
#pragma once

#include <set>
#include <sstream>
#include <string>

namespace nqueens {

inline std::set<std::string> split_names(const std::string& names) {
  std::set<std::string> set;
  std::istringstream stream(names);
  for (std::string name; std::getline(stream, name, ',');) {
    if (!name.empty()) {
      set.insert(name);
    }
  }
  return set;
}

inline std::string join_names(const std::set<std::string>& names) {
  std::string joined;
  for (const std::string& name : names) {
    joined += (joined.empty() ? "" : ",") + name;
  }
  return joined;
}

}  // namespace nqueens
