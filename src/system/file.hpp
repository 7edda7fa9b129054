// Files by their names: where symbolic links lead, what a file holds, why a call failed; and files
// that only grow.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <streambuf>
#include <string>
#include <string_view>

#include "nqueens/error.hpp"

namespace nqueens {

/// The file behind symbolic links, which need not be there. What replaces a file or lies beside it
/// takes this name, so that the links stay and all names of a file mean the same. Throws
/// Error(checkpoint) if links lead in a circle.
std::filesystem::path behind_links(const std::filesystem::path& name);

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
  explicit RegularFile(const std::filesystem::path& file);
  ~RegularFile() override;
  RegularFile(const RegularFile&) = delete;
  RegularFile& operator=(const RegularFile&) = delete;

  /// When it was opened.
  [[nodiscard]] std::uint64_t size() const { return size_; }

 private:
  std::streamsize xsgetn(char* to, std::streamsize most) override;

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

}  // namespace nqueens
