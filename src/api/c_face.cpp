// The library for C: exceptions become codes.

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <exception>
#include <string>
#include <utility>

#include "nqueens.h"
#include "nqueens/count.hpp"
#include "nqueens/estimate.hpp"
#include "nqueens/solutions.hpp"

namespace {

using nqueens::Error;
using nqueens::ExitCode;
using nqueens::Sequence;

/// Its size is fixed: reporting that memory has run out must not allocate.
thread_local std::array<char, 512> last_error{};

int failed(int code, const char* message) {
  std::snprintf(last_error.data(), last_error.size(), "%s", message);
  return code;
}

template <class Act>
int code_of(const Act& act) noexcept {
  try {
    return act();
  } catch (const Error& error) {
    return failed(static_cast<int>(error.code()), error.what());
  } catch (const std::exception& error) {
    return failed(NQUEENS_FAILED, error.what());
  }
}

void require(const void* pointer, const char* name) {
  if (pointer == nullptr) {
    throw Error(ExitCode::usage, std::string(name) + " is NULL");
  }
}

Sequence sequence_from(int number) {
  constexpr int last = NQUEENS_QUARTER_TURN_AMAZONS;
  if (number < 0 || number > last) {
    throw Error(ExitCode::usage, "the sequence is " + std::to_string(number) +
                                     "; it must be from 0 to " + std::to_string(last));
  }
  return static_cast<Sequence>(number);
}

/// The callback of the count that this thread runs. By thread, not by counter: another thread may
/// call the same counter, and is refused. `before`: a callback may count with another counter.
struct Asked {
  Asked(nqueens_progress its_progress, void* its_data)
      : progress(its_progress), data(its_data), before(std::exchange(now, this)) {}
  Asked(const Asked&) = delete;
  Asked& operator=(const Asked&) = delete;
  ~Asked() { now = before; }
  [[nodiscard]] bool goes_on(double share) const {
    return progress == nullptr || progress(share, data) != 0;
  }

  nqueens_progress progress;
  void* data;
  const Asked* before;
  static thread_local const Asked* now;
};
thread_local const Asked* Asked::now = nullptr;

nqueens_number number_from(nqueens::Count count) {
  return {.high = count.high(), .low = count.low()};
}

}  // namespace

struct nqueens_counter {
  nqueens_counter(Sequence sequence, int threads, const char* kernel)
      : counter(sequence, {.threads = threads,
                           .kernel = kernel != nullptr ? kernel : "auto",
                           .progress = [](double share) { return Asked::now->goes_on(share); }}) {}

  nqueens::Counter counter;
};

const char* nqueens_error() {
  return last_error.data();
}

char* nqueens_digits(nqueens_number number, char* text) {
  auto rest = nqueens::Count::from_words(number.high, number.low);
  char* end = text;
  do {
    *end++ = static_cast<char>('0' + (rest % 10).low());
    rest = rest / 10;
  } while (rest != nqueens::Count{});
  *end = '\0';
  std::reverse(text, end);
  return text;
}

int nqueens_open(int sequence, int threads, const char* kernel, nqueens_counter** counter) {
  return code_of([&] {
    require(counter, "counter");
    *counter = new nqueens_counter(sequence_from(sequence), threads, kernel);
    return NQUEENS_OK;
  });
}

void nqueens_close(nqueens_counter* counter) {
  delete counter;
}

int nqueens_count(nqueens_counter* counter, int n, nqueens_progress progress, void* data,
                  nqueens_number* count) {
  return code_of([&] {
    require(counter, "counter");
    require(count, "count");
    const Asked asked(progress, data);
    const auto counted = counter->counter.count(n);
    if (!counted) {
      return failed(NQUEENS_STOPPED, "the count was stopped");
    }
    *count = number_from(*counted);
    return int{NQUEENS_OK};
  });
}

void nqueens_cancel(nqueens_counter* counter) {
  if (counter != nullptr) {
    counter->counter.stop();
  }
}

int nqueens_known(int sequence, int n, nqueens_number* count) {
  return code_of([&] {
    require(count, "count");
    const auto known = nqueens::known_count(n, sequence_from(sequence));
    if (!known) {
      return failed(NQUEENS_NONE, "no count of this board is published");
    }
    *count = number_from(*known);
    return int{NQUEENS_OK};
  });
}

int nqueens_estimate(int sequence, int n, double seconds, nqueens_sample* estimate) {
  return code_of([&] {
    require(estimate, "estimate");
    const auto found = nqueens::estimate(n, sequence_from(sequence), {.seconds = seconds});
    const auto& [count, low, high] = found.count;
    const auto& [time, time_low, time_high] = found.core_seconds;
    *estimate = {count, low, high, time, time_low, time_high};
    return NQUEENS_OK;
  });
}

int nqueens_solutions(int n, nqueens_visit visit, void* data) {
  return code_of([&] {
    require(reinterpret_cast<const void*>(visit), "visit");
    bool goes_on = true;
    nqueens::for_each_solution(
        n, [&](nqueens::Rows rows) { return goes_on = visit(rows.data(), n, data) != 0; });
    return goes_on ? int{NQUEENS_OK} : failed(NQUEENS_STOPPED, "the visits were stopped");
  });
}

int nqueens_construct(size_t n, uint32_t* rows) {
  return code_of([&] {
    require(rows, "rows");
    const auto built = nqueens::construct(n);
    if (built.empty()) {
      return failed(NQUEENS_NONE, "boards of 2 and 3 rows have no solution");
    }
    std::memcpy(rows, built.data(), n * sizeof *rows);
    return int{NQUEENS_OK};
  });
}

int nqueens_check(const uint32_t* rows, size_t n) {
  return code_of([&] {
    require(rows, "rows");
    const auto fault = nqueens::why_no_solution({rows, n});
    return fault ? failed(NQUEENS_NONE, fault->c_str()) : int{NQUEENS_OK};
  });
}
