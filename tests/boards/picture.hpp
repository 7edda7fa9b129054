// What a picture shows, read from its elements, for tests.
#pragma once

#include <algorithm>
#include <iterator>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace nqueens::test {

/// An element <use>: what it draws and where.
struct Used {
  std::string id;
  int x = 0;
  int y = 0;
};

inline std::vector<Used> uses_in(const std::string& picture) {
  static const std::regex use(R"re(<use xlink:href="#(\w+)" x="(-?\d+)" y="(-?\d+)"/>)re");
  std::vector<Used> uses;
  for (std::sregex_iterator match(picture.begin(), picture.end(), use), end; match != end;
       ++match) {
    uses.push_back({(*match)[1], std::stoi((*match)[2]), std::stoi((*match)[3])});
  }
  return uses;
}

inline std::multiset<std::string> ids_in(const std::string& picture) {
  static const std::regex id(R"re( id="(\w+)")re");
  std::multiset<std::string> ids;
  for (std::sregex_iterator match(picture.begin(), picture.end(), id), end; match != end; ++match) {
    ids.insert((*match)[1]);
  }
  return ids;
}

/// Whether each element ends where XML wants it to, and only drawings are among them.
inline bool is_drawing(const std::string& picture) {
  static const std::regex tag(R"re(<(/?)(\w+)((?: [\w:-]+="[^"<>]*")*)(/?)>)re");
  static const std::set<std::string> known = {"svg", "title", "defs", "g", "path", "rect", "use"};
  std::vector<std::string> open;
  for (std::sregex_iterator match(picture.begin(), picture.end(), tag), end; match != end;
       ++match) {
    const std::string name = (*match)[2];
    if (!known.contains(name)) {
      return false;
    }
    if ((*match)[1].length() != 0) {
      if (open.empty() || open.back() != name) {
        return false;
      }
      open.pop_back();
    } else if ((*match)[4].length() == 0) {
      open.push_back(name);
    }
  }
  // One bracket opens the XML declaration.
  const auto brackets = std::count(picture.begin(), picture.end(), '<');
  const auto tags = std::distance(std::sregex_iterator(picture.begin(), picture.end(), tag), {});
  return open.empty() && brackets == tags + 1 && picture.ends_with("</svg>\n");
}

/// Whether each drawing that is used is defined, and no id is given twice.
inline bool is_complete(const std::string& picture) {
  const std::multiset<std::string> ids = ids_in(picture);
  for (const std::string& id : ids) {
    if (ids.count(id) != 1) {
      return false;
    }
  }
  for (const Used& used : uses_in(picture)) {
    if (!ids.contains(used.id)) {
      return false;
    }
  }
  return true;
}

}  // namespace nqueens::test
