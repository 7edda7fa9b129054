// Chess pieces, drawn by hand.
//
// All stand on a foot with golden belts. The knight's compounds are a knight's head with a hat: the
// crown of the queen, the battlements of the rook, the mitre of the bishop. The nightrider has the
// knight's head and wings.
#include <array>
#include <cstddef>
#include <span>

#include "boards/solutions/svg.hpp"
#include "boards/solutions/text_source.hpp"

namespace nqueens {
namespace {

/// A path and how it is painted, over those before it.
struct Layer {
  std::string_view pen;
  std::string_view path;
};

constexpr std::string_view ink = R"(fill="#2e3440" stroke="#2e3440" stroke-width="4")";
constexpr std::string_view ink_line = R"(fill="none" stroke="#2e3440" stroke-width="9")";
constexpr std::string_view gold_line = R"(fill="none" stroke="#e9b949" stroke-width="3.5")";
constexpr std::string_view pearl = R"(fill="#e9b949" stroke="#2e3440" stroke-width="2.5")";
constexpr std::string_view gold_dot = R"(fill="#e9b949")";

constexpr Layer foot = {ink, "M28 67Q50 61 72 67L69 75L76 84Q50 89 24 84L31 75z"};
constexpr Layer belts = {gold_line, "M30 69Q50 63.5 70 69M31 76.5Q50 72 69 76.5"};

/// Five points with pearls.
constexpr Layer queen_layers[] = {
    {ink, "M28 67L18 37L34 53L35 28L46 50L50 24L54 50L65 28L66 53L82 37L72 67z"},
    foot,
    belts,
    {pearl,
     "M12 35a5 5 0 1 0 10 0a5 5 0 1 0 -10 0zM30 25a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z"
     "M45 20a5 5 0 1 0 10 0a5 5 0 1 0 -10 0zM60 25a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z"
     "M78 35a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z"},
};

/// Two arches and a cross.
constexpr std::string_view cross = "M50 12v18M42.5 18h15";
constexpr Layer king_layers[] = {
    {ink_line, cross},
    {gold_line, cross},
    {ink,
     "M28 67C10 50 14 34 29 33C39 32.5 45 38 47 44C45.5 38 44.5 33 50 28"
     "C55.5 33 54.5 38 53 44C55 38 61 32.5 71 33C86 34 90 50 72 67z"},
    foot,
    belts,
    {gold_line,
     "M31 59C20 50 21 42 30 41.5C39 41 45 48 46.5 55"
     "M69 59C80 50 79 42 70 41.5C61 41 55 48 53.5 55"},
};

constexpr Layer rook_layers[] = {
    {ink, "M28 67L33 58V43L26 37V22H36V29H45V22H55V29H64V22H74V37L67 43V58L72 67z"},
    foot,
    belts,
    {gold_line, "M30 36.5H70M36 43.5H64"},
};

constexpr Layer bishop_layers[] = {
    {ink, "M28 67C33 62 37 60 39 58C27 47 31 34 50 22C69 34 73 47 61 58C63 60 67 62 72 67z"},
    foot,
    belts,
    {gold_line, "M50 34V51M43 41.5H57M37 58.5H63"},
    {pearl, "M45 18a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z"},
};

constexpr Layer pawn_layers[] = {
    {ink, "M28 67C40 60 43 55 44 47H56C57 55 60 60 72 67z"},
    foot,
    belts,
    {ink, "M38 36a12 12 0 1 0 24 0a12 12 0 1 0 -24 0z"},
    {gold_line, "M40 48Q50 51 60 48"},
};

constexpr Layer head = {ink,
                        "M28 67C29 59 40 56 44 46C40 51 37 54 32 55C28 61 18 59 15.5 52"
                        "C14.5 49 15 46.5 17 44.5C24 38 29 34 33 28L31 12L43 21"
                        "C64 20 79 39 72 67z"};
constexpr Layer eye_and_nostril = {gold_dot,
                                   "M35 33a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z"
                                   "M20.7 49a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0 -3.6 0z"};
constexpr Layer knight_layers[] = {
    head, foot, belts, {gold_line, "M50 28C61 32 67 44 65 58"}, eye_and_nostril,
};
constexpr Layer nightrider_layers[] = {
    head,
    foot,
    belts,
    {gold_line, "M49 28C59 32 65 44 63.5 58"},
    {ink, "M60 28C70 18 82 18 88 13C85 25 78 30 70 36C80 32 88 34 93 31C88 42 80 45 72 46z"},
    {gold_line, "M66 29C71 24 76 23 79 21M74 40C77 39 80 38.5 82 37.5"},
    eye_and_nostril,
};

/// Below a hat the head is lower, and so is the foot.
constexpr Layer low_head = {ink,
                            "M28 73C29 65 41 62 45 53C41 57 37 60 32 61C28 67 18 65 15.5 58"
                            "C14.5 55 15 52.5 17 50.5C23 46 27 42 30 37L25 21L40 31L69 34"
                            "C79 46 77 62 72 73z"};
constexpr Layer low_foot = {ink, "M28 73Q50 67 72 73L76 84Q50 89 24 84z"};
constexpr Layer low_belt_and_mane = {gold_line,
                                     "M29 78Q50 73 71 78M60 42C65 47 67.5 56 66.5 64M44 33.5H70"};
constexpr Layer low_eye_and_nostril = {gold_dot,
                                       "M33 43a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z"
                                       "M20.7 55a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0 -3.6 0z"};
constexpr Layer amazon_layers[] = {
    low_head,
    low_foot,
    {ink, "M44 34L39 16L49 24L57 11L65 24L75 16L70 34z"},
    low_belt_and_mane,
    low_eye_and_nostril,
    {pearl,
     "M34 15a5 5 0 1 0 10 0a5 5 0 1 0 -10 0zM52 10a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z"
     "M70 15a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z"},
};
constexpr Layer chancellor_layers[] = {
    low_head,
    low_foot,
    {ink, "M44 34L41 27V12H45.5V18H54.5V12H59.5V18H68.5V12H73V27L70 34z"},
    low_belt_and_mane,
    low_eye_and_nostril,
    {gold_line, "M46 25.5H68"},
};
constexpr Layer archbishop_layers[] = {
    low_head,
    low_foot,
    {ink, "M44 34C37 26 45 18 57 11C69 18 77 26 70 34z"},
    low_belt_and_mane,
    low_eye_and_nostril,
    {gold_line, "M57 17V27.5M51.5 22.5H62.5"},
    {pearl, "M52.5 10a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0z"},
};

}  // namespace

std::string glyph_of(ChessPiece piece) {
  // In the order of ChessPiece.
  constexpr std::array<std::span<const Layer>, 10> layers = {
      queen_layers,  amazon_layers,     king_layers,       rook_layers,       bishop_layers,
      knight_layers, chancellor_layers, archbishop_layers, nightrider_layers, pawn_layers};
  std::string text = joined("<g id=\"", to_string(piece),
                            "\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\n");
  for (const auto& [pen, path] : layers[static_cast<std::size_t>(piece)]) {
    text += joined("<path ", pen, " d=\"", path, "\"/>\n");
  }
  return text + "</g>\n";
}

}  // namespace nqueens
