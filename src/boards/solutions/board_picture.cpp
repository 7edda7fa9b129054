// Draws a board with paths only, even digits. Without fonts or style sheets it looks the same
// everywhere.

#include "boards/solutions/board_picture.hpp"

#include <algorithm>
#include <string_view>

#include "boards/solutions/glyphs.hpp"

namespace nqueens {
namespace {

/// Sizes of a picture. Squares are a multiple of four pixels and the margin a multiple of a quarter
/// square, so all edges fall between pixels.
struct Layout {
  explicit Layout(const BoardPicture& picture)
      : longer(std::max(picture.rows, picture.columns)),
        pixels(std::clamp(720 / longer / 4 * 4, picture.min_pixels, 80)),
        label_scale(std::max(2, 150 / pixels)),
        label_every(longer <= 20 ? 1 : (longer <= 60 ? 5 : 10)),
        margin((label_scale * (drawn_width(longer) + digit_step - digit_width) + 30 + 24) / 25 *
               25),
        width(square_side * picture.columns),
        height(square_side * picture.rows) {}

  int longer;       ///< side, in squares
  int pixels;       ///< a square
  int label_scale;  ///< units of the picture for each unit of a digit
  int label_every;  ///< rows or columns
  int margin;       ///< around the board
  int width;        ///< of the board
  int height;       ///< the same
};

/// A square is dark if exactly one of two sets of stripes covers it: even columns and even rows.
std::string dark_squares(const Layout& layout) {
  const std::string side = std::to_string(square_side);
  const std::string width = std::to_string(layout.width);
  const std::string height = std::to_string(layout.height);
  std::string path;
  for (int from = square_side; from < std::max(layout.width, layout.height);
       from += 2 * square_side) {
    const std::string start = std::to_string(from);
    if (from < layout.width) {
      append_all(path, {"M", start, " 0h", side, "v", height, "h-", side, "z"});
    }
    if (from < layout.height) {
      append_all(path, {"M0 ", start, "h", width, "v", side, "h-", width, "z"});
    }
  }
  return path;
}

/// The board with so much around it.
std::string rectangle(std::string_view id, const Layout& layout, int around,
                      std::string_view style) {
  const std::string corner = std::to_string(-around);
  std::string text;
  append_all(text, {"<rect id=\"", id, "\" x=\"", corner, "\" y=\"", corner, "\" width=\"",
                    std::to_string(layout.width + 2 * around), "\" height=\"",
                    std::to_string(layout.height + 2 * around), "\" ", style, "/>\n"});
  return text;
}

/// The XML declaration and the tag <svg ...>, each on a line.
std::string opening(const Layout& layout) {
  const int width = layout.width + 2 * layout.margin;
  const int height = layout.height + 2 * layout.margin;
  const std::string corner = std::to_string(-layout.margin);
  std::string text =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
      "width=\"";
  append_all(text, {std::to_string(width * layout.pixels / square_side), "\" height=\"",
                    std::to_string(height * layout.pixels / square_side), "\" viewBox=\"", corner,
                    " ", corner, " ", std::to_string(width), " ", std::to_string(height), "\">\n"});
  return text;
}

/// The numbers of columns and rows.
std::string labels(const Layout& layout) {
  std::string text =
      "<g fill=\"none\" stroke=\"#5d6f62\" stroke-width=\"1.2\" stroke-linecap=\"round\" "
      "stroke-linejoin=\"round\">\n";
  const int middle = -layout.margin / 2;
  for (int line = 1; line <= layout.longer; ++line) {
    if (line == 1 || line % layout.label_every == 0) {
      const int along = square_side * line - square_side / 2;
      if (along < layout.width) {
        text += drawn_number(line, along, middle, "d", layout.label_scale);
      }
      if (along < layout.height) {
        text += drawn_number(line, middle, along, "d", layout.label_scale);
      }
    }
  }
  return text + "</g>\n";
}

}  // namespace

std::string drawn_picture(const BoardPicture& picture) {
  const Layout layout(picture);
  std::string text = opening(layout);
  append_all(text, {"<title>", picture.title, "</title>\n<defs>\n", picture.definitions,
                    digit_glyphs("d", layout.label_scale), "</defs>\n"});
  text += rectangle("paper", layout, layout.margin, "rx=\"30\" fill=\"#fbf8f1\"");
  text += rectangle("board", layout, 0, "fill=\"#f0e4cc\"");
  if (picture.squares.empty()) {
    append_all(text, {"<path fill=\"#9db4a0\" fill-rule=\"evenodd\" d=\"", dark_squares(layout),
                      "\"/>\n"});
  } else {
    text += picture.squares;
  }
  text += rectangle("frame", layout, 3, "fill=\"none\" stroke=\"#5d6f62\" stroke-width=\"6\"");
  append_all(text, {labels(layout), picture.contents, "</svg>\n"});
  return text;
}

}  // namespace nqueens
