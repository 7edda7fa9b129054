// Pictures of chess pieces and of numbers, read back.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "boards/solutions/arrangement.hpp"
#include "boards/solutions/number_square.hpp"
#include "solutions.hpp"

namespace nqueens {
namespace {

using test::drawn;

/// @param text  outlives the matches
std::vector<std::smatch> matches(const std::string& text, const std::regex& pattern) {
  return {std::sregex_iterator(text.begin(), text.end(), pattern), {}};
}

/// An element <use>: what it draws and where.
struct Used {
  std::string id;
  int x = 0;
  int y = 0;
};

std::vector<Used> uses_in(const std::string& picture) {
  static const std::regex use(R"re(<use xlink:href="#(\w+)" x="(-?\d+)" y="(-?\d+)"/>)re");
  std::vector<Used> uses;
  for (const std::smatch& match : matches(picture, use)) {
    uses.push_back({match[1], std::stoi(match[2]), std::stoi(match[3])});
  }
  return uses;
}

std::multiset<std::string> ids_in(const std::string& picture) {
  static const std::regex id(R"re( id="(\w+)")re");
  std::multiset<std::string> ids;
  for (const std::smatch& match : matches(picture, id)) {
    ids.insert(match[1]);
  }
  return ids;
}

/// Whether each element ends where XML wants it to, and only drawings are among them.
bool is_drawing(const std::string& picture) {
  static const std::regex tag(R"re(<(/?)(\w+)((?: [\w:-]+="[^"<>]*")*)(/?)>)re");
  static const std::set<std::string> known = {"svg", "title", "defs", "g", "path", "rect", "use"};
  std::vector<std::string> open;
  const std::vector<std::smatch> tags = matches(picture, tag);
  for (const std::smatch& match : tags) {
    const std::string name = match[2];
    if (!known.contains(name)) {
      return false;
    }
    if (match[1].length() != 0) {
      if (open.empty() || open.back() != name) {
        return false;
      }
      open.pop_back();
    } else if (match[4].length() == 0) {
      open.push_back(name);
    }
  }
  // One bracket opens the XML declaration.
  const auto brackets = static_cast<std::size_t>(std::ranges::count(picture, '<'));
  return open.empty() && brackets == tags.size() + 1 && picture.ends_with("</svg>\n");
}

/// Whether each drawing that is used is defined, and no id is given twice.
bool is_complete(const std::string& picture) {
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

/// The chess pieces that a picture shows, in the order of their squares.
std::vector<PlacedPiece> pieces_in(const std::string& picture) {
  std::vector<PlacedPiece> pieces;
  for (const auto& [id, x, y] : uses_in(picture)) {
    if (const auto piece = chess_piece_from(id)) {
      EXPECT_EQ(x % 100, 0);
      EXPECT_EQ(y % 100, 0);
      pieces.push_back({*piece, {y / 100, x / 100}});
    }
  }
  std::ranges::sort(pieces, {}, [](const PlacedPiece& placed) {
    return std::tuple(placed.square.row, placed.square.column);
  });
  return pieces;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Svg, ShowsTheChessPiecesOfTheArrangement) {
  for (const Arrangement& arrangement :
       {drawn({"QAKRB.", "..NCHI", "P.Q..P"}), drawn({"P"}), drawn({"R.......", ".R......"}),
        drawn({"..", "..", "N.", "..", ".."})}) {
    const std::string picture = svg_text(arrangement);
    EXPECT_EQ(pieces_in(picture), arrangement.pieces);
    EXPECT_TRUE(is_drawing(picture)) << picture;
    EXPECT_TRUE(is_complete(picture)) << picture;
  }
}

TEST(Svg, DefinesNoChessPieceThatIsMissing) {
  const auto ids = ids_in(svg_text(drawn({"N.P"})));
  EXPECT_TRUE(ids.contains("knight"));
  EXPECT_TRUE(ids.contains("pawn"));
  EXPECT_FALSE(ids.contains("queen"));
}

TEST(Svg, HasADrawingOfItsOwnForEachChessPiece) {
  const std::string picture = svg_text(drawn({"QAKRBNCHIP"}));
  static const std::regex group(R"re(<g id="\w+"[^>]*>\n((?:<path [^>]*>\n)+)</g>)re");
  std::set<std::string> drawings;
  for (const std::smatch& match : matches(picture, group)) {
    drawings.insert(match[1]);
  }
  EXPECT_EQ(drawings.size(), 10U);
}

TEST(Svg, SaysInItsTitleWhatIsOnTheBoard) {
  EXPECT_TRUE(has(svg_text(drawn({"P.", "QQ"})), "<title>2 queens, 1 pawn</title>"));
  EXPECT_TRUE(has(svg_text(drawn({"."})), "<title>an empty board</title>"));
}

/// Apart from the order of the queens, which stand row by row.
TEST(Svg, DrawsQueensAsInAPictureOfASolution) {
  const std::string arrangement = svg_text(drawn({"..Q.", "Q...", "...Q", ".Q.."}));
  const std::string solution = svg_text(arrangement_of(std::vector<Row>{1, 3, 0, 2}));
  const std::string first_queen = "<use xlink:href=\"#queen\"";
  EXPECT_EQ(arrangement.substr(0, arrangement.find(first_queen)),
            solution.substr(0, solution.find(first_queen)));
  EXPECT_EQ(pieces_in(arrangement), pieces_in(solution));
}

TEST(Svg, FitsTheBoardOfAnyShape) {
  const std::string picture = svg_text(Arrangement{3, 12, {}});
  EXPECT_TRUE(has(picture, "<rect id=\"board\" x=\"0\" y=\"0\" width=\"1200\" height=\"300\""));
  std::set<int> columns;
  std::set<int> rows;
  for (const auto& [id, x, y] : uses_in(picture)) {
    (y < 0 ? columns : rows).insert((y < 0 ? x : y) / 100);
  }
  EXPECT_EQ(columns.size(), 12U);
  EXPECT_EQ(rows.size(), 3U);
}

TEST(Svg, DrawsNoPictureThatIsTooLarge) {
  const int largest = static_cast<int>(max_drawn_picture);
  EXPECT_NO_THROW(svg_text(Arrangement{1, largest, {}}));
  EXPECT_THROW(svg_text(Arrangement{1, largest + 1, {}}), std::length_error);
  EXPECT_THROW(svg_text(Arrangement{largest + 1, 1, {}}), std::length_error);
  const auto ones = [](std::uint64_t n) {
    return NumberSquare{static_cast<int>(n), std::vector<int>(n * n, 1)};
  };
  EXPECT_NO_THROW(svg_text(ones(max_drawn_picture), SquareColours::chequered));
  EXPECT_THROW(svg_text(ones(max_drawn_picture + 1), SquareColours::chequered), std::length_error);
}

/// The numbers that a picture shows: digits in one square, from left to right.
NumberSquare square_in(const std::string& picture) {
  std::map<std::pair<int, int>, std::string> digits;
  for (const auto& [id, x, y] : uses_in(picture)) {
    if (id.starts_with('n')) {
      digits[{y / 100, x / 100}] += id.substr(1);
    }
  }
  NumberSquare square;
  for (const auto& [place, number] : digits) {
    square.numbers.push_back(std::stoi(number));
    square.n = place.first + 1;
  }
  return square;
}

TEST(SvgOfNumbers, IsShownByItsPicture) {
  test::SeededRandom random;
  for (int trial = 0; trial < 30; ++trial) {
    const int largest =
        std::vector{9, 99, 999, 99'999, max_number}[static_cast<std::size_t>(trial) % 5];
    const NumberSquare square = test::random_square(random, 12, largest);
    for (const auto colours : {SquareColours::chequered, SquareColours::by_number}) {
      const std::string picture = svg_text(square, colours);
      EXPECT_EQ(square_in(picture), square);
      EXPECT_TRUE(is_drawing(picture)) << picture;
      EXPECT_TRUE(is_complete(picture)) << picture;
    }
  }
}

/// The squares of each path that has no holes and a tint of its own.
std::map<std::string, std::set<std::pair<int, int>>> tints_in(const std::string& picture) {
  static const std::regex path(R"re(<path fill="(#[0-9a-f]{6})" d="([^"]+)"/>)re");
  static const std::regex corner(R"re(M(\d+) (\d+)h100v100h-100z)re");
  std::map<std::string, std::set<std::pair<int, int>>> tints;
  for (const std::smatch& match : matches(picture, path)) {
    const std::string corners = match[2];
    for (const std::smatch& at : matches(corners, corner)) {
      tints[match[1]].emplace(std::stoi(at[2]) / 100, std::stoi(at[1]) / 100);
    }
  }
  return tints;
}

const NumberSquare latin_square = {3, {1, 2, 3, 2, 3, 1, 3, 1, 2}};

TEST(SvgOfNumbers, HasATintForEachNumber) {
  std::set<std::set<std::pair<int, int>>> squares_of_numbers;
  for (const auto& [tint, squares] : tints_in(svg_text(latin_square, SquareColours::by_number))) {
    squares_of_numbers.insert(squares);
  }
  EXPECT_EQ(squares_of_numbers,
            (std::set<std::set<std::pair<int, int>>>{
                {{0, 0}, {1, 2}, {2, 1}}, {{0, 1}, {1, 0}, {2, 2}}, {{0, 2}, {1, 1}, {2, 0}}}));
  EXPECT_TRUE(tints_in(svg_text(latin_square, SquareColours::chequered)).empty());
  NumberSquare square = {13, {}};
  for (int index = 0; index < 169; ++index) {
    square.numbers.push_back(index % 13 + 1);
  }
  EXPECT_EQ(tints_in(svg_text(square, SquareColours::by_number)).size(), 13U);
}

}  // namespace
}  // namespace nqueens
