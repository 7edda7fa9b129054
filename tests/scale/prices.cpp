// A master, and a transport of workers that take no time.

#include "prices.hpp"

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <deque>
#include <filesystem>
#include <utility>

#include "serve/master.hpp"
#include "store/checkpoint_files.hpp"
#include "support/temporary_folder.hpp"
#include "system/clock.hpp"

namespace nqueens::scale {
namespace {

/// Takes out the time of what is played.
class Stopwatch {
 public:
  void go() { began_ = thread_seconds(); }
  void halt() { seconds_ += thread_seconds() - began_; }
  [[nodiscard]] double seconds() const { return seconds_; }

 private:
  static double thread_seconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  }

  double began_ = thread_seconds();
  double seconds_ = 0;
};

/// Workers that answer at once. Their messages are encoded and decoded as on a wire.
class InstantWorkers final : public Transport {
 public:
  /// @param seconds  that a unit takes, as its worker says
  InstantWorkers(const Scenario& scenario, Stopwatch& master,
                 std::function<double(const UnitId&)> seconds)
      : scenario_(scenario), master_(master), seconds_(std::move(seconds)) {
    for (WorkerId id = 1; id <= scenario.workers; ++id) {
      const ProcessIdentity process = {
          .host = "node" + std::to_string(scenario.host_of(id)), .space = "another", .pid = 1000};
      answers_.push_back({id, encode(Hello{.process = process})});
    }
  }

  [[nodiscard]] int rank() const override { return 0; }
  [[nodiscard]] int size() const override { return scenario_.workers + 1; }
  bool flush(std::chrono::milliseconds /*wait*/) override { return true; }
  void abandon() override {}

  void send(int to, const Message& message) override {
    const volatile std::size_t bytes = encode(message).size();
    static_cast<void>(bytes);
    master_.halt();
    ++messages_;
    if (std::holds_alternative<Welcome>(message)) {
      answers_.push_back({to, encode(Ready{.kernel = "avx512", .processor = "some processor"})});
    } else if (const auto* batch = std::get_if<Batch>(&message)) {
      Work& work = batches_.emplace_back(Work{.worker = to, .units = {}});
      for (const UnitPrefixes& unit : batch->units) {
        work.units.emplace_back(unit.unit, seconds_(unit.unit));
      }
    }
    master_.go();
  }

  std::optional<Envelope> receive(std::chrono::milliseconds /*wait*/) override {
    master_.halt();
    std::pair<int, std::string> answer;
    if (!answers_.empty()) {
      answer = std::move(answers_.front());
      answers_.pop_front();
    } else {
      answer = {batches_.front().worker, results_of(batches_.front())};
      units_ += batches_.front().units.size();
      batches_.pop_front();
    }
    ++messages_;
    master_.go();
    return Envelope{.from = answer.first, .message = decode_message(answer.second)};
  }

  [[nodiscard]] double messages() const { return static_cast<double>(messages_); }
  [[nodiscard]] double units() const { return static_cast<double>(units_); }

 private:
  struct Work {
    int worker = 0;
    std::vector<std::pair<UnitId, double>> units;  ///< and what each takes
  };

  std::string results_of(const Work& work) const {
    Results results{.results = {}, .batch_finished = true};
    for (const auto& [unit, seconds] : work.units) {
      results.results.push_back({.unit = unit,
                                 .count = Count{1'000'000'000},
                                 .nodes = 10'000'000'000,
                                 .seconds = seconds,
                                 .processor_seconds = seconds,
                                 .kernel = "avx512"});
    }
    return encode(results);
  }

  const Scenario& scenario_;
  Stopwatch& master_;
  std::function<double(const UnitId&)> seconds_;
  std::deque<std::pair<int, std::string>> answers_;
  std::deque<Work> batches_;
  std::uint64_t messages_ = 0;
  std::uint64_t units_ = 0;
};

struct Served {
  double seconds = 0;
  double messages = 0;
  double units = 0;
};

/// The master serves so many units.
/// @param batch_seconds  of each message to a worker
Served serve_units(const Scenario& scenario, double batch_seconds, double units) {
  Scheduler scheduler({.batch_seconds = batch_seconds});
  scheduler.begin(scenario.plan.job, scenario.plan.costs);
  Stopwatch master;
  InstantWorkers workers(scenario, master, [&](const UnitId& unit) {
    return scheduler.queue().units().cost(unit) * scenario.seconds_per_cost;
  });
  Served before;
  const auto now = [&] {
    return Served{
        .seconds = master.seconds(), .messages = workers.messages(), .units = workers.units()};
  };
  bool has_begun = false;
  Served end;
  ServeHooks hooks;
  hooks.out_of_time = [&] {
    // Each worker has said which it is and what it has, and its first batch is one unit.
    if (!has_begun && workers.units() > 2.0 * scenario.workers) {
      has_begun = true;
      before = now();
    }
    end = now();
    return has_begun && end.units - before.units >= units;
  };
  Requests requests;
  WorkerPool pool{.transport = workers, .ranks = {}, .requests = requests};
  require_no_failure(nqueens::serve(pool, scheduler, {.farewell_seconds = 0}, hooks));
  return {.seconds = end.seconds - before.seconds,
          .messages = end.messages - before.messages,
          .units = end.units - before.units};
}

double record_seconds() {
  constexpr std::size_t tasks = 1'000'000;
  Checkpoint checkpoint{.job = {.problem = {.n = 27}}, .queue = QueueSnapshot(tasks, 0)};
  for (std::size_t task = 0; task < tasks; ++task) {
    checkpoint.queue.set(task,
                         {.count = 23'490'796'715 + 2 * task,
                          .nodes = 200'000'000'000 + task,
                          .microseconds = 90'000'000 + task,
                          .origin = 1},
                         {});
  }
  const test::TemporaryFolder folder;
  const auto start = Clock::now();
  const Checkpoint copy = checkpoint;
  save_checkpoint(folder.path() / "n27.ckpt", 3, copy);
  return seconds_since(start) / tasks;
}

/// What MPI takes of rank 0 for a message, one to it and one from it in turn, without their
/// encoding. Rank 1 is a worker that answers at once.
void measure_mpi() {
  constexpr int messages = 200'000;
  constexpr int ahead = 64;
  const auto wire = make_mpi_wire([](int rank, const Rank& /*place*/) { return rank; });
  const auto transport = make_transport(*wire);
  const UnitResult result{.unit = {.task = 1, .slice = 2}, .count = Count{1}, .kernel = "avx512"};
  const Message results = Results{.results = {result, result, result}};
  const UnitPrefixes unit{
      .unit = result.unit, .prefixes = std::vector<Prefix>(4), .kernels_to_avoid = {}};
  const Message batch = Batch{.units = {unit, unit, unit}};
  const auto get = [&] {
    while (!transport->receive(std::chrono::milliseconds(0))) {
    }
  };
  if (transport->rank() == 1) {
    for (int i = 0; i < messages + ahead; ++i) {
      if (i < messages) {
        transport->send(0, results);
      }
      if (i >= ahead) {
        get();
      }
    }
    transport->flush(std::chrono::seconds(1));
    return;
  }
  Stopwatch all;
  for (int i = 0; i < messages; ++i) {
    get();
    transport->send(1, batch);
  }
  all.halt();
  Stopwatch coding;
  for (int i = 0; i < messages; ++i) {
    decode_message(encode(i % 2 == 0 ? results : batch));
  }
  coding.halt();
  std::printf("MPI: %.2f us a message\n",
              1e6 * (all.seconds() - coding.seconds()) / (2 * messages));
  transport->flush(std::chrono::seconds(1));
}

}  // namespace

void measure_prices(const Scenario& scenario) {
  if (std::getenv("OMPI_COMM_WORLD_SIZE") != nullptr) {
    measure_mpi();
    return;
  }
  // What one unit in a message takes, and what many do, say what a message and a unit take.
  const double units = std::max(5e5, 1.0 * scenario.workers);
  const Served few = serve_units(scenario, 1e-9, units);
  const Served many = serve_units(scenario, 100, units);
  const double area = few.messages * many.units - many.messages * few.units;
  const double message = (few.seconds * many.units - many.seconds * few.units) / area;
  const double unit = (few.messages * many.seconds - many.messages * few.seconds) / area;
  std::printf("a message %.2f us, a unit %.2f us, a saved record %.3f us\n", 1e6 * message,
              1e6 * unit, 1e6 * record_seconds());
}

}  // namespace nqueens::scale
