// The CPU quota, as the files of the system give it on a host, under a batch system and in
// containers; the model of the processors, and how many threads want them.

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

#include "support/temporary_folder.hpp"
#include "system/processors.hpp"

namespace nqueens {
namespace {

class CpuQuota : public ::testing::Test {
 protected:
  void write(const std::string& file, const std::string& text) const {
    const std::filesystem::path path = system_.path() / file;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text << '\n';
  }

  /// @param mount  "ROOT FOLDER - TYPE SOURCE OPTIONS"
  void place(const std::string& cgroups, const std::string& mount) const {
    write("proc/self/cgroup", cgroups);
    const auto separator = mount.find(" - ");
    write("proc/self/mountinfo", "22 1 8:1 / / rw,relatime - ext4 /dev/sda1 rw\n31 23 0:28 " +
                                     mount.substr(0, separator) + " rw,nosuid shared:9" +
                                     mount.substr(separator));
  }

  [[nodiscard]] const std::filesystem::path& system() const { return system_.path(); }
  [[nodiscard]] double quota() const { return cpu_quota(system()); }

 private:
  test::TemporaryFolder system_;
};

constexpr const char* v2_mount = "/ /sys/fs/cgroup - cgroup2 cgroup2 rw,nsdelegate";

TEST_F(CpuQuota, IsNoneWithoutFiles) {
  EXPECT_EQ(quota(), INFINITY);
}

TEST_F(CpuQuota, IsThatOfVersion2) {
  place("0::/system.slice/job.service", v2_mount);
  EXPECT_EQ(quota(), INFINITY);
  write("sys/fs/cgroup/system.slice/job.service/cpu.max", "250000 100000");
  EXPECT_EQ(quota(), 2.5);
  write("sys/fs/cgroup/system.slice/job.service/cpu.max", "max 100000");
  EXPECT_EQ(quota(), INFINITY);
}

TEST_F(CpuQuota, OfAnAncestorHoldsToo) {
  place("0::/slurm/job_7/step_0", v2_mount);
  write("sys/fs/cgroup/slurm/cpu.max", "800000 100000");
  write("sys/fs/cgroup/slurm/job_7/cpu.max", "50000 25000");
  write("sys/fs/cgroup/slurm/job_7/step_0/cpu.max", "max 100000");
  EXPECT_EQ(quota(), 2);
}

TEST_F(CpuQuota, IsNotThatOfVersion1) {
  place("4:cpu,cpuacct:/batch\n0::/", "/ /sys/fs/cgroup/cpu - cgroup cgroup rw,cpu,cpuacct");
  write("sys/fs/cgroup/cpu/batch/cpu.max", "100000 100000");
  EXPECT_EQ(quota(), INFINITY);
}

// The mount shows the container's cgroup as its top, and the process names it as the host does.
TEST_F(CpuQuota, IsThatOfAContainerUnderItsNameOutside) {
  place("4:memory:/other\n0::/docker/1a2b",
        "/docker/1a2b /sys/fs/cgroup - cgroup2 cgroup2 ro,nsdelegate");
  write("sys/fs/cgroup/cpu.max", "200000 100000");
  EXPECT_EQ(quota(), 2);
  place("4:memory:/other\n0::/docker/1a2b/inner",
        "/docker/1a2b /sys/fs/cgroup - cgroup2 cgroup2 ro,nsdelegate");
  write("sys/fs/cgroup/inner/cpu.max", "100000 100000");
  EXPECT_EQ(quota(), 1);
}

// Docker: the process has a namespace of its own.
TEST_F(CpuQuota, IsThatOfAContainerWithANamespace) {
  place("0::/", v2_mount);
  write("sys/fs/cgroup/cpu.max", "200000 100000");
  EXPECT_EQ(quota(), 2);
}

// A process that entered a container from outside: its cgroup is not below the mount.
TEST_F(CpuQuota, OfAMountThatDoesNotShowTheProcessIsThatOfItsTop) {
  place("0::/../other/deep", v2_mount);
  write("sys/fs/cgroup/cpu.max", "300000 100000");
  EXPECT_EQ(quota(), 3);
}

TEST(Processors, NeverMoreThanAllowedAndAtLeastOne) {
  EXPECT_GE(usable_processors(), 1);
  EXPECT_EQ(within_quota(0), 1);
  EXPECT_LE(within_quota(3), 3);
}

TEST(Processors, AFaultStopsTheWorkOfAllThreads) {
  std::atomic<bool> stopped = false;
  const auto work = [&](int thread) {
    if (thread == 1) {
      throw std::domain_error("a fault");
    }
    stopped.wait(false);
  };
  const auto stop = [&] {
    stopped = true;
    stopped.notify_all();
  };
  EXPECT_THROW(on_threads(
                   3, work, [] {}, stop),
               std::domain_error);
}

TEST_F(CpuQuota, IsOfProcessorsOfAModel) {
  const auto model = [this] { return processor_model(system()); };
  const std::string machine = model();
  EXPECT_FALSE(machine.empty()) << "the architecture is known at least";
  write("proc/cpuinfo",
        "processor\t: 0\nmodel\t\t: 17\nmodel name\t: AMD EPYC 9454 48-Core Processor\n\n"
        "processor\t: 1\nmodel name\t: another");
  EXPECT_EQ(model(), "AMD EPYC 9454 48-Core Processor");
  write(
      "proc/cpuinfo",
      "processor\t: 0\ncpu family\t: 25\nmodel\t\t: 17\nmodel name\t: AMD EPYC\nstepping\t: 1\n\n");
  EXPECT_EQ(model(), "AMD EPYC (family 25, model 17)") << "as virtual machines name it";
  write("proc/cpuinfo",
        "cpu family\t: 6\nmodel\t\t: 85\nmodel name\t: Intel(R) Xeon(R) Processor @ 2.50GHz\n\n");
  EXPECT_EQ(model(), "Intel(R) Xeon(R) Processor @ 2.50GHz (family 6, model 85)");
  write("proc/cpuinfo", "model\t\t: 17\nmodel name\t: AMD EPYC\n\n");
  EXPECT_EQ(model(), "AMD EPYC");
  write("proc/cpuinfo",
        "processor\t: 0\nFeatures\t:\nCPU implementer\t: 0x41\nCPU part\t: 0xd4f\n\n");
  EXPECT_EQ(model(), machine + " 0x41:0xd4f");
  write("proc/cpuinfo", ":\nmodel name");
  EXPECT_EQ(model(), machine);
  EXPECT_FALSE(processor_model().empty());
}

TEST_F(CpuQuota, CrowdingIsThreadsThatRunForEachProcessor) {
  const auto of = [this](const std::string& loads, int processors) {
    write("proc/loadavg", loads);
    return crowding(processors, system());
  };
  EXPECT_EQ(of("9.50 0.10 0.20 1/345 4711", 2), 1) << "what is idle is no faster";
  EXPECT_EQ(of("0.00 0.00 0.00 9/345 4711", 2), 4.5);
  EXPECT_EQ(of("0.00 0.00 0.00 9000/9999 4711", 2), 20) << "nobody waits for ever";
  EXPECT_EQ(of("no number", 2), 1);
  std::filesystem::remove(system() / "proc/loadavg");
  EXPECT_EQ(crowding(2, system()), 1);
  EXPECT_GE(crowding(), 1);
  EXPECT_GE(online_processors(), usable_processors());
}

}  // namespace
}  // namespace nqueens
