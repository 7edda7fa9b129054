// Arrangements as text.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "boards/solutions/arrangement.hpp"
#include "boards/solutions/writer.hpp"
#include "drawn.hpp"

namespace nqueens {
namespace {

using test::drawn;

const Arrangement mixed = drawn({"..Q.", "PQ..", "...K"});

TEST(ArrangementWriter, ListsTheSquaresOfEachKindByColumn) {
  EXPECT_EQ(line_text(mixed), "queens 2,2 3,1; king 4,3; pawn 1,2");
  EXPECT_EQ(line_text(drawn({"A"})), "amazon 1,1");
  EXPECT_EQ(line_text(drawn({"R...........R"})), "rooks 1,1 13,1");
  EXPECT_EQ(line_text(drawn({"..", ".."})), "");
}

TEST(ArrangementWriter, DrawsEachChessPieceWithItsLetter) {
  EXPECT_EQ(board_text(mixed, SquareSymbols::letters), ". . Q .\nP Q . .\n. . . K\n");
  EXPECT_EQ(board_text(drawn({"QAKRB", "NCHIP"}), SquareSymbols::letters),
            "Q A K R B\nN C H I P\n");
  EXPECT_EQ(board_text(drawn({"Q", ".", "."}), SquareSymbols::letters), "Q\n.\n.\n");
}

TEST(ArrangementWriter, DrawsChessSymbolsWhereFontsHaveThem) {
  EXPECT_EQ(board_text(drawn({"QAKRB", "NCHIP", "....."}), SquareSymbols::unicode),
            "♛ A ♚ ♜ ♝\n♞ C H I ♟\n· · · · ·\n");
}

TEST(ArrangementWriter, DrawsQueensAsTheWriterOfSolutionsDoes) {
  std::string text;
  SolutionWriter writer(Format::board, SquareSymbols::unicode,
                        [&text](std::string_view part) { text += part; });
  writer.write(std::vector<Row>{1, 3, 0, 2});
  writer.flush();
  EXPECT_EQ(board_text(drawn({"..Q.", "Q...", "...Q", ".Q.."}), SquareSymbols::unicode), text);
}

TEST(ArrangementWriter, DrawsNoBoardThatIsTooLarge) {
  const int largest = static_cast<int>(max_drawn_board);
  EXPECT_EQ(board_text({1, largest, {}}, SquareSymbols::letters).size(), 2 * max_drawn_board);
  EXPECT_THROW(board_text({1, largest + 1, {}}, SquareSymbols::letters), std::length_error);
  EXPECT_THROW(board_text({largest + 1, 1, {}}, SquareSymbols::letters), std::length_error);
}

/// An arrangement from its JSON.
Arrangement read_json(int rows, int columns, const std::string& text) {
  Arrangement arrangement = {rows, columns, {}};
  for (const auto& each : nlohmann::json::parse(text)) {
    arrangement.pieces.push_back(
        {*chess_piece_from(each.at("chess_piece").get<std::string>()),
         {each.at("row").get<int>() - 1, each.at("column").get<int>() - 1}});
  }
  return arrangement;
}

TEST(ArrangementWriter, WritesJsonThatSaysTheSame) {
  EXPECT_EQ(json_text(drawn({".N"})), R"([{"chess_piece":"knight","column":2,"row":1}])");
  EXPECT_EQ(json_text(drawn({"."})), "[]");
  const Arrangement all = drawn({"QAKRB.", "..NCHIP"});
  EXPECT_EQ(read_json(all.rows, all.columns, json_text(all)), all);
}

}  // namespace
}  // namespace nqueens
