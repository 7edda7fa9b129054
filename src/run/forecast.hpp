// What a count is expected to be and to take, said at its start.
#pragma once

#include <functional>
#include <optional>

#include "job/job.hpp"
#include "nqueens/estimate.hpp"
#include "run/count_request.hpp"
#include "system/signals.hpp"

namespace nqueens {

/// Samples a new count for a second and logs what to expect, where a quick bound says that it takes
/// over a minute and its limit is no shorter; warns above a day. It takes the workers for as fast
/// as this machine.
/// @param while_sampling  called five times a second
/// @return the expected count of the whole board, if it was sampled and all of it is counted
std::optional<Interval> log_forecast(const CountRequest& request, const Job& job, int workers,
                                     const Requests& requests,
                                     const std::function<void()>& while_sampling);

}  // namespace nqueens
