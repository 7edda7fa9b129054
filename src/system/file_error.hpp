// Messages for failed system calls on files.
#pragma once

#include <filesystem>
#include <string>

#include "core/error.hpp"

namespace nqueens {

/// The folder of a file; "." if the path names none.
std::filesystem::path folder_of(const std::filesystem::path& file);

/// "cannot write 'runs/n18.ckpt': No space left on device", with advice if the cause is clear.
/// @param number  errno of the call
Error file_error(ExitCode code, const std::string& what, const std::filesystem::path& file,
                 int number);

}  // namespace nqueens
