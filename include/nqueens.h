/* The library for C. The headers in nqueens/ say more about what it counts.
 *
 * Several threads may call these functions at a time, but none may use a counter during or after
 * its nqueens_close(). Functions that return int return one of the codes; they write results only
 * with NQUEENS_OK. */
#ifndef NQUEENS_H
#define NQUEENS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* Codes. */
enum {
  NQUEENS_OK = 0,
  NQUEENS_FAILED = 1,       /* something failed, such as memory or threads */
  NQUEENS_USAGE = 2,        /* an argument is wrong */
  NQUEENS_WRONG_ANSWER = 3, /* a kernel counted wrong when it was tested */
  NQUEENS_NONE = 4,         /* there is no such count or solution */
  NQUEENS_STOPPED = 75      /* nqueens_cancel() was called, or a callback returned 0 */
};

/* The last error of this thread, in one line. Valid until its next error. */
const char* nqueens_error(void);

/* Sequences. */
enum {
  NQUEENS_QUEENS,
  NQUEENS_TORUS,
  NQUEENS_PLACEMENTS,
  NQUEENS_AMAZONS,
  NQUEENS_HALF_TURN_QUEENS,
  NQUEENS_QUARTER_TURN_QUEENS,
  NQUEENS_HALF_TURN_AMAZONS,
  NQUEENS_QUARTER_TURN_AMAZONS
};

/* The number high * 2^64 + low. */
typedef struct {
  uint64_t high;
  uint64_t low;
} nqueens_number;

/* Writes decimal digits and a final 0 byte to the text, and returns it. */
char* nqueens_digits(nqueens_number number, char text[40]);

/* Counts boards of a sequence, one at a time. It keeps the kernels that it has tested. */
typedef struct nqueens_counter nqueens_counter;

/* threads: at most 4096; 0: one for each core. kernel: a name that `nqueens kernels` lists; NULL:
 * the one that the environment variable NQUEENS_KERNEL names, or else the fastest. */
int nqueens_open(int sequence, int threads, const char* kernel, nqueens_counter** counter);

/* Does nothing with NULL. */
void nqueens_close(nqueens_counter* counter);

/* Called about ten times a second by the thread that called nqueens_count(), with the finished
 * share of the work; at the end with 1. Returns 0 to end the count. */
typedef int (*nqueens_progress)(double share_done, void* data);

/* The exact count. n: rows, 1 to 32, for quarter turns to 64. progress may be NULL. NQUEENS_USAGE
 * also if the counter is counting already; that count goes on. Give each thread its own counter. */
int nqueens_count(nqueens_counter* counter, int n, nqueens_progress progress, void* data,
                  nqueens_number* count);

/* Ends the running count or, if none runs, the next one. Does nothing with NULL. A signal handler
 * may call it. */
void nqueens_cancel(nqueens_counter* counter);

/* The published count. NQUEENS_NONE: there is none. */
int nqueens_known(int sequence, int n, nqueens_number* count);

/* An estimate and its 95 % interval. */
typedef struct {
  double count, count_low, count_high;
  double core_seconds, core_seconds_low, core_seconds_high; /* of a count on one core */
} nqueens_sample;

/* Samples the board on all cores for this many seconds. */
int nqueens_estimate(int sequence, int n, double seconds, nqueens_sample* estimate);

/* Called with each solution: the row of the queen in each of n columns, from 0. Returns 0 to end
 * the search. */
typedef int (*nqueens_visit)(const uint32_t* rows, int n, void* data);

/* Visits the solutions of a board in lexicographic order. n: 1 to 64. */
int nqueens_solutions(int n, nqueens_visit visit, void* data);

/* Writes a solution by an explicit rule. n: at most 1,000,000,000. NQUEENS_NONE: n is 2 or 3. */
int nqueens_construct(size_t n, uint32_t* rows);

/* Checks a solution. NQUEENS_NONE: it is none, and nqueens_error() says why. */
int nqueens_check(const uint32_t* rows, size_t n);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
