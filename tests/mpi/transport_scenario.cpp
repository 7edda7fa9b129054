// The transport scenario under mpirun. Every rank runs it, and the exit code says whether it
// passed. Before it come faults of MPI: transfers that fail, and bytes that are not a message.

#include "../net/transport_scenario.hpp"

#include <mpi.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace {

bool fail_next_test = false;
bool fail_next_send = false;
bool lacks_threads = false;

}  // namespace

// The PMPI interface lets a program intercept its own calls of MPI.
extern "C" int MPI_Test(MPI_Request* request, int* flag, MPI_Status* status) {
  const int result = PMPI_Test(request, flag, status);
  if (*flag != 0 && fail_next_test) {
    fail_next_test = false;
    return MPI_ERR_OTHER;
  }
  return result;
}

extern "C" int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  const int result = PMPI_Init_thread(argc, argv, required, provided);
  *provided = lacks_threads ? MPI_THREAD_SINGLE : *provided;
  return result;
}

extern "C" int MPI_Isend(const void* buffer, int count, MPI_Datatype type, int to, int tag,
                         MPI_Comm comm, MPI_Request* request) {
  if (fail_next_send) {
    fail_next_send = false;
    return MPI_ERR_OTHER;
  }
  return PMPI_Isend(buffer, count, type, to, tag, comm, request);
}

namespace nqueens::test {
namespace {

void expect_welcome(Transport& transport, int n) {
  const Envelope envelope = expect_message(transport);
  const auto* welcome = std::get_if<Welcome>(&envelope.message);
  require(welcome != nullptr && welcome->problem.n == n,
          "another message than the one that is whole");
}

/// An unreadable or incomplete message is lost; the next one arrives.
void lose_damaged_messages(Transport& transport) {
  if (transport.rank() == 1) {
    constexpr int tag = 1;  // the transport's
    const std::array<char, 100> zeros{};
    MPI_Send(zeros.data(), static_cast<int>(zeros.size()), MPI_BYTE, 0, tag, MPI_COMM_WORLD);
    transport.send(0, Welcome{.problem = {.n = 1}, .kernel = ""});
    expect_message(transport);
    transport.send(0, Welcome{.problem = {.n = 2}, .kernel = ""});
    transport.send(0, Welcome{.problem = {.n = 3}, .kernel = ""});
    fail_next_send = true;
    transport.send(0, Welcome{.problem = {.n = 4}, .kernel = ""});
    transport.send(0, Welcome{.problem = {.n = 5}, .kernel = ""});
    require(transport.flush(std::chrono::seconds(5)), "a failed send is waited for");
  }
  if (transport.rank() == 0) {
    expect_welcome(transport, 1);
    transport.send(1, Ping{});
    require(transport.flush(std::chrono::seconds(5)), "a message does not leave");
    fail_next_test = true;  // on the receive of 2, since nothing is being sent
    expect_welcome(transport, 3);
    expect_welcome(transport, 5);
  }
}

/// A library without threads is refused before any thread is made.
int refuse_a_library_without_threads() {
  lacks_threads = true;
  try {
    make_mpi_wire([](int /*rank*/, const Rank& /*place*/) { return 1; });
  } catch (const std::runtime_error& error) {
    std::printf("%s\n", error.what());
  }
  MPI_Finalize();
  return 0;
}

}  // namespace
}  // namespace nqueens::test

/// transport_scenario WORKERS WORKERS_OF_RANK_0, or transport_scenario no-threads
int main(int argc, char** argv) {
  using namespace nqueens;
  if (argc == 2 && std::string_view(argv[1]) == "no-threads") {
    return test::refuse_a_library_without_threads();
  }
  const int workers = argc > 1 ? std::atoi(argv[1]) : 1;
  const int of_rank_0 = argc > 2 ? std::atoi(argv[2]) : 0;
  const auto wire = make_mpi_wire([=](int number, const Rank& place) {
    test::require(place.host_ranks >= 1 && place.host <= number, "a rank is not on its host");
    return number == 0 ? of_rank_0 : workers;
  });
  const int rank = wire->rank();
  try {
    std::vector<std::string> faults;
    if (rank > 0 && workers > 1) {
      faults = test::relayed_scenario(*wire, workers, of_rank_0 + (rank - 1) * workers + 1);
    } else if (rank == 0 && of_rank_0 > 0) {
      faults = test::leading_scenario(*wire, of_rank_0);
    } else {
      const auto transport = make_transport(*wire);
      if (workers == 1 && of_rank_0 == 0) {
        test::lose_damaged_messages(*transport);
      }
      test::Numbered numbered(*transport, rank == 0 ? 0 : of_rank_0 + rank);
      test::transport_scenario(numbered);
    }
    for (const std::string& fault : faults) {
      test::require(false, fault);
    }
    if (rank == 0) {
      int all = 0;
      for (const Rank& each : wire->ranks()) {
        all += each.workers;
        test::require(each.host == 0 && each.host_ranks == static_cast<int>(wire->ranks().size()),
                      "all are on one host");
      }
      std::printf("passed with %d workers on %zu ranks\n", all, wire->ranks().size());
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "rank %d: %s\n", rank, error.what());
    std::_Exit(1);
  }
  return 0;
}
