// Writes or reads a certificate of ten million made-up tasks; with /usr/bin/time also the memory.
//
//     bench_certificate write FILE
//     bench_certificate read FILE       packed by gzip or not

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "store/certificate.hpp"
#include "system/clock.hpp"
#include "system/unpacked_file.hpp"

namespace {

using namespace nqueens;

constexpr std::uint64_t tasks = 10'000'000;

/// Numbers as for N = 28: some 2e18 solutions in these tasks.
CertifiedTask task_at(std::uint64_t task) {
  return {.count = Count{200'000'000'000 + 8 * (task * 2'654'435'761 % 1'000'003)},
          .nodes = 1'000'000'000'000 + task * 40'503 % 99'991};
}

void write_file(const char* path) {
  Certificate certificate{.job = {.problem = {.n = 28}, .depth = 6}};
  certificate.prefixes = certificate.tasks = tasks;
  add_up(certificate, task_at);
  std::ofstream file(path, std::ios::binary);
  write_certificate(certificate, task_at, [&file](std::string_view piece) { file << piece; });
}

void read_file(const char* path) {
  UnpackedFile file(path);
  CertificateReader reader([&file] { return file.read(); });
  CertificateSample sample(reader.certificate(), 300, "seed");
  std::uint64_t drawn = 0;
  reader.read_tasks([&](std::uint64_t, const CertifiedTask& task) { drawn += sample.takes(task); });
  std::printf("%llu of %llu tasks drawn\n", static_cast<unsigned long long>(drawn),
              static_cast<unsigned long long>(reader.certificate().tasks));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    return 2;
  }
  const auto start = Clock::now();
  (std::strcmp(argv[1], "write") == 0 ? write_file : read_file)(argv[2]);
  std::printf("%s: %.1f MB in %.1f s\n", argv[1],
              static_cast<double>(std::filesystem::file_size(argv[2])) / 1e6, seconds_since(start));
}
