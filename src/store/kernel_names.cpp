// Lists of names as text, and back.

#include "nqueens/store/kernel_names.hpp"

#include <sstream>

namespace nqueens {

std::set<std::string> split_names(const std::string& names) {
  std::set<std::string> set;
  std::istringstream stream(names);
  for (std::string name; std::getline(stream, name, ',');) {
    if (!name.empty()) {
      set.insert(name);
    }
  }
  return set;
}

std::string join_names(const std::set<std::string>& names) {
  std::string joined;
  for (const std::string& name : names) {
    joined += (joined.empty() ? "" : ",") + name;
  }
  return joined;
}

}  // namespace nqueens
