#include "nqueens/core/known_counts.hpp"

#include <array>

namespace nqueens {
namespace {

struct Known {
  std::uint64_t solutions;    // A000170
  std::uint64_t fundamental;  // A002562
};

// Entry i is the board with i + 1 rows. Source: oeis.org/A000170 and oeis.org/A002562.
constexpr std::array<Known, max_known_board> known = {
    Known{1U, 1U},
    Known{0U, 0U},
    Known{0U, 0U},
    Known{2U, 1U},
    Known{10U, 2U},
    Known{4U, 1U},
    Known{40U, 6U},
    Known{92U, 12U},
    Known{352U, 46U},
    Known{724U, 92U},
    Known{2680U, 341U},
    Known{14200U, 1787U},
    Known{73712U, 9233U},
    Known{365596U, 45752U},
    Known{2279184U, 285053U},
    Known{14772512U, 1846955U},
    Known{95815104U, 11977939U},
    Known{666090624U, 83263591U},
    Known{4968057848U, 621012754U},
    Known{39029188884U, 4878666808U},
    Known{314666222712U, 39333324973U},
    Known{2691008701644U, 336376244042U},
    Known{24233937684440U, 3029242658210U},
    Known{227514171973736U, 28439272956934U},
    Known{2207893435808352U, 275986683743434U},
    Known{22317699616364044U, 2789712466510289U},
    Known{234907967154122528U, 29363495934315694U},
};

const Known* find(int n) {
  return n >= 1 && n <= max_known_board ? &known[static_cast<std::size_t>(n - 1)] : nullptr;
}

}  // namespace

std::optional<Count> known_solutions(int n) {
  const Known* entry = find(n);
  return entry != nullptr ? std::optional<Count>(entry->solutions) : std::nullopt;
}

std::optional<Count> known_fundamental_solutions(int n) {
  const Known* entry = find(n);
  return entry != nullptr ? std::optional<Count>(entry->fundamental) : std::nullopt;
}

}  // namespace nqueens
