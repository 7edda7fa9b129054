// Puts numbers into the squares of a picture, and paints the squares by number.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <stdexcept>
#include <string_view>

#include "boards/solutions/board_picture.hpp"
#include "boards/solutions/glyphs.hpp"
#include "boards/solutions/number_square.hpp"
#include "boards/solutions/svg.hpp"

namespace nqueens {
namespace {

/// A colour of sRGB, as SVG writes it, from its lightness, chroma and hue (in turns) in the space
/// Oklab (B. Ottosson, A perceptual color space for image processing, 2020). There, equal steps of
/// hue look equal, and no tint is brighter than another.
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
    char component[8];
    std::snprintf(component, sizeof component, "%02x",
                  static_cast<unsigned>(std::lround(255 * std::clamp(value, 0.0, 1.0))));
    text += component;
  }
  return text;
}

/// All squares, those of each number as a path of one tint. Lightness alternates, since many hues
/// would be too much alike.
std::string tinted_squares(const NumberSquare& square) {
  std::vector<int> numbers = square.numbers;
  std::ranges::sort(numbers);
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  std::vector<std::string> paths(numbers.size());
  for (std::size_t index = 0; index < square.numbers.size(); ++index) {
    const auto tint = std::ranges::lower_bound(numbers, square.numbers[index]) - numbers.begin();
    const int row = static_cast<int>(index) / square.n;
    const int column = static_cast<int>(index) % square.n;
    append_all(paths[static_cast<std::size_t>(tint)],
               {"M", std::to_string(square_side * column), " ", std::to_string(square_side * row),
                "h100v100h-100z"});
  }
  std::string text = "<g stroke=\"#fbf8f1\" stroke-width=\"4\">\n";
  for (std::size_t tint = 0; tint < paths.size(); ++tint) {
    const double hue = static_cast<double>(tint) / static_cast<double>(paths.size());
    append_all(text, {"<path fill=\"", colour_of(tint % 2 == 0 ? 0.89 : 0.82, 0.085, hue),
                      "\" d=\"", paths[tint], "\"/>\n"});
  }
  return text + "</g>\n";
}

}  // namespace

std::string svg_text(const NumberSquare& square, SquareColours colours) {
  if (square.n > static_cast<int>(max_drawn_picture)) {
    throw std::length_error("square too large to draw");
  }
  // Digits are up to 40 units high, the largest number has some room beside it, and all can be
  // read.
  const int widest = drawn_width(*std::ranges::max_element(square.numbers));
  const int scale = std::clamp(84 / widest, 1, 4);
  const std::string n = std::to_string(square.n);
  BoardPicture picture;
  picture.rows = square.n;
  picture.columns = square.n;
  picture.min_pixels = (80 / scale + 3) / 4 * 4;
  picture.title = n + " x " + n + " numbers";
  picture.definitions = digit_glyphs("n", scale);
  if (colours == SquareColours::by_number) {
    picture.squares = tinted_squares(square);
  }
  picture.contents =
      "<g id=\"numbers\" fill=\"none\" stroke=\"#2e3440\" stroke-width=\"1.3\" "
      "stroke-linecap=\"round\" stroke-linejoin=\"round\">\n";
  for (std::size_t index = 0; index < square.numbers.size(); ++index) {
    const int row = static_cast<int>(index) / square.n;
    const int column = static_cast<int>(index) % square.n;
    picture.contents += drawn_number(square.numbers[index], square_side * column + square_side / 2,
                                     square_side * row + square_side / 2, "n", scale);
  }
  picture.contents += "</g>\n";
  return drawn_picture(picture);
}

}  // namespace nqueens
