// A task of a certificate counted again in slices.

#include "evidence/open_task.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <optional>
#include <string>

#include "evidence/hold.hpp"
#include "records.hpp"

namespace nqueens::test {
namespace {

struct Opening {
  Records records;
  TaskId task = 3;
  std::optional<std::uint64_t> slices = 4;
  std::optional<Job> begun{};

  OpenedTask open() {
    Workers workers;
    return open(workers);
  }
  OpenedTask open(Workers& workers) {
    return open_task(workers.session(), {.certificate = records / "n8.cert",
                                         .task = task,
                                         .slices = slices,
                                         .begin = [this](const Job& job) { begun = job; },
                                         .progress = ProgressMode::none});
  }
  std::string fault(ExitCode code) {
    return records.fault_of(code, [this] { open(); });
  }
};

TEST(AnOpenedTask, HasTheCountOfTheTaskInSlices) {
  Opening opening;
  const Example whole = certified(counted(eight()));
  opening.records.certify("n8.cert", whole);
  const OpenedTask found = opening.open();
  const Certificate& certificate = found.certificate;
  EXPECT_EQ(found.said, whole.tasks[3].count);
  EXPECT_EQ(certificate.total, whole.tasks[3].count);
  EXPECT_EQ(certificate.job.opened_from(), eight());
  EXPECT_EQ(certificate.job.of_task, 3U);
  EXPECT_GT(certificate.job.depth, eight().depth);
  EXPECT_EQ(opening.begun, certificate.job);
  EXPECT_EQ(certificate.prefixes, certificate.job.prefixes().skip(max_prefixes));
  EXPECT_EQ(certificate.tasks, found.slices.size());
  EXPECT_GE(certificate.tasks, 2U);
  EXPECT_LE(certificate.tasks, 4U);
  EXPECT_EQ(certificate.above, Count{});
  ASSERT_EQ(certificate.provenance.size(), 1U);
  EXPECT_TRUE(certificate.provenance[0].starts_with("counted by: "));
  Count nodes;
  for (const CertifiedTask& slice : found.slices) {
    nodes += Count{slice.nodes};
  }
  EXPECT_EQ(certificate.nodes, nodes);
  EXPECT_NE(nodes, Count{});
  const std::string bytes = written({.certificate = certificate, .tasks = found.slices});
  opening.records.write("opened.cert", bytes);
  Findings findings;
  hold_certificates(opening.records / "n8.cert", opening.records / "opened.cert", findings);
  EXPECT_EQ(findings.code(), ExitCode::done);
}

TEST(AnOpenedTask, MayHaveAnotherCountThanItsCertificateSays) {
  Opening opening;
  opening.records.certify("n8.cert", altered(certified(counted(eight())), 3, 8));
  const OpenedTask found = opening.open();
  EXPECT_EQ(found.said, found.certificate.total + Count{8});
}

/// The deeper, the more alike: each slice has 16 prefixes, as far as there are so many.
TEST(AnOpenedTask, IsCutAsDeepAsItsSlicesNeed) {
  Opening opening;
  opening.records.certify("n8.cert", counted(eight()));
  opening.slices = 1;
  const OpenedTask one = opening.open();
  EXPECT_EQ(one.certificate.tasks, 1U);
  EXPECT_GE(one.certificate.prefixes, 16U);
  Job shallower = one.certificate.job;
  --shallower.depth;
  EXPECT_LT(shallower.prefixes().skip(max_prefixes), 16U) << "no deeper than that";
  opening.slices = 1000;
  const Certificate most = opening.open().certificate;
  EXPECT_EQ(most.job.prefixes_per_task, 1U);
  EXPECT_EQ(most.tasks, most.prefixes);
  Job deeper = most.job;
  ++deeper.depth;
  EXPECT_LT(deeper.prefixes().skip(max_prefixes), most.prefixes) << "most are at a dead end";
}

/// Of 250,000 nodes each, which take a second in Python.
TEST(AnOpenedTask, HasAsManySlicesAsItsNodesNeed) {
  Opening opening;
  Example whole = certified(counted(eight()));
  opening.slices.reset();
  opening.records.certify("n8.cert", whole);
  EXPECT_EQ(opening.open().certificate.tasks, 1U);
  whole.tasks[3].nodes = 750'000;
  whole.add_up();
  opening.records.certify("n8.cert", whole);
  EXPECT_EQ(opening.open().certificate.tasks, 3U);
}

TEST(AnOpenedTask, OfPlacementsHasThoseAboveItsSlices) {
  Opening opening;
  const Job job{.problem = {.n = 6, .sequence = Sequence::placements},
                .symmetry = Symmetry::mirror,
                .depth = 2,
                .prefixes_per_task = 3};
  const Example whole = certified(counted(job));
  opening.records.certify("n8.cert", whole);
  opening.task = 1;
  const Certificate opened = opening.open().certificate;
  EXPECT_EQ(opened.total, whole.tasks[1].count);
  EXPECT_GT(opened.above, Count{});
}

TEST(AnOpenedTask, IsOneOfAWholeCertificate) {
  Opening opening;
  opening.records.certify("n8.cert", counted(eight()));
  opening.task = 8;
  EXPECT_EQ(opening.fault(ExitCode::usage),
            "'n8.cert' has 8 tasks, the first is 0; there is no task 8");
  opening.task = 7;
  EXPECT_EQ(opening.open().certificate.job.of_task, 7U);
  opening.records.certify("n8.cert", counted(opened(eight(), 3, 4)));
  opening.task = 0;
  EXPECT_TRUE(has(opening.fault(ExitCode::usage), "'n8.cert' is of an opened task; open that "));
  opening.records.write("n8.cert", "torn");
  EXPECT_TRUE(has(opening.fault(ExitCode::checkpoint), "'n8.cert'"));
}

TEST(AnOpenedTask, IsOneThatTheRuleGives) {
  Opening opening;
  Example more = certified(counted(eight()));
  more.certificate.prefixes = 33;
  more.certificate.tasks = 9;
  more.tasks.push_back({.count = 8, .nodes = 100});
  more.add_up();
  opening.records.certify("n8.cert", more);
  opening.task = 8;
  EXPECT_EQ(opening.fault(ExitCode::checkpoint),
            "certificate 'n8.cert' has a task 8 where its rule gives none");
  EXPECT_FALSE(opening.begun);
}

TEST(AnOpenedTask, IsCountedToItsEndOrNotAtAll) {
  Opening opening;
  opening.records.certify("n8.cert", counted(eight()));
  Workers workers;
  workers.requests.stop_signal = SIGTERM;
  EXPECT_EQ(opening.records.fault_of(ExitCode::runtime_error, [&] { opening.open(workers); }),
            "stopped before all slices were counted; nothing is written");
}

TEST(AnOpenedTask, SaysWhyNoWorkerIsLeft) {
  Opening opening;
  opening.records.certify("n8.cert", counted(eight()));
  setenv("NQUEENS_KERNEL", "none-such", 1);
  EXPECT_TRUE(has(opening.fault(ExitCode::runtime_error), "none-such"));
  unsetenv("NQUEENS_KERNEL");
}

}  // namespace
}  // namespace nqueens::test
