// The output of a command: answers on stdout, and files.
#pragma once

#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "system/file.hpp"

namespace nqueens::cli {

/// Writes the lines of an answer to stdout, as as_lines has them. Throws Error(runtime_error) if it
/// is lost.
/// @param before  escapes of the terminal, printed first and unchanged
void print(const std::string& text, const std::string& before = "");

/// The same, with its headings bold on a terminal.
void print_help(const std::string& text);

/// A report as JSON or as text.
template <class Report>
std::string in_form(const Report& report, bool json) {
  return json ? to_json(report) + "\n" : to_text(report);
}

/// Throws Error(usage) if the name of an output file ends as those of other formats do.
/// @param own  its endings, the usual one first
/// @param what  is written to it: "a report"
void require_ending(const std::string& file, std::initializer_list<std::string_view> own,
                    const std::string& what);

/// Whether a file of this name, or "-", is standard output.
bool is_stdout(const std::string& path);

/// Thrown if the reader of a pipe has closed it, which is not an error.
struct ReaderLeft {};

/// Why a file that begins so must not be replaced: "is not a report of nqueens"; empty if it may
/// be. Not called for empty files.
using Objection = std::function<std::string(std::string_view start)>;

/// Standard output, or a file: the only way to write one that the user names with --output. A
/// regular file gets its name in commit(), and the permissions of the file that it replaces. Until
/// then the old file stays, and a process that a signal ends leaves the temporary file beside it.
/// Devices, pipes and open files (/dev/fd/N) are written directly.
class Output {
 public:
  /// @param path  "-" is standard output
  /// @param objection  asked about the file that is there, now and again in commit()
  /// Throws Error(usage) if the file cannot be made or must not be replaced.
  Output(const std::string& path, Objection objection);
  ~Output();

  /// Throws Error(runtime_error) if the text cannot be written, or ReaderLeft.
  void write(std::string_view text);

  void commit();

  /// Writes all of it, and commits. A closed pipe is not an error.
  /// @param writer  calls its argument with the pieces of the text
  void write_whole(const std::function<void(const std::function<void(std::string_view)>&)>& writer);
  void write_whole(std::string_view text);

  [[nodiscard]] bool is_terminal() const;

 private:
  [[noreturn]] void refuse() const;
  void require_replaceable() const;

  std::string path_;
  Objection objection_;
  std::string name_;
  int descriptor_ = -1;
  std::optional<AtomicFile> file_;
};

}  // namespace nqueens::cli
