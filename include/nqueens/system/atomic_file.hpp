// Files that are either there whole or not at all.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "nqueens/core/error.hpp"

namespace nqueens {

/// Writes `content` to `path` so that after a crash at any moment the file holds either its old
/// content or the new one: temporary file in the same folder (O_EXCL), fsync, `before_commit`,
/// rename, fsync of the folder. On failure the temporary file is removed and the target is as it
/// was. Throws Error(runtime_error) that names the file and the system's reason.
/// @param before_commit  called when the new content is safe on disk, just before it takes the name
void write_atomically(const std::filesystem::path& path, std::string_view content,
                      const std::function<void()>& before_commit = {});

/// A file that is written piece by piece and takes its name when it is whole, replacing what had
/// that name: until commit() there is a temporary file in the same folder, which goes with the
/// object. Errors are Error(runtime_error) that names the file and the system's reason; of the
/// constructor, with the code given.
class AtomicFile {
 public:
  explicit AtomicFile(std::filesystem::path path, ExitCode cannot_open = ExitCode::runtime_error);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::string_view bytes);

  /// Returns when all that was written is safe on disk.
  void sync();

  /// Gives the file its name. Nothing is written afterwards. Without sync() before it this is safe
  /// against the end of the process at any moment, but not against that of the machine.
  void commit();

  /// The temporary file.
  [[nodiscard]] const std::filesystem::path& temporary() const { return temporary_; }

 private:
  [[noreturn]] void fail(ExitCode code = ExitCode::runtime_error) const;

  std::filesystem::path path_;
  std::filesystem::path temporary_;
  int descriptor_ = -1;
};

/// Whether the file is there, is not empty and does not begin with this: somebody else's, which
/// must not be replaced.
bool holds_something_else(const std::filesystem::path& file, std::string_view start);

/// Writes all bytes to an open file, however many calls that takes and however long it is not ready
/// for more; false, and errno, where it fails.
bool write_all(int descriptor, std::string_view bytes);

/// How the names of temporary files for that path begin; short enough for any path.
std::string temporary_prefix(const std::filesystem::path& path);

}  // namespace nqueens
