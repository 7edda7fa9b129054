// The transport scenario under mpirun: every rank runs it; the exit code says whether it passed.

#include "../net/transport_scenario.hpp"

#include <cstdio>
#include <cstdlib>

int main() {
  const auto transport = nqueens::make_mpi_transport();
  try {
    nqueens::test::transport_scenario(*transport);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "rank %d: %s\n", transport->rank(), error.what());
    std::_Exit(1);
  }
  if (transport->rank() == 0) {
    std::printf("passed with %d ranks\n", transport->size());
  }
  return 0;
}
