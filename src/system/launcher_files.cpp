// Opens the launcher's folder and files in it without following links.
#include "system/launcher_files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>

#include "system/file.hpp"

namespace nqueens {
namespace {

struct LauncherFiles {
  int folder = -1;  ///< -1: none
  std::string name;
  std::string fault;
};

/// The owner of a file; nothing if it does not exist or is a link.
std::optional<uid_t> owner_of(int folder, const std::string& name) {
  struct stat status {};
  const bool is_there = fstatat(folder, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0;
  return is_there && !S_ISLNK(status.st_mode) ? std::optional(status.st_uid) : std::nullopt;
}

/// Whether a folder is this user's. A file server may map users to another owner, so a file that is
/// created there decides.
bool is_own(int folder) {
  const auto owner = owner_of(folder, ".");
  if (!owner || *owner == geteuid()) {
    return owner.has_value();
  }
  const std::string made = ".nqueens-owner." + std::to_string(getpid());
  const int file = openat(folder, made.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  const bool is_mapped = file >= 0 && owner_of(folder, made) == owner;
  if (file >= 0) {
    close(file);
    unlinkat(folder, made.c_str(), 0);
  }
  return is_mapped;
}

/// Whether nobody else can create a link or a file in a folder.
bool is_private(int folder) {
  struct stat status {};
  return fstat(folder, &status) == 0 && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0 &&
         is_own(folder);
}

const LauncherFiles& launcher_files() {
  static const LauncherFiles files = [] {
    LauncherFiles found;
    const char* const path = std::getenv("NQUEENS_EXIT_CODE_FILE");
    if (path == nullptr || *path == '\0') {
      return found;
    }
    const std::string folder = folder_of(path).string();
    found.name = std::filesystem::path(path).filename().string();
    found.folder = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (found.folder >= 0 && !is_private(found.folder)) {
      found.fault = "NQUEENS_EXIT_CODE_FILE is not used: '" + folder +
                    "' must be a folder of this user, in which nobody else may write";
      close(found.folder);
      found.folder = -1;
    }
    return found;
  }();
  return files;
}

int open_file(const std::string& name, int flags) {
  constexpr mode_t mode = 0600;
  return openat(launcher_files().folder, name.c_str(), flags | O_NOFOLLOW | O_CLOEXEC, mode);
}

}  // namespace

const std::string& find_launcher() {
  return launcher_files().fault;
}

void tell_launcher(const std::string& ending, std::string_view content) {
  const auto& [folder, name, fault] = launcher_files();
  const int file = folder < 0 ? -1 : open_file(name + ending, O_WRONLY | O_CREAT | O_TRUNC);
  if (file >= 0) {
    write_all(file, content);
    close(file);
  }
}

void take_back(const std::string& ending) {
  const auto& [folder, name, fault] = launcher_files();
  if (folder >= 0) {
    unlinkat(folder, (name + ending).c_str(), 0);
  }
}

std::optional<std::string> hear_launcher(const std::string& ending) {
  const auto& [folder, name, fault] = launcher_files();
  const std::string said = name + ending;
  const std::string taken = said + ".taken";
  if (folder < 0 || renameat(folder, said.c_str(), folder, taken.c_str()) != 0) {
    return std::nullopt;
  }
  std::array<char, 64> text{};
  ssize_t size = 0;
  if (const int file = open_file(taken, O_RDONLY); file >= 0) {
    size = read(file, text.data(), text.size());
    close(file);
  }
  take_back(ending + ".taken");
  return std::string(text.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
}

}  // namespace nqueens
