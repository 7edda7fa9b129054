#!/usr/bin/env bash
# A real cgroup with a CPU quota: threads, plans and the starter follow it.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"

group=/sys/fs/cgroup/nqueens-test-$$
# Those of tests that were killed.
for left in "${group%-*}"-*; do
  if [ -d "$left" ] && is_gone "${left##*-}"; then
    rmdir "$left"/inner "$left" 2>/dev/null
  fi
done
leave() {
  clean_up
  for folder in "$group/inner" "$group"; do
    [ ! -d "$folder" ] || wait_for 10 rmdir "$folder" 2>/dev/null
  done
}
trap leave EXIT

# limit PROCESSORS: the quota in hundredths.
limit() { echo "$(($1 * 1000)) 100000" >"$group/cpu.max"; }
can_limit() { mkdir "$group" "$group/inner" && [ -e "$group/cpu.max" ] && limit 100; }
if [ "$(nproc)" -lt 2 ] || ! can_limit 2>/dev/null; then
  echo 'not run: it needs two processors, and a cgroup v2 that it may make and give a quota'
  exit 77
fi
if "$NQUEENS" count 8 2>&1 | grep -q 'CPU quota'; then
  echo 'not run: this machine has a quota itself'
  exit 77
fi

# limited COMMAND...: in the inner cgroup; the outer one has the quota.
limited() {
  # shellcheck disable=SC2016
  sh -c 'echo $$ >"$0/cgroup.procs" && exec "$@"' "$group/inner" "$@"
}
quota="the CPU quota of this container or job is 1 of $(nproc) processors"

prints 'count' 14200 limited "$NQUEENS" count 12
expect_err 'count' " info $quota\$"
expect_err 'count' ' counting on 1 thread$'

run limited "$NQUEENS" count 12 --threads 2
expect_err 'more threads than the quota' 'rank 0 has 2 threads and may use 1 processor$'

exits 'plan' 0 limited "$NQUEENS" plan 12 --json --seconds 0.1
expect_err 'plan' "^nqueens: $quota\$"
is 'plan' threads=1 cores_per_host=1

run limited "$NQUEENS" selftest --seconds 1 --kernel scalar --json
expect_err 'selftest' "^nqueens: $quota\$"
is 'selftest' threads=1

# Under a launcher all ranks of a host share it.
run limited mpirun --oversubscribe --bind-to none -n 1 "$NQUEENS" count 12 --threads all
expect_out 'all threads of a rank' 14200
expect_err 'all threads of a rank' " info $quota\$"
expect_err 'all threads of a rank' ' counting on 1 thread$'

# A part of a processor is one more thread; a quota for all is none.
limit 110
run limited "$NQUEENS" count 12
expect_err 'a part of a processor' ' counting on 2 threads$'
limit $((100 * $(nproc)))
run limited "$NQUEENS" count 12
expect_err 'a quota for all' " counting on $(nproc) threads\$"
expect_times 'a quota for all is not told' 0 quota "$err"

# Without a quota 'all' is every processor, shared by the ranks.
run mpirun --oversubscribe --bind-to none -n "$(nproc)" "$NQUEENS" count 12 --threads all
expect_err 'all threads of all ranks' "counting on $(nproc) ranks of 1 thread on 1 host"
run "$NQUEENS" count 12 --threads all
expect_err 'all threads' " counting on $(nproc) threads\$"
run "$NQUEENS" count 12 --threads every
expect_err 'not all' \
  "^nqueens: --threads is 'every'; it must be a whole number from 1 to 4096, or all\$"

finish
