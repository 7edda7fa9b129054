// Workers are let go, whatever ends a session.
#include "session/session.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "counts.hpp"

namespace nqueens {
namespace {

TEST(Session, DismissesWorkersIfWhatComesBeforeTheyAreServedFails) {
  const auto transports = make_local_transports(3);
  Requests requests;
  WorkerPool pool{.transport = *transports[0], .ranks = {}, .requests = requests};
  const auto fail = [&pool] {
    const Session session(pool);
    throw std::domain_error("no plan");
  };
  EXPECT_THROW(fail(), std::domain_error);
  EXPECT_TRUE(pool.everyone_left);
  for (const int worker : {1, 2}) {
    Transport& transport = *transports.at(static_cast<std::size_t>(worker));
    const auto told = transport.receive({});
    ASSERT_TRUE(told);
    EXPECT_TRUE(std::get<Dismiss>(told->message).finalize);
    EXPECT_FALSE(transport.receive({})) << "they are dismissed once";
  }
}

}  // namespace
}  // namespace nqueens
