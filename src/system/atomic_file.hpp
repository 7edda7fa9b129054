// Files that appear whole or not at all.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "nqueens/error.hpp"

namespace nqueens {

/// Writes `content` to `path`. After a crash at any moment the file has either its old or its new
/// content: temporary file in the same folder (O_EXCL), fsync, `before_commit`, rename, fsync of
/// the folder. A failure removes the temporary file and leaves the target as it was. Throws
/// Error(runtime_error) with the file and the system's reason.
/// @param before_commit  called once the new content is safe on disk, just before the rename
/// @return a warning if the file is written, but may not survive a crash of the machine: its file
/// system cannot sync, or the folder could not be synced; else empty
std::string write_atomically(const std::filesystem::path& path, std::string_view content,
                             const std::function<void()>& before_commit = {});

/// A file that is written piece by piece and takes its name in commit(), replacing an older file.
/// Until then it is a temporary file in the same folder, removed with the object. Throws
/// Error(runtime_error) with the file and the system's reason; the constructor throws the given
/// code.
class AtomicFile {
 public:
  explicit AtomicFile(std::filesystem::path path, ExitCode cannot_open = ExitCode::runtime_error);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::string_view bytes);

  /// Returns once everything written is safe on disk.
  /// @return a warning if the file system cannot sync; else empty
  std::string sync();

  /// Gives the file its name; nothing may be written afterwards. Without sync() before it the file
  /// survives the death of the process, but not always of the machine.
  void commit();

  /// The temporary file.
  [[nodiscard]] const std::filesystem::path& temporary() const { return temporary_; }

 private:
  [[noreturn]] void fail(ExitCode code = ExitCode::runtime_error) const;

  std::filesystem::path path_;
  std::filesystem::path temporary_;
  int descriptor_ = -1;
};

/// Whether the file exists, is not empty and does not begin with `start`. Such a file must not be
/// replaced.
bool holds_something_else(const std::filesystem::path& file, std::string_view start);

/// Writes all bytes to an open file, in as many calls as that takes, and waits while it is not
/// ready. @return false, with errno, if it fails
bool write_all(int descriptor, std::string_view bytes);

/// The beginning of temporary files' names for this path; short enough for any path.
std::string temporary_prefix(const std::filesystem::path& path);

}  // namespace nqueens
