// Files that are either there whole or not at all.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace nqueens {

/// Writes `content` to `path` so that after a crash at any moment the file holds either its old content or
/// the new one: temporary file in the same folder (O_EXCL), fsync, `before_commit`, rename, fsync of the
/// folder. On failure the temporary file is removed and the target is as it was. Throws Error(runtime_error)
/// that names the file and the system's reason.
/// @param before_commit  called when the new content is safe on disk, just before it takes the name
void write_atomically(const std::filesystem::path& path, std::string_view content,
                      const std::function<void()>& before_commit = {});

/// How the names of temporary files for that path begin.
std::string temporary_prefix(const std::filesystem::path& path);

}  // namespace nqueens
