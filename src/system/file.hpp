// Files by their names: where symbolic links lead, what a file holds, why a call failed; files that
// only grow, and files that appear whole or not at all.
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

/// What a call returns, which is made again while a signal interrupts it.
template <class Call>
auto uninterrupted(const Call& call) {
  auto result = call();
  while (result < 0 && errno == EINTR) {
    result = call();
  }
  return result;
}

/// The file behind symbolic links, which need not be there. What replaces a file or lies beside it
/// takes this name, so that the links stay and all names of a file mean the same. Throws
/// Error(checkpoint) if links lead in a circle.
std::filesystem::path behind_links(const std::filesystem::path& name);

/// Whether both name one file, which need not be there.
bool is_same_file(const std::filesystem::path& one, const std::filesystem::path& other);

/// What a file holds, at most `max_bytes` of it.
/// @return nothing, with errno, if it fails
std::optional<std::string> read_up_to(const std::filesystem::path& file, std::size_t max_bytes);

/// The content of a regular file. Pipes and devices are not opened, since reading one may never
/// end.
/// @return nothing, with errno, if it fails: EFBIG if the file is larger than `max_bytes`, ESPIPE
/// if it is a pipe or a device
std::optional<std::string> read_regular(const std::filesystem::path& file, std::size_t max_bytes);

/// A regular file, read once, from its beginning, by sgetn().
class RegularFile final : public std::streambuf {
 public:
  /// This and sgetn() throw std::system_error, also with EISDIR for a folder, and ESPIPE for a pipe
  /// or a device, which is not opened.
  /// @param before_each_read  may throw
  explicit RegularFile(const std::filesystem::path& file,
                       std::function<void()> before_each_read = {});
  ~RegularFile() override;
  RegularFile(const RegularFile&) = delete;
  RegularFile& operator=(const RegularFile&) = delete;

  /// When it was opened.
  [[nodiscard]] std::uint64_t size() const { return size_; }

 private:
  std::streamsize xsgetn(char* to, std::streamsize most) override;

  std::function<void()> before_each_read_;
  std::uint64_t size_ = 0;  // before the descriptor, whose opening sets it
  int descriptor_ = -1;
};

/// Throws Error(checkpoint) if the name is that of a folder, a pipe or a device.
/// @param what  that cannot be done with it: "read"
void refuse_irregular(const std::string& what, const std::filesystem::path& file);

/// The folder of a file; "." if the path names none.
std::filesystem::path folder_of(const std::filesystem::path& file);

/// "cannot write 'runs/n18.ckpt': No space left on device", with advice if the cause is clear.
/// @param number  errno of the call
Error file_error(ExitCode code, const std::string& what, const std::filesystem::path& file,
                 int number);

/// Appends lines, each with one write(): a process that is killed leaves whole lines. A full disk
/// can tear one; the next line then begins on a line of its own. A transient line is replaced by
/// the next one, unless another process has appended since.
class AppendFile {
 public:
  AppendFile() = default;
  ~AppendFile();
  AppendFile(const AppendFile&) = delete;
  AppendFile& operator=(const AppendFile&) = delete;

  /// Opens the file, or makes it. @return false, with errno, if it fails
  bool open(const std::filesystem::path& path);

  /// @param line  without its end. @return false, with errno, if it fails
  bool append(std::string_view line, bool is_transient = false);

 private:
  int descriptor_ = -1;
  bool is_torn_ = false;      ///< the last line has no end
  off_t transient_at_ = -1;   ///< where the transient line begins; -1: there is none
  off_t transient_end_ = -1;  ///< where it ends
};

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

  [[nodiscard]] const std::filesystem::path& temporary() const { return temporary_; }

 private:
  [[noreturn]] void fail(ExitCode code = ExitCode::runtime_error) const;

  std::filesystem::path path_;
  std::filesystem::path temporary_;
  int descriptor_ = -1;
};

/// Writes a file. After a crash at any moment it has either its old or its new content: temporary
/// file in the same folder (O_EXCL), `write`, fsync, `before_commit`, rename, fsync of the folder.
/// A failure removes the temporary file and leaves the target as it was. Throws
/// Error(runtime_error) with the file and the system's reason.
/// @param before_commit  called once the new content is safe on disk, just before the rename
/// @return a warning if the file is written, but may not survive a crash of the machine: its file
/// system cannot sync, or the folder could not be synced; else empty
std::string write_atomically(const std::filesystem::path& path,
                             const std::function<void(AtomicFile&)>& write,
                             const std::function<void()>& before_commit = {});
std::string write_atomically(const std::filesystem::path& path, std::string_view content);

/// Whether it is a regular file that is not empty and does not begin with `start`.
bool holds_something_else(const std::filesystem::path& file, std::string_view start);

/// Renames a file to NAME.bad, or NAME.bad.1 ... if that exists. @return the new name, or the old
/// one if it cannot be renamed
std::filesystem::path set_aside(const std::filesystem::path& file);

/// Writes all bytes to an open file, in as many calls as that takes, and waits while it is not
/// ready. @return false, with errno, if it fails
bool write_all(int descriptor, std::string_view bytes);

/// The beginning of temporary files' names for this path; short enough for any path.
std::string temporary_prefix(const std::filesystem::path& path);

}  // namespace nqueens
