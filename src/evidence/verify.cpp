// Examines files and counts a sample of them again.

#include "evidence/verify.hpp"

#include <random>

#include "evidence/hold.hpp"
#include "evidence/look.hpp"

namespace nqueens {
namespace {

/// The folder, if it is all that is named.
std::filesystem::path folder_of(const std::vector<std::filesystem::path>& files) {
  std::error_code ignored;
  return files.size() == 1 && std::filesystem::is_directory(files.front(), ignored)
             ? files.front() / ""
             : std::filesystem::path();
}

}  // namespace

Findings verify(Session& session, VerifyRequest request) {
  Sample& sample = request.sample;
  if (sample.seed.empty()) {
    sample.seed =
        std::to_string(std::uint64_t{std::random_device{}()} << 32 | std::random_device{}());
  }
  const auto ping = [&session] { session.ping(); };
  Findings findings(folder_of(request.files), ping);
  if (request.repairs) {
    const RecountRequest repair = {.file = request.files.front(), .repairs = true};
    count_again(session, std::span(&repair, 1), sample, findings);
    look_at(sources_of(request.files), nullptr, false, ping, findings);
    return findings;
  }
  const std::vector<RecountRequest> requests =
      look_at(sources_of(request.files), &sample, true, ping, findings);
  count_again(session, requests, sample, findings);
  return findings;
}

Findings compare_certificates(const std::array<std::filesystem::path, 2>& certificates) {
  sources_of(certificates);  // throws if one is missing
  std::vector<Job> jobs;
  for (const auto& file : certificates) {
    if (std::error_code ignored; std::filesystem::is_fifo(file, ignored)) {
      throw Error(ExitCode::usage, "'" + file.string() + "' is a pipe; name a file");
    }
    try {
      jobs.push_back(read_certificate(file).job);
    } catch (const Error&) {
      // A finding, reported below.
    }
  }
  const auto name = [&](std::size_t side) { return "'" + certificates[side].string() + "'"; };
  const auto described = [](const Job& job) {
    return (job.is_opened() ? "task " + std::to_string(job.of_task) + " of depth " +
                                  std::to_string(job.of_depth) + " of "
                            : "") +
           to_string(job.problem);
  };
  if (jobs.size() == 2 && !count_the_same(jobs[0], jobs[1])) {
    throw Error(
        ExitCode::usage,
        count_the_same(jobs[1], jobs[0])
            ? name(0) + " is an opened task of " + name(1) + "; name the whole certificate first"
            : name(0) + " counts " + described(jobs[0]) + ", " + name(1) + " counts " +
                  described(jobs[1]) + "; name two of one count");
  }
  Findings findings;
  look_at(
      {.certificates = {certificates.begin(), certificates.end()}}, nullptr, true, [] {}, findings);
  return findings;
}

}  // namespace nqueens
