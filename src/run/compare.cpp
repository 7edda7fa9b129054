// Reads two certificates side by side, and adds up both between common borders.

#include "run/compare.hpp"

#include <algorithm>
#include <limits>

#include "core/number.hpp"
#include "core/prefix_stream.hpp"
#include "core/text.hpp"
#include "nqueens/error.hpp"
#include "report/json.hpp"
#include "report/version.hpp"
#include "run/certificate_file.hpp"
#include "run/notice.hpp"

namespace nqueens {
namespace {

constexpr std::uint64_t all_of_them = std::numeric_limits<std::uint64_t>::max();

void require_prefixes(const Certificate& certificate) {
  require_prefixes(certificate, certificate.job.prefixes(goes_on).skip(certificate.prefixes + 1));
}

/// Where the tasks of a certificate end, in prefixes of a cut as deep or deeper.
class Borders {
 public:
  /// @param depth  of the prefixes that are numbered
  Borders(const Certificate& certificate, int depth) : certificate_(certificate) {
    const Job& job = certificate.job;
    if (depth <= job.depth) {
      return;
    }
    ends_.reserve(certificate.tasks);
    JobPrefixes stream = job.prefixes(goes_on);
    std::uint64_t position = 0;
    std::uint64_t number = 0;
    for (Prefix prefix; stream.next(prefix);) {
      position +=
          PrefixStream(job.problem, prefix, depth, FillOrder::from_top, goes_on).skip(all_of_them);
      if (++number % job.prefixes_per_task == 0) {
        ends_.push_back(position);
      }
    }
    ends_.push_back(position);  // of the last task, if it has fewer prefixes
  }

  /// Whether a part may end behind this task: those without a prefix belong to their neighbour.
  [[nodiscard]] bool is_border(std::uint64_t task) const {
    return end(task) > 0 && (task + 1 == certificate_.tasks || end(task + 1) > end(task));
  }

  [[nodiscard]] std::uint64_t end(std::uint64_t task) const {
    return ends_.empty()
               ? std::min((task + 1) * certificate_.job.prefixes_per_task, certificate_.prefixes)
               : ends_[task];
  }

 private:
  const Certificate& certificate_;
  std::vector<std::uint64_t> ends_;  ///< empty: those of its own prefixes
};

/// Adds up the tasks of both as far as the next common border.
class Merger {
 public:
  Merger(Comparison& comparison, const std::vector<Count>& first, Borders first_borders,
         Borders second_borders)
      : comparison_(comparison),
        first_(first),
        first_borders_(std::move(first_borders)),
        second_borders_(std::move(second_borders)) {}

  void add(std::uint64_t task, Count count) {
    const std::uint64_t end = second_borders_.end(task);
    take(part_[1], task, count);
    while (next_ < first_.size() && first_borders_.end(next_) <= end) {
      reached_ = first_borders_.end(next_);
      take(part_[0], next_, first_[next_]);
      ++next_;
    }
    if (reached_ == end && second_borders_.is_border(task)) {
      finish();
    }
  }

 private:
  static void take(Comparison::Range& range, std::uint64_t task, Count count) {
    range.last_task = task;
    range.count += count;
  }

  void finish() {
    ++comparison_.parts;
    if (part_[0].count == part_[1].count) {
      ++comparison_.agree;
    } else if (comparison_.differing.size() < Comparison::most_differing) {
      comparison_.differing.push_back(part_);
    }
    for (std::size_t side = 0; side < part_.size(); ++side) {
      std::uint64_t& largest = comparison_.sides[side].largest_part;
      largest = std::max(largest, part_[side].last_task - part_[side].first_task + 1);
    }
    for (Comparison::Range& range : part_) {
      range = {.first_task = range.last_task + 1, .last_task = 0, .count = {}};
    }
  }

  Comparison& comparison_;
  const std::vector<Count>& first_;
  Borders first_borders_;
  Borders second_borders_;
  Comparison::Part part_{};
  std::uint64_t next_ = 0;     ///< task of the first
  std::uint64_t reached_ = 0;  ///< where the task of the first before it ends
};

/// Whether the totals are to be the same.
bool count_the_same(const Job& first, const Job& second) {
  return first.problem == second.problem && first.is_opened() == second.is_opened() &&
         (!first.is_opened() || first.opened_from() == second.opened_from()) &&
         first.of_task == second.of_task;
}

bool have_parts(const Job& first, const Job& second) {
  return count_the_same(first, second) && first.symmetry == second.symmetry &&
         (first.depth == second.depth || !first.problem.info().by_row);
}

/// ", of up to 3 and 1 tasks"; empty if they are tasks.
std::string size_of_parts(const Comparison& comparison) {
  const std::uint64_t first = comparison.sides[0].largest_part;
  const std::uint64_t second = comparison.sides[1].largest_part;
  return std::max(first, second) <= 1
             ? ""
             : ", of up to " + std::to_string(first) + " and " + std::to_string(second) + " tasks";
}

std::string to_text(const Comparison::Range& range) {
  return range.first_task == range.last_task ? "task " + std::to_string(range.first_task)
                                             : "tasks " + std::to_string(range.first_task) +
                                                   " to " + std::to_string(range.last_task);
}

}  // namespace

Comparison compare_certificates(const std::array<std::filesystem::path, 2>& files) {
  Comparison comparison;
  const auto describe = [&](std::size_t side, const Certificate& certificate) {
    comparison.sides[side] = {.file = files[side].string(),
                              .job = certificate.job,
                              .tasks = certificate.tasks,
                              .total = certificate.total};
  };
  std::vector<Count> counts;
  const Certificate first = read_certificate(files[0], [&](const Certificate& header) {
    require_prefixes(header);
    counts.reserve(header.tasks);
    return [&](std::uint64_t, const CertifiedTask& task) { counts.push_back(task.count); };
  });
  describe(0, first);
  const auto begin = [&](const Certificate& second) -> CertificateReader::Visitor {
    describe(1, second);
    require_prefixes(second);
    comparison.by_parts = have_parts(first.job, second.job);
    if (!comparison.by_parts) {
      return {};
    }
    const int depth = std::max(first.job.depth, second.job.depth);
    return [merger = Merger(comparison, counts, Borders(first, depth), Borders(second, depth))](
               std::uint64_t task, const CertifiedTask& said) mutable {
      merger.add(task, said.count);
    };
  };
  const Certificate second = read_certificate(files[1], begin);
  const auto described = [](const Job& job) {
    return (job.is_opened() ? "task " + std::to_string(job.of_task) + " of depth " +
                                  std::to_string(job.of_depth) + " of "
                            : "") +
           to_string(job.problem);
  };
  const std::uint64_t task = second.job.of_task;
  if (second.job.is_opened() && second.job.opened_from() == first.job && task < counts.size()) {
    comparison.sides[0].opened = task;
    comparison.sides[0].total = counts[task];
  } else if (first.job.is_opened() && first.job.opened_from() == second.job) {
    throw Error(ExitCode::usage, "'" + files[0].string() + "' is an opened task of '" +
                                     files[1].string() + "'; name the whole certificate first");
  } else if (!count_the_same(first.job, second.job)) {
    throw Error(ExitCode::usage, "'" + files[0].string() + "' counts " + described(first.job) +
                                     ", '" + files[1].string() + "' counts " +
                                     described(second.job) + "; name two of one count");
  }
  return comparison;
}

std::string to_text(const Comparison& comparison) {
  std::string text;
  for (const Comparison::Side& side : comparison.sides) {
    text += as_line(side.file + ": " +
                    (side.opened ? "task " + std::to_string(*side.opened) + " of " : "") +
                    amount_of(side.tasks, "task") + ", total " + to_string(side.total) + "; " +
                    to_string(side.job));
  }
  for (const Comparison::Part& part : comparison.differing) {
    std::string line = "DIFFERS: ";
    for (std::size_t side = 0; side < part.size(); ++side) {
      line += (side > 0 ? "; " : "") + to_text(part[side]) + " of " + comparison.sides[side].file +
              ": " + to_string(part[side].count);
    }
    text += as_line(line);
  }
  const std::string parts = comparison.has_totals_only()
                                ? "their cuts have no parts in common: only the totals are compared"
                                : std::to_string(comparison.agree) + " of " +
                                      amount_of(comparison.parts, "part") + " agree" +
                                      size_of_parts(comparison);
  const bool agree = comparison.sides[0].total == comparison.sides[1].total;
  return text + as_line(parts + (agree ? "; the totals agree" : "; the totals DIFFER"));
}

std::string to_json(const Comparison& comparison) {
  Json sides = Json::array();
  for (const Comparison::Side& side : comparison.sides) {
    sides.push_back({{"file", side.file},
                     {"job", to_string(side.job)},
                     {"tasks", side.tasks},
                     {"total", to_string(side.total)},
                     {"largest_part", side.largest_part}});
  }
  Json differing = Json::array();
  for (const Comparison::Part& part : comparison.differing) {
    Json ranges = Json::array();
    for (const Comparison::Range& range : part) {
      ranges.push_back({{"first_task", range.first_task},
                        {"last_task", range.last_task},
                        {"count", to_string(range.count)}});
    }
    differing.push_back(std::move(ranges));
  }
  return dump({{"certificates", std::move(sides)},
               {"parts", comparison.by_parts ? Json(comparison.parts) : Json(nullptr)},
               {"agree", comparison.by_parts ? Json(comparison.agree) : Json(nullptr)},
               {"differing", std::move(differing)},
               {"equal", comparison.is_equal()},
               {"version", version()}});
}

}  // namespace nqueens
