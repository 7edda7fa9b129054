// The input of a command.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace nqueens::cli {

/// A text file, or standard input.
class Input {
 public:
  /// @param path  "-" is standard input. Throws Error(usage) if the file cannot be read.
  explicit Input(const std::string& path);
  ~Input();
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;

  /// Waits for characters and puts those available into the buffer; 0 only at the end. Throws
  /// Error(usage) if reading fails.
  std::size_t read(std::span<char> buffer);

  /// The name in messages.
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  [[noreturn]] void fail() const;

  std::string name_;
  int descriptor_;
};

}  // namespace nqueens::cli
