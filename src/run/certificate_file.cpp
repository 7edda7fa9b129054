// Reads certificate files, and finds what their rule gives.

#include "run/certificate_file.hpp"

#include "core/number.hpp"
#include "job/slices.hpp"
#include "judge/total.hpp"
#include "nqueens/error.hpp"
#include "run/notice.hpp"
#include "store/header.hpp"
#include "system/unpacked_file.hpp"

namespace nqueens {
namespace {

Error bad_certificate(const std::filesystem::path& file, const std::string& why) {
  return {ExitCode::checkpoint, "certificate '" + file.string() + "' " + why};
}

}  // namespace

bool is_certificate(const std::filesystem::path& file) {
  std::error_code ignored;
  try {
    return std::filesystem::is_regular_file(file, ignored) &&
           UnpackedFile(file).read().starts_with(certificate_start);
  } catch (const Error&) {
    return is_packed(file);  // and gzip cannot look
  }
}

Certificate read_certificate(
    const std::filesystem::path& file,
    const std::function<CertificateReader::Visitor(const Certificate&)>& begin) {
  try {
    UnpackedFile bytes(file);
    CertificateReader reader([&bytes] {
      require_going(goes_on, "a certificate was read");
      return bytes.read();
    });
    reader.read_tasks(begin ? begin(reader.certificate()) : CertificateReader::Visitor{});
    return reader.certificate();
  } catch (const WalkStopped&) {
    throw;
  } catch (const OtherKind& error) {
    throw Error(ExitCode::checkpoint, "'" + file.string() + "' " + error.what());
  } catch (const Error& error) {
    throw bad_certificate(file, error.what());
  }
}

void require_prefixes(const Certificate& certificate, std::uint64_t found) {
  const Job& job = certificate.job;
  if (const std::uint64_t first = job.of_task * job.of_prefixes_per_task;
      job.is_opened() && found == 0 &&
      job.opened_from().prefixes(goes_on).skip(first + 1) <= first) {
    throw Error(ExitCode::checkpoint,
                "is of task " + std::to_string(job.of_task) + ", which its job does not have");
  }
  if (found != certificate.prefixes) {
    throw Error(ExitCode::checkpoint,
                "has " + amount_of(certificate.prefixes, "prefix") + " where its rule gives " +
                    (found > certificate.prefixes ? "more" : std::to_string(found)));
  }
  if (certificate.second) {
    try {
      require_other_decomposition(job, *certificate.second, goes_on);
    } catch (const WalkStopped&) {
      throw;
    } catch (const Error& error) {
      throw Error(error.code(), std::string("has a second count that is none: ") + error.what());
    }
  }
}

Plan plan_of_prefixes(const Certificate& certificate, const std::function<void()>& meanwhile) {
  Plan plan = with_notice([&] { return make_plan(certificate.job, certificate.prefixes, goes_on); },
                          log_long_walk, meanwhile);
  require_prefixes(certificate, plan.prefixes);
  return plan;
}

Job job_to_verify(const Certificate& certificate, const std::filesystem::path& file) {
  // Slices change no count of a task. To cut them walks over all prefixes, now that their number is
  // known to be right.
  Job job = cut_into_slices(certificate.job, std::nullopt, certificate.prefixes, goes_on);
  if (const Count above = count_above_tasks(job); above != certificate.above) {
    throw bad_certificate(file, "says that " + to_string(certificate.above) +
                                    " lies above the prefixes where its rule gives " +
                                    to_string(above));
  }
  if (const auto fault = fault_of(total_of(certificate)); !fault.empty()) {
    throw Error(ExitCode::wrong_answer, "certificate '" + file.string() + "' " + fault);
  }
  return job;
}

}  // namespace nqueens
