// Sorted by hash and line, a solution stands next to its repeats.
#include "boards/solutions/repeats.hpp"

#include <algorithm>
#include <new>

#include "core/number.hpp"

namespace nqueens {

void Repeats::add(Rows solution, std::uint64_t line) {
  if (gave_up_) {
    return;
  }
  std::array<std::uint64_t, 2> hash = {solution.size(), ~std::uint64_t{solution.size()}};
  for (const Row row : solution) {
    hash = {scrambled(hash[0] ^ row), scrambled(hash[1] + row)};
  }
  try {
    gave_up_ = entries_.size() == most_;
    if (!gave_up_) {
      entries_.push_back({hash, line});
    }
  } catch (const std::bad_alloc&) {
    gave_up_ = true;
  }
  if (gave_up_) {
    entries_ = {};
  }
}

std::optional<Repeats::Answer> Repeats::find() {
  if (gave_up_) {
    return std::nullopt;
  }
  std::ranges::sort(entries_);
  Answer answer;
  std::uint64_t first_line = 0;
  for (std::size_t index = 0; index < entries_.size(); ++index) {
    const Entry& entry = entries_[index];
    if (index == 0 || entry.hash != entries_[index - 1].hash) {
      ++answer.different;
      first_line = entry.line;
    } else if (answer.line == 0 || entry.line < answer.line) {
      answer.line = entry.line;
      answer.first_line = first_line;
    }
  }
  return answer;
}

}  // namespace nqueens
