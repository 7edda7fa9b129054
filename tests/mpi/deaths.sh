#!/usr/bin/env bash
# Workers and whole runs that die in the middle, by real signals: the count is right all the same.
# shellcheck source-path=SCRIPTDIR source=../support/shell.sh
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"

n=16
count=14772512
code=-

# Processes of the ranks: children of an mpirun, oldest first; rank 0 is the first.
ranks_of() { pgrep -P "$1" -f "$NQUEENS"; }

# start_launcher COMMAND...: the launcher, and the mpirun that it has started when this returns.
start_launcher() {
  start exec_launch "$@"
  launcher_pid=$pid
  wait_for 120 says '(starting|resuming) n='
  mpirun_pid=$(pgrep -P "$launcher_pid" mpirun)
}

# start_slowly RANKS OPTION...: a count with all workers at it, that takes minutes if it is not let
# go.
start_slowly() {
  slowly
  start_launcher "$1" "${program-$held}" count $n "${@:2}"
  expect_true "$*: it counts" wait_for 120 at_work $(($1 - 1))
}

says() { grep -qE -- "$1" err.txt; }

# says_times TIMES PATTERN
says_times() { [ "$(grep -cE -- "$2" err.txt)" -ge "$1" ]; }

lives() { ! is_gone "$1"; }

says_nothing_of() { ! grep -q -- "$1" <<<"$err"; }

# end WHAT: lets the count go on to its end.
end() {
  let_go
  expect_true "$1: it ends" wait_for 180 is_gone "$launcher_pid"
  kill -9 "$mpirun_pid" 2>/dev/null
  ended "$launcher_pid" 2>/dev/null
}

expect_count() {
  expect_code "$1" 0
  expect_out "$1" $count
}

# One worker dies by a signal.
for signal in KILL SEGV; do
  start_slowly 3
  kill "-$signal" "$(ranks_of "$mpirun_pid" | sed -n 3p)"
  expect_true "a worker gets SIG$signal: it is missed" wait_for 60 says 'worker . on .* is lost'
  end "a worker gets SIG$signal"
  expect_count "a worker gets SIG$signal"
  expect_err "a worker gets SIG$signal" 'worker . on .* is lost'
  expect_err "a worker gets SIG$signal" '1 workers? (was|were) lost'
done

# A worker that ends by itself, with an exit code of its own: what it does on a second SIGINT.
start_slowly 3
worker=$(ranks_of "$mpirun_pid" | sed -n 3p)
kill -INT "$worker"
expect_true 'a worker exits: it takes the first signal' wait_for 60 has_taken_signals "$worker"
kill -INT "$worker"
expect_true 'a worker exits: it is gone' wait_for 60 has_ended "$worker"
expect_true 'a worker exits: the others count on' lives "$launcher_pid"
end 'a worker exits'
expect_count 'a worker exits'

# A worker that is told to stop: it hands in what it has and waits for the end, the others count on.
start_slowly 3
worker=$(ranks_of "$mpirun_pid" | sed -n 3p)
kill -TERM "$worker"
expect_true 'a worker gets SIGTERM: it takes it' wait_for 60 has_taken_signals "$worker"
end 'a worker gets SIGTERM'
expect_count 'a worker gets SIGTERM'
expect_true 'a worker gets SIGTERM: nobody is lost' says_nothing_of 'lost'

# All but one.
start_slowly 5 --json
ranks_of "$mpirun_pid" | sed -n 3,5p | xargs kill -9
expect_true 'all workers but one: they are missed' wait_for 60 says_times 3 'worker . on .* is lost'
end 'all workers but one'
expect_code 'all workers but one' 0
expect_true 'all workers but one' [ "$(json solutions <<<"$out")" = $count ]
expect_true 'all workers but one' [ "$(json lost_workers <<<"$out")" = 3 ]

# All: the run ends with what it has saved, and a restart finishes it.
start_slowly 3 --checkpoint all.ckpt
ranks_of "$mpirun_pid" | sed 1d | xargs kill -9
end 'all workers'
expect_code 'all workers' 1
expect_err 'all workers' 'no worker is left.*all.ckpt.*run the same command again'
run "$NQUEENS" count $n --checkpoint all.ckpt
expect_count 'after all workers died'

# A worker that hangs: its tasks are leased anew, and in the end it holds up nobody.
start_slowly 3
freeze "$(ranks_of "$mpirun_pid" | sed -n 3p)"
end 'a worker hangs'
expect_count 'a worker hangs'
expect_err 'a worker hangs' 'its lease of task'

# The same under a plain mpirun, which ends the job when a rank is killed: the answer is out before that.
slowly
start mpirun --oversubscribe --bind-to none -n 3 "$held" count $n --checkpoint hung.ckpt
launcher_pid=$pid
mpirun_pid=$pid
expect_true 'a plain mpirun: it counts' wait_for 120 at_work 2
freeze "$(ranks_of "$mpirun_pid" | sed -n 3p)"
end 'a worker hangs under a plain mpirun'
expect_out 'a worker hangs under a plain mpirun' $count
expect_true 'a worker hangs under a plain mpirun: result file' [ "$(json solutions <hung.result.json)" = $count ]

# The others are let go when the answer is told: they end well, and not because they see no master any more.
cat >recorded <<SH
#!/bin/sh
"$held" "\$@" &
echo \$! >"pid.\$OMPI_COMM_WORLD_RANK"
wait \$!
echo \$? >"code.\$OMPI_COMM_WORLD_RANK"
SH
chmod +x recorded
program=./recorded start_slowly 3
freeze "$(cat pid.2)"
end 'a worker hangs, the other one'
expect_count 'a worker hangs, the other one'
expect_true 'a worker hangs, the other one ends well' [ "$(cat code.1 code.2)" = "$(printf '0\n137')" ]

# All workers hang: the run does not wait for them.
start_slowly 3 --checkpoint stuck.ckpt
mapfile -t stuck < <(ranks_of "$mpirun_pid" | sed 1d)
freeze "${stuck[@]}"
kill -TERM "$launcher_pid"
end 'all workers hang'
expect_code 'all workers hang' 75

# The master dies: the workers do not stay for ever, and the checkpoint is there.
saves() {
  pkill -USR2 -P "$mpirun_pid" -f "$NQUEENS" # the first may be there before any result
  is_saved "$1"
}
start_slowly 3 --checkpoint master.ckpt
expect_true 'saved on SIGUSR2' wait_for 60 saves master.ckpt
ranks_of "$mpirun_pid" | sed -n 1p | xargs kill -9
expect_true 'the master dies: its workers see that' wait_for 60 is_gone "$launcher_pid"
end 'the master dies'
run "$NQUEENS" count $n --checkpoint master.ckpt
expect_count 'after the master died'
expect_err 'after the master died' 'resuming'

# A rank that dies before MPI is up: the others wait for it inside MPI_Init, but not for ever, and less when told to stop.
cat >unborn <<SH
#!/bin/sh
[ "\$OMPI_COMM_WORLD_RANK" != 2 ] || kill -9 \$\$
exec "$NQUEENS" "\$@"
SH
chmod +x unborn
ranks_wait() {
  local rank ranks
  mapfile -t ranks < <(pgrep -f "^$NQUEENS count")
  [ ${#ranks[@]} -eq 2 ] || return 1
  for rank in "${ranks[@]}"; do
    catches "$rank" USR1 || return 1
  done
}
for signal in '' TERM; do
  name="a rank dies before MPI is up${signal:+, SIG}$signal"
  NQUEENS_START_SECONDS=${signal:+1}20 \
    start exec_launch 3 ./unborn count $n --checkpoint unborn.ckpt
  launcher_pid=$pid
  expect_true "$name: two wait" wait_for 60 ranks_wait
  mpirun_pid=$(pgrep -P "$launcher_pid" mpirun)
  if [ -z "$signal" ]; then
    end "$name"
    expect_code "$name" 1
    expect_err "$name" 'MPI did not come up within 20 s: a rank has died'
  else
    kill "-$signal" "$launcher_pid"
    expect_true "$name: ends soon" wait_for 60 is_gone "$launcher_pid"
    end "$name"
    expect_code "$name" 75
    expect_err "$name" 'stopped before MPI came up'
  fi
done

# The launcher starts a run again that died as a whole, from its checkpoint; not one that ended
# within two seconds.
is_old() { [ "$(ps -o etimes= -p "$mpirun_pid")" -ge 3 ]; }
restarts=3
for victim in mpirun master; do
  start_slowly 3 --checkpoint "$victim-restart.ckpt"
  wait_for 60 saves "$victim-restart.ckpt"
  wait_for 60 is_old
  case $victim in
    mpirun) kill -9 "$mpirun_pid" ;;
    master) ranks_of "$mpirun_pid" | sed -n 1p | xargs kill -9 ;;
  esac
  # No sooner: ranks that have not seen yet that their mpirun is dead would finish the job.
  expect_true "$victim dies: it goes on" wait_for 180 says 'resuming'
  end "$victim dies and is started again"
  expect_count "$victim dies and is started again"
  expect_err "$victim dies and is started again" 'launch: the run failed .*starting again from .*-restart.ckpt'
  expect_err "$victim dies and is started again" 'resuming'
done
restarts=0

# mpirun killed at 20 random moments; each time the job goes on with another number of ranks. Saves
# are made often, so that every round gets somewhere; at this pace four workers would take ten
# minutes.
seed=${NQUEENS_TEST_SEED-$RANDOM}
echo "seed $seed"
RANDOM=$seed
cat >job.toml <<TOML
[count]
n = 17
depth = 5
tasks = 30000
[run]
task_seconds = 0.1
[checkpoint]
path = "random.ckpt"
interval = 0.2
TOML
kills=0
hold pace=0.1
for ((round = 0; round < 20; round++)); do
  start_launcher $((2 + RANDOM % 4)) "$held" count job.toml
  sleep "0.$((RANDOM % 7))$((RANDOM % 10))"
  kill -9 "$mpirun_pid" 2>/dev/null && kills=$((kills + 1))
  wait "$launcher_pid" 2>/dev/null
  # All ranks go with mpirun; the lock of a rank 0 that still lives would hold up the next round.
  wait_for 60 nothing_runs || echo 'ranks outlive mpirun'
  [ ! -e random.result.json ] || break
done
echo "$kills kills"
run launch 5 "$NQUEENS" count job.toml --kernel scalar
expect_code "after $kills kills (seed $seed)" 0
expect_out "after $kills kills (seed $seed)" 95815104
expect_true 'killed 20 times' [ "$kills" -eq 20 ]
expect_true 'sum of tasks' [ "$("$NQUEENS" status random.ckpt --json | json solutions)" = 95815104 ]

expect_true 'no process is left behind' nothing_runs
finish
