/* Counts a board by the library, with progress, and compares it with the published count. */
#include <nqueens.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static nqueens_counter* counter;

static void stop(int signal) {
  (void)signal;
  nqueens_cancel(counter);
}

static int show(double share_done, void* data) {
  (void)data;
  fprintf(stderr, "%3.0f %%\n", 100 * share_done);
  return 1; /* go on */
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 15;
  nqueens_number count, known;
  char text[40];
  int code = nqueens_open(NQUEENS_QUEENS, 0, NULL, &counter);
  if (code == NQUEENS_OK) {
    signal(SIGINT, stop);
    code = nqueens_count(counter, n, show, NULL, &count);
    signal(SIGINT, SIG_DFL); /* the counter is closed */
    nqueens_close(counter);
  }
  if (code == NQUEENS_STOPPED) {
    fprintf(stderr, "stopped\n");
    return 130; /* as of a program that SIGINT ended */
  }
  if (code != NQUEENS_OK || nqueens_known(NQUEENS_QUEENS, n, &known) != NQUEENS_OK) {
    fprintf(stderr, "%s\n", nqueens_error());
    return 1;
  }
  printf("%s solutions\n", nqueens_digits(count, text));
  return count.high != known.high || count.low != known.low;
}
