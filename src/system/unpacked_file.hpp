// A file that is read once from beginning to end, gzipped or not.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <string_view>

namespace nqueens {

/// Whether a regular file begins like a gzipped one.
bool is_packed(const std::filesystem::path& file);

/// The bytes of a file, in pieces. A gzipped file is unpacked by the program gzip.
class UnpackedFile {
 public:
  /// Throws Error(checkpoint) without the file's name if it cannot be read or gzip cannot be
  /// started.
  explicit UnpackedFile(const std::filesystem::path& file);
  ~UnpackedFile();
  UnpackedFile(const UnpackedFile&) = delete;
  UnpackedFile& operator=(const UnpackedFile&) = delete;

  /// The next bytes, valid until the next call; none at the end. Throws like the constructor, also
  /// if gzip finds the file damaged, cut short, or followed by something else.
  std::string_view read();

 private:
  void start_gzip();
  void end_gzip();

  int descriptor_ = -1;
  pid_t gzip_ = -1;
  std::string buffer_;
  std::size_t held_ = 0;  ///< bytes in the buffer that read() returns first
};

}  // namespace nqueens
