// What `plan` prints.

#include "view/projection.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <string>

#include "core/number.hpp"
#include "support/projection.hpp"

namespace nqueens {
namespace {

TEST(Projection, WritesTheLimitAsSlurmReadsIt) {
  Projection projection = test::example_projection();
  const std::string command = "sbatch --nodes=4 --ntasks-per-node=1 --cpus-per-task=25 --time=";
  EXPECT_EQ(sbatch(projection), command + "02:00:00 slurm/count.sbatch n24.toml");
  projection.machine.limit_seconds = 25 * test::hour + 61;
  EXPECT_EQ(sbatch(projection), command + "1-01:01:01 slurm/count.sbatch n24.toml");
  projection.machine.limit_seconds = 366 * 24 * test::hour;
  EXPECT_EQ(sbatch(projection), command + "UNLIMITED slurm/count.sbatch n24.toml");
}

TEST(Projection, IsATextOfAFewLines) {
  Projection projection = test::example_projection();
  projection.now = 1'795'435'200;
  EXPECT_EQ(to_text(projection),
            "n=24: 3e+14 solutions (2.7e+14 to 3.3e+14)\n"
            "time of one core: 277.8 core-hours (225 to 336.1), at 300 million solutions a second "
            "(kernel avx2 here)\n"
            "wall time: 2:47:30 h (2:15:41 h to 3:22:41 h) on 4 hosts of 25 cores, in 2 starts; "
            "begun now, it ends on " +
                format_time(1'795'445'250, "%A, %Y-%m-%d") +
                "\n"
                "tasks: 1000, on average 16:40 min of a core, the longest under 1:00 min\n"
                "master: memory 36.1 MB, checkpoint 31 kB\n"
                "submit: sbatch --nodes=4 --ntasks-per-node=1 --cpus-per-task=25 --time=02:00:00 "
                "slurm/count.sbatch n24.toml\n"
                "Ranges come from the sample (0 rounds, 320 prefixes, seed 7). The range of the\n"
                "count is a 95 % interval. Times assume idle cores, as fast as these are now "
                "within 10 %.\n");
}

TEST(Projection, CountsWithDevices) {
  Projection projection = test::example_projection();
  projection.machine.devices_per_host = 2;
  projection.machine.device_rate = 3e10;
  projection.machine.highest_device = 3;
  projection.rate = 3e8;
  projection.job.slice_depth = 8;
  projection.longest_slice = 1e-7;
  projection.machine.limit_seconds = std::numeric_limits<double>::infinity();
  EXPECT_EQ(to_text(projection),
            "n=24: 3e+14 solutions (2.7e+14 to 3.3e+14)\n"
            "time of one core: 277.8 core-hours (250 to 305.6), at 300 million solutions a second\n"
            "a device: 30.0 G solutions a second, as many as 100 cores\n"
            "wall time: 18:47 min (16:54 min to 20:39 min) on 4 hosts of 25 cores and 2 devices, "
            "in 1 start\n"
            "tasks: 1000, on average 16:40 min of a core, the longest under 1:00 min, in slices of "
            "up to 100 ms\n"
            "master: memory 36.1 MB, checkpoint 31 kB\n"
            "submit: sbatch --nodes=4 --ntasks-per-node=1 --cpus-per-task=25 --gpus-per-node=4 "
            "--time=00:30:00 slurm/count.sbatch n24.toml\n"
            "Ranges come from the sample (0 rounds, 320 prefixes, seed 7). The range of the\n"
            "count is a 95 % interval. Times assume the rate given.\n");
  const auto json = nlohmann::json::parse(to_json(projection));
  EXPECT_EQ(json["device_rate"], 3e10);
  EXPECT_EQ(json["limit_seconds"], nullptr);
}

TEST(Projection, OfAWholeBoardHasNoRanges) {
  Projection projection = test::example_projection();
  projection.job.problem = {.n = 8, .sequence = Sequence::placements};
  projection.estimate.whole = true;
  projection.estimate.count = {.estimate = 92, .low = 92, .high = 92};
  projection.estimate.core_seconds = {.estimate = 0.5, .low = 0.5, .high = 0.5};
  projection.longest_task = 0.1;
  EXPECT_EQ(to_text(projection),
            "n=8 placements: 92 placements, all counted\n"
            "time of one core: 0.5 core-seconds, at 0.000184 million placements a second "
            "(kernel avx2 here)\n"
            "wall time: 0.05 s on 4 hosts of 25 cores, in 1 start\n"
            "tasks: 1000, on average 500 us of a core, the longest under 50 ms\n"
            "master: memory 36.1 MB, checkpoint 95 kB\n"
            "submit: sbatch --nodes=4 --ntasks-per-node=1 --cpus-per-task=25 --time=02:00:00 "
            "slurm/count.sbatch n24.toml\n");
  const auto json = nlohmann::json::parse(to_json(projection));
  EXPECT_EQ(json["memory_bytes"], 36'140'000);
  EXPECT_EQ(json["checkpoint_bytes"], 94'300);
}

TEST(Projection, SaysInWordsThatACountIsHuge) {
  Projection projection = test::example_projection();
  EXPECT_EQ(to_text(projection).find("core-years"), std::string::npos);
  projection.estimate.core_seconds = {.estimate = 1e10, .low = 9e9, .high = 1.1e10};
  EXPECT_NE(to_text(projection).find("317 core-years"), std::string::npos);
}

TEST(Projection, NamesTheLongestSliceAndShortTimes) {
  Projection projection = test::example_projection();
  projection.tasks = 100'000'000;
  projection.job.slice_depth = 9;
  EXPECT_NE(to_text(projection).find("the longest under 1:00 min, in slices of up to 1:00 "),
            std::string::npos);
  EXPECT_NE(to_text(projection).find("as fast as these are now within 10 %"), std::string::npos);
}

TEST(Projection, HasTheSameFiguresAsJson) {
  const auto json = nlohmann::json::parse(to_json(test::example_projection()));
  EXPECT_EQ(json["solutions"]["low"], 2.7e14);
  EXPECT_DOUBLE_EQ(json["core_hours"]["high"].get<double>(), 1.21e6 / test::hour);
  EXPECT_EQ(json["starts"], 2);
  EXPECT_EQ(json["unit_seconds"], 60);
  EXPECT_EQ(json["seed"], "7");
  EXPECT_EQ(json["hosts"], 4);
  EXPECT_EQ(json["cores_per_host"], 25);
  EXPECT_EQ(json["devices_per_host"], 0);
  EXPECT_EQ(json["device_rate"], nullptr);
  EXPECT_EQ(json["limit_seconds"], 7200);
  EXPECT_EQ(json["checkpoint_bytes"], 30'300);
}

}  // namespace
}  // namespace nqueens
