// Certificate files: read, and compared with what their rule and their costs give.
#pragma once

#include <filesystem>
#include <functional>
#include <tuple>
#include <utility>
#include <vector>

#include "job/plan.hpp"
#include "store/certificate.hpp"

namespace nqueens {

/// Whether a regular file begins as a certificate, packed by gzip or not. A packed file that cannot
/// be unpacked is taken for one.
bool is_certificate(const std::filesystem::path& file);

/// Reads a certificate, packed by gzip or not. Throws Error(checkpoint) with the file and its
/// fault.
/// @param begin  makes what is called with each task
Certificate read_certificate(
    const std::filesystem::path& file,
    const std::function<CertificateReader::Visitor(const Certificate&)>& begin = {});

/// Throws Error(checkpoint) with the fault, without the file's name, unless a certificate has as
/// many prefixes as its rule gives, and an opened task is one of its job.
/// @param found  by its rule; more than it has if there are more
void require_prefixes(const Certificate& certificate, std::uint64_t found);

/// The plan by which the job of a certificate is counted again. Throws as require_prefixes(), or
/// WalkStopped.
/// @param meanwhile  called each second
Plan plan_of_prefixes(const Certificate& certificate, const std::function<void()>& meanwhile);

/// The job in slices. Throws Error unless what is above the tasks is as the rule gives it
/// (checkpoint), and the total can be right (wrong_answer).
Job job_to_verify(const Certificate& certificate, const std::filesystem::path& file);

using CertifiedTasks = std::vector<std::pair<TaskId, CertifiedTask>>;

/// Finds the tasks of a certificate whose numbers are farthest from their share of the total and of
/// the nodes, which is that of their cost.
///
/// Far is over 3 times the share and 10,000 more, or fewer than a 50th of its nodes and 100,000
/// fewer. No task was, of queens for N = 12 to 18 by the default cuts and to 15 by others; most had
/// less than twice their share. Counts on a torus follow no cost, and those of a task may be small.
class FarOff {
 public:
  /// @param certificate, plan  its own plan; both outlive this
  FarOff(const Certificate& certificate, const Plan& plan);

  void look_at(TaskId task, const CertifiedTask& said);

  /// The farthest, at most ten, by their numbers.
  [[nodiscard]] CertifiedTasks tasks() const;

 private:
  const Plan& plan_;
  bool follows_cost_;
  double all_counts_;
  double all_nodes_;
  std::vector<std::tuple<double, TaskId, CertifiedTask>> found_;  ///< the farthest first
};

}  // namespace nqueens
