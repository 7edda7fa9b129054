// Smoothed times, and what workers hold.

#include "queue/pace.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace nqueens {
namespace {

/// Smoothing of mean and deviation, and the weight of the deviation: RFC 6298, section 2.
constexpr double mean_gain = 1.0 / 8;
constexpr double deviation_gain = 1.0 / 4;
constexpr double deviation_weight = 4;

/// For workers on machines that are slower than the average.
constexpr double slower_worker = 2;

/// A worker's clock is no reason to fail.
bool is_time(double seconds) {
  return seconds >= 0 && !std::isinf(seconds);
}

}  // namespace

void Pace::learn(double seconds, WorkerId worker) {
  if (!is_time(seconds)) {
    return;
  }
  learn_late(seconds, worker);
  if (!std::exchange(has_counted_, true)) {
    mean_seconds_.reset();
  }
  smooth(seconds);
}

void Pace::learn_late(double seconds, WorkerId worker) {
  if (is_time(seconds) && worker != unknown_worker) {
    std::optional<double>& own = workers_.work(worker).seconds_per_cost;
    own = own.value_or(seconds) + mean_gain * (seconds - own.value_or(seconds));
  }
}

void Pace::smooth(double seconds) {
  is_known_ = ++results_ >= workers_.busy() || is_known_;
  if (!mean_seconds_) {
    mean_seconds_ = seconds;
    deviation_seconds_ = seconds / 2;
    return;
  }
  deviation_seconds_ += deviation_gain * (std::abs(seconds - *mean_seconds_) - deviation_seconds_);
  *mean_seconds_ += mean_gain * (seconds - *mean_seconds_);
}

/// The leases of checks follow what checks take: where a worker dies with one at the end of a run,
/// all others wait for that lease. A run that does nothing but checks learns the mean from them.
void Pace::learn_check(double seconds) {
  if (!is_time(seconds)) {
    return;
  }
  if (!has_counted_) {
    smooth(seconds / check_factor_);
  } else if (*mean_seconds_ > 0) {
    check_factor_ += mean_gain * (std::max(seconds / *mean_seconds_, 1.0) - check_factor_);
  }
}

double Pace::slowness(WorkerId worker) const {
  const Workers::Worker* its = workers_.find(worker);
  return its != nullptr && its->work.seconds_per_cost && is_known_ && *mean_seconds_ > 0
             ? *its->work.seconds_per_cost / *mean_seconds_
             : 1;
}

double Pace::lease_seconds(WorkerId worker, double held_cost) const {
  const double per_cost = is_known_ ? *mean_seconds_ + deviation_weight * deviation_seconds_
                                    : 1 / policy_.unmeasured_cost_rate;
  return policy_.grace_seconds +
         slower_worker * std::max(slowness(worker), 1.0) * held_cost * per_cost;
}

}  // namespace nqueens
