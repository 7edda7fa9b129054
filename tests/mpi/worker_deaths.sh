#!/usr/bin/env bash
# Workers that die, leave or hang in the middle of a count, by real signals: the count is right.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"
source "$source_root/tests/support/deaths.sh"
needs_recovery

# One worker dies by a signal. Rank 0 counts, or does not.
for signal in KILL SEGV; do
  [ "$signal" = KILL ] && option=--master-only || option=
  # shellcheck disable=SC2086 # none, or one
  start_slowly 3 $option
  kill "-$signal" "$(ranks_of "$mpirun_pid" | sed -n 3p)"
  expect_true "a worker gets SIG$signal: it is missed" await says 'worker . on .* is lost'
  end_with_count "a worker gets SIG$signal"
  expect_err "a worker gets SIG$signal" 'worker . on .* is lost'
  expect_err "a worker gets SIG$signal" '1 workers? (was|were) lost'
done

# A worker that ends by itself, with an exit code of its own: what it does on a second SIGINT.
start_slowly 3
worker=$(ranks_of "$mpirun_pid" | sed -n 3p)
kill -INT "$worker"
expect_true 'a worker exits: it takes the first signal' wait_for has_taken_signals "$worker"
expect_true 'a worker exits: it is gone' wait_for interrupted "$worker"
expect_true 'a worker exits: the others count on' lives "$launcher_pid"
end_with_count 'a worker exits'

# A worker that is told to stop: it hands in what it has and waits for the end, the others count on.
start_slowly 3
worker=$(ranks_of "$mpirun_pid" | sed -n 3p)
kill -TERM "$worker"
expect_true 'a worker gets SIGTERM: it takes it' wait_for has_taken_signals "$worker"
end_with_count 'a worker gets SIGTERM'
expect_true 'a worker gets SIGTERM: nobody is lost' says_nothing_of 'lost'

# All but one.
start_slowly 5 --master-only --json
ranks_of "$mpirun_pid" | sed -n 3,5p | xargs kill -9
expect_true 'all workers but one: they are missed' await says_times 3 'worker . on .* is lost'
end 'all workers but one' 0
is 'all workers but one' solutions=$count lost_workers=3

# All but those of rank 0.
start_slowly 3 --json
ranks_of "$mpirun_pid" | sed 1d | xargs kill -9
expect_true 'all other ranks: they are missed' await says_times 2 'worker . on .* is lost'
end 'all other ranks' 0
is 'all other ranks' solutions=$count lost_workers=2

# All: the run ends with what it has saved, and a restart finishes it.
start_slowly 3 --master-only --checkpoint all.ckpt
ranks_of "$mpirun_pid" | sed 1d | xargs kill -9
end 'all workers' 1
expect_err 'all workers' 'no worker is left.*all.ckpt.*run the same command again'
prints 'after all workers died' $count "$NQUEENS" count $n --checkpoint all.ckpt

# A worker that hangs: its tasks are leased anew, and in the end it holds up nobody.
start_slowly 3
freeze "$(ranks_of "$mpirun_pid" | sed -n 3p)"
end_with_count 'a worker hangs'
expect_err 'a worker hangs' 'its lease of task'

# The same under a plain mpirun, which ends the job when a rank is killed: the answer is out before
# that.
slowly
start exec_plain 3 "$held" count "$sixteen" --checkpoint hung.ckpt
launcher_pid=$pid
mpirun_pid=$pid
expect_true 'a plain mpirun: it counts' await at_work 2
freeze "$(ranks_of "$mpirun_pid" | sed -n 3p)"
end 'a worker hangs under a plain mpirun'
expect_out 'a worker hangs under a plain mpirun' $count
is_in hung.result.json 'a worker hangs under a plain mpirun: result file' \
   solutions=$count

# The others are let go when the answer is told: they end well, and not because they see no master
# any more.
cat >recorded <<SH
#!/bin/sh
"$held" "\$@" &
echo \$! >"pid.\$OMPI_COMM_WORLD_RANK"
wait \$!
echo \$? >"code.\$OMPI_COMM_WORLD_RANK"
SH
chmod +x recorded
program=./recorded start_slowly 3
freeze "$(<pid.2)"
end_with_count 'a worker hangs, the other one'
expect_true 'a worker hangs, the other one ends well' \
  [ "$(cat code.1 code.2)" = "$(printf '0\n137')" ]

# All workers hang: the run does not wait for them.
start_slowly 3 --master-only --checkpoint stuck.ckpt
mapfile -t stuck < <(ranks_of "$mpirun_pid" | sed 1d)
freeze "${stuck[@]}"
kill -TERM "$launcher_pid"
end 'all workers hang' 75

expect_true 'no process is left behind' nothing_runs
finish
