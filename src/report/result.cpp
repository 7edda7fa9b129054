#include "nqueens/report/result.hpp"

#include <cmath>
#include <ctime>
#include <nlohmann/json.hpp>
#include <vector>

#include "nqueens/core/duration.hpp"
#include "nqueens/report/progress.hpp"
#include "nqueens/report/version.hpp"

namespace nqueens {
namespace {

using Json = nlohmann::ordered_json;

/// One line; bytes of a file name that are no UTF-8 become U+FFFD.
std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Seconds and the like to the microsecond: more digits are noise.
double rounded(double value) {
  return std::round(value * 1e6) / 1e6;
}

/// null where absent.
template <class Value>
Json optional_json(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

std::string time_left(const StatusReport& status) {
  if (status.tasks_done == status.tasks) {
    return "none, finished";
  }
  return status.eta_seconds ? format_duration(*status.eta_seconds) + " at the rate so far" : "unknown";
}

}  // namespace

std::string to_json(const RunResult& result) {
  const Json json = {
      {"n", result.n},
      {"solutions", to_string(result.solutions)},
      {"fundamental", result.fundamental ? Json(to_string(*result.fundamental)) : Json(nullptr)},
      {"agrees", optional_json(result.agrees)},
      {"symmetry", result.symmetry},
      {"depth", result.depth},
      {"seconds", rounded(result.elapsed_seconds)},
      {"worker_seconds", rounded(result.worker_seconds)},
      {"ranks", result.ranks},
      {"kernel", result.kernel},
      {"tasks", result.tasks},
      {"nodes", std::to_string(result.nodes)},
      {"resumed", result.resumed},
      {"lost_workers", result.lost_workers},
      {"version", version()},
  };
  return dump(json);
}

std::string to_json(const StatusReport& status) {
  const Json json = {
      {"file", status.file},
      {"n", status.n},
      {"symmetry", status.symmetry},
      {"depth", status.depth},
      {"finished", status.tasks_done == status.tasks},
      {"tasks", status.tasks},
      {"tasks_done", status.tasks_done},
      {"percent", rounded(percent_done(status.tasks_done, status.tasks))},
      {"percent_of_cost", rounded(100 * status.share_done)},
      {"solutions", to_string(status.solutions)},
      {"nodes", std::to_string(status.nodes)},
      {"seconds", rounded(status.elapsed_seconds)},
      {"worker_seconds", rounded(status.worker_seconds)},
      {"eta_seconds", optional_json(status.eta_seconds)},
      {"starts", status.starts},
      {"lost_workers", status.lost_workers},
      {"saved_at", status.saved_at},
      {"kernel", status.kernel},
      {"lock_holder", optional_json(status.lock_holder)},
      {"version", version()},
  };
  return dump(json);
}

std::string to_text(const StatusReport& status) {
  const auto share = percent_done(status.tasks_done, status.tasks);
  char percent[64];
  std::snprintf(percent, sizeof percent, "%.1f %%, %llu of %llu tasks (%.1f %% of the expected work)", share,
                static_cast<unsigned long long>(status.tasks_done),
                static_cast<unsigned long long>(status.tasks), 100 * status.share_done);
  const std::vector<std::pair<std::string, std::string>> lines = {
      {"file", status.file},
      {"job", "n=" + std::to_string(status.n) + ", symmetry " + status.symmetry + ", depth " +
                  std::to_string(status.depth)},
      {"done", percent},
      {"solutions so far", to_string(status.solutions)},
      {"nodes so far", std::to_string(status.nodes)},
      {"saved", format_time(status.saved_at)},
      {"elapsed", format_duration(status.elapsed_seconds) + " in " + std::to_string(status.starts) +
                      (status.starts == 1 ? " run" : " runs")},
      {"time in kernels", format_duration(status.worker_seconds)},
      {"time left", time_left(status)},
      {"kernels", status.kernel.empty() ? "none yet" : status.kernel},
      {"workers lost", std::to_string(status.lost_workers)},
      {"in use by", status.lock_holder.value_or("nobody")},
  };
  std::string text;
  for (const auto& [name, value] : lines) {
    text += name + ':' + std::string(18 - name.size(), ' ') + value + '\n';
  }
  return text;
}

std::string format_time(std::int64_t seconds_since_epoch) {
  const auto time = static_cast<std::time_t>(seconds_since_epoch);
  std::tm local{};
  char text[32] = "";
  if (localtime_r(&time, &local) != nullptr) {
    std::strftime(text, sizeof text, "%Y-%m-%d %H:%M", &local);
  }
  return text;
}

}  // namespace nqueens
