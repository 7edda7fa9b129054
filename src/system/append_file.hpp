// A file that only grows, line by line.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <string_view>

namespace nqueens {

/// Appends lines, each with one write(): a process that is killed leaves whole lines. A full disk
/// can tear one; the next line then begins on a line of its own. A passing line is replaced by the
/// next one, unless somebody else has written behind it.
class AppendFile {
 public:
  AppendFile() = default;
  ~AppendFile();
  AppendFile(const AppendFile&) = delete;
  AppendFile& operator=(const AppendFile&) = delete;

  /// Opens the file, or makes it. @return false, with errno, if it fails
  bool open(const std::filesystem::path& path);

  /// @param line  without its end. @return false, with errno, if it fails
  bool append(std::string_view line, bool is_passing = false);

 private:
  int descriptor_ = -1;
  bool is_torn_ = false;    ///< the last line has no end
  off_t passing_at_ = -1;   ///< where the passing line begins; -1: there is none
  off_t passing_end_ = -1;  ///< where it ends
};

}  // namespace nqueens
