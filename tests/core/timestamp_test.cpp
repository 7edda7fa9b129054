// Moments as text and back.

#include <gtest/gtest.h>

#include <cstdlib>
#include <ctime>
#include <limits>
#include <string>

#include "core/number.hpp"

namespace nqueens {
namespace {

/// Sets the time zone while it lives.
class Zone {
 public:
  explicit Zone(const char* name) {
    setenv("TZ", name, 1);
    tzset();
  }
  ~Zone() {
    unsetenv("TZ");
    tzset();
  }
  Zone(const Zone&) = delete;
  Zone& operator=(const Zone&) = delete;
};

TEST(Timestamp, HasTheOffsetFromUtc) {
  const Zone zone("NPT-5:45");
  EXPECT_EQ(format_timestamp(1'795'421'111.25), "2026-11-23T13:50:11.250+05:45");
}

TEST(Timestamp, ForUsersIsLocalAndToTheSecond) {
  {
    const Zone zone("UTC0");
    EXPECT_EQ(format_time(0), "1970-01-01T00:00:00+00:00");
    EXPECT_EQ(format_time(1'795'233'779), "2026-11-21T04:02:59+00:00");
  }
  const Zone zone("HERE-2");
  EXPECT_EQ(format_time(0), "1970-01-01T02:00:00+02:00");
  EXPECT_EQ(format_time(std::numeric_limits<std::int64_t>::max()), "");
}

TEST(Timestamp, IsReadBackInAnyZone) {
  for (const char* name : {"UTC", "NPT+3:30", "NPT-12"}) {
    const Zone zone(name);
    for (const double time : {0.0, 1'795'421'111.25, 1'795'421'111.9999}) {
      const auto read = parse_timestamp(format_timestamp(time));
      ASSERT_TRUE(read) << name;
      EXPECT_NEAR(*read, time, 0.001) << name;
    }
  }
}

TEST(Timestamp, OtherTextIsNone) {
  const std::string good = "2026-11-23T13:30:11.250+05:45";
  ASSERT_TRUE(parse_timestamp(good));
  for (std::size_t length = 0; length < good.size() - 1; ++length) {
    EXPECT_FALSE(parse_timestamp(good.substr(0, length))) << length;
  }
  EXPECT_FALSE(parse_timestamp(good + "x"));
  EXPECT_FALSE(parse_timestamp("2026-11-23T13:30:11.250Z05:45"));
}

}  // namespace
}  // namespace nqueens
