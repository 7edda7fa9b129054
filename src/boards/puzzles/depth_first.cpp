// Hands out the parts of a search tree.
#include "boards/puzzles/depth_first.hpp"

#include <utility>

namespace nqueens {

std::optional<Path> Subtrees::take() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return ended_ || !waiting_.empty() || taken_ == 0; });
  if (ended_ || waiting_.empty()) {
    return std::nullopt;
  }
  Path path = std::move(waiting_.front());
  waiting_.pop_front();
  ++taken_;
  return path;
}

bool Subtrees::are_enough() {
  const std::scoped_lock lock(mutex_);
  return waiting_.size() >= enough_;
}

void Subtrees::add(const Path& path, std::unique_ptr<const Gecode::Choice> choice) {
  const std::shared_ptr<const Gecode::Choice> shared = std::move(choice);
  const std::scoped_lock lock(mutex_);
  for (unsigned alternative = 0; alternative < shared->alternatives(); ++alternative) {
    waiting_.push_back(path);
    waiting_.back().push_back({.choice = shared, .alternative = alternative});
  }
  changed_.notify_all();
}

void Subtrees::done() {
  const std::scoped_lock lock(mutex_);
  --taken_;
  changed_.notify_all();
}

void Subtrees::end() {
  const std::scoped_lock lock(mutex_);
  ended_ = true;
  changed_.notify_all();
}

}  // namespace nqueens
