// Which squares chess pieces attack, drawn.

#include <gtest/gtest.h>

#include <string>

#include "boards/solutions/arrangement.hpp"

namespace nqueens {
namespace {

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

}  // namespace
}  // namespace nqueens
