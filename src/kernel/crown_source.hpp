// The trunk of a prefix as a stream of crowns, for a search that runs elsewhere than on the
// processor.
#pragma once

#include <cstdint>

#include "core/board.hpp"
#include "kernel/crown.hpp"

namespace nqueens {

/// Gives the crowns of one placement after the other. The completions of a placement are those of
/// its crowns and solutions(); so are its nodes, with nodes().
class CrownSource {
 public:
  CrownSource() = default;
  CrownSource(const CrownSource&) = delete;
  CrownSource& operator=(const CrownSource&) = delete;
  virtual ~CrownSource() = default;

  /// Starts with a placement, whatever is left of the one before.
  virtual void begin(const Placement& placement) = 0;

  /// Writes the next crown; false, and `crown` untouched, at the end.
  virtual bool next(Crown& crown) = 0;

  /// Queens that the trunk has placed since begin().
  [[nodiscard]] virtual std::uint64_t nodes() const = 0;

  /// Completions that the trunk itself has found since begin(), on small boards.
  [[nodiscard]] virtual std::uint64_t solutions() const = 0;
};

}  // namespace nqueens
