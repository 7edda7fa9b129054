// Which solutions of a list are there twice.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "nqueens/solutions.hpp"

namespace nqueens {

/// Keeps a hash of 128 bits and the line of each solution, 24 bytes. Two different solutions among
/// 10^7 have the same hash with a probability of 1.5e-25, so they are not compared.
class Repeats {
 public:
  /// @param most  solutions to keep; the memory of more is not worth the answer
  explicit Repeats(std::size_t most = 10'000'000) : most_(most) {}

  void add(Rows solution, std::uint64_t line);

  struct Answer {
    std::uint64_t different = 0;
    std::uint64_t line = 0;        ///< of the first repeat; 0: there is none
    std::uint64_t first_line = 0;  ///< of the solution that it repeats
  };
  /// Nothing if more were added than are kept, or memory ran out.
  std::optional<Answer> find();

 private:
  struct Entry {
    std::array<std::uint64_t, 2> hash;
    std::uint64_t line;
    friend auto operator<=>(const Entry&, const Entry&) = default;
  };

  std::size_t most_;
  bool gave_up_ = false;
  std::vector<Entry> entries_;
};

}  // namespace nqueens
