// Regular files by their names: where symbolic links lead, and what a file holds.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

namespace nqueens {

/// The file behind symbolic links, which need not be there. What replaces a file or lies beside it
/// takes this name, so that the links stay and all names of a file mean the same. Throws
/// Error(checkpoint) where links lead in a circle.
std::filesystem::path behind_links(const std::filesystem::path& name);

/// What a file holds, at most so many bytes of it.
/// @return nothing, with errno, if it fails
std::optional<std::string> read_up_to(const std::filesystem::path& file, std::size_t max_bytes);

/// The content of a regular file. Pipes and devices are not opened, since reading one may never
/// end.
/// @return nothing, with errno, if it fails: EFBIG if the file is larger than `max_bytes`, ESPIPE
/// if it is a pipe or a device
std::optional<std::string> read_regular(const std::filesystem::path& file, std::size_t max_bytes);

/// Throws Error(checkpoint) if the name is that of a folder, a pipe or a device.
/// @param what  that cannot be done with it: "read"
void refuse_irregular(const std::string& what, const std::filesystem::path& file);

}  // namespace nqueens
