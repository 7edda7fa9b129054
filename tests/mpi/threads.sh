#!/usr/bin/env bash
# Ranks of several workers each: they count, die, hang and stop together, by real signals.
# shellcheck source-path=SCRIPTDIR source=../support/shell.sh
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"
# shellcheck source-path=SCRIPTDIR source=../support/deaths.sh
source "$source_root/tests/support/deaths.sh"

# The same counts as on one thread, also of a job whose tasks all are checked.
for shape in '2 3' '4 2' '2 1'; do
  read -r ranks threads <<<"$shape"
  run launch "$ranks" "$NQUEENS" count 13 --threads "$threads" --check-fraction 1 --json
  expect_code "$ranks ranks of $threads threads" 0
  expect_true "$ranks ranks of $threads threads" [ "$(json solutions <<<"$out")" = 73712 ]
  expect_true "$ranks ranks of $threads threads: workers and rank 0" \
    [ "$(json ranks <<<"$out")" = $(((ranks - 1) * threads + 1)) ]
done
run launch 3 "$NQUEENS" count 12 --threads 2 --kernel scalar
expect_err 'the log numbers all workers' 'kernel scalar on workers 1-4'
# Nodes that differ: each rank says how many workers it has.
run mpirun --oversubscribe --bind-to none -n 2 "$NQUEENS" count 12 --json : \
  -n 1 "$NQUEENS" count 12 --threads 3
expect_code 'unequal ranks' 0
expect_true 'unequal ranks' [ "$(json solutions <<<"$out")" = 14200 ]
expect_true 'unequal ranks: one worker, and three' [ "$(json ranks <<<"$out")" = 5 ]
run launch 2 "$NQUEENS" count 12 --threads 0
expect_code 'no thread' 2

# More threads than processors: a warning, and the count.
run taskset -c 0 "$source_root/jobs/launch" --restarts 0 -n 2 -- "$NQUEENS" count 12 --threads 3
expect_out 'more threads than processors' 14200
expect_err 'more threads than processors' \
  'rank 1 may use 1 of the 3 processors that its threads need'

# A rank dies, and all its workers with it.
start_slowly 3 --threads 2 --json
kill -9 "$(ranks_of "$mpirun_pid" | sed -n 3p)"
expect_true 'a rank dies: its workers are missed' \
  wait_for 60 says 'workers (1-2|3-4) on .* are lost: process [0-9]* is gone'
end 'a rank dies'
expect_code 'a rank dies' 0
expect_true 'a rank dies' [ "$(json solutions <<<"$out")" = $count ]
expect_true 'a rank dies: two workers less' [ "$(json lost_workers <<<"$out")" = 2 ]

# A rank is told to stop: its workers hand in what they have, the others count on.
start_slowly 3 --threads 2
rank=$(ranks_of "$mpirun_pid" | sed -n 3p)
kill -TERM "$rank"
expect_true 'a rank gets SIGTERM: it takes it' wait_for 60 has_taken_signals "$rank"
end 'a rank gets SIGTERM'
expect_count 'a rank gets SIGTERM'
expect_true 'a rank gets SIGTERM: nobody is lost' says_nothing_of 'lost'

# A rank hangs, and is killed once, whichever workers it has.
start_slowly 3 --threads 2
freeze "$(ranks_of "$mpirun_pid" | sed -n 3p)"
end 'a rank hangs'
expect_count 'a rank hangs'
expect_true 'a rank hangs: it is killed' \
  says_times 1 'process [0-9]+ of workers (1-2|3-4) does not answer and is killed'

# Stopped, and resumed in another shape.
start_slowly 3 --threads 2 --checkpoint n16.ckpt
expect_true 'stopped: it has saved' wait_for 120 is_saved n16.ckpt
kill -TERM "$launcher_pid"
ended "$launcher_pid"
expect_code 'stopped' 75
let_go
run launch 2 "$NQUEENS" resume n16.ckpt --threads 3
expect_count 'resumed in another shape'

finish
