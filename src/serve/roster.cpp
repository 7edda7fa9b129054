// The states of the ranks, and questions about all of them.

#include "serve/roster.hpp"

#include <algorithm>
#include <map>

namespace nqueens {

template <class Is>
bool Roster::all(const Is& is) const {
  return std::all_of(workers_.begin() + 1, workers_.end(), is);
}

void Roster::set(int rank, State state) {
  State& its_state = at(rank).state;
  --in_state_[static_cast<std::size_t>(its_state)];
  ++in_state_[static_cast<std::size_t>(state)];
  its_state = state;
}

bool Roster::hear(int rank) {
  Worker& worker = at(rank);
  spoken_ += worker.has_spoken ? 0 : 1;
  worker.has_spoken = true;
  if (worker.state != State::lost || worker.is_dead()) {
    return false;
  }
  set(rank, worker.kernel.empty() ? State::greeted : State::ready);
  return true;
}

void Roster::greet(int rank, const ProcessIdentity& process) {
  at(rank).process = process;
  if (at(rank).state == State::silent) {
    set(rank, State::greeted);
  }
}

bool Roster::ready(int rank, const std::string& kernel) {
  Worker& worker = at(rank);
  if (worker.state == State::silent) {
    return false;
  }
  with_kernel_ += worker.kernel.empty() ? 1 : 0;
  worker.kernel = kernel;
  if (worker.state == State::greeted) {
    set(rank, State::ready);
  }
  return true;
}

bool Roster::lose(int rank) {
  const Worker& worker = at(rank);
  if (worker.state == State::lost || worker.has_left()) {
    return false;
  }
  set(rank, State::lost);
  return true;
}

bool Roster::set_aside(int rank) {
  const State state = at(rank).state;
  if (state == State::left) {
    set(rank, State::set_aside_and_left);
  } else if (!at(rank).has_left() && state != State::lost) {
    set(rank, State::set_aside);
  }
  return at(rank).state == State::set_aside;
}

void Roster::leave(int rank) {
  const State state = at(rank).state;
  if (state == State::set_aside) {
    set(rank, State::set_aside_and_left);
  } else if (!at(rank).has_left() && state != State::lost) {
    set(rank, State::left);
  }
}

int Roster::expected() const {
  return in_state(State::silent) + in_state(State::greeted) + in_state(State::ready);
}

bool Roster::all_gone() const {
  return all([](const Worker& worker) {
    return worker.has_spoken && (worker.has_left() || worker.is_dead());
  });
}

bool Roster::all_wait() const {
  return all([](const Worker& worker) { return worker.has_left() && !worker.is_dead(); });
}

bool Roster::somebody_stays() const {
  return !all(
      [](const Worker& worker) { return worker.has_left() || worker.state == State::lost; });
}

std::vector<std::vector<int>> Roster::newly_dead() const {
  std::vector<std::vector<int>> dead;
  for (int rank = 1; rank <= last(); ++rank) {
    const Worker& worker = (*this)[rank];
    if (worker.has_left() || worker.state == State::lost || !worker.is_dead()) {
      continue;
    }
    // The workers of a process have numbers in a row.
    if (dead.empty() || (*this)[dead.back().front()].process != worker.process) {
      dead.emplace_back();
    }
    dead.back().push_back(rank);
  }
  return dead;
}

std::string Roster::describe_kernels() const {
  if (with_kernel_ < last() || last() == 0) {
    return {};
  }
  std::map<std::string, std::vector<int>> ranks;
  for (int rank = 1; rank <= last(); ++rank) {
    ranks[(*this)[rank].kernel].push_back(rank);
  }
  std::string line;
  for (const auto& [kernel, its_ranks] : ranks) {
    line += (line.empty() ? "kernel " : ", ") + kernel + " on " + describe_workers(its_ranks);
  }
  return line;
}

std::vector<HungProcess> Roster::hung() const {
  const ProcessIdentity self = this_process();
  std::vector<HungProcess> hung;
  for (int rank = 1; rank <= last(); ++rank) {
    const Worker& worker = (*this)[rank];
    if (worker.has_left() || worker.process == self ||
        liveness(worker.process) != Liveness::alive) {
      continue;
    }
    if (hung.empty() || hung.back().process != worker.process) {
      hung.push_back({.process = worker.process, .workers = {}});
    }
    hung.back().workers.push_back(rank);
  }
  return hung;
}

}  // namespace nqueens
