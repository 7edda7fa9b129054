// Steps of each run, and their sums over runs of merged files.

#include "report/run_series.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <vector>

#include "core/number.hpp"

namespace nqueens {
namespace {

/// What one run counts in a second, for a while.
struct RateStep {
  double from = 0;
  double to = 0;
  double rate = 0;
};
/// How far one run is.
struct WorkStep {
  double at = 0;
  double share = 0;  ///< of what the run is to count
  const LoggedRun* run{};
};

/// In steps of at least such an interval. Results may come rarely, and many at once. So the rate is
/// that of the kernels, times the workers at work.
std::pair<std::vector<RateStep>, std::vector<WorkStep>> steps_of(const RunHistory& history,
                                                                 double interval) {
  std::vector<RateStep> rates;
  std::vector<WorkStep> done;
  for (const LoggedRun& run : history.runs) {
    done.push_back({.at = run.begin, .share = run.start.before.share_done, .run = &run});
    LoggedRun::Point step{.at = run.begin};
    double working = 0;  // seconds of all workers in this step
    bool has_rate = false;
    for (const LoggedRun::Point& point : run.points) {
      step.seconds += point.seconds;
      step.counted += point.counted;
      step.busy += point.busy;
      working += point.seconds * (point.now.workers - point.now.idle);
      const bool is_last = &point == &run.points.back();
      if (is_last || (step.seconds >= interval && step.busy > 0)) {
        if (step.busy > 0 && step.seconds > 0) {
          rates.push_back({.from = step.at,
                           .to = point.at,
                           .rate = step.counted / step.busy * working / step.seconds});
          has_rate = true;
        } else if (has_rate) {
          rates.back().to = point.at;
        }
        done.push_back({.at = point.at, .share = point.now.share_done, .run = &run});
        step = {.at = point.at};
        working = 0;
      }
    }
  }
  return {rates, done};
}

/// Those of merged files may overlap: then they add up, as means of each interval.
Series rate_series(const RunHistory& history, std::vector<RateStep> steps, double interval) {
  if (!history.inputs.empty()) {
    std::vector<RateStep> sums;
    for (double from = 0; from < history.end(); from += interval) {
      sums.push_back({.from = from, .to = std::min(from + interval, history.end())});
    }
    for (const RateStep& step : steps) {
      for (auto i = static_cast<std::size_t>(step.from / interval);
           i < sums.size() && sums[i].from < step.to; ++i) {
        const double both = std::min(step.to, sums[i].to) - std::max(step.from, sums[i].from);
        sums[i].rate += step.rate * std::max(both, 0.0) / (sums[i].to - sums[i].from);
      }
    }
    steps = steps.empty() ? steps : sums;
  }
  Series series{.name = "solutions a second", .filled = true};
  for (const RateStep& step : steps) {
    series.points.emplace_back(step.from, step.rate);
    series.points.emplace_back(step.to, step.rate);
  }
  return series;
}

/// What a run counts: into how many parts the job is divided for it; 1: it counts the whole job.
double parts_of(const LoggedRun& run) {
  const std::string& part = run.start.part;
  const auto parts = number_from<int>(part.substr(part.find('/') + 1));
  return parts && *parts > 0 ? *parts : 1;
}

/// The work of parts adds up, with about equally much in each. A run of the whole job knows what
/// was done before.
Series work_series(const RunHistory& history, std::vector<WorkStep> steps, double interval) {
  const bool is_one_part =
      history.inputs.empty() && std::ranges::all_of(history.runs, [&history](const LoggedRun& run) {
        return run.start.part == history.runs.front().start.part;
      });
  std::ranges::stable_sort(steps, std::ranges::less(), &WorkStep::at);
  Series series{.name = "work done"};
  std::map<std::string, double> known;  // the share of each part
  double done = 0;
  bool has_whole = false;
  for (const WorkStep& step : steps) {
    const double parts = is_one_part ? 1 : parts_of(*step.run);
    if (parts == 1) {
      done = step.share;
      known.clear();
      has_whole = true;
    } else {
      double& before =
          known.try_emplace(step.run->start.part, has_whole ? step.share : 0).first->second;
      done += (step.share - before) / parts;
      before = step.share;
    }
    // Many parts have many points; the last one of an interval says what it has come to.
    auto& points = series.points;
    if (!history.inputs.empty() && points.size() > 1 &&
        step.at - points[points.size() - 2].first < interval / 2) {
      points.back() = {step.at, done};
    } else {
      points.emplace_back(step.at, done);
    }
  }
  return series;
}

}  // namespace

std::pair<Series, Series> rate_and_work(const RunHistory& history, double interval) {
  auto [rates, work] = steps_of(history, interval);
  return {rate_series(history, std::move(rates), interval),
          work_series(history, std::move(work), interval)};
}

std::string why_no_work(const RunHistory& history, std::uint64_t starts_without_log) {
  if (!history.inputs.empty() && starts_without_log > 0) {
    return fmt::format("No chart: the merged files have no log of {}.",
                       amount_of(starts_without_log, "start"));
  }
  std::map<std::string, std::size_t> files;  // of each part
  for (const LoggedRun& run : history.runs) {
    if (run.input != 0 && files.try_emplace(run.start.part, run.input).first->second != run.input) {
      return "No chart: several of the merged files counted " +
             (run.start.part.empty() ? "the whole job" : "part " + run.start.part) +
             ", so their work does not add up.";
    }
  }
  std::set<double> divisions;
  for (const LoggedRun& run : history.runs) {
    if (run.input != 0) {
      divisions.insert(parts_of(run));
    }
  }
  return divisions.size() <= 1 ? ""
                               : "No chart: the merged files are of different divisions of the job "
                                 "into parts, so their work does not add up.";
}

}  // namespace nqueens
