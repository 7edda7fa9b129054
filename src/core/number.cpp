// Shares and sizes as users read them.

#include "core/number.hpp"

#include <algorithm>
#include <cmath>

namespace nqueens {
std::string format_share(double share) {
  const double percent = 100 * share;
  if (percent <= 0 || percent >= 100) {
    return percent <= 0 ? "0 %" : "100 %";
  }
  return percent < 0.1 ? formatted("%.2g %%", percent)
                       : formatted("%.1f %%", std::min(percent, 99.9));
}

std::string format_bytes(std::uint64_t bytes) {
  const auto size = static_cast<double>(bytes);
  if (size < 999.5e3) {
    return formatted("%.0f kB", std::ceil(size / 1e3));
  }
  return size < 999.5e6 ? formatted("%.3g MB", size / 1e6) : formatted("%.3g GB", size / 1e9);
}

}  // namespace nqueens
