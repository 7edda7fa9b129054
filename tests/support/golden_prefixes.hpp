// Prefixes as a line of a golden file: their number, and a hash of their squares and weights in
// order. Checkpoints contain task and slice numbers, but no prefixes. So a changed stream would
// silently make totals of old checkpoints wrong.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "core/prefix_stream.hpp"
#include "core/sha256.hpp"
#include "support/text.hpp"

namespace nqueens::test {

/// Sums prefixes. Shares nothing with the stream but struct Prefix.
class PrefixSum {
 public:
  void add(const Prefix& prefix) {
    for (int row = 0; row < max_lines; ++row) {
      if ((prefix.placement.rows >> row & 1U) != 0) {
        const int column = prefix.placement.queen_column[static_cast<std::size_t>(row)];
        text_ += square(row, column);
      }
    }
    text_ += "x" + std::to_string(prefix.weight) + "\n";
    ++prefixes_;
  }
  /// Ends a group of prefixes, such as a slice.
  void end() { text_ += "\n"; }

  [[nodiscard]] std::string line() const {
    return std::to_string(prefixes_) + " prefixes " + sha256(text_).substr(0, 16);
  }

 private:
  /// "ROW,COLUMN ", cached: millions are added.
  static const std::string& square(int row, int column) {
    static const std::vector<std::string> names = [] {
      std::vector<std::string> made;
      for (int r = 0; r < max_lines; ++r) {
        for (int c = 0; c < max_lines; ++c) {
          made.push_back(std::to_string(r) + "," + std::to_string(c) + " ");
        }
      }
      return made;
    }();
    return names[static_cast<std::size_t>(row * max_lines + column)];
  }

  std::string text_;
  std::uint64_t prefixes_ = 0;
};

/// The lines must match the golden file of this stream revision.
inline void expect_golden_of_revision(const std::string& folder, const std::string& lines) {
  const std::filesystem::path file = NQUEENS_SOURCE_DIR "/tests/" + folder + "/golden-stream-" +
                                     std::to_string(stream_revision) + ".txt";
  write_golden_lines(file, lines);
  EXPECT_EQ(lines, content_of(file))
      << "These are not the prefixes of stream revision " << stream_revision
      << ". A checkpoint of that revision would go on with others, and end in a wrong total. So\n"
         "raise stream_revision in src/core/prefix_stream.hpp, run this test once with "
         "NQUEENS_WRITE_GOLDEN=1,\nand keep the old file. That run is enough for a new sequence: "
      << file;
}

}  // namespace nqueens::test
