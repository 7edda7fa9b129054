// A second of sampling before a long count.

#include "run/forecast.hpp"

#include <spdlog/spdlog.h>

#include <random>

#include "core/duration.hpp"
#include "core/number.hpp"
#include "job/slices.hpp"
#include "kernel/kernel.hpp"
#include "node/estimate.hpp"
#include "node/self_test.hpp"
#include "system/processors.hpp"

namespace nqueens {
namespace {

constexpr double max_seconds = 3;

/// "3.89e+10 (3.8e+10 to 3.97e+10)"
std::string text_of(const Interval& interval) {
  return fmt::format("{:.3g} ({:.3g} to {:.3g})", interval.estimate, interval.low, interval.high);
}

void warn_of_days(const char* about, double seconds) {
  if (seconds > day_seconds) {
    spdlog::warn("this count takes {} {} on what it has; 'nqueens plan' says what more would do",
                 about, format_duration(seconds));
  }
}

}  // namespace

std::optional<Interval> log_forecast(const CountRequest& request, const Job& job, int workers,
                                     const Requests& requests,
                                     const std::function<void()>& while_sampling) {
  const std::uint64_t parts = request.settings.run.part ? request.settings.run.part->parts : 1;
  const double share = 1 / (static_cast<double>(parts) * workers);
  const double min_seconds = quick_core_seconds(request.settings.count) * share;
  if (request.settings.run.limit_seconds.value_or(minute_seconds) < minute_seconds ||
      min_seconds < minute_seconds) {
    return std::nullopt;
  }
  const KernelEntry& kernel = fastest_variant(
      choose_kernel(request.settings.run.kernel, job.problem.sequence), job.problem);
  const auto tick = [&](const Estimate& so_far) {
    while_sampling();
    return !requests.stop() && so_far.seconds <= max_seconds;
  };
  const Estimate sampled = estimate(job, kernel,
                                    {.threads = request.under_launcher ? 1 : usable_processors(),
                                     .seconds = 1,
                                     .seed = std::random_device{}(),
                                     .progress = tick});
  if (sampled.rounds == 0) {
    if (!requests.stop()) {  // a slow kernel, or a busy machine
      warn_of_days("at least", min_seconds);
    }
    return std::nullopt;
  }
  const double seconds = sampled.core_seconds.estimate * share;
  spdlog::info("expecting {} {}, in about {} ({} to {}) on {} like these", text_of(sampled.count),
               job.problem.row().quantity(), format_duration(seconds),
               format_duration(sampled.core_seconds.low * share),
               format_duration(sampled.core_seconds.high * share),
               amount_of(static_cast<std::uint64_t>(workers), "worker"));
  warn_of_days("about", seconds);
  return parts == 1 ? std::optional(sampled.count) : std::nullopt;
}

}  // namespace nqueens
