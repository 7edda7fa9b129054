// Burnside's sum, and the counts that it needs.

#include "kernel/fundamental.hpp"

#include "kernel/kernel.hpp"
#include "nqueens/error.hpp"

namespace nqueens {

std::optional<Count> count_whole(const Problem& problem, const KeepGoing& keep_going) {
  const auto kernel = choose_kernel("scalar", problem.sequence).make(problem);
  const CutLimits limits = cut_limits(problem);
  PrefixStream stream(problem, limits.symmetry, limits.min_depth);
  // Kernels call it every millisecond, and keep_going may be slow.
  constexpr std::uint32_t questions_between = 256;
  std::uint32_t asked = 0;
  const auto goes_on = [&] {
    return !keep_going || asked++ % questions_between != 0 || keep_going();
  };
  Count sum;
  for (Prefix prefix; stream.next(prefix);) {
    std::uint64_t count = 0;
    if (!kernel->count({&prefix, 1}, {&count, 1}, goes_on)) {
      return std::nullopt;
    }
    sum += Count{count} * prefix.weight;
  }
  return sum;
}

std::optional<Count> burnside_sum(
    const Problem& problem, Count all,
    const std::function<std::optional<Count>(const Problem&)>& count) {
  Count sum = all;
  for (const auto& [turn, times] : {std::pair{Turn::half, 1}, std::pair{Turn::quarter, 2}}) {
    const auto fixed = count(*fixed_by(problem, turn));
    if (!fixed) {
      return std::nullopt;
    }
    sum += *fixed * times;
  }
  return sum;
}

std::optional<Count> count_fundamental(const Problem& problem, Count all,
                                       const KeepGoing& keep_going) {
  if (problem.n == 1) {
    return all;  // the only board on which reflections fix a solution
  }
  const auto sum = burnside_sum(
      problem, all, [&](const Problem& fixed) { return count_whole(fixed, keep_going); });
  if (sum && *sum % 8 != 0) {
    throw Error(ExitCode::wrong_answer,
                "makes " + to_string(*sum) +
                    " with the solutions that turns leave as they are, which 8 does not divide");
  }
  return sum ? std::optional(*sum / 8) : std::nullopt;
}

}  // namespace nqueens
