// Places in a sequence that can only be walked forward, so that a step back walks little again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <utility>

namespace nqueens {

/// Remembers places at equal distances, as far as the walk ever went: all of a short walk, and of a
/// long one some hundreds.
/// @tparam Place  where the walk stands: copied to remember it
template <class Place>
class Bookmarks {
 public:
  explicit Bookmarks(Place start) { places_.emplace(0, std::move(start)); }

  /// The last place at or before a position, and its own position.
  [[nodiscard]] const auto& before(std::uint64_t position) const {
    return *std::prev(places_.upper_bound(position));
  }

  /// The first position behind this one whose place is to be remembered.
  [[nodiscard]] std::uint64_t next(std::uint64_t position) const {
    return (position / stride_ + 1) * stride_;
  }

  /// The walk stands here. Where there are too many it forgets every second place.
  void pass(std::uint64_t position, const Place& place) {
    if (position % stride_ != 0) {
      return;
    }
    places_.try_emplace(position, place);
    if (places_.size() > max_places) {
      stride_ *= 2;
      std::erase_if(places_, [this](const auto& entry) { return entry.first % stride_ != 0; });
    }
  }

 private:
  static constexpr std::size_t max_places = 1024;

  std::uint64_t stride_ = 1;
  std::map<std::uint64_t, Place> places_;
};

}  // namespace nqueens
