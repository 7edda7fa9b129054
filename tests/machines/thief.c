/* A library that takes SIGUSR1 and SIGTERM from the program that it is loaded into, as drivers for
 * GPUs do that install handlers of their own. For tests: LD_PRELOAD names it, THIEF_OF the program
 * by its name, THIEF_TIMES how often it takes them once the program has a handler for SIGUSR1 (by
 * default as long as the program lives). Each time it adds a line to the file THIEF_LOG. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Copies, since the program may change its environment while the thread runs. */
static char log_name[4096];
static long times = -1;

static void take(void) {
  int log = open(log_name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  signal(SIGUSR1, SIG_IGN);
  signal(SIGTERM, SIG_IGN);
  if (log < 0 || write(log, "taken\n", 6) != 6) {
    abort();
  }
  close(log);
}

static void *watch(void *unused) {
  long left = times;
  while (left != 0) {
    struct sigaction now;
    if (sigaction(SIGUSR1, NULL, &now) == 0 && now.sa_handler != SIG_DFL &&
        now.sa_handler != SIG_IGN) {
      take();
      left -= left > 0 ? 1 : 0;
    }
    usleep(2000);
  }
  return unused;
}

__attribute__((constructor)) static void start(void) {
  pthread_t thread;
  sigset_t all, before;
  const char *of = getenv("THIEF_OF");
  const char *name = program_invocation_short_name;
  if (strcmp(name, "prterun") == 0) {
    name = "mpirun"; /* as it was before exec, since Open MPI 5 */
  }
  if (of == NULL || strcmp(name, of) != 0) {
    return;
  }
  strncpy(log_name, getenv("THIEF_LOG"), sizeof log_name - 1);
  if (getenv("THIEF_TIMES") != NULL) {
    times = atol(getenv("THIEF_TIMES"));
  }
  sigfillset(&all); /* its thread takes no signals, only their handlers */
  pthread_sigmask(SIG_BLOCK, &all, &before);
  if (pthread_create(&thread, NULL, watch, NULL) != 0) {
    abort();
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}
