// A folder of checkpoints and certificates of small boards, and what is found of them.
#pragma once

#include <gtest/gtest.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "evidence/verify.hpp"
#include "judge/finding.hpp"
#include "net/transport.hpp"
#include "serve/master.hpp"
#include "serve/worker.hpp"
#include "store/certificate_examples.hpp"
#include "store/checkpoint_files.hpp"
#include "support/counted.hpp"
#include "support/saved_files.hpp"
#include "support/stopped.hpp"
#include "support/text.hpp"

namespace nqueens::test {

/// The whole certificate of a checkpoint, with a second count by that job if there is one.
inline Example certified(const Checkpoint& checkpoint, const std::optional<Job>& second = {}) {
  Example example = example_of(checkpoint);
  example.certificate.second = second;
  return example;
}

/// The same with another count of a task; its sums and hashes are right.
inline Example altered(Example example, TaskId task, std::uint64_t more) {
  example.tasks.at(task).count += Count{more};
  example.add_up();
  return example;
}

/// A task of a job as a job whose tasks are one prefix.
inline Job opened(const Job& whole, TaskId task, int depth) {
  Job job = whole;
  job.of_depth = whole.depth;
  job.of_prefixes_per_task = whole.prefixes_per_task;
  job.of_task = task;
  job.depth = depth;
  job.prefixes_per_task = 1;
  return job;
}

/// Others than whoever counts by default.
inline const By by_b{.host = "b", .microseconds = 2000};
inline const By by_c{.host = "c", .microseconds = 3000};

class Records : public SavedFiles {
 public:
  std::filesystem::path certify(const std::string& name, const Example& example) const {
    return write(name, written(example));
  }
  std::filesystem::path certify(const std::string& name, const Checkpoint& checkpoint) const {
    return certify(name, certified(checkpoint));
  }

  /// The text without the name of this folder.
  [[nodiscard]] std::string short_of(std::string text) const {
    const std::string folder = path().string() + "/";
    for (auto at = text.find(folder); at != std::string::npos; at = text.find(folder)) {
      text.erase(at, folder.size());
    }
    return text;
  }

  /// "proved a.cert: its total is that of b.cert", a line each.
  [[nodiscard]] std::string text_of(const Findings& findings) const {
    std::string text;
    for (const Finding& each : findings.list()) {
      text += std::string(to_string(each.verdict)) + " " + short_of(each.file + ": " + each.text) +
              "\n";
    }
    return text;
  }

  /// What an error says, without the name of this folder.
  template <class Act>
  [[nodiscard]] std::string fault_of(ExitCode code, const Act& act) const {
    return short_of(error_of(code, act));
  }
};

/// Whether the finding with this text says that a count is wrong.
inline bool is_wrong_count(const Findings& findings, const std::string& text) {
  return std::ranges::any_of(findings.list(), [&](const Finding& each) {
    return each.is_count && each.text.find(text) != std::string::npos;
  });
}

/// The lines of a text that begin so.
inline std::string lines_with(const std::string& text, const std::string& start) {
  std::istringstream lines(text);
  std::string found;
  for (std::string line; std::getline(lines, line);) {
    found += line.starts_with(start) ? line + "\n" : "";
  }
  return found;
}

/// Workers on threads beside the master, which say nothing.
class Workers {
 public:
  explicit Workers(int number = 2) : transports_(make_local_transports(number + 1)) {
    spdlog::set_level(spdlog::level::off);
    for (int worker = 1; worker <= number; ++worker) {
      threads_.emplace_back([this, worker] {
        run_worker(*transports_[static_cast<std::size_t>(worker)], of_workers_);
      });
    }
  }
  ~Workers() {
    session_.reset();
    if (!pool.everyone_left) {
      dismiss_workers(*transports_.front(), false);
    }
    spdlog::set_level(spdlog::level::info);
  }
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

 private:
  std::vector<std::unique_ptr<Transport>> transports_;
  Requests of_workers_;
  std::vector<std::jthread> threads_;

 public:
  Requests requests;  ///< the master's
  WorkerPool pool{.transport = *transports_.front(), .ranks = {}, .requests = requests};
  [[nodiscard]] Session& session() { return *session_; }

 private:
  std::optional<Session> session_{std::in_place, pool};
};

/// A sample of everything.
inline Sample all_of_it() {
  return {.units = {}, .fraction = {}, .seed = "1", .progress = ProgressMode::none};
}

inline Findings verified(const std::vector<std::filesystem::path>& files,
                         Sample sample = all_of_it()) {
  Workers workers;
  return verify(workers.session(), {.files = files, .sample = std::move(sample)});
}

/// What `verify` says of the whole folder.
inline std::string verified(const Records& records, Sample sample = all_of_it()) {
  return records.text_of(verified({records.path()}, std::move(sample)));
}

}  // namespace nqueens::test
