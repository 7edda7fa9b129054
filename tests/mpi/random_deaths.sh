#!/usr/bin/env bash
# Whole runs that are killed again and again: the last one gives the right count.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"
source "$source_root/tests/support/deaths.sh"

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
batch_seconds = 0.1
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
  wait_for nothing_runs || echo 'ranks outlive mpirun'
  [ ! -e random.result.json ] || break
done
echo "$kills kills"
prints "after $kills kills (seed $seed)" 95815104 launch 5 "$NQUEENS" count job.toml --kernel scalar
expect_true 'killed 20 times' [ "$kills" -eq 20 ]
run "$NQUEENS" status random.ckpt --json
is 'sum of tasks' solutions=95815104

expect_true 'no process is left behind' nothing_runs
finish
