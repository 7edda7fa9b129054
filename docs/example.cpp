// Counts a board by the library, and checks the count.
#include <cstdio>

#include "nqueens/count.hpp"
#include "nqueens/solutions.hpp"

int main() {
  const auto watch = [](double share_done) {
    std::fprintf(stderr, "%3.0f %%\n", 100 * share_done);
    return true;  // go on
  };
  const int n = 15;
  const auto counted = nqueens::count(n, nqueens::Sequence::queens, {.progress = watch});
  std::printf("%s solutions, %s published\n", to_string(*counted).c_str(),
              to_string(*nqueens::known_count(n)).c_str());

  const auto rows = nqueens::construct(1000);
  const auto fault = nqueens::why_no_solution(rows);
  std::printf("1000 queens: %s\n", fault ? fault->c_str() : "a solution");
  return fault || counted != nqueens::known_count(n) ? 1 : 0;
}
