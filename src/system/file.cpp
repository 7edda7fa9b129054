// Follows links, reads whole files, appends lines, and renames complete files into place.

#include "system/file.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <system_error>
#include <utility>

#include "system/process.hpp"

namespace nqueens {
namespace {

/// @return false with errno if it is not
bool is_regular(const struct stat& status) {
  errno = S_ISDIR(status.st_mode) ? EISDIR : ESPIPE;
  return S_ISREG(status.st_mode);
}

/// Reads an open file, at most `max_bytes`. @param expected  its size, if known
std::optional<std::string> read_from(int descriptor, std::size_t expected, std::size_t max_bytes) {
  constexpr std::size_t step = 1U << 20U;
  std::string content;
  content.reserve(std::min(expected + step, max_bytes));
  while (true) {
    const std::size_t size = content.size();
    content.resize(std::min(size + step, max_bytes));
    const ssize_t count = uninterrupted(
        [&] { return read(descriptor, content.data() + size, content.size() - size); });
    if (count < 0) {
      return std::nullopt;
    }
    content.resize(size + static_cast<std::size_t>(count));
    if (count == 0) {
      return content;
    }
  }
}

/// Closes an open file without changing errno. @return `result`
template <class Result>
Result closed(int descriptor, Result result) {
  const int reason = errno;
  close(descriptor);
  errno = reason;
  return result;
}

/// @return an open regular file, and its size; -1 with errno on failure
int open_regular(const std::filesystem::path& file, std::uint64_t& size) {
  struct stat status {};
  if (stat(file.c_str(), &status) != 0 || !is_regular(status)) {
    return -1;
  }
  // It may have become a pipe meanwhile.
  const int descriptor = open(file.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (descriptor >= 0 && (fstat(descriptor, &status) != 0 || !is_regular(status))) {
    return closed(descriptor, -1);
  }
  size = static_cast<std::uint64_t>(status.st_size);
  return descriptor;
}

/// The first folder on the path to a file that lacks search permission; empty if none does.
std::filesystem::path closed_folder(const std::filesystem::path& file) {
  std::filesystem::path folder;
  for (const std::filesystem::path& name : folder_of(file)) {
    folder /= name;
    if (access(folder.c_str(), X_OK) != 0) {
      return errno == EACCES ? folder : std::filesystem::path();
    }
  }
  return {};
}

int open_file(const std::filesystem::path& path, int flags) {
  return uninterrupted([&] { return open(path.c_str(), flags | O_CLOEXEC, 0666); });
}

bool sync(int descriptor) {
  return uninterrupted([&] { return fsync(descriptor); }) == 0;
}

/// A hidden name beside the target, since a rename is atomic only within one file system. It has
/// host and process in it, so no two writers share it.
std::filesystem::path temporary_name(const std::filesystem::path& path) {
  const ProcessIdentity self = this_process();
  return folder_of(path) / (temporary_prefix(path) + self.host + '.' + std::to_string(self.pid));
}

/// Makes the rename durable. File systems that cannot sync folders return EINVAL and need no sync.
bool sync_folder(const std::filesystem::path& folder) {
  const int descriptor = open_file(folder, O_RDONLY | O_DIRECTORY);
  return descriptor >= 0 && closed(descriptor, sync(descriptor) || errno == EINVAL);
}

/// A warning. @param number  errno of the sync
std::string unsynced(const std::filesystem::path& path, int number) {
  return "cannot sync '" + path.string() + "': " + std::strerror(number) +
         "; a crash of this machine may lose what was just written";
}

}  // namespace

std::filesystem::path behind_links(const std::filesystem::path& name) {
  constexpr int max_links = 40;
  std::filesystem::path file = name;
  std::error_code error;
  for (int links = 0; links < max_links; ++links) {
    const auto target = std::filesystem::read_symlink(file, error);
    if (error) {
      // A link to an open file, such as /dev/fd/3, may lead to no name.
      return std::filesystem::exists(file, error) || !std::filesystem::exists(name, error) ? file
                                                                                           : name;
    }
    file = file.parent_path() / target;
  }
  throw Error(ExitCode::checkpoint, "'" + name.string() +
                                        "' is a symbolic link that leads back to itself; remove it "
                                        "or name another file");
}

bool is_same_file(const std::filesystem::path& one, const std::filesystem::path& other) {
  std::error_code error;
  const auto whole = [&error](const std::filesystem::path& name) {
    const std::filesystem::path file = behind_links(name);
    return std::filesystem::weakly_canonical(folder_of(file), error) / file.filename();
  };
  return std::filesystem::equivalent(one, other, error) || whole(one) == whole(other);
}

std::optional<std::string> read_up_to(const std::filesystem::path& file, std::size_t max_bytes) {
  const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC);
  return descriptor < 0 ? std::nullopt : closed(descriptor, read_from(descriptor, 0, max_bytes));
}

std::optional<std::string> read_regular(const std::filesystem::path& file, std::size_t max_bytes) {
  std::uint64_t size = 0;
  const int descriptor = open_regular(file, size);
  if (descriptor < 0) {
    return std::nullopt;
  }
  auto content = closed(descriptor, read_from(descriptor, size, max_bytes + 1));
  if (content && content->size() > max_bytes) {
    errno = EFBIG;
    content.reset();
  }
  return content;
}

RegularFile::RegularFile(const std::filesystem::path& file, std::function<void()> before_each_read)
    : before_each_read_(std::move(before_each_read)), descriptor_(open_regular(file, size_)) {
  if (descriptor_ < 0) {
    throw std::system_error(errno, std::generic_category());
  }
}

RegularFile::~RegularFile() {
  close(descriptor_);
}

std::streamsize RegularFile::xsgetn(char* to, std::streamsize most) {
  if (before_each_read_) {
    before_each_read_();
  }
  std::streamsize size = 0;
  while (size < most) {
    const ssize_t count = uninterrupted(
        [&] { return read(descriptor_, to + size, static_cast<std::size_t>(most - size)); });
    if (count < 0) {
      throw std::system_error(errno, std::generic_category());
    }
    if (count == 0) {
      break;
    }
    size += count;
  }
  return size;
}

void refuse_irregular(const std::string& what, const std::filesystem::path& file) {
  struct stat status {};
  if (stat(file.c_str(), &status) == 0 && !is_regular(status)) {
    throw file_error(ExitCode::checkpoint, what, file, errno);
  }
}

std::filesystem::path folder_of(const std::filesystem::path& file) {
  return file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
}

Error file_error(ExitCode code, const std::string& what, const std::filesystem::path& file,
                 int number) {
  std::string message =
      "cannot " + what + " '" + file.string() + "': " +
      (number == ESPIPE ? "it is a pipe or a device; name a regular file" : std::strerror(number));
  std::error_code ignored;
  if (number == ENOENT && !std::filesystem::exists(folder_of(file), ignored)) {
    message += what.starts_with("read")
                   ? "; there is no folder '" + folder_of(file).string() + "' here"
                   : "; create the folder '" + folder_of(file).string() + "' or name another";
  } else if (const auto closed = closed_folder(file); number == EACCES && !closed.empty()) {
    message += "; give yourself access to the folder '" + closed.string() + "'";
  } else if (number == EACCES && what.starts_with("read")) {
    message += "; make it readable";
  } else if (number == EACCES || number == EROFS || number == EPERM) {
    message += "; make the folder '" + folder_of(file).string() + "' writable or name another";
  } else if (number == ENOENT || number == ENOTDIR) {
    message += "; name another file";
  } else if (number == ENOSPC || number == EDQUOT) {
    message += "; free some space";
  } else if (number == ENAMETOOLONG) {
    message += "; choose a shorter name";
  } else if (number == EISDIR) {
    message += "; name a file in it";
  } else if (number == EFBIG && what.starts_with("write")) {
    message += "; raise the limit of file sizes (ulimit -f)";
  }
  return {code, message};
}

AppendFile::~AppendFile() {
  if (descriptor_ >= 0) {
    close(descriptor_);
  }
}

bool AppendFile::open(const std::filesystem::path& path) {
  constexpr mode_t mode = 0666;
  descriptor_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, mode);
  struct stat status {};
  if (descriptor_ < 0 || fstat(descriptor_, &status) != 0) {
    return false;
  }
  char last = '\n';
  is_torn_ =
      status.st_size > 0 && pread(descriptor_, &last, 1, status.st_size - 1) == 1 && last != '\n';
  return true;
}

bool AppendFile::append(std::string_view line, bool is_transient) {
  struct stat status {};
  if (transient_at_ >= 0 && fstat(descriptor_, &status) == 0 && status.st_size == transient_end_ &&
      ftruncate(descriptor_, transient_at_) != 0) {
    return false;
  }
  transient_at_ = -1;
  const std::string text = (is_torn_ ? "\n" : "") + std::string(line) + "\n";
  std::string_view rest = text;
  while (!rest.empty()) {
    const ssize_t written = write(descriptor_, rest.data(), rest.size());
    if (written <= 0) {
      is_torn_ = is_torn_ || rest.size() < text.size();
      return false;
    }
    rest.remove_prefix(static_cast<std::size_t>(written));  // the next write tells why
  }
  is_torn_ = false;
  if (is_transient && fstat(descriptor_, &status) == 0) {
    transient_end_ = status.st_size;
    transient_at_ = transient_end_ - static_cast<off_t>(line.size()) - 1;
  }
  return true;
}

std::string temporary_prefix(const std::filesystem::path& path) {
  // The whole name with host and process must not exceed 255 bytes.
  constexpr std::size_t longest = 100;
  std::string name = path.filename().string();
  if (name.size() > longest) {
    name = name.substr(0, longest) + '~' + std::to_string(std::hash<std::string>{}(name));
  }
  return '.' + name + ".tmp.";
}

bool holds_something_else(const std::filesystem::path& file, std::string_view start) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored)) {
    return false;  // reading a pipe may never end
  }
  const auto bytes = read_up_to(file, start.size());
  return bytes && !bytes->empty() && *bytes != start;
}

std::filesystem::path set_aside(const std::filesystem::path& file) {
  const std::filesystem::path base = file.string() + ".bad";
  std::filesystem::path target = base;
  for (int i = 1; std::filesystem::exists(target); ++i) {
    target = base.string() + "." + std::to_string(i);
  }
  return std::rename(file.c_str(), target.c_str()) == 0 ? target : file;
}

bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EAGAIN) {
      pollfd ready = {.fd = descriptor, .events = POLLOUT, .revents = 0};
      poll(&ready, 1, -1);
    } else if (written < 0 && errno != EINTR) {
      return false;
    }
    bytes.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(written, 0)));
  }
  return true;
}

AtomicFile::AtomicFile(std::filesystem::path path, ExitCode cannot_open)
    : path_(std::move(path)), temporary_(temporary_name(path_)) {
  std::remove(temporary_.c_str());  // from a dead process with the same id
  descriptor_ = open_file(temporary_, O_WRONLY | O_CREAT | O_EXCL);
  if (descriptor_ < 0) {
    fail(cannot_open);
  }
}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) {
    close(descriptor_);
    std::remove(temporary_.c_str());
  }
}

void AtomicFile::write(std::string_view bytes) {
  if (!write_all(descriptor_, bytes)) {
    fail();
  }
}

std::string AtomicFile::sync() {
  if (nqueens::sync(descriptor_)) {
    return {};
  }
  if (errno == EOPNOTSUPP || errno == EINVAL || errno == ENOSYS) {
    return unsynced(path_, errno);  // the file system has no sync: no error of the data
  }
  fail();
}

void AtomicFile::commit() {
  // Some file systems report a failed write only here. A close interrupted by a signal has closed
  // the file nevertheless.
  if ((close(std::exchange(descriptor_, -1)) != 0 && errno != EINTR) ||
      std::rename(temporary_.c_str(), path_.c_str()) != 0) {
    const int reason = errno;
    std::remove(temporary_.c_str());
    errno = reason;
    fail();
  }
}

void AtomicFile::fail(ExitCode code) const {
  throw file_error(code, "write", path_, errno);
}

std::string write_atomically(const std::filesystem::path& path,
                             const std::function<void(AtomicFile&)>& write,
                             const std::function<void()>& before_commit) {
  AtomicFile file(path);
  write(file);
  std::string warning = file.sync();
  if (before_commit) {
    before_commit();
  }
  file.commit();
  if (const auto folder = folder_of(path); !sync_folder(folder) && warning.empty()) {
    warning = unsynced(folder, errno);
  }
  return warning;
}

std::string write_atomically(const std::filesystem::path& path, std::string_view content) {
  return write_atomically(path, [content](AtomicFile& file) { file.write(content); });
}

}  // namespace nqueens
