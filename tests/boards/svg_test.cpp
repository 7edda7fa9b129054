// Pictures of chess pieces, read back.

#include "boards/solutions/svg.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "drawn.hpp"
#include "picture.hpp"

namespace nqueens {
namespace {

using test::drawn;

/// The chess pieces that a picture shows, in the order of their squares.
std::vector<PlacedPiece> pieces_in(const std::string& picture) {
  std::vector<PlacedPiece> pieces;
  for (const auto& [id, x, y] : test::uses_in(picture)) {
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
    EXPECT_TRUE(test::is_drawing(picture)) << picture;
    EXPECT_TRUE(test::is_complete(picture)) << picture;
  }
}

TEST(Svg, DefinesNoChessPieceThatIsMissing) {
  const auto ids = test::ids_in(svg_text(drawn({"N.P"})));
  EXPECT_TRUE(ids.contains("knight"));
  EXPECT_TRUE(ids.contains("pawn"));
  EXPECT_FALSE(ids.contains("queen"));
}

TEST(Svg, HasADrawingOfItsOwnForEachChessPiece) {
  const std::string picture = svg_text(drawn({"QAKRBNCHIP"}));
  static const std::regex group(R"re(<g id="\w+"[^>]*>\n((?:<path [^>]*>\n)+)</g>)re");
  std::set<std::string> drawings;
  for (std::sregex_iterator match(picture.begin(), picture.end(), group), end; match != end;
       ++match) {
    drawings.insert((*match)[1]);
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
  for (const auto& [id, x, y] : test::uses_in(picture)) {
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
}

}  // namespace
}  // namespace nqueens
