#!/usr/bin/env bash
# Ranks of several workers each: they count, die, hang and stop together, by real signals.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"
source "$source_root/tests/support/deaths.sh"
needs_recovery

# The same counts as on one thread, also of a job whose tasks all are checked.
for shape in '1 2 2' '2 3 6' '4 2 8' '2 1 2' '2 3 3 --master-only' '4 2 6 --master-only'; do
  read -r ranks threads workers option <<<"$shape"
  # shellcheck disable=SC2086 # none, or one
  run launch "$ranks" "$NQUEENS" count 13 --threads "$threads" --check-fraction 1 --json $option
  expect_code "ranks, threads, workers $shape" 0
  is "ranks, threads, workers $shape" solutions=73712 workers="$workers"
done
run launch 3 "$NQUEENS" count 12 --threads 2 --kernel scalar
expect_err 'the log numbers all workers' 'kernel scalar on workers 1-6'
expect_err 'the log names ranks and threads' 'info counting on 3 ranks of 2 threads on 1 host$'
run launch 2 "$NQUEENS" count 12 --threads "$(nproc)"
expect_err 'a crowded host' \
  "the host of rank 0 has $((2 * $(nproc))) workers for $(nproc) processor"
# Nodes that differ: each rank says how many workers it has.
before unequal <<'SH'
[ "$rank" != 2 ] || set -- "$@" --threads 3
SH
exits 'unequal ranks' 0 plain_mpirun 3 ./unequal count 12 --json
is 'unequal ranks' solutions=14200 workers=5
expect_err 'unequal ranks' 'info counting on 3 ranks of 1 to 3 threads on 1 host$'
exits 'no thread' 2 launch 2 "$NQUEENS" count 12 --threads 0

# Threads that cannot be made, for which there is no room: their rank is named, the rest counts.
cat >narrow <<SH
#!/usr/bin/env bash
if [[ \${OMPI_COMM_WORLD_RANK-0} == "\$1" ]]; then
  ulimit -s 1048576 # kB for the stack of each thread
  ulimit -v $((6 * 1048576 + 524288)) # for all together
fi
exec "$NQUEENS" "\${@:2}"
SH
chmod +x narrow
prints 'no room for all threads' 14200 ./narrow 0 count 12 --threads 16
expect_err 'no room for all threads' 'warning rank 0 has [1-6] of 16 threads: Resource temporarily'
for rank in 0 1; do
  prints "no room in rank $rank" 14200 launch 2 ./narrow $rank count 12 --threads 16
  expect_err "no room in rank $rank" "rank $rank has [0-6] of 16 threads: Resource temporarily"
  expect_times "no room in rank $rank: only there" 1 'of 16 threads:' "$err"
done

# More threads than processors: a warning, and the count.
run taskset -c 0 "$source_root/jobs/launch" --restarts 0 -n 2 -- "$NQUEENS" count 12 --threads 3
expect_out 'more threads than processors' 14200
expect_err 'more threads than processors' \
  'warning rank 0 has 3 threads and may use 1 processor; if mpirun bound it, give --bind-to none'
run launch 1 "$NQUEENS" count 12 --threads "$(nproc)"
expect_times 'as many threads as processors: no warning' 0 warning "$err"
expect_err 'as many threads as processors' "info counting on $(nproc) threads?\$"

# A rank dies, and all its workers with it.
start_slowly 3 --threads 2 --json # the second rank has the workers 3-4, the third 5-6
kill -9 "$(ranks_of "$mpirun_pid" | sed -n 3p)"
expect_true 'a rank dies: its workers are missed' \
  await says 'workers 5-6 on .* are lost: process [0-9]* is gone'
end 'a rank dies' 0
is 'a rank dies' solutions=$count lost_workers=2

# A rank is told to stop: its workers hand in what they have, the others count on.
start_slowly 3 --threads 2
rank=$(ranks_of "$mpirun_pid" | sed -n 3p)
kill -TERM "$rank"
expect_true 'a rank gets SIGTERM: it takes it' wait_for has_taken_signals "$rank"
end_with_count 'a rank gets SIGTERM'
expect_true 'a rank gets SIGTERM: nobody is lost' says_nothing_of 'lost'

# A rank hangs, and is killed once, whichever workers it has.
start_slowly 3 --threads 2
freeze "$(ranks_of "$mpirun_pid" | sed -n 3p)"
end_with_count 'a rank hangs'
expect_true 'a rank hangs: it is killed' \
  says_times 1 'process [0-9]+ of workers (1-2|3-4|5-6) does not answer and is killed'

# Rank 0 dies, and its workers with it: the others do not stay, and the same command goes on.
start_slowly 3 --threads 2 --checkpoint master.ckpt
expect_true 'rank 0 dies: it has saved' await saves master.ckpt
kill -9 "$(ranks_of "$mpirun_pid" | sed -n 1p)"
end 'rank 0 dies'
prints 'after rank 0 died' $count launch 1 "$NQUEENS" count $n --threads 2 --checkpoint master.ckpt
expect_err 'after rank 0 died' 'resuming'

# All workers hang in their kernels, also those of rank 0, and do not hear. A stop waits for none.
hold deaf
start_at_work 4 exec_launch 2 "$held" count "$sixteen" --threads 2 --checkpoint hung.ckpt
kill -TERM "$pid"
ended "$pid" 'all threads hang' 75
let_go
expect_true 'all threads hang: nothing runs' wait_for nothing_runs

# Stopped, and resumed in another shape.
start_slowly 3 --threads 2 --checkpoint shape.ckpt
expect_true 'stopped: it has saved' await is_saved shape.ckpt
kill -TERM "$launcher_pid"
ended "$launcher_pid" 'stopped' 75
let_go
prints 'resumed in another shape' $count launch 2 "$NQUEENS" resume shape.ckpt --threads 3

finish
