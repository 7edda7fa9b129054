// Draws boards with paths only, even digits: without fonts or style sheets they look the same
// everywhere.
#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <numbers>
#include <stdexcept>

#include "boards/solutions/arrangement.hpp"
#include "boards/solutions/number_square.hpp"
#include "core/number.hpp"

namespace nqueens {
namespace {

/// All chess pieces as elements for <defs>, each 100 x 100 units, with their names as ids.
constexpr std::string_view glyphs =
#include "glyphs.svg.inc"
    ;

/// In picture units.
constexpr int square_side = 100;

/// In digit units. digit_step leads from the left edge of a digit to the next one's.
constexpr int digit_width = 6;
constexpr int digit_height = 10;
constexpr int digit_step = 9;

/// Strokes, digit_width wide and digit_height high.
constexpr std::string_view digits[] = {
    "M0 3a3 3 0 0 1 6 0v4a3 3 0 0 1 -6 0z",
    "M1.2 1.8L3.6 0V10",
    "M.2 2.5C.5 -.8 5.8 -.8 5.8 2.7C5.8 5 1.5 7 .2 10H6",
    R"(M.3 1.6C1.3 -.5 5.5 -.5 5.5 2.3C5.5 4 4.3 4.7 2.5 4.7C4.5 4.7 5.9 5.6 5.9 7.3C5.9 10.6 1.2 10.9 0 8.4)",
    "M4.5 10V0L0 7.2H6",
    "M5.4 0H1.2L.7 4.6C2.2 3.4 6 3.3 6 6.7C6 10.6 1.4 10.9 .1 8.6",
    "M5 0C2 1.2 0 4 0 7a3 3 0 0 0 6 0a3 3 0 0 0 -5.8 -1",
    "M0 0H6L2.2 10",
    R"(M3 4.7a2.35 2.35 0 1 0 0 -4.7a2.35 2.35 0 1 0 0 4.7a2.65 2.65 0 1 0 0 5.3a2.65 2.65 0 1 0 0 -5.3z)",
    "M1 10C4 8.8 6 6 6 3a3 3 0 0 0 -6 0a3 3 0 0 0 5.8 1",
};

/// The ten digits as elements for <defs>, with the prefix and the digit as ids. They are strokes
/// that take pen and colour from their users. A digit unit is `scale` picture units.
std::string digit_glyphs(std::string_view prefix, int scale) {
  std::string text;
  for (std::size_t digit = 0; digit < std::size(digits); ++digit) {
    text += joined("<path id=\"", prefix, digit, "\" transform=\"scale(", scale, ")\" d=\"",
                   digits[digit], "\"/>\n");
  }
  return text;
}

/// The width of a non-negative number in digit units.
int drawn_width(int number) {
  return digit_step * static_cast<int>(std::to_string(number).size() - 1) + digit_width;
}

/// A non-negative number centred at x, y, as a line of digits of this prefix and scale.
std::string drawn_number(int number, int x, int y, std::string_view prefix, int scale) {
  std::string text;
  int left = x - drawn_width(number) * scale / 2;
  for (const char figure : std::to_string(number)) {
    text += joined("<use xlink:href=\"#", prefix, figure, "\" x=\"", left, "\" y=\"",
                   y - digit_height * scale / 2, "\"/>");
    left += digit_step * scale;
  }
  return text + "\n";
}

/// The sizes of a picture, and what differs between pictures. Squares are a multiple of four pixels
/// and the margin a multiple of a quarter square, so all edges fall between pixels.
struct Picture {
  /// @param min_pixels  of a square: a multiple of four, up to 80
  Picture(int rows, int columns, int min_pixels = 8)
      : longer(std::max(rows, columns)),
        pixels(std::clamp(720 / longer / 4 * 4, min_pixels, 80)),
        label_scale(std::max(2, 150 / pixels)),
        margin((label_scale * (drawn_width(longer) + digit_step - digit_width) + 30 + 24) / 25 *
               25),
        width(square_side * columns),
        height(square_side * rows) {
    if (longer > static_cast<int>(max_drawn_picture)) {
      throw std::length_error("board too large to draw");
    }
  }

  int longer;               ///< longer side, in squares
  int pixels;               ///< per square
  int label_scale;          ///< picture units per digit unit
  int margin;               ///< around the board
  int width;                ///< of the board
  int height;               ///< of the board
  std::string title;        ///< without characters that XML escapes
  std::string definitions;  ///< elements for <defs>
  std::string squares;      ///< elements that colour all squares; empty: chequered
  std::string contents;     ///< elements on the board, whose first square has its corner at 0, 0
};

/// Dark squares are covered by exactly one of two sets of stripes: even columns and even rows.
std::string dark_squares(const Picture& picture) {
  std::string path;
  for (int from = square_side; from < std::max(picture.width, picture.height);
       from += 2 * square_side) {
    if (from < picture.width) {
      path += joined('M', from, " 0h", square_side, 'v', picture.height, "h-", square_side, 'z');
    }
    if (from < picture.height) {
      path += joined("M0 ", from, 'h', picture.width, 'v', square_side, "h-", picture.width, 'z');
    }
  }
  return joined("<path fill=\"#9db4a0\" fill-rule=\"evenodd\" d=\"", path, "\"/>\n");
}

/// A rectangle that exceeds the board by `around` on each side.
std::string rectangle(std::string_view id, const Picture& picture, int around,
                      std::string_view style) {
  return joined("<rect id=\"", id, "\" x=\"", -around, "\" y=\"", -around, "\" width=\"",
                picture.width + 2 * around, "\" height=\"", picture.height + 2 * around, "\" ",
                style, "/>\n");
}

/// The XML declaration and the tag <svg ...>, each on its own line.
std::string opening(const Picture& picture) {
  const int width = picture.width + 2 * picture.margin;
  const int height = picture.height + 2 * picture.margin;
  return joined(svg_start, width * picture.pixels / square_side, "\" height=\"",
                height * picture.pixels / square_side, "\" viewBox=\"", -picture.margin, ' ',
                -picture.margin, ' ', width, ' ', height, "\">\n");
}

std::string labels(const Picture& picture) {
  std::string text =
      "<g fill=\"none\" stroke=\"#5d6f62\" stroke-width=\"1.2\" stroke-linecap=\"round\" "
      "stroke-linejoin=\"round\">\n";
  const int every = picture.longer <= 20 ? 1 : picture.longer <= 60 ? 5 : 10;
  const int middle = -picture.margin / 2;
  for (int line = 1; line <= picture.longer; ++line) {
    if (line == 1 || line % every == 0) {
      const int along = square_side * line - square_side / 2;
      if (along < picture.width) {
        text += drawn_number(line, along, middle, "d", picture.label_scale);
      }
      if (along < picture.height) {
        text += drawn_number(line, middle, along, "d", picture.label_scale);
      }
    }
  }
  return text + "</g>\n";
}

std::string drawn_picture(const Picture& picture) {
  return joined(
      opening(picture), "<title>", picture.title, "</title>\n<defs>\n", picture.definitions,
      digit_glyphs("d", picture.label_scale), "</defs>\n",
      rectangle("paper", picture, picture.margin, "rx=\"30\" fill=\"#fbf8f1\""),
      rectangle("board", picture, 0, "fill=\"#f0e4cc\""),
      picture.squares.empty() ? dark_squares(picture) : picture.squares,
      rectangle("frame", picture, 3, "fill=\"none\" stroke=\"#5d6f62\" stroke-width=\"6\""),
      labels(picture), picture.contents, "</svg>\n");
}

/// An sRGB colour as SVG writes it, from lightness, chroma and hue (in turns) in the Oklab space
/// (B. Ottosson, A perceptual color space for image processing, 2020), where equal steps of hue
/// look equal and no tint looks brighter than another.
std::string colour_of(double lightness, double chroma, double hue) {
  const double a = chroma * std::cos(2 * std::numbers::pi * hue);
  const double b = chroma * std::sin(2 * std::numbers::pi * hue);
  const auto cube = [](double root) { return root * root * root; };
  const double l = cube(lightness + 0.3963377774 * a + 0.2158037573 * b);
  const double m = cube(lightness - 0.1055613458 * a - 0.0638541728 * b);
  const double s = cube(lightness - 0.0894841775 * a - 1.2914855480 * b);
  const std::array linear = {4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
                             -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
                             -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s};
  std::string text = "#";
  for (const double light : linear) {
    const double value =
        light <= 0.0031308 ? 12.92 * light : 1.055 * std::pow(light, 1 / 2.4) - 0.055;
    text +=
        formatted("%02x", static_cast<unsigned>(std::lround(255 * std::clamp(value, 0.0, 1.0))));
  }
  return text;
}

/// All squares, with one path and tint per number. Lightness alternates, since many hues would look
/// too much alike.
std::string tinted_squares(const NumberSquare& square) {
  std::map<int, std::string> paths;  // by number
  for (int row = 0; row < square.n; ++row) {
    for (int column = 0; column < square.n; ++column) {
      paths[square.at(row, column)] +=
          joined('M', square_side * column, ' ', square_side * row, "h100v100h-100z");
    }
  }
  std::string text = "<g stroke=\"#fbf8f1\" stroke-width=\"4\">\n";
  int tint = 0;
  for (const auto& [number, path] : paths) {
    const double hue = tint / static_cast<double>(paths.size());
    text += joined("<path fill=\"", colour_of(tint++ % 2 == 0 ? 0.89 : 0.82, 0.085, hue), "\" d=\"",
                   path, "\"/>\n");
  }
  return text + "</g>\n";
}

}  // namespace

std::string svg_text(const Arrangement& arrangement) {
  constexpr std::string_view end = "</g>\n";
  std::array<int, static_cast<std::size_t>(ChessPiece::pawn) + 1> amounts = {};
  Picture picture(arrangement.rows, arrangement.columns);
  for (const auto& [piece, square] : arrangement.pieces) {
    ++amounts[static_cast<std::size_t>(piece)];
    picture.contents +=
        joined("<use xlink:href=\"#", to_string(piece), "\" x=\"", square_side * square.column,
               "\" y=\"", square_side * square.row, "\"/>\n");
  }
  for (std::size_t kind = 0; kind < amounts.size(); ++kind) {
    if (const int amount = amounts[kind]; amount > 0) {
      const auto piece = static_cast<ChessPiece>(kind);
      picture.title +=
          joined(picture.title.empty() ? "" : ", ",
                 amount_of(static_cast<std::uint64_t>(amount), std::string(to_string(piece))));
      const std::size_t from = glyphs.find(joined("<g id=\"", to_string(piece), '"'));
      picture.definitions += glyphs.substr(from, glyphs.find(end, from) + end.size() - from);
    }
  }
  picture.title = picture.title.empty() ? "an empty board" : picture.title;
  return drawn_picture(picture);
}

std::string svg_text(const NumberSquare& square, SquareColours colours) {
  // Digits are up to 40 units high, and the largest number has some room beside it.
  const int widest = drawn_width(*std::ranges::max_element(square.numbers));
  const int scale = std::clamp(84 / widest, 1, 4);
  Picture picture(square.n, square.n, (80 / scale + 3) / 4 * 4);
  picture.title = joined(square.n, " x ", square.n, " numbers");
  picture.definitions = digit_glyphs("n", scale);
  if (colours == SquareColours::by_number) {
    picture.squares = tinted_squares(square);
  }
  picture.contents =
      "<g id=\"numbers\" fill=\"none\" stroke=\"#2e3440\" stroke-width=\"1.3\" "
      "stroke-linecap=\"round\" stroke-linejoin=\"round\">\n";
  for (int row = 0; row < square.n; ++row) {
    for (int column = 0; column < square.n; ++column) {
      picture.contents +=
          drawn_number(square.at(row, column), square_side * column + square_side / 2,
                       square_side * row + square_side / 2, "n", scale);
    }
  }
  picture.contents += "</g>\n";
  return drawn_picture(picture);
}

}  // namespace nqueens
