// A wire between two ranks of one process, without MPI.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "net/transport.hpp"

namespace nqueens::test {

struct Pipe {
  std::mutex mutex;
  std::deque<Wire::Parcel> parcels;
};

/// One end of a wire between two ranks.
class PipeWire final : public Wire {
 public:
  PipeWire(int rank, std::vector<Rank> ranks, Pipe& in, Pipe& out)
      : rank_(rank), ranks_(std::move(ranks)), in_(in), out_(out) {}

  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] const std::vector<Rank>& ranks() const override { return ranks_; }

  void send(int rank, int worker, const Message& message) override {
    ASSERT_EQ(rank, 1 - rank_);
    const std::lock_guard lock(out_.mutex);
    out_.parcels.push_back({.rank = rank_, .worker = worker, .message = message});
  }

  std::optional<Parcel> receive(std::chrono::milliseconds wait) override {
    const auto deadline = std::chrono::steady_clock::now() + wait;
    do {
      const std::lock_guard lock(in_.mutex);
      if (!in_.parcels.empty()) {
        Parcel parcel = std::move(in_.parcels.front());
        in_.parcels.pop_front();
        return parcel;
      }
    } while (std::chrono::steady_clock::now() < deadline);
    return std::nullopt;
  }

  bool flush(std::chrono::milliseconds /*wait*/) override { return true; }
  void abandon() override {}

 private:
  int rank_;
  std::vector<Rank> ranks_;
  Pipe& in_;
  Pipe& out_;
};

}  // namespace nqueens::test
