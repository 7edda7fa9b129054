// What the environment tells of the launch that a process is part of, and what follows when MPI
// does not agree, or does not start.

#include "cli/launcher.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "nqueens/error.hpp"
#include "support/played_process.hpp"
#include "support/text.hpp"

namespace nqueens::cli {
namespace {

using test::has;

/// The variables of launchers, as long as this lives; of those around the test none.
class Environment {
 public:
  explicit Environment(const std::vector<std::pair<std::string, std::string>>& variables) {
    for (const char* name : {"OMPI_COMM_WORLD_RANK",
                             "OMPI_COMM_WORLD_SIZE",
                             "OMPI_COMM_WORLD_LOCAL_SIZE",
                             "MV2_COMM_WORLD_RANK",
                             "MV2_COMM_WORLD_SIZE",
                             "JSM_NAMESPACE_RANK",
                             "JSM_NAMESPACE_SIZE",
                             "PMIX_RANK",
                             "PMIX_NAMESPACE",
                             "PMIX_SERVER_TMPDIR",
                             "PMI_RANK",
                             "PMI_SIZE",
                             "PMI_FD",
                             "ALPS_APP_PE",
                             "PALS_RANKID",
                             "FLUX_TASK_RANK",
                             "FLUX_JOB_SIZE",
                             "MPI_LOCALRANKID",
                             "MPI_LOCALNRANKS",
                             "SLURM_PROCID",
                             "SLURM_STEP_NUM_TASKS",
                             "SLURM_STEP_NUM_NODES",
                             "SLURM_NTASKS",
                             "SLURM_CPUS_PER_TASK",
                             "SLURM_CPUS_ON_NODE",
                             "NQUEENS_EXIT_CODE_FILE"}) {
      unsetenv(name);
    }
    for (const auto& [name, value] : variables) {
      setenv(name.c_str(), value.c_str(), 1);
      names_.push_back(name);
    }
  }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;
  ~Environment() {
    for (const std::string& name : names_) {
      unsetenv(name.c_str());
    }
  }

 private:
  std::vector<std::string> names_;
};

Launcher detected(const std::vector<std::pair<std::string, std::string>>& variables) {
  const Environment environment(variables);
  return detect_launcher();
}

TEST(ALauncher, IsNoneWithoutVariables) {
  const Launcher launcher = detected({});
  EXPECT_FALSE(launcher.mpi);
  EXPECT_EQ(launcher.rank, 0);
  EXPECT_TRUE(launcher.launches.empty());
  EXPECT_FALSE(launcher.ranks || launcher.slurm_tasks || launcher.task_cores);
  EXPECT_FALSE(launcher.one_host || launcher.is_gone);
  EXPECT_TRUE(launcher.speaks());
  EXPECT_NO_THROW(require_all_ranks(launcher, 1));
}

TEST(ALauncher, IsKnownWithItsRanksBeforeMpiStarts) {
  for (const char* local : {"8", "4"}) {
    const Launcher launcher = detected({{"OMPI_COMM_WORLD_RANK", "3"},
                                        {"OMPI_COMM_WORLD_SIZE", "8"},
                                        {"OMPI_COMM_WORLD_LOCAL_SIZE", local},
                                        {"PMIX_RANK", "2"},
                                        {"PMIX_NAMESPACE", "a job"},
                                        {"PMIX_SERVER_TMPDIR", "/"}});
    EXPECT_TRUE(launcher.mpi);
    EXPECT_EQ(launcher.rank, 3);
    EXPECT_EQ(launcher.ranks, 8);
    EXPECT_EQ(launcher.one_host, *local == '8');
    EXPECT_EQ(launcher.job, "a job");
    EXPECT_FALSE(launcher.is_gone);
    EXPECT_FALSE(launcher.speaks());
    EXPECT_EQ(launcher.without,
              "'env -u OMPI_COMM_WORLD_RANK -u OMPI_COMM_WORLD_SIZE -u PMIX_RANK'");
  }
}

/// In a terminal that a launcher has started, say.
TEST(ALauncher, IsGoneIfOnlyItsVariablesAreLeft) {
  const auto is_gone = [](std::vector<std::pair<std::string, std::string>> variables) {
    const Launcher launcher = detected(variables);
    EXPECT_TRUE(launcher.mpi);
    return launcher.is_gone && launcher.speaks();
  };
  EXPECT_TRUE(is_gone({{"OMPI_COMM_WORLD_RANK", "1"}, {"PMIX_SERVER_TMPDIR", "/none"}}));
  EXPECT_TRUE(is_gone({{"OMPI_COMM_WORLD_RANK", "1"}}));
  EXPECT_TRUE(is_gone({{"PMIX_RANK", "1"}}));
  EXPECT_FALSE(is_gone({{"PMIX_RANK", "1"}, {"NQUEENS_EXIT_CODE_FILE", "/none"}}));
  EXPECT_TRUE(is_gone({{"PMI_RANK", "1"}, {"PMI_FD", "1000"}}));
  EXPECT_FALSE(is_gone({{"PMI_RANK", "1"}, {"PMI_FD", "2"}}));
  EXPECT_FALSE(is_gone({{"PMI_RANK", "1"}})) << "that of Cray has no such file";
}

TEST(ALauncher, OfSlurmGivesCoresAndTasksAndNoMpi) {
  const Launcher step = detected({{"SLURM_PROCID", "2"},
                                  {"SLURM_STEP_NUM_TASKS", "4"},
                                  {"SLURM_STEP_NUM_NODES", "1"},
                                  {"SLURM_NTASKS", "9"},
                                  {"SLURM_CPUS_PER_TASK", "6"},
                                  {"SLURM_CPUS_ON_NODE", "24"}});
  EXPECT_FALSE(step.mpi);
  EXPECT_TRUE(step.one_host);
  EXPECT_EQ(step.ranks, 4);
  EXPECT_EQ(step.slurm_tasks, 4);
  EXPECT_EQ(step.task_cores, 6);
  EXPECT_EQ(step.node_cores, 24);
  EXPECT_EQ(detected({{"SLURM_NTASKS", "4"}}).slurm_tasks, 4) << "a batch script";
  EXPECT_FALSE(detected({{"SLURM_NTASKS", "1"}}).slurm_tasks);
  EXPECT_FALSE(detected({{"SLURM_STEP_NUM_NODES", "2"}}).one_host);
}

std::string refusal(const Launcher& launcher, std::size_t found) {
  return test::error_of(ExitCode::usage, [&] { require_all_ranks(launcher, found); });
}

TEST(ALauncher, OfAnotherMpiIsRefusedSinceEachRankWouldCountAll) {
  const Environment environment({{"OMPI_COMM_WORLD_RANK", "0"},
                                 {"OMPI_COMM_WORLD_SIZE", "8"},
                                 {"PMI_RANK", "0"},
                                 {"PMI_SIZE", "2"},
                                 {"PMIX_SERVER_TMPDIR", "/"}});
  const Launcher nested = detect_launcher();
  EXPECT_EQ(refusal(nested, 8), "");
  EXPECT_EQ(refusal(nested, 2), "") << "MPI obeys the inner one";
  EXPECT_EQ(refusal(nested, 9), "");
  EXPECT_TRUE(has(refusal(nested, 1),
                  "Open MPI's mpirun started 8 ranks (OMPI_COMM_WORLD_SIZE), "
                  "but this process is alone: this program is built with "));
  EXPECT_TRUE(has(refusal(nested, 3), "but MPI finds 3: "));
  Launcher gone = nested;
  gone.is_gone = true;
  EXPECT_TRUE(has(refusal(gone, 1), "that launcher has ended; begin with 'env -u OMPI_"));
}

TEST(ALauncher, OfSlurmIsRefusedWithTheWaysToStart) {
  const Launcher slurm = detected({{"SLURM_PROCID", "0"}, {"SLURM_STEP_NUM_TASKS", "4"}});
  EXPECT_TRUE(has(refusal(slurm, 1),
                  "srun started 4 ranks (SLURM_STEP_NUM_TASKS), but this process "
                  "is alone: start with 'mpirun nqueens' or 'srun --mpi=pmix "
                  "nqueens', or begin a task that counts alone with 'env -u "));
}

/// Rank 0 says it.
TEST(ALauncher, OfAnotherMpiEndsTheOtherRanksInSilence) {
  const Launcher launcher = detected({{"MV2_COMM_WORLD_RANK", "1"}, {"MV2_COMM_WORLD_SIZE", "2"}});
  const auto ended = test::told_by([&] {
    require_all_ranks(launcher, 1);
    return 0;
  });
  EXPECT_EQ(ended.code, static_cast<int>(ExitCode::usage));
  EXPECT_EQ(ended.err, "");
}

TEST(ALauncher, ThatGivesARankWhichMpiDoesNotHaveEndsThatRank) {
  const Launcher launcher = detected({{"PMIX_RANK", "3"}});
  const auto ended = test::told_by([&] {
    require_all_ranks(launcher, 3);
    return 0;
  });
  EXPECT_EQ(ended.code, static_cast<int>(ExitCode::usage));
  EXPECT_TRUE(has(ended.err, "PMIx says that this is rank 3 (PMIX_RANK), but MPI finds 3 ranks: "));
  EXPECT_NO_THROW(require_all_ranks(launcher, 4));
}

TEST(MpiStart, ThatTakesTooLongEndsTheProcessWithWhatToDo) {
  const auto ended = test::told_by([] {
    setenv("NQUEENS_START_SECONDS", "1", 1);
    const Launcher launcher;
    const std::jthread watch = watch_mpi_start(launcher);
    while (true) {
      pause();
    }
    return 0;
  });
  EXPECT_EQ(ended.code, static_cast<int>(ExitCode::not_started));
  EXPECT_TRUE(has(ended.err, "nqueens: MPI did not start within 1 s"));
  EXPECT_TRUE(has(ended.err, "or wait longer with NQUEENS_START_SECONDS"));
}

}  // namespace
}  // namespace nqueens::cli
