#include "nqueens/store/atomic_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>

#include "file_error.hpp"
#include "nqueens/store/process.hpp"

namespace nqueens {
namespace {

/// An open file; closed by close(), whose failure matters, or by the destructor, where all is lost anyway.
class File {
 public:
  File(std::filesystem::path path, int flags) : path_(std::move(path)) {
    do {
      descriptor_ = open(path_.c_str(), flags | O_CLOEXEC, 0666);
    } while (descriptor_ < 0 && errno == EINTR);
  }
  ~File() {
    if (descriptor_ >= 0) {
      ::close(descriptor_);
    }
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  [[nodiscard]] bool is_open() const { return descriptor_ >= 0; }

  [[nodiscard]] bool write_all(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t written = write(descriptor_, bytes.data(), bytes.size());
      if (written < 0 && errno != EINTR) {
        return false;
      }
      bytes.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(written, 0)));
    }
    return true;
  }

  [[nodiscard]] bool sync() const { return fsync(descriptor_) == 0; }
  [[nodiscard]] bool close() { return ::close(std::exchange(descriptor_, -1)) == 0; }

 private:
  std::filesystem::path path_;
  int descriptor_ = -1;
};

/// Beside the target, since a rename is atomic only within one file system; hidden; with the process in its
/// name, so that two writers never share it.
std::filesystem::path temporary_name(const std::filesystem::path& path) {
  const ProcessIdentity self = this_process();
  return folder_of(path) / (temporary_prefix(path) + self.host + '.' + std::to_string(self.pid));
}

/// Makes the rename durable. File systems that cannot sync a folder say EINVAL; they need no sync.
bool sync_folder(const std::filesystem::path& folder) {
  const File file(folder, O_RDONLY | O_DIRECTORY);
  return file.is_open() && (file.sync() || errno == EINVAL);
}

bool write_new_file(const std::filesystem::path& path, std::string_view content) {
  File file(path, O_WRONLY | O_CREAT | O_EXCL);
  return file.is_open() && file.write_all(content) && file.sync() && file.close();
}

}  // namespace

std::string temporary_prefix(const std::filesystem::path& path) {
  return '.' + path.filename().string() + ".tmp.";
}

void write_atomically(const std::filesystem::path& path, std::string_view content,
                      const std::function<void()>& before_commit) {
  const std::filesystem::path temporary = temporary_name(path);
  std::remove(temporary.c_str());  // of a process that had the same id and died
  const auto fail = [&](int number) {
    std::remove(temporary.c_str());
    throw file_error(ExitCode::runtime_error, "write", path, number);
  };
  if (!write_new_file(temporary, content)) {
    fail(errno);
  }
  if (before_commit) {
    try {
      before_commit();
    } catch (...) {
      std::remove(temporary.c_str());
      throw;
    }
  }
  if (std::rename(temporary.c_str(), path.c_str()) != 0) {
    fail(errno);
  }
  if (!sync_folder(folder_of(path))) {
    throw file_error(ExitCode::runtime_error, "write", path, errno);
  }
}

}  // namespace nqueens
