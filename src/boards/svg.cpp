// Draws a solution with paths only, even digits. Without fonts or style sheets it looks the same
// everywhere.

#include "nqueens/boards/svg.hpp"

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <string_view>

namespace nqueens {
namespace {

/// In units of the picture.
constexpr int square_side = 100;

/// The queen in its square: five points with pearls, a gown, a belt and a foot.
constexpr std::string_view queen = R"(<g id="queen" stroke-linejoin="round" stroke-linecap="round">
<path fill="#2e3440" stroke="#2e3440" stroke-width="4" d="M28 67L18 37L34 53L35 28L46 50L50 24L54 50L65 28L66 53L82 37L72 67z"/>
<path fill="#2e3440" stroke="#2e3440" stroke-width="4" d="M28 67Q50 61 72 67L69 75L76 84Q50 89 24 84L31 75z"/>
<path fill="none" stroke="#e9b949" stroke-width="3.5" d="M30 69Q50 63.5 70 69M31 76.5Q50 72 69 76.5"/>
<path fill="#e9b949" stroke="#2e3440" stroke-width="2.5" d="M12 35a5 5 0 1 0 10 0a5 5 0 1 0 -10 0zM30 25a5 5 0 1 0 10 0a5 5 0 1 0 -10 0zM45 20a5 5 0 1 0 10 0a5 5 0 1 0 -10 0zM60 25a5 5 0 1 0 10 0a5 5 0 1 0 -10 0zM78 35a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z"/>
</g>
)";

/// Digits as strokes, digit_width wide and digit_height high.
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
constexpr int digit_width = 6;
constexpr int digit_height = 10;
constexpr int digit_step = 9;

/// Sizes of a picture. Squares are a multiple of four pixels and the margin a multiple of a quarter
/// square, so all edges fall between pixels.
struct Layout {
  explicit Layout(int n)
      : pixels(std::clamp(720 / n / 4 * 4, 8, 80)),
        label_scale(std::max(2, 150 / pixels)),
        label_every(n <= 20 ? 1 : (n <= 60 ? 5 : 10)),
        margin((label_scale * digit_step * static_cast<int>(std::to_string(n).size()) + 30 + 24) /
               25 * 25) {}

  int pixels;       ///< a square
  int label_scale;  ///< units of the picture for each unit of a digit
  int label_every;  ///< rows
  int margin;       ///< around the board
};

void append_all(std::string& text, std::initializer_list<std::string_view> parts) {
  for (const std::string_view part : parts) {
    text += part;
  }
}

/// A square is dark if exactly one of two sets of stripes covers it: even columns and even rows.
std::string dark_squares(int n) {
  const std::string side = std::to_string(square_side);
  const std::string length = std::to_string(square_side * n);
  std::string path;
  for (int line = 1; line < n; line += 2) {
    const std::string start = std::to_string(square_side * line);
    append_all(path, {"M", start, " 0h", side, "v", length, "h-", side, "z"});
    append_all(path, {"M0 ", start, "h", length, "v", side, "h-", length, "z"});
  }
  return path;
}

/// A number, centred at x, y.
std::string label(int number, int x, int y, const Layout& layout) {
  std::string text;
  const std::string figures = std::to_string(number);
  const int width = digit_step * static_cast<int>(figures.size() - 1) + digit_width;
  int left = x - width * layout.label_scale / 2;
  for (const char figure : figures) {
    append_all(text, {"<use xlink:href=\"#d",
                      {&figure, 1},
                      "\" x=\"",
                      std::to_string(left),
                      "\" y=\"",
                      std::to_string(y - digit_height * layout.label_scale / 2),
                      "\"/>"});
    left += digit_step * layout.label_scale;
  }
  return text + "\n";
}

std::string definitions(const Layout& layout) {
  std::string text = "<defs>\n";
  text += queen;
  for (std::size_t digit = 0; digit < std::size(digits); ++digit) {
    append_all(text, {"<path id=\"d", std::to_string(digit), "\" transform=\"scale(",
                      std::to_string(layout.label_scale), ")\" d=\"", digits[digit], "\"/>\n"});
  }
  return text + "</defs>\n";
}

std::string rectangle(std::string_view id, int corner, int side, std::string_view style) {
  const std::string from = std::to_string(corner);
  const std::string length = std::to_string(side);
  std::string text;
  append_all(text, {"<rect id=\"", id, "\" x=\"", from, "\" y=\"", from, "\" width=\"", length,
                    "\" height=\"", length, "\" ", style, "/>\n"});
  return text;
}

/// The XML declaration and the tag <svg ...>, each on a line.
std::string opening(int n) {
  const Layout layout(n);
  const int picture = square_side * n + 2 * layout.margin;
  const std::string size = std::to_string(picture * layout.pixels / square_side);
  const std::string corner = std::to_string(-layout.margin);
  const std::string side = std::to_string(picture);
  std::string text =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
      "width=\"";
  append_all(text, {size, "\" height=\"", size, "\" viewBox=\"", corner, " ", corner, " ", side,
                    " ", side, "\">\n"});
  return text;
}

/// Everything below the queens, from the title to the labels.
std::string board(int n) {
  const Layout layout(n);
  const int side = square_side * n;
  std::string text;
  append_all(text, {"<title>", std::to_string(n), " queens</title>\n", definitions(layout)});
  text +=
      rectangle("paper", -layout.margin, side + 2 * layout.margin, "rx=\"30\" fill=\"#fbf8f1\"");
  text += rectangle("board", 0, side, "fill=\"#f0e4cc\"");
  append_all(text,
             {"<path fill=\"#9db4a0\" fill-rule=\"evenodd\" d=\"", dark_squares(n), "\"/>\n"});
  text += rectangle("frame", -3, side + 6, "fill=\"none\" stroke=\"#5d6f62\" stroke-width=\"6\"");
  text +=
      "<g fill=\"none\" stroke=\"#5d6f62\" stroke-width=\"1.2\" stroke-linecap=\"round\" "
      "stroke-linejoin=\"round\">\n";
  const int middle = -layout.margin / 2;
  for (int line = 1; line <= n; ++line) {
    if (line == 1 || line % layout.label_every == 0) {
      const int along = square_side * line - square_side / 2;
      text += label(line, along, middle, layout);
      text += label(line, middle, along, layout);
    }
  }
  return text + "</g>\n";
}

}  // namespace

std::string svg_text(Rows solution) {
  const int n = static_cast<int>(solution.size());
  std::string text = opening(n) + board(n);
  for (int column = 0; column < n; ++column) {
    const int row = static_cast<int>(solution[static_cast<std::size_t>(column)]);
    append_all(text, {"<use xlink:href=\"#queen\" x=\"", std::to_string(square_side * column),
                      "\" y=\"", std::to_string(square_side * row), "\"/>\n"});
  }
  return text + "</svg>\n";
}

}  // namespace nqueens
