#!/usr/bin/env bash
# Checkpoints that nobody named: there from the start, kept by a count that stops, lasts or is
# wrong, and removed by one that ends within a minute. The run sees a clock that the test turns on.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"
source "$source_root/tests/support/answers.sh"

command -v cc >/dev/null || {
  echo 'not run: no C compiler'
  exit 77
}
# The clock runs at a tenth of its speed, so that a slow machine takes no minute, and no wait ends
# too late. As many bytes as a file has, so many seconds more have passed. A timed wait, whose end
# by this clock has long passed by the kernel's, looks again after 10 ms.
cat >clock.c <<'END'
#include <pthread.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
int clock_gettime(clockid_t id, struct timespec *time) {
  struct stat file;
  const int result = (int)syscall(SYS_clock_gettime, id, time);
  if (id == CLOCK_MONOTONIC) {
    time->tv_nsec = time->tv_sec % 10 * 100000000 + time->tv_nsec / 10;
    time->tv_sec = time->tv_sec / 10 + (stat(getenv("PASSED"), &file) == 0 ? file.st_size : 0);
  }
  return result;
}
int pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t id,
                           const struct timespec *until) {
  struct timespec soon;
  (void)id, (void)until;
  clock_gettime(CLOCK_REALTIME, &soon);
  soon.tv_sec += soon.tv_nsec >= 990000000;
  soon.tv_nsec = (soon.tv_nsec + 10000000) % 1000000000;
  return pthread_cond_timedwait(condition, mutex, &soon);
}
END
cc -shared -fPIC -o clock.so clock.c || exit 1
export PASSED=$work/passed
passed() { printf "%$1s" '' >"$PASSED"; }

# counts FOLDER ARGUMENTS...: a count in a folder by that clock. begin FOLDER AFTER ARGUMENTS...:
# the same in the background, held when so many prefixes are counted.
counts() {
  mkdir -p "$1"
  run env -C "$1" "LD_PRELOAD=$work/clock.so" "${program-$NQUEENS}" count "${@:2}"
}
begin() {
  mkdir -p "$1"
  rm -f "$PASSED"
  hold "after=$2"
  start env -C "$1" "LD_PRELOAD=$work/clock.so" "$held" count "${@:3}" --threads 2 --kernel plain
  expect_true "$1: at work" await at_work 1
}
# leaves FOLDER FILES: these are in it and no others.
leaves() { expect_true "$1: leaves '$2'" [ "$(cd "$1" && shopt -s nullglob && echo *)" = "$2" ]; }

begin brief 200 13
expect_true 'brief: saved from the start' test -e brief/n13.ckpt
exits 'brief: one run at a time' 4 env -C brief "$NQUEENS" count 13
passed 30
let_go
ended "$pid" 'brief' 0
expect_out 'brief' $n13
expect_err 'brief' 'less than a minute: n13.ckpt is removed; --checkpoint FILE keeps it'
leaves brief ''

begin lasting 200 13
passed 61
let_go
ended "$pid" 'lasting' 0
expect_out 'lasting' $n13
expect_true 'lasting: its result stays' test -e lasting/n13.result.json
counts lasting 13
expect_err 'lasting: asked again' 'n=13 is finished already'
counts lasting 13
expect_err 'lasting: asked once more' 'n=13 is finished already'

# What was stopped goes on, and then it is no count of a minute.
begin stopped 200 13
kill -TERM "$pid"
ended "$pid" 'stopped' 75
expect_err 'stopped' 'stopped \(SIGTERM\) and saved to n13.ckpt: .* of 391 tasks; run the same'
let_go
counts stopped 13
expect_err 'stopped: goes on' 'resuming n=13 from n13.ckpt'
expect_out 'stopped: goes on' $n13
leaves stopped 'n13.ckpt n13.ckpt.1 n13.ckpt.2 n13.result.json n13.run.jsonl'

begin 'at once' 0 13
kill -TERM "$pid"
ended "$pid" 'at once' 75
expect_err 'at once' 'saved to n13.ckpt: .* 0 of 391 tasks; no task was finished: give it more time'
let_go
counts 'at once' 13
expect_err 'at once: goes on' 'resuming n=13 from n13.ckpt'
expect_out 'at once: goes on' $n13

# A name by the user, a job file or a part is one that somebody looks for.
counts named 9 --checkpoint n9.ckpt
leaves named 'n9.ckpt n9.ckpt.1 n9.result.json n9.run.jsonl'
counts part 9 --part 1/2
leaves part 'n9.part-1-of-2.ckpt n9.part-1-of-2.ckpt.1 n9.part-1-of-2.run.jsonl'
mkdir file
printf '[count]\nn = 9\n' >file/job.toml
counts file job.toml
leaves file 'job.ckpt job.ckpt.1 job.result.json job.run.jsonl job.toml'
counts unsaved 9 --no-checkpoint
leaves unsaved ''

# Files of others are as they were, or aside.
counts another 13 --symmetry none --part 1/2 --checkpoint n13.ckpt
before=$(cd another && cksum ./*)
for option in '' --dry-run; do
  # shellcheck disable=SC2086 # none or one
  counts another 13 $option
  expect_code "another $option" 4
  expect_err "another $option" 'has this count in another cut'
done
expect_true 'another: as before' [ "$(cd another && cksum ./*)" = "$before" ]
counts fresh 13 --checkpoint n13.ckpt
rm fresh/n13.ckpt
counts fresh 13 --fresh
expect_out 'fresh' $n13
expect_err 'fresh' 'the checkpoint that was there is now'
expect_err 'fresh' 'starting n=13'
expect_true 'fresh: the old is there, and the new takes its place' \
  [ "$(cd fresh && echo ./* | sed "s,[.]/,,g" | sed -E 's/[0-9T-]{19}/DATE/g')" = \
  "n13.DATE.ckpt.1 n13.DATE.result.json n13.DATE.run.jsonl \
n13.ckpt n13.ckpt.1 n13.result.json n13.run.jsonl" ]
mkdir stray
echo '{}' >stray/n9.result.json
counts stray 9
expect_true 'stray: a result keeps its name' test -e stray/n9.result.json

# A second count is of the same run.
counts twice 13 --double-check
expect_out 'twice' $n13
leaves twice ''
begin 'second count' 500 13 --double-check
expect_true 'second count: it is at work' says 'counting again'
kill -TERM "$pid"
ended "$pid" 'second count' 75
expect_true 'second count: both are saved' \
  [ -e 'second count/n13.ckpt' -a -e 'second count/n13.second.ckpt' ]
let_go
counts 'second count' 13 --json
is 'second count: goes on' second_count.agrees=true

counts fundamental 13 --fundamental
expect_out 'fundamental' "$n13"$'\n9233'
leaves fundamental ''

# Files go when the number is out.
mkdir unprinted
exits 'unprinted' 1 bash -c "cd unprinted && '$NQUEENS' count 9 >/dev/full"
counts unprinted 9
expect_out 'unprinted: asked again' 352
expect_err 'unprinted: asked again' 'n=9 is finished already'

# What shows a wrong count stays, and what names a fault. What could not be saved is not missed.
export NQUEENS_FAULT=undercount:1
program=$held counts wrong 13
unset NQUEENS_FAULT
expect_code 'wrong' 3
leaves wrong 'n13.ckpt n13.ckpt.1 n13.result.json n13.run.jsonl'
(
  ulimit -f 2
  counts full 15
  echo "$code $out" >full.txt
  echo "$err" >>full.txt
)
expect_in full.txt 'full' '^0 2279184$'
expect_in full.txt 'full' "saving failed, .* File too large"
leaves full ''
finish
