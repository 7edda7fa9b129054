// A library to preload: the first call of MPI_Improbe in a process fails with the error
// IMPROBE_ERROR. A short count makes few more. It needs no mpi.h: what it passes on fits into a
// register in every MPI.
#include <stdlib.h>

int PMPI_Improbe(int source, int tag, void *comm, int *found, void *message, void *status);

int MPI_Improbe(int source, int tag, void *comm, int *found, void *message, void *status) {
  static long calls;
  const char *error = getenv("IMPROBE_ERROR");
  if (++calls == 1 && error != NULL) {
    *found = 0;
    return atoi(error);
  }
  return PMPI_Improbe(source, tag, comm, found, message, status);
}
