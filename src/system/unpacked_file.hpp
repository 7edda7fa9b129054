// A file that is read from its beginning to its end, also if gzip has packed it.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <string_view>

namespace nqueens {

/// Whether a regular file begins as one that gzip packed.
bool is_packed(const std::filesystem::path& file);

/// The bytes of a file, in pieces. Those of a packed one come from the program gzip.
class UnpackedFile {
 public:
  /// Throws Error(checkpoint) without the file's name: it cannot be read, or gzip cannot be
  /// started.
  explicit UnpackedFile(const std::filesystem::path& file);
  ~UnpackedFile();
  UnpackedFile(const UnpackedFile&) = delete;
  UnpackedFile& operator=(const UnpackedFile&) = delete;

  /// The next bytes, until the next call; none at the end. Throws likewise, also if gzip finds the
  /// file damaged, cut short, or followed by something else.
  std::string_view read();

 private:
  void start_gzip();
  void end_gzip();

  int descriptor_ = -1;
  pid_t gzip_ = -1;
  std::string buffer_;
  std::size_t held_ = 0;  ///< bytes of the buffer that read() gives first
};

}  // namespace nqueens
