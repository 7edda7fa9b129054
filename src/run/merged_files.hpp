// The files of a merge: which runs they have, each once, and the log of these.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "report/provenance.hpp"
#include "system/atomic_file.hpp"

namespace nqueens {

/// What tells a start of a job from all others: its time, in seconds since 1970, the host of its
/// master, and the process there.
using StartId = std::tuple<double, std::string, std::int64_t>;

struct MergedFile {
  std::filesystem::path file;
  Provenance provenance;
  Runs runs;
  std::int64_t saved_at = 0;                  ///< in seconds since 1970
  std::map<StartId, std::uint64_t> starts{};  ///< how many lines its log has of each
};

/// One file may be a copy of another, or have gone on from a copy. Starts that several have are
/// those of the file whose log has most of them.
class MergedFiles {
 public:
  /// @param file  without its starts, which are read from its log
  void add(MergedFile file);

  /// Of all files, each run once. Those of a copy are known if it has its log, or is as old as the
  /// other.
  [[nodiscard]] Runs runs() const;

  /// The log of runs of the merged job has those of its files, one after the other, with their
  /// starts numbered anew. Throws Error(runtime_error).
  void write_log(AtomicFile& merged) const;

 private:
  [[nodiscard]] bool knows_more(std::size_t one, std::size_t other, const StartId& start) const;
  [[nodiscard]] bool owns_starts(std::size_t number) const;
  [[nodiscard]] bool is_copy(std::size_t number) const;
  void add_events(std::size_t number, std::uint64_t& starts, AtomicFile& merged) const;

  std::vector<MergedFile> files_;
  std::map<StartId, std::size_t> owners_;  ///< the file that each start is of
};

}  // namespace nqueens
