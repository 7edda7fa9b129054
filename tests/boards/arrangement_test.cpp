// Which squares chess pieces attack, drawn. Attacks among them, with and without something between
// them; arrangements as text.
#include "boards/solutions/arrangement.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "boards/solutions/formats.hpp"
#include "solutions.hpp"

namespace nqueens {
namespace {

using test::drawn;

/// The squares that a chess piece in the middle of a 7 x 7 board attacks, row by row.
std::string attacked_by(ChessPiece piece) {
  std::string drawing;
  for (int row = 0; row < 7; ++row) {
    for (int column = 0; column < 7; ++column) {
      const bool own = row == 3 && column == 3;
      drawing += own ? 'o' : attacks(piece, {3, 3}, {row, column}) ? 'x' : '.';
    }
    drawing += '\n';
  }
  return drawing;
}

TEST(ChessPiece, AttacksTheSquaresOfItsMoves) {
  EXPECT_EQ(attacked_by(ChessPiece::amazon),
            "x..x..x\n"
            ".xxxxx.\n"
            ".xxxxx.\n"
            "xxxoxxx\n"
            ".xxxxx.\n"
            ".xxxxx.\n"
            "x..x..x\n");
  EXPECT_EQ(attacked_by(ChessPiece::knight),
            ".......\n"
            "..x.x..\n"
            ".x...x.\n"
            "...o...\n"
            ".x...x.\n"
            "..x.x..\n"
            ".......\n");
  EXPECT_EQ(attacked_by(ChessPiece::king),
            ".......\n"
            ".......\n"
            "..xxx..\n"
            "..xox..\n"
            "..xxx..\n"
            ".......\n"
            ".......\n");
  EXPECT_EQ(attacked_by(ChessPiece::archbishop),
            "x.....x\n"
            ".xx.xx.\n"
            ".xx.xx.\n"
            "...o...\n"
            ".xx.xx.\n"
            ".xx.xx.\n"
            "x.....x\n");
}

TEST(ChessPiece, RidesAnyNumberOfMovesButLeapsOne) {
  EXPECT_TRUE(attacks(ChessPiece::nightrider, {0, 0}, {6, 3}));
  EXPECT_TRUE(attacks(ChessPiece::nightrider, {8, 4}, {0, 0}));
  EXPECT_FALSE(attacks(ChessPiece::nightrider, {0, 0}, {6, 4}));
  EXPECT_FALSE(attacks(ChessPiece::knight, {0, 0}, {4, 2}));
  EXPECT_TRUE(attacks(ChessPiece::rook, {0, 5}, {1000, 5}));
  EXPECT_FALSE(attacks(ChessPiece::pawn, {1, 1}, {0, 0}));
}

TEST(ChessPiece, AttacksNotItsOwnSquare) {
  for (const std::string_view name : names_of_attackers()) {
    EXPECT_FALSE(attacks(*chess_piece_from(name), {2, 2}, {2, 2})) << name;
  }
}

std::string attack_in(std::initializer_list<std::string_view> lines) {
  return find_attack(drawn(lines)).value_or("none");
}

std::string unguarded_in(std::initializer_list<std::string_view> lines) {
  return find_unguarded(drawn(lines)).value_or("none");
}

TEST(ArrangementCheck, NamesTheTwoChessPiecesOfAnAttack) {
  EXPECT_EQ(attack_in({"Q....", "...N.", "....."}), "none");
  EXPECT_EQ(attack_in({"Q....", ".....", ".N..."}),
            "the knight at column 2, row 3 attacks the queen at column 1, row 1");
  EXPECT_EQ(attack_in({"Q..N", "...."}),
            "the queen at column 1, row 1 attacks the knight at column 4, row 1");
  EXPECT_EQ(attack_in({"K.", "K."}),
            "the king at column 1, row 1 attacks the king at column 1, row 2");
  EXPECT_EQ(attack_in({"...", "C..", "..B"}),
            "the chancellor at column 1, row 2 attacks the bishop at column 3, row 3");
}

TEST(ArrangementCheck, LetsAPawnBlockALineAndStandInIt) {
  EXPECT_EQ(attack_in({"QPQ"}), "none");
  EXPECT_EQ(attack_in({"Q..", ".P.", "..Q"}), "none");
  EXPECT_EQ(attack_in({"R.", "P.", "R."}), "none");
  EXPECT_EQ(attack_in({"QP.", "...", ".PQ"}),
            "the queen at column 1, row 1 attacks the queen at column 3, row 3");
  EXPECT_EQ(attack_in({"P.", ".P"}), "none");
}

TEST(ArrangementCheck, LetsALeaperJumpOverAPawn) {
  EXPECT_EQ(attack_in({"NP.", "PPN"}),
            "the knight at column 1, row 1 attacks the knight at column 3, row 2");
  EXPECT_EQ(attack_in({"APP", "PPA"}),
            "the amazon at column 1, row 1 attacks the amazon at column 3, row 2");
}

TEST(ArrangementCheck, StopsANightriderOnlyWhereItSetsItsFoot) {
  EXPECT_EQ(attack_in({"IPPP.", "PP.PP", "PPPPI"}),
            "the nightrider at column 1, row 1 attacks the nightrider at column 5, row 3");
  EXPECT_EQ(attack_in({"I....", "..P..", "....I"}), "none");
}

TEST(ArrangementCheck, FindsTheFirstSquareThatNothingGuards) {
  EXPECT_EQ(unguarded_in({"...", ".K.", "..."}), "none");
  EXPECT_EQ(unguarded_in({"....", ".K..", "...."}), "no chess piece attacks column 4, row 1");
  EXPECT_EQ(unguarded_in({"...", "...", "..."}), "no chess piece attacks column 1, row 1");
  EXPECT_EQ(unguarded_in({".....", ".....", "..Q..", ".....", "....."}),
            "no chess piece attacks column 2, row 1");
  EXPECT_EQ(unguarded_in({"Q.P."}), "no chess piece attacks column 4, row 1");
  EXPECT_EQ(unguarded_in({"Q..P"}), "none") << "a pawn's own square is occupied";
  EXPECT_EQ(unguarded_in({"Q.Q."}), "none") << "chess pieces may attack one another";
}

TEST(ArrangementCheck, FindsChessPiecesThatAreMisplaced) {
  constexpr auto queen = ChessPiece::queen;
  const Arrangement off = {2, 3, {{queen, {0, 0}}, {queen, {1, 3}}}};
  EXPECT_EQ(find_attack(off), "the queen at column 4, row 2 is off the board");
  EXPECT_EQ(find_unguarded(off), find_attack(off));
  for (const Square square : {Square{-1, 0}, Square{0, -1}, Square{2, 0}}) {
    const auto fault = find_attack({2, 3, {{queen, square}}});
    ASSERT_TRUE(fault);
    EXPECT_TRUE(fault->ends_with("is off the board")) << *fault;
  }
  const Arrangement twice = {2, 3, {{queen, {1, 2}}, {ChessPiece::pawn, {1, 2}}}};
  EXPECT_EQ(find_attack(twice), "two chess pieces are at column 3, row 2");
  EXPECT_EQ(find_unguarded(twice), find_attack(twice));
  EXPECT_EQ(find_attack({2, 3, {{queen, {1, 2}}, {queen, {0, 0}}}}), std::nullopt);
}

/// On a board without a third chess piece nothing stands between, so attacks() has the last word.
TEST(ArrangementCheck, AgreesWithAttacksOnEachPairOfSquares) {
  constexpr int rows = 5;
  constexpr int columns = 7;
  for (const std::string_view name : names_of_attackers()) {
    const ChessPiece piece = *chess_piece_from(name);
    for (int from = 0; from < rows * columns; ++from) {
      for (int to = 0; to < rows * columns; ++to) {
        const Square first = {from / columns, from % columns};
        const Square second = {to / columns, to % columns};
        if (from != to) {
          const Arrangement pair = {rows, columns, {{piece, first}, {piece, second}}};
          ASSERT_EQ(find_attack(pair).has_value(), attacks(piece, first, second))
              << name << " " << from << " " << to;
        }
      }
    }
  }
}

/// A queen's line is blocked exactly if a chess piece stands on a square in the middle.
bool queens_see(const Arrangement& arrangement, Square from, Square to) {
  if (!attacks(ChessPiece::queen, from, to)) {
    return false;
  }
  for (const auto& [piece, between] : arrangement.pieces) {
    const int across = (between.row - from.row) * (to.column - from.column) -
                       (between.column - from.column) * (to.row - from.row);
    const int along = (between.row - from.row) * (between.row - to.row) +
                      (between.column - from.column) * (between.column - to.column);
    if (across == 0 && along < 0) {
      return false;
    }
  }
  return true;
}

TEST(ArrangementCheck, SeesBlockedLinesAsGeometryDoes) {
  test::SeededRandom random;
  int free_of_attacks = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    Arrangement arrangement = {4, 6, {}};
    for (int square = 0; square < 24; ++square) {
      const auto drawn_number = random() % 8;
      if (drawn_number < 3) {
        arrangement.pieces.push_back(
            {drawn_number == 0 ? ChessPiece::queen : ChessPiece::pawn, {square / 6, square % 6}});
      }
    }
    bool attacked = false;
    for (const auto& [piece, from] : arrangement.pieces) {
      for (const auto& [other, to] : arrangement.pieces) {
        attacked |= piece == ChessPiece::queen && other == ChessPiece::queen &&
                    queens_see(arrangement, from, to);
      }
    }
    ASSERT_EQ(find_attack(arrangement).has_value(), attacked);
    free_of_attacks += attacked ? 0 : 1;
  }
  EXPECT_GT(free_of_attacks, 100);
}

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
