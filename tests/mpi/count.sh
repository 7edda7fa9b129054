#!/usr/bin/env bash
# Counts under a real mpirun: answers, wrong launches, stop signals, time limits.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"

# All ranks count, or all but the first.
for shape in '1 1' '2 2' '3 3' '5 5' '2 1 --master-only' '5 4 --master-only'; do
  read -r ranks workers option <<<"$shape"
  # shellcheck disable=SC2086 # none, or one
  exits "$shape" 0 launch "$ranks" "$NQUEENS" count 13 --json $option
  is "$shape" solutions=73712 agrees=true ranks="$ranks" workers="$workers"
  [ -z "$option" ] || expect_err "$shape" 'counting on .*, beside the master alone on rank 0'
done

# stdout has the count and nothing else; the story is told once, by rank 0.
prints 'stdout' 14200 launch 4 "$NQUEENS" count 12
expect_times 'one starting line' 1 'starting n=12' "$err"

# A mixed cluster: each worker takes the kernel of its own environment, and the log says which ranks
# run which.
slowly
before mixed "$held" <<'SH'
[ "$rank" -lt 2 ] || export NQUEENS_KERNEL=scalar
SH
run_until 'kernel .* on workers' plain_mpirun 4 ./mixed count 13 --json
expect_code 'mixed kernels' 0
is 'mixed kernels' solutions=73712
expect_holds 'mixed kernels: in the result' '"scalar" in kernel'
expect_err 'mixed kernels: in the log' 'kernel .*scalar on workers 3-4'

# A default launch, without the flags that survive deaths.
prints 'plain mpirun' 14200 plain_mpirun 3 "$NQUEENS" count 12

exits 'a master alone' 2 launch 1 "$NQUEENS" count 8 --master-only
expect_err 'a master alone' 'there is no worker: with --master-only'
exits 'a master without a launcher' 2 "$NQUEENS" count 8 --master-only
expect_one_line 'a master without a launcher'

exits 'wrong input' 2 launch 3 "$NQUEENS" count abc
expect_times 'one rank says so' 1 "'abc' is neither" "$err"

exits 'no checkpoint' 4 launch 3 "$NQUEENS" resume none.ckpt
expect_err 'no checkpoint' 'does not exist'

exits 'help' 0 launch 3 "$NQUEENS" --help
exits 'CPU time' 0 launch 3 "$NQUEENS" count 14 --verbose --no-checkpoint
expect_err 'CPU time' ' CPU time .* of a possible .* \([0-9]+ %\)$'
run "$NQUEENS" count 10 --checkpoint n10.ckpt
exits 'what is saved' 0 launch 3 "$NQUEENS" count 10 --checkpoint n10.ckpt --saved
expect_times 'what is saved: once' 1 'n10.ckpt: [0-9]+ of [0-9]+ tasks done$'

# Time limit.
slowly
exits 'time limit' 75 launch 3 "$held" count "$sixteen" --checkpoint n16.ckpt --max-time 3
expect_err 'time limit' 'time limit.* saved to n16.ckpt'

# Signals to the script that launches, which passes them to mpirun, which passes them on in its own
# way.
for signal in USR1 TERM INT HUP; do
  hold after=20
  start_at_work 2 exec_launch 3 "$held" count "$sixteen" --checkpoint "$signal.ckpt"
  kill "-$signal" "$pid"
  ended "$pid" "$signal" 75
  cause=SIG$signal
  [ "$signal" != INT ] || cause=interrupted
  expect_err "$signal" "stopped \($cause\) and saved to"
  run "$NQUEENS" status "$signal.ckpt" --json
  expect_holds "$signal: something was saved" 'tasks_done > 0'
  prints "$signal: resumed" 14772512 launch 2 "$NQUEENS" resume "$signal.ckpt" --kernel scalar
done

# The ranks get all the time that a save takes, although mpirun kills them a second after most
# signals: here the master is held up for two seconds just when the signal comes.
slowly
start_at_work 2 exec_launch 3 "$held" count "$sixteen" --checkpoint slow.ckpt
rank0=$(rank_processes 0)
freeze "$rank0"
kill -TERM "$pid"
sleep 2
kill -CONT "$rank0"
ended "$pid" 'a slow save' 75
expect_err 'a slow save' 'saved to slow.ckpt'

# A second SIGINT waits for nobody.
slowly
start_at_work 2 exec_launch 3 "$held" count "$sixteen" --no-checkpoint
rank0=$(rank_processes 0)
freeze "$rank0"
kill -INT "$pid"
has_signals() { ! has_taken_signals "$rank0"; }
expect_true 'a second SIGINT: the first comes through' wait_for has_signals
expect_true 'a second SIGINT' wait_for interrupted "$pid"
ended "$pid"
# mpirun wakes the master for its last second, which may be enough to say that nothing was saved.
expect_true 'a second SIGINT: exit code' [ "$code" -eq 1 -o "$code" -eq 130 ]
expect_true 'no process is left behind' nothing_runs
finish
