/* Counts a board by the library, with progress, and compares it with the published count. */
#include <nqueens.h>
#include <stdio.h>

static int show(double share_done, void* data) {
  (void)data;
  fprintf(stderr, "%3.0f %%\n", 100 * share_done);
  return 1; /* go on */
}

int main(void) {
  const int n = 15;
  nqueens_counter* counter;
  nqueens_number count, known;
  char text[40];
  if (nqueens_open(NQUEENS_QUEENS, 0, NULL, &counter) != NQUEENS_OK ||
      nqueens_count(counter, n, show, NULL, &count) != NQUEENS_OK ||
      nqueens_known(NQUEENS_QUEENS, n, &known) != NQUEENS_OK) {
    fprintf(stderr, "%s\n", nqueens_error());
    return 1;
  }
  nqueens_close(counter);
  printf("%s solutions\n", nqueens_digits(count, text));
  return count.high != known.high || count.low != known.low;
}
