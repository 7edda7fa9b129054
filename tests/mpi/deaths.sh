#!/usr/bin/env bash
# Workers and whole runs that die in the middle, by real signals: the count is right all the same.
# shellcheck source-path=SCRIPTDIR source=../support/shell.sh
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"

n=16
count=14772512

# Processes of the ranks: children of an mpirun, oldest first; rank 0 is the first.
ranks_of() { pgrep -P "$1" -f "$NQUEENS"; }

start() {
  : >out.txt
  : >err.txt
  (exec_launch "$@") >out.txt 2>err.txt &
  launcher_pid=$!
  started+=("$launcher_pid")
  wait_for 20 grep -qE '(starting|resuming) n=' err.txt
  mpirun_pid=$(pgrep -P "$launcher_pid" mpirun)
}

gone() { ! kill -0 "$1" 2>/dev/null; }

# Whether a process has ended, though nobody may have waited for it yet.
ended() { ! grep -q '^State:[[:space:]]*[^ZX]' "/proc/$1/status" 2>/dev/null; }

lives() { ! gone "$1"; }

says_nothing_of() { ! grep -q -- "$1" <<<"$err"; }

end() {
  expect_true "$1: it ends" wait_for 90 gone "$launcher_pid"
  kill -9 "$mpirun_pid" 2>/dev/null
  wait "$launcher_pid" 2>/dev/null
  code=$? out=$(cat out.txt) err=$(cat err.txt)
}

expect_count() {
  expect_code "$1" 0
  expect_out "$1" $count
}

# One worker dies by a signal.
for signal in KILL SEGV; do
  start 3 "$NQUEENS" count $n --kernel plain
  sleep 1
  kill "-$signal" "$(ranks_of "$mpirun_pid" | sed -n 3p)"
  end "a worker gets SIG$signal"
  expect_count "a worker gets SIG$signal"
  expect_err "a worker gets SIG$signal" 'worker . on .* is lost'
  expect_err "a worker gets SIG$signal" '1 workers? (was|were) lost'
done

# A worker that ends by itself, with an exit code of its own: what it does on a second SIGINT.
start 3 "$NQUEENS" count $n --kernel plain
sleep 1
worker=$(ranks_of "$mpirun_pid" | sed -n 3p)
kill -INT "$worker"
sleep 0.2
kill -INT "$worker"
expect_true 'a worker exits: it is gone' wait_for 2 ended "$worker"
expect_true 'a worker exits: the others count on' lives "$launcher_pid"
end 'a worker exits'
expect_count 'a worker exits'

# A worker that is told to stop: it hands in what it has and waits for the end, the others count on.
start 3 "$NQUEENS" count $n --kernel plain
sleep 1
kill -TERM "$(ranks_of "$mpirun_pid" | sed -n 3p)"
end 'a worker gets SIGTERM'
expect_count 'a worker gets SIGTERM'
expect_true 'a worker gets SIGTERM: nobody is lost' says_nothing_of 'lost'

# All but one.
start 5 "$NQUEENS" count $n --kernel plain --json
sleep 1
for _ in 1 2 3; do
  kill -9 "$(ranks_of "$mpirun_pid" | sed -n 3p)"
done
end 'all workers but one'
expect_code 'all workers but one' 0
expect_true 'all workers but one' [ "$(json solutions <<<"$out")" = $count ]
expect_true 'all workers but one' [ "$(json lost_workers <<<"$out")" = 3 ]

# All: the run ends with what it has saved, and a restart finishes it.
start 3 "$NQUEENS" count $n --kernel plain --checkpoint all.ckpt
sleep 1
ranks_of "$mpirun_pid" | sed 1d | xargs kill -9
end 'all workers'
expect_code 'all workers' 1
expect_err 'all workers' 'no worker is left.*all.ckpt.*run the same command again'
run "$NQUEENS" count $n --checkpoint all.ckpt
expect_count 'after all workers died'

# A worker that hangs: its tasks are leased anew, and in the end it holds up nobody.
start 3 "$NQUEENS" count $n --kernel plain
sleep 1
kill -STOP "$(ranks_of "$mpirun_pid" | sed -n 3p)"
end 'a worker hangs'
expect_count 'a worker hangs'
expect_err 'a worker hangs' 'overdue'

# The same under a plain mpirun, which ends the job when a rank is killed: the answer is out before that.
mpirun --oversubscribe --bind-to none -n 3 "$NQUEENS" count $n --kernel plain --checkpoint hung.ckpt >out.txt 2>err.txt &
launcher_pid=$!
mpirun_pid=$launcher_pid
started+=("$mpirun_pid")
wait_for 20 grep -q 'starting n=' err.txt
sleep 1
kill -STOP "$(ranks_of "$mpirun_pid" | sed -n 3p)"
end 'a worker hangs under a plain mpirun'
expect_out 'a worker hangs under a plain mpirun' $count
expect_true 'a worker hangs under a plain mpirun: result file' [ "$(json solutions <hung.result.json)" = $count ]

# The others are let go when the answer is told: they end well, and not because they see no master any more.
cat >recorded <<SH
#!/bin/sh
"$NQUEENS" "\$@" &
echo \$! >"pid.\$OMPI_COMM_WORLD_RANK"
wait \$!
echo \$? >"code.\$OMPI_COMM_WORLD_RANK"
SH
chmod +x recorded
start 3 ./recorded count $n --kernel plain
sleep 1
kill -STOP "$(cat pid.2)"
end 'a worker hangs, the other one'
expect_count 'a worker hangs, the other one'
expect_true 'a worker hangs, the other one ends well' [ "$(cat code.1 code.2)" = "$(printf '0\n137')" ]

# All workers hang: the run does not wait for them.
start 3 "$NQUEENS" count $n --kernel plain --checkpoint stuck.ckpt
sleep 1
stuck=$(ranks_of "$mpirun_pid" | sed 1d)
xargs kill -STOP <<<"$stuck"
kill -TERM "$launcher_pid"
end 'all workers hang'
expect_code 'all workers hang' 75

# The master dies: the workers do not stay for ever, and the checkpoint is there.
start 3 "$NQUEENS" count $n --kernel plain --checkpoint master.ckpt
sleep 1
pkill -USR2 -P "$mpirun_pid" -f "$NQUEENS"
saved() { [ "$("$NQUEENS" status master.ckpt --json | json tasks_done)" -gt 0 ]; }
expect_true 'saved on SIGUSR2' wait_for 10 saved
ranks_of "$mpirun_pid" | sed -n 1p | xargs kill -9
expect_true 'the master dies: its workers see that' wait_for 15 gone "$launcher_pid"
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
ranks_wait() { [ "$(pgrep -cf "^$NQUEENS count")" -eq 2 ]; }
for signal in '' TERM; do
  name="a rank dies before MPI is up${signal:+, SIG}$signal"
  (NQUEENS_START_SECONDS=20 exec_launch 3 ./unborn count $n --kernel plain --checkpoint unborn.ckpt) >out.txt 2>err.txt &
  launcher_pid=$!
  started+=("$launcher_pid")
  expect_true "$name: two wait" wait_for 20 ranks_wait
  mpirun_pid=$(pgrep -P "$launcher_pid" mpirun)
  sleep 1
  if [ -z "$signal" ]; then
    end "$name"
    expect_code "$name" 1
    expect_err "$name" 'MPI did not come up within 20 s: a rank has died'
  else
    kill "-$signal" "$launcher_pid"
    expect_true "$name: ends soon" wait_for 25 gone "$launcher_pid"
    end "$name"
    expect_code "$name" 75
    expect_err "$name" 'stopped before MPI came up'
  fi
done

# The launcher starts a run again that died as a whole, from its checkpoint.
restarts=3
for victim in mpirun master; do
  start 3 "$NQUEENS" count $n --kernel plain --checkpoint "$victim-restart.ckpt"
  sleep 3
  case $victim in
    mpirun) kill -9 "$mpirun_pid" ;;
    master) ranks_of "$mpirun_pid" | sed -n 1p | xargs kill -9 ;;
  esac
  end "$victim dies and is started again"
  expect_count "$victim dies and is started again"
  expect_err "$victim dies and is started again" 'launch: the run failed .*starting again from .*-restart.ckpt'
  expect_err "$victim dies and is started again" 'resuming'
done
restarts=0

# mpirun killed at 20 random moments; each time the job goes on with another number of ranks. Saves are made every
# second, so that every round gets somewhere.
seed=${NQUEENS_TEST_SEED-$RANDOM}
echo "seed $seed"
RANDOM=$seed
cat >job.toml <<TOML
[count]
n = 17
[run]
kernel = "plain"
task_seconds = 0.1
[checkpoint]
path = "random.ckpt"
interval = 0.2
TOML
kills=0
for ((round = 0; round < 20; round++)); do
  start $((2 + RANDOM % 4)) "$NQUEENS" count job.toml
  sleep "0.$((RANDOM % 7))$((RANDOM % 10))"
  kill -9 "$mpirun_pid" 2>/dev/null && kills=$((kills + 1))
  wait "$launcher_pid" 2>/dev/null
  # All ranks go with mpirun; the lock of a rank 0 that still lives would hold up the next round.
  wait_for 20 nothing_runs || echo 'ranks outlive mpirun'
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
