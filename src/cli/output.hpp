// The output of a command: answers on stdout, and files.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "system/file.hpp"

namespace nqueens::cli {

/// Writes an answer to stdout. Throws Error(runtime_error) if it is lost.
void print(const std::string& text);

/// The same for a report, as JSON or as text.
template <class Report>
void print_report(const Report& report, bool json) {
  print(json ? to_json(report) + "\n" : to_text(report));
}

/// Whether a file of this name, or "-", is standard output.
bool is_stdout(const std::string& path);

/// Thrown if the reader of a pipe has closed it, which is not an error.
struct ReaderLeft {};

/// Standard output, or a file. A regular file gets its name in commit(), and the permissions of the
/// file that it replaces. Until then the old file stays, and a process that a signal ends leaves
/// the temporary file beside it. Devices, pipes and open files (/dev/fd/N) are written directly.
class Output {
 public:
  /// @param path  "-" is standard output. Throws Error(usage) if the file cannot be made.
  explicit Output(const std::string& path);
  ~Output();
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  /// Throws Error(runtime_error) if the text cannot be written, or ReaderLeft.
  void write(std::string_view text);

  void commit();

  [[nodiscard]] bool is_terminal() const;

 private:
  [[noreturn]] void refuse() const;

  std::string name_;
  int descriptor_ = -1;
  std::optional<AtomicFile> file_;
};

/// Writes a file as Output does. A closed pipe is not an error.
void write_output(const std::string& path, std::string_view text);
/// @param writer  calls its argument with the pieces of the text
void write_output(const std::string& path,
                  const std::function<void(const std::function<void(std::string_view)>&)>& writer);

}  // namespace nqueens::cli
