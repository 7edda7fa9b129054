// Files: symbolic links, contents, errors, files that only grow, and files that are replaced
// atomically.
#pragma once

#include <sys/types.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <streambuf>
#include <string>
#include <string_view>

#include "nqueens/error.hpp"

namespace nqueens {

/// Repeats a call that a signal interrupts.
template <class Call>
auto uninterrupted(const Call& call) {
  auto result = call();
  while (result < 0 && errno == EINTR) {
    result = call();
  }
  return result;
}

/// The file behind symbolic links; it need not exist. Use this name for whatever replaces a file or
/// lies beside it, so that links stay and all names of a file mean the same. Throws
/// Error(checkpoint) if links form a circle.
std::filesystem::path behind_links(const std::filesystem::path& name);

/// Whether both names are of one file, which need not exist.
bool is_same_file(const std::filesystem::path& one, const std::filesystem::path& other);

/// The content of a file, at most `max_bytes` of it.
/// @return nothing, with errno, on failure
std::optional<std::string> read_up_to(const std::filesystem::path& file, std::size_t max_bytes);

/// The content of a regular file. Pipes and devices are not opened, since reading one may never
/// end.
/// @return nothing, with errno, on failure: EFBIG if the file is larger than `max_bytes`, ESPIPE
/// for a pipe or a device
std::optional<std::string> read_regular(const std::filesystem::path& file, std::size_t max_bytes);

/// A regular file, read once from its beginning by sgetn().
class RegularFile final : public std::streambuf {
 public:
  /// This and sgetn() throw std::system_error: EISDIR for a folder; ESPIPE for a pipe or a device,
  /// which is not opened.
  /// @param before_each_read  may throw
  explicit RegularFile(const std::filesystem::path& file,
                       std::function<void()> before_each_read = {});
  ~RegularFile() override;
  RegularFile(const RegularFile&) = delete;
  RegularFile& operator=(const RegularFile&) = delete;

  [[nodiscard]] std::uint64_t size() const { return size_; }

 private:
  std::streamsize xsgetn(char* to, std::streamsize most) override;

  std::function<void()> before_each_read_;
  std::uint64_t size_ = 0;  // before the descriptor, since opening sets it
  int descriptor_ = -1;
};

/// Throws Error(checkpoint) if the name is of a folder, a pipe or a device.
/// @param what  the action that is refused: "read"
void refuse_irregular(const std::string& what, const std::filesystem::path& file);

/// The folder of a file; "." if the path has none.
std::filesystem::path folder_of(const std::filesystem::path& file);

/// "cannot write 'runs/n18.ckpt': No space left on device", with advice if the cause is clear.
/// @param number  errno of the call
Error file_error(ExitCode code, const std::string& what, const std::filesystem::path& file,
                 int number);

/// Appends lines, each with one write(), so a killed process leaves whole lines. A full disk can
/// tear one; then the next starts on a new line. The next line replaces a transient one, unless
/// another process has appended meanwhile.
class AppendFile {
 public:
  AppendFile() = default;
  ~AppendFile();
  AppendFile(const AppendFile&) = delete;
  AppendFile& operator=(const AppendFile&) = delete;

  /// Opens or creates the file. @return false, with errno, on failure
  bool open(const std::filesystem::path& path);

  /// @param line  without newline. @return false, with errno, on failure
  bool append(std::string_view line, bool is_transient = false);

 private:
  int descriptor_ = -1;
  bool is_torn_ = false;     ///< the last line has no newline
  off_t transient_at_ = -1;  ///< start of the transient line; -1: none
  off_t transient_end_ = -1;
};

/// A file that is written in pieces and gets its name in commit(), replacing an older file. Until
/// then it is a temporary file in the same folder, which the destructor removes. Throws
/// Error(runtime_error) with the file and the system's reason; the constructor throws the given
/// code.
class AtomicFile {
 public:
  explicit AtomicFile(std::filesystem::path path, ExitCode cannot_open = ExitCode::runtime_error);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::string_view bytes);

  /// Waits until everything written is on disk.
  /// @return a warning if the file system cannot sync; else empty
  std::string sync();

  /// Renames the file to its final name; write nothing afterwards. Without sync(), the file
  /// survives the death of the process, but may not survive that of the machine.
  void commit();

  [[nodiscard]] const std::filesystem::path& temporary() const { return temporary_; }

 private:
  [[noreturn]] void fail(ExitCode code = ExitCode::runtime_error) const;

  std::filesystem::path path_;
  std::filesystem::path temporary_;
  int descriptor_ = -1;
};

/// Writes a file atomically: after a crash it has its old or new content. Steps: temporary file in
/// the same folder (O_EXCL), `write`, fsync, `before_commit`, rename, fsync of the folder. Failure
/// removes the temporary file and leaves the target unchanged. Throws Error(runtime_error) with the
/// file and the system's reason.
/// @param before_commit  called when the new content is on disk, just before the rename
/// @return a warning if the file is written but may not survive a crash of the machine, because the
/// file system cannot sync or syncing the folder failed; else empty
std::string write_atomically(const std::filesystem::path& path,
                             const std::function<void(AtomicFile&)>& write,
                             const std::function<void()>& before_commit = {});
std::string write_atomically(const std::filesystem::path& path, std::string_view content);

/// Whether a file is regular, not empty, and does not begin with `start`.
bool holds_something_else(const std::filesystem::path& file, std::string_view start);

/// Renames a file to NAME.bad, or NAME.bad.1 ... if that exists.
/// @return the new name, or the old one on failure
std::filesystem::path set_aside(const std::filesystem::path& file);

/// Writes all bytes to an open file, in as many calls as needed; waits while it is not ready.
/// @return false, with errno, on failure
bool write_all(int descriptor, std::string_view bytes);

/// How names of temporary files for this path begin; short enough for any path.
std::string temporary_prefix(const std::filesystem::path& path);

}  // namespace nqueens
