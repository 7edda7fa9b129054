// Where a long answer goes.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "nqueens/system/atomic_file.hpp"

namespace nqueens::cli {

/// The reader of a pipe has had enough: thrown in place of an Error, since nothing is wrong.
struct ReaderLeft {};

/// Standard output, or a file. A regular file gets its name when it is whole, by commit(), and the
/// permissions of the one that it replaces; until then, and where a signal ends the process, what
/// was there is left alone. Devices, pipes and open files (/dev/stdout, /dev/fd/N) are written to
/// as they are.
class Output {
 public:
  /// @param path  "-" is standard output. Throws Error(usage) where the file cannot be made.
  explicit Output(const std::string& path);
  ~Output();
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  /// Throws Error(runtime_error) where the text cannot be written, and ReaderLeft.
  void write(std::string_view text);

  void commit();

  /// Whether somebody may be looking.
  [[nodiscard]] bool is_terminal() const;

 private:
  void replace(const std::filesystem::path& file, const std::filesystem::file_status& status);
  [[noreturn]] void refuse() const;

  std::string name_;
  int descriptor_ = -1;
  std::optional<AtomicFile> file_;
};

}  // namespace nqueens::cli
