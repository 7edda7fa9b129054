// A test's folder and the files in it.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include "store/checkpoint_files.hpp"
#include "support/temporary_folder.hpp"

namespace nqueens::test {

class SavedFiles {
 public:
  [[nodiscard]] const std::filesystem::path& path() const { return folder_.path(); }
  [[nodiscard]] std::filesystem::path operator/(const std::string& name) const {
    return path() / name;
  }

  std::filesystem::path save(const std::string& name, const Checkpoint& checkpoint,
                             int generations = 1) const {
    save_checkpoint(*this / name, generations, checkpoint);
    return *this / name;
  }

  std::filesystem::path write(const std::string& name, const std::string& text) const {
    std::ofstream(*this / name, std::ios::binary) << text;
    return *this / name;
  }

 private:
  TemporaryFolder folder_;
};

}  // namespace nqueens::test
