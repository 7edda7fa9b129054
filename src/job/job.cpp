// Valid jobs, their prefixes, and their text in a checkpoint.

#include "job/job.hpp"

namespace nqueens {

Job Job::opened_from() const {
  return {.problem = problem,
          .symmetry = symmetry,
          .depth = of_depth,
          .prefixes_per_task = of_prefixes_per_task,
          .stream_revision = stream_revision,
          .order = order};
}

JobPrefixes::JobPrefixes(const Job& job, const KeepGoing& keep_going)
    : problem_(job.problem), depth_(job.depth), order_(job.order), keep_going_(keep_going) {
  PrefixStream whole(problem_, job.symmetry, job.is_opened() ? job.of_depth : depth_, order_,
                     keep_going);
  if (!job.is_opened()) {
    stream_ = whole;
    return;
  }
  auto own = std::make_shared<std::vector<Prefix>>();
  const std::uint64_t before = job.of_task * job.of_prefixes_per_task;
  Prefix prefix;
  if (whole.skip(before) == before) {
    while (own->size() < job.of_prefixes_per_task && whole.next(prefix)) {
      own->push_back(prefix);
    }
  }
  above_ = own;
}

bool JobPrefixes::open() {
  if (!above_ || opened_ == above_->size()) {
    return false;
  }
  require_going(keep_going_);  // short streams never call it
  stream_.emplace(problem_, (*above_)[opened_++], depth_, order_, keep_going_);
  return true;
}

bool JobPrefixes::next(Prefix& prefix) {
  while (!stream_ || !stream_->next(prefix)) {
    if (!open()) {
      return false;
    }
  }
  return true;
}

std::uint64_t JobPrefixes::skip(std::uint64_t count) {
  std::uint64_t skipped = stream_ ? stream_->skip(count) : 0;
  while (skipped < count && open()) {
    skipped += stream_->skip(count - skipped);
  }
  return skipped;
}

bool is_possible(const Job& job) {
  const int n = job.problem.n;
  const CutLimits limits = cut_limits(job.problem);
  return n >= 1 && n <= job.problem.info().largest_n && limits.allows(job.symmetry) &&
         limits.allows(job.depth) && (job.order == LineOrder::rows || !job.problem.info().by_row) &&
         job.prefixes_per_task >= 1 && job.prefixes_per_task <= max_prefixes &&
         (job.slice_depth == 0 || (job.slice_depth > job.depth && job.slice_depth <= n)) &&
         job.prefixes_per_slice >= 1 && job.prefixes_per_slice <= max_prefixes_per_task &&
         (!job.is_opened() ||
          (limits.allows(job.of_depth) && job.of_depth <= job.depth && job.depth > 0 &&
           job.of_task <= max_prefixes / job.of_prefixes_per_task));
}

std::string describe_cut(const Job& job) {
  const bool is_by_rows = job.order == LineOrder::rows;
  const std::string slices = job.slice_depth > 0 ? std::to_string(job.slice_depth) : "";
  return "symmetry " + std::string(to_string(job.symmetry)) + (is_by_rows ? "" : ", order fewest") +
         (is_by_rows || slices.empty() ? ", depth " : ", depths ") + std::to_string(job.depth) +
         (job.is_opened() ? ", task " + std::to_string(job.of_task) + " of depth " +
                                std::to_string(job.of_depth)
                          : "") +
         (slices.empty() ? "" : (is_by_rows ? ", slices of depth " : " and ") + slices);
}

std::vector<std::pair<JobField, std::string>> texts_of_fields(const Job& job) {
  std::vector<std::pair<JobField, std::string>> fields;
  for_each_field(job, job.problem.info().words,
                 [&fields](const JobField& field, const auto& value, const auto& /*parse*/) {
                   fields.emplace_back(field, text_of(value));
                 });
  return fields;
}

std::string to_string(const Job& job) {
  std::string line;
  for (const auto& [field, text] : texts_of_fields(job)) {
    if (field.is_needed) {
      line += (line.empty() ? "" : " ") + std::string(field.name) + "=" + text;
    }
  }
  return line;
}

Job without_slices(Job job) {
  job.slice_depth = 0;
  job.prefixes_per_slice = 1;
  return job;
}

}  // namespace nqueens
