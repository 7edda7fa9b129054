// A checkpoint, and who keeps it.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "session/keeper.hpp"
#include "support/temporary_folder.hpp"
#include "system/file.hpp"

namespace nqueens::test {

inline void write(const std::filesystem::path& file, const std::string& text) {
  std::ofstream(file) << text;
}

inline std::string text_of(const std::filesystem::path& file) {
  return read_up_to(file, 1U << 20U).value_or("");
}

struct Kept {
  TemporaryFolder folder;
  CheckpointSettings settings{.path = folder.path() / "n8.ckpt"};
  CheckpointKeeper keeper{settings};
  std::filesystem::path path = settings.path;

  void lock() {
    keeper.lock([] { FAIL() << "waits"; });
  }
  void steal_lock() const { write(lock_path(path), "host=elsewhere\npid=1\ntoken=another\n"); }
  [[nodiscard]] std::size_t files() const {
    return static_cast<std::size_t>(std::distance(
        std::filesystem::directory_iterator(folder.path()), std::filesystem::directory_iterator()));
  }
};

}  // namespace nqueens::test
