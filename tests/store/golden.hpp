// The golden files: the bytes of a format as they were when it was made, one file a sequence.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "core/sequence.hpp"
#include "support/text.hpp"

namespace nqueens::test {

/// Writes the file anew if NQUEENS_WRITE_GOLDEN is set.
inline void expect_golden(const std::string& bytes, std::string_view name,
                          const std::string& format) {
  const std::filesystem::path file =
      NQUEENS_SOURCE_DIR "/tests/store/golden-" + std::string(name) + "." + format;
  if (std::getenv("NQUEENS_WRITE_GOLDEN") != nullptr) {
    std::ofstream(file, std::ios::binary) << bytes;
  }
  EXPECT_EQ(bytes, content_of(file)) << file;
}

}  // namespace nqueens::test
