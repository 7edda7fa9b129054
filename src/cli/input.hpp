// Where a text comes from.
#pragma once

#include <fstream>
#include <istream>
#include <string>

namespace nqueens::cli {

/// A text file, or standard input.
class Input {
 public:
  /// @param path  "-" is standard input. Throws Error(usage) where the file cannot be read.
  explicit Input(const std::string& path);

  std::istream& stream();

  /// For messages.
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  bool is_standard_;
  std::string name_;
  std::ifstream file_;
};

}  // namespace nqueens::cli
