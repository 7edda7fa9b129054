#!/usr/bin/env bash
# Checkpoints that nobody named: begun by a run that lasts, or at once where a batch system or a
# limit ends it. The run sees a clock that the test turns on.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"
source "$source_root/tests/support/answers.sh"

command -v cc >/dev/null || {
  echo 'not run: no C compiler'
  exit 77
}
# The clock is 100 s slow at first, so that no wait ends too late. As many bytes as a file has, so
# many seconds have passed.
cat >clock.c <<'END'
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
int clock_gettime(clockid_t id, struct timespec *time) {
  struct stat file;
  const int result = (int)syscall(SYS_clock_gettime, id, time);
  if (id == CLOCK_MONOTONIC) {
    time->tv_sec += (stat(getenv("PASSED"), &file) == 0 ? file.st_size : 0) - 100;
  }
  return result;
}
END
cc -shared -fPIC -o clock.so clock.c || exit 1
export PASSED=$work/passed
passed() { printf "%$1s" '' >"$PASSED"; }

# begin FOLDER AFTER ARGUMENTS...: a count in a folder, held when so many prefixes are counted.
begin() {
  mkdir -p "$1"
  rm -f "$PASSED"
  hold "after=$2"
  start env -C "$1" "LD_PRELOAD=$work/clock.so" "$held" count "${@:3}" --threads 2 --kernel plain
  expect_true "$1: at work" wait_for at_work 1
}
files_of() { (cd "$1" && echo *); }

begin lasting 200 13
expect_true 'lasting: no files at first' [ "$(files_of lasting)" = '*' ]
passed 61
expect_true 'lasting: begins' wait_for says 'saving to n13.ckpt from now on'
expect_true 'lasting: saved' wait_for is_saved lasting/n13.ckpt
expect_true 'lasting: live' wait_for has_line lasting/n13.run.jsonl '"event":"now"'
exits 'lasting: one run at a time' 4 env -C lasting "$NQUEENS" count 13
let_go
ended "$pid" 'lasting' 0
expect_out 'lasting' $n13
expect_true 'lasting: its files' \
  [ "$(files_of lasting)" = 'n13.ckpt n13.ckpt.1 n13.result.json n13.run.jsonl' ]
exits 'lasting: the log of runs' 0 "$NQUEENS" report lasting/n13.ckpt
expect_in lasting/n13.run.jsonl 'lasting: the log begins with the run' \
  '"event":"start".*"tasks_done":0[,\}]'
run env -C lasting "$NQUEENS" count 13
expect_err 'lasting: asked again' 'n=13 is finished already'

begin stopped 200 13
passed 20
kill -TERM "$pid"
ended "$pid" 'stopped' 75
expect_err 'stopped' 'stopped \(SIGTERM\) and saved to n13.ckpt: .* of 391 tasks; run the same'
let_go
run env -C stopped "$NQUEENS" count 13
expect_err 'stopped: goes on' 'resuming n=13 from n13.ckpt'
expect_out 'stopped: goes on' $n13

begin 'at once' 200 13
kill -TERM "$pid"
ended "$pid" 'at once' 1
expect_err 'at once' 'without a checkpoint they are lost'
expect_true 'at once: no files' [ "$(files_of 'at once')" = '*' ]

begin asked 200 13
kill -USR2 "$pid"
expect_true 'asked: saved' wait_for is_saved asked/n13.ckpt
let_go
ended "$pid"
expect_out 'asked' $n13

mkdir another
run env -C another "$NQUEENS" count 13 --symmetry none --part 1/2 --checkpoint n13.ckpt
before=$(cd another && cksum n13.*)
begin another 200 13
passed 61
expect_true 'another: said' wait_for says \
  "nothing of this count is saved yet: another checkpoint has the name 'n13.ckpt'"
passed 99
let_go
ended "$pid" 'another' 0
expect_out 'another' $n13
expect_true 'another: as before' [ "$(cd another && cksum n13.*)" = "$before" ]
run env -C another "$NQUEENS" count 13 --dry-run
expect_says 'another: dry run' '^checkpoint: none$'
exits 'another, with a limit' 4 env -C another "$NQUEENS" count 13 --max-time 60

# A count that should take over a minute does not begin unsaved.
run env -C another "$NQUEENS" count 20 --symmetry none --part 1/2 --checkpoint n20.ckpt --max-time 1
exits 'another, and long' 4 env -C another "$NQUEENS" count 20
expect_err 'another, and long' 'has this count in another cut'

# What is in the way goes away: it is tried again.
mkdir released
: >released/n13.ckpt.lock # of nobody that can be seen
begin released 200 13
passed 61
expect_true 'released: said' wait_for says "nothing of this count is saved yet: .* is in use by"
rm released/n13.ckpt.lock
# Workers whose leases ended with the first minute are back before the second one is over.
all_here() {
  local lost
  matching "$(<err.txt)" ' is lost: '
  lost=$value
  matching "$(<err.txt)" ' is back$'
  [ "$lost" -eq "$value" ]
}
expect_true 'released: all workers are here' wait_for all_here
passed 122
expect_true 'released: saved' wait_for is_saved released/n13.ckpt
let_go
ended "$pid"
expect_out 'released' $n13

# --fresh is for what has the name, if only of an older generation.
mkdir fresh
(cd fresh && "$NQUEENS" count 13 --checkpoint n13.ckpt --quiet >old.txt && mv n13.ckpt n13.ckpt.1)
prints 'fresh' $n13 env -C fresh "$NQUEENS" count 13 --fresh
expect_err 'fresh' 'the checkpoint that was there is now'
expect_err 'fresh' 'starting n=13'
expect_true 'fresh: it is aside' [ -n "$(cd fresh && echo n13.2*.ckpt.1)" ]

# A second count is of the same run: a stop saves the first one.
begin 'second count' 500 13 --double-check
expect_true 'second count: it is at work' says 'counting again'
passed 20
kill -TERM "$pid"
ended "$pid" 'second count' 75
expect_true 'second count: both are saved' \
  [ -e 'second count/n13.ckpt' -a -e 'second count/n13.second.ckpt' ]
let_go
run env -C 'second count' "$NQUEENS" count 13 --json
is 'second count: goes on' second_count.agrees=true

# Two runs of one job that began in the same minute.
begin both 200 13
LD_PRELOAD=$work/clock.so env -C both "$held" count 13 --threads 2 --kernel plain 2>second.txt \
  >second.out &
second=$!
started+=("$second")
expect_true 'both: at work' wait_for at_work 4
passed 61
expect_true 'both: one is saved' wait_for is_saved both/n13.ckpt
let_go
for each in "$pid" "$second"; do
  ended "$each" 'both' 0
  expect_out 'both' $n13
done
err=$(cat err.txt second.txt)
expect_err 'both: the one' 'saving to n13.ckpt from now on'
expect_err 'both: the other' \
  "nothing of this count is saved yet: .*(in use by process [0-9]+|another checkpoint)"

for variable in SLURM_JOB_ID PBS_JOBID LSB_JOBID JOB_ID OAR_JOB_ID FLUX_JOB_ID; do
  run env $variable=7 "$NQUEENS" count 9 --dry-run --json
  is "$variable" checkpoint_after_seconds=null
done
export SLURM_JOB_ID=7
begin batch 5 13
expect_true 'batch: saved from the start' test -e batch/n13.ckpt
kill -TERM "$pid"
ended "$pid" 'batch' 75
let_go
unset SLURM_JOB_ID
run "$NQUEENS" count 9 --dry-run --json
is 'dry run' checkpoint_after_seconds=60.0 checkpoint=n9.ckpt
run "$NQUEENS" count 9 --max-time 60
expect_true 'a limit: saved' test -e n9.ckpt
finish
