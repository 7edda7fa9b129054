// Pictures of svg_text(). Whatever could show queens in another way than that does is refused rather than
// understood: other elements, attributes that move or hide.

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "nqueens/boards/svg.hpp"
#include "readers.hpp"

namespace nqueens {
namespace {

constexpr std::size_t longest_name = 40;

constexpr std::array<std::string_view, 3> shapes = {"rect", "path", "use"};
constexpr std::array<std::string_view, 17> attributes = {
    "xmlns",
    "xmlns:xlink",
    "version",
    "width",
    "height",
    "viewBox",
    "x",
    "y",
    "rx",
    "id",
    "d",
    "fill",
    "fill-rule",
    "stroke",
    "stroke-width",
    "stroke-linecap",
    "stroke-linejoin",
};

/// A tag and those of its attributes that say where something stands.
struct Tag {
  std::uint64_t line = 0;
  std::string name;  ///< with a slash in front where it ends an element
  std::string id;
  std::string href;
  std::string x;
  std::string y;
  std::string width;
  std::string height;
  std::string unknown;  ///< an attribute that is not among those above
  bool is_empty = false;
};

template <std::size_t count>
bool contains(const std::array<std::string_view, count>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_name_character(int character) {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
         (character >= '0' && character <= '9') || character == ':' || character == '-' || character == '_';
}

std::string take_name(TextSource& text) {
  std::string name;
  while (is_name_character(text.peek())) {
    if (name.size() == longest_name) {
      text.fail(text.line(),
                "a name in the picture is longer than " + std::to_string(longest_name) + " letters");
    }
    name.push_back(static_cast<char>(text.take()));
  }
  if (name.empty()) {
    text.fail_here();
  }
  return name;
}

/// Takes a quoted value. Of a long one, a path's, the beginning is kept: more than any name or number has.
std::string take_value(TextSource& text) {
  text.expect("\"");
  std::string value;
  while (text.peek() != '"') {
    if (text.peek() == TextSource::end || text.peek() == '<') {
      text.fail_here();
    }
    const char character = static_cast<char>(text.take());
    if (value.size() <= longest_name) {
      value.push_back(character);
    }
  }
  text.expect("\"");
  return value;
}

void take_attribute(TextSource& text, Tag& tag) {
  const std::string name = take_name(text);
  text.skip_white_space();
  text.expect("=");
  text.skip_white_space();
  const std::string value = take_value(text);
  if (name == "id") {
    tag.id = value;
  } else if (name == "xlink:href") {
    tag.href = value;
  } else if (name == "x") {
    tag.x = value;
  } else if (name == "y") {
    tag.y = value;
  } else if (name == "width") {
    tag.width = value;
  } else if (name == "height") {
    tag.height = value;
  } else if (!contains(attributes, name)) {
    tag.unknown = name;
  }
}

/// Takes a tag behind its angle bracket.
Tag take_tag(TextSource& text) {
  Tag tag;
  tag.line = text.line();
  if (text.peek() == '/') {
    text.take();
    tag.name = "/" + take_name(text);
    text.skip_white_space();
    text.expect(">");
    return tag;
  }
  tag.name = take_name(text);
  text.skip_white_space();
  while (is_name_character(text.peek())) {
    take_attribute(text, tag);
    text.skip_white_space();
  }
  if (text.peek() == '/') {
    text.take();
    tag.is_empty = true;
  }
  text.expect(">");
  return tag;
}

/// The number of squares in a length, which is a whole one from 0 to max_read_board of them.
std::optional<int> squares_from(std::string_view length) {
  if (length.empty() || length.size() > 9 ||
      length.find_first_not_of("0123456789") != std::string_view::npos) {
    return std::nullopt;
  }
  int units = 0;
  for (const char digit : length) {
    units = 10 * units + (digit - '0');
  }
  const int squares = units / svg_square;
  const bool whole = units % svg_square == 0 && static_cast<std::uint64_t>(squares) <= max_read_board;
  return whole ? std::optional(squares) : std::nullopt;
}

class PictureReader {
 public:
  PictureReader(TextSource& text, ReadSolution& solution) : text_(text), solution_(solution) {}

  void read() {
    while (!ended_) {
      next_tag();
    }
    if (solution_.n == 0) {
      text_.fail(solution_.line, "the picture has no board, which would be a <rect id=\"board\" .../>");
    }
  }

 private:
  /// Takes a tag, comment or instruction, and what stands before it.
  void next_tag() {
    while (text_.peek() != '<') {
      if (text_.take() == TextSource::end) {
        text_.fail(solution_.line, "the picture that begins here has no end; </svg> is missing");
      }
    }
    text_.take();
    if (text_.peek() == '?') {
      text_.skip_past("?>");
    } else if (text_.peek() == '!') {
      text_.expect("!--");
      text_.skip_past("-->");
    } else {
      handle(take_tag(text_));
    }
  }

  void handle(const Tag& tag) {
    if (in_definitions_) {
      in_definitions_ = tag.name != "/defs";
    } else if (in_title_) {
      in_title_ = false;
      refuse(tag.name != "/title", tag, "stands in a title");
    } else if (!started_) {
      refuse(tag.name != "svg", tag, "begins no picture, <svg> does");
      refuse_unknown_attribute(tag);
      started_ = true;
    } else if (tag.name == "defs") {
      in_definitions_ = !tag.is_empty;
    } else if (tag.name == "title") {
      in_title_ = !tag.is_empty;
    } else if (tag.name == "/svg") {
      ended_ = true;
    } else if (tag.name != "/g") {
      handle_drawing(tag);
    }
  }

  void handle_drawing(const Tag& tag) {
    const bool is_group = tag.name == "g";
    refuse(!is_group && !contains(shapes, tag.name), tag, "is in no picture that nqueens draws");
    refuse(!is_group && !tag.is_empty, tag, "has contents in no picture that nqueens draws");
    refuse_unknown_attribute(tag);
    if (tag.name == "rect" && tag.id == "board") {
      take_board(tag);
    } else if (tag.name == "use" && !is_digit(tag.href)) {
      take_queen(tag);
    }
  }

  void take_board(const Tag& tag) {
    const auto n = squares_from(tag.width);
    if (solution_.n != 0 || !n || *n == 0 || tag.height != tag.width || tag.x != "0" || tag.y != "0") {
      text_.fail(tag.line, "the board is no square of whole squares at 0, 0, or not the only one");
    }
    solution_.n = static_cast<std::uint64_t>(*n);
  }

  void take_queen(const Tag& tag) {
    const auto column = squares_from(tag.x);
    const auto row = squares_from(tag.y);
    refuse(tag.href != "#queen", tag, "draws neither a queen nor a digit");
    if (!column || !row) {
      text_.fail(tag.line, "a queen stands between squares or off the board");
    }
    solution_.queens.push_back({*row, *column});
  }

  /// Of the labels.
  static bool is_digit(const std::string& href) { return href.size() == 3 && href.starts_with("#d"); }

  void refuse(bool refused, const Tag& tag, const std::string& what) {
    if (refused) {
      text_.fail(tag.line, "<" + tag.name + "> " + what);
    }
  }

  void refuse_unknown_attribute(const Tag& tag) {
    refuse(!tag.unknown.empty(), tag, "has " + tag.unknown + " in no picture that nqueens draws");
  }

  TextSource& text_;
  ReadSolution& solution_;
  bool started_ = false;
  bool ended_ = false;
  bool in_definitions_ = false;
  bool in_title_ = false;
};

}  // namespace

void read_svg(TextSource& text, ReadSolution& solution) {
  PictureReader(text, solution).read();
}

}  // namespace nqueens
