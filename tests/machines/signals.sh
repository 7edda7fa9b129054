#!/usr/bin/env bash
# Signals that ask to stop arrive, also if a library takes them; those that the user ignores do not.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"
source "$source_root/tests/support/deaths.sh"

run cc -shared -fPIC -o thief.so "$source_root/tests/machines/thief.c" -pthread
expect_code 'the library that takes signals' 0
export THIEF_LOG=$work/thief.log

# with_thief PROGRAM COMMAND...
with_thief() { THIEF_OF=$1 LD_PRELOAD=$work/thief.so "${@:2}"; }

# stolen TIMES: whether they were taken as often as that.
stolen() {
  local lines
  [ -e thief.log ] && mapfile -t lines <thief.log && [ "${#lines[@]}" -ge "$1" ]
}

# expect_stopped WHAT CHECKPOINT: the last run.
expect_stopped() {
  expect_code "$1" 75
  expect_err "$1" "stopped .*saved to $2"
  expect_true "$1: no second start" says_nothing_of 'starting again'
}

# is_stopped WHAT CHECKPOINT: what was told to stop ends, before its kernels are let go.
is_stopped() {
  expect_true "$1: it ends" wait_for is_gone "$launcher_pid"
  let_go
  ended "$launcher_pid"
  expect_stopped "$1" "$2"
}

restarts=3

# --- Taken from mpirun, and from the ranks: the file of the launcher is there.
for victim in mpirun nqueens_faulty; do
  rm -f thief.log
  slowly
  with_thief $victim start_launcher 2 "$held" count "$sixteen" -c $victim.ckpt
  expect_true "$victim: it counts" await at_work 2
  expect_true "$victim: signals are taken" stolen 1
  kill -TERM "$launcher_pid"
  is_stopped "taken from $victim" $victim.ckpt
  expect_err "taken from $victim" 'launch: SIGTERM: saving and stopping'
  expect_err "taken from $victim" 'stopped \(SIGTERM\)'
done
expect_true 'no file is left' [ -z "$(find . -name '.nqueens-*')" ]

# Without the launcher a rank catches them again. PMI_* are for a rank that mpirun did not start.
rm -f thief.log
hold
THIEF_TIMES=3 PMI_RANK=0 PMI_SIZE=1 with_thief nqueens_faulty start "$held" count "$sixteen" \
  -c rank.ckpt
expect_true 'a rank: signals are taken' wait_for stolen 3
expect_true 'a rank: it counts' await at_work 1
expect_true 'a rank catches them again' wait_for catches "$pid" USR1
kill -USR1 "$pid"
launcher_pid=$pid
is_stopped 'a rank that catches them again' rank.ckpt

# --- Nobody heeds a signal: the launcher says so, and sends it to the ranks.
start_slowly 2 -c frozen.ckpt
rank_0=$(ranks_of "$mpirun_pid" | sed -n 1p)
freeze "$rank_0"
kill -INT "$launcher_pid"
expect_true 'frozen: a line at once' await says 'launch: SIGINT: .*a second one ends at once'
expect_true 'frozen: nobody heeds it' await says 'sent SIGUSR1 to the ranks of this host'
kill -CONT "$rank_0"
is_stopped 'a frozen rank' frozen.ckpt

# --- A user stops the ranks, not the launcher: no second start. If mpirun stops them, having lost
# a host, there is one.
start_slowly 2 -c told.ckpt
ranks_of "$mpirun_pid" | xargs kill -TERM
is_stopped 'ranks that the user stops' told.ckpt

# One that is not rank 0: SIGUSR1 stops all of them.
start_slowly 2 -c one.ckpt
ranks_of "$mpirun_pid" | sed -n 2p | xargs kill -USR1
is_stopped 'one rank gets SIGUSR1' one.ckpt
expect_err 'one rank gets SIGUSR1' 'stopped \(SIGUSR1\)'

# The only worker of a master that does not count.
start_slowly 2 -c worker.ckpt --master-only
ranks_of "$mpirun_pid" | sed -n 2p | xargs kill -TERM
is_stopped 'a worker that the user stops' worker.ckpt

start_slowly 2 -c lost.ckpt
kill -TERM "$mpirun_pid"
expect_true 'mpirun stops its ranks' await says 'resuming|starting again'
end_with_count 'mpirun stops its ranks'
restarts=0

# --- A signal while prefixes are enumerated, for a minute here. Nothing is there to be saved.
start "$NQUEENS" count 32 --depth 7 --checkpoint walk.ckpt
expect_true 'a walk: it says so' await says 'enumerating the prefixes'
kill "$pid"
ended "$pid" 'a walk' 75
expect_err 'a walk' 'stopped while the prefixes were enumerated; run the same command again'
expect_true 'a walk: no lock is left' [ ! -e walk.ckpt.lock ]
start "$NQUEENS" count 32 --depth 7 --no-checkpoint
expect_true 'a walk without a checkpoint: it says so' await says 'enumerating the prefixes'
kill "$pid"
ended "$pid" 'a walk without a checkpoint' 1

# Nor does it wait until a task is cut, which is a walk of millions of prefixes here.
start "$NQUEENS" count 28 --depth 0 --symmetry none --threads 1 --checkpoint cut.ckpt
expect_true 'a cut: it counts' await says 'kernel .* on worker 1'
kill "$pid"
ended "$pid" 'a cut' 75
expect_err 'a cut' 'stopped \(SIGTERM\) and saved to cut.ckpt: .*; no slice was finished'
# A time limit ends it, too.
exits 'a walk beyond the time limit' 75 "$NQUEENS" count 32 --depth 7 -c walk.ckpt --max-time 1
expect_err 'a walk beyond the time limit' 'stopped while the prefixes were enumerated'

# --- Signals that come before a kill. Three seconds of processor time are for the start and the
# sampling of a slow processor.
run bash -c "ulimit -St 3; exec '$NQUEENS' count 21 -t 1 -c limit.ckpt"
expect_stopped 'a limit of processor time' limit.ckpt
expect_err 'a limit of processor time' 'SIGXCPU'
# Batch systems send it to all processes of a job; mpirun dies of it.
start_slowly 2 -c batch.ckpt
pids=$(ranks_of "$mpirun_pid" | xargs)
# shellcheck disable=SC2086 # several
kill -XCPU "$launcher_pid" $pids "$mpirun_pid"
is_stopped 'a limit of a batch system' batch.ckpt
hold
start_at_work 1 "$held" count "$sixteen" -c power.ckpt
kill -PWR "$pid"
launcher_pid=$pid
is_stopped 'the power fails' power.ckpt

# --- What is ignored at the start stays so, as SIGINT in the background of a script.
for signal in INT TERM HUP; do
  hold
  start_at_work 1 sh -c "trap '' $signal; exec '$held' count '$sixteen' -c ignored-$signal.ckpt"
  kill "-$signal" "$pid"
  expect_true "SIG$signal ignored: it was sent" wait_for has_taken_signals "$pid"
  let_go
  ended "$pid" "SIG$signal ignored" 0
  expect_out "SIG$signal ignored" $count
done

expect_true 'no process is left behind' nothing_runs
finish
