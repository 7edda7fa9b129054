#!/usr/bin/env bash
# A rank whose kernel counts wrong does not get to count: the self-test at its start says so. And
# selftest finds a broken kernel, whichever it is.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"

: "${NQUEENS_FAULTY:?the program whose kernels can be broken}"
faulty=$(realpath "$NQUEENS_FAULTY")

# broken RANKS FAULT: the program, broken on the ranks that match a pattern, and slow on the others
# until let_go: no count is over before the one has failed its test.
broken() {
  hold pace=0.2
  before broken "$faulty" <<SH
case \$rank in $1) export NQUEENS_FAULT=$2 ;; esac
SH
}

# A test of faults that are not there would pass whatever it tests.
prints 'no fault' 14200 "$faulty" count 12
run env NQUEENS_FAULT=undercount:1:after=5000 "$faulty" count 14 --threads 1 --check-fraction 0
expect_code 'a fault after the self-test' 3
exits 'a fault that is none' 2 env NQUEENS_FAULT=miscount "$faulty" count 12
expect_one_line 'a fault that is none'

# One broken rank of three: it says what it counts wrong, the others count.
for quantity in solutions placements; do
  for fault in miscount:1 bitflip:1; do
    broken '2' $fault
    run_until 'is lost' launch 4 ./broken count 12 --quantity $quantity --json --master-only
    what="rank 2 of 3 workers: $fault, $quantity"
    expect_code "$what" 0
    expect_err "$what" \
      'worker 2 on .* is lost: kernel [a-z0-9]+ failed its self-test: it counts [0-9]+ where scalar'
    expect_times "$what: no other is named" 1 'failed its self-test' "$err"
    is "$what" lost_workers=1 agrees=true
  done
done
broken '2' miscount:1
run_until 'is lost' launch 4 ./broken count 13 --board torus --master-only
expect_code 'a broken rank on the torus' 0
expect_out 'a broken rank on the torus' 4524
expect_err 'a broken rank on the torus' 'worker 2 on .* is lost: .*failed its self-test.* torus'

# A rank whose kernel for checks is broken says so on stderr: stdout has the answer only.
"$NQUEENS" count 12 --check-fraction 1 --checkpoint checked.ckpt --quiet >/dev/null
{ read -r _ && read -r _ _ other _; } <checked.ckpt
broken '1' "miscount:1:kernel=${other%%[.@]*}"
run_until 'checks go on without' launch 3 ./broken count 12 --check-fraction 1 --no-checkpoint \
  --master-only
expect_code 'a broken kernel for checks' 0
expect_out 'a broken kernel for checks' 14200
expect_err 'a broken kernel for checks' 'kernel .* failed its self-test: .*; checks go on without'

# Rank 0 is broken: it is the master of the others all the same.
broken '0' miscount:1
run_until 'is lost' launch 3 ./broken count 12 --threads 2 --json
expect_code 'rank 0 is broken' 0
expect_err 'rank 0 is broken' 'worker 1 on .* is lost: .*failed its self-test'
expect_err 'rank 0 is broken' 'worker 2 on .* is lost: .*failed its self-test'
is 'rank 0 is broken' agrees=true lost_workers=2
expect_err 'rank 0 is broken: fundamental solutions' 'this machine counts symmetric solutions wrong'

# What the host has counted in earlier runs is not in doubt since a rank does not pass its test now.
exits 'half a count' 0 "$NQUEENS" count 14 --part 1/2 --checkpoint half.ckpt --check-fraction 0
broken '2' miscount:1
run_until 'is lost' launch 4 ./broken count 14 --checkpoint half.ckpt --check-fraction 0 --json \
  --master-only
expect_code 'half a count, resumed with a broken rank' 0
is 'half a count, resumed with a broken rank' agrees=true
expect_err 'half a count, resumed with a broken rank' 'worker 2 on .* is lost'
expect_times 'half a count, resumed with a broken rank: nothing is in doubt' 0 \
  'counted again' "$err"

# A kernel that is broken everywhere, and no other: the run ends with what the last worker said.
broken '*' "miscount:1:kernel=scalar"
exits 'all ranks are broken' 1 launch 3 ./broken count 12 --kernel scalar --master-only
expect_out 'all ranks are broken' ''
expect_err 'all ranks are broken' \
  '^nqueens: no worker is left \(the last one said: kernel scalar failed its self-test: it counts'
expect_err 'all ranks are broken: where' 'where plain counts [0-9]+, below prefix [0-9]+ of n=12\)'
exits 'all threads are broken' 1 env NQUEENS_FAULT=bitflip:1 "$faulty" count 12 --threads 2
expect_err 'all threads are broken' \
  '^nqueens: no worker is left \(the last one said: kernel .* failed its self-test'
for kernel in $("$NQUEENS" kernels | awk '$3 == "yes" && $1 !~ /:/ { print $1 }'); do
  exits "broken $kernel" 1 \
    env "NQUEENS_FAULT=miscount:1:kernel=$kernel" "$faulty" count 12 --threads 1 --kernel "$kernel"
  expect_err "broken $kernel" "kernel $kernel failed its self-test"

  # The others are compared with scalar, scalar with plain.
  run env "NQUEENS_FAULT=miscount:1:kernel=$kernel" "$faulty" selftest --seconds 1 \
    --threads 1 --kernel "$kernel" --json
  expect_code "selftest of broken $kernel" 3
  expect_err "selftest of broken $kernel" \
    "^nqueens: the first mismatch: kernel $kernel on processor [0-9]+ of "
  expect_holds "selftest of broken $kernel: counted" 'kernels[0].mismatches > 0'
done

# The burn-in finds what is rare, too, and nothing where nothing is wrong.
exits 'selftest of a broken machine' 3 env NQUEENS_FAULT=bitflip:0.01 \
  "$faulty" selftest --seconds 2 --threads 1
expect_err 'selftest of a broken machine' \
  '^nqueens: the first mismatch: kernel .* counts [0-9]+ where scalar counts [0-9]+'
exits 'selftest' 0 "$NQUEENS" selftest --seconds 2
expect_true 'selftest: nothing is wrong' [ -z "$err" ]

# So it does with devices: the played one counts wrong after some prefixes, or fails.
exits 'selftest of a device' 0 env NQUEENS_FAULT=device "$faulty" selftest --seconds 1 --threads 1 \
  --json
expect_holds 'selftest of a device: both kernels' \
  '[kernel.device for kernel in kernels].count(0) == 2'
expect_holds 'selftest of a device: compared' 'min(kernel.comparisons for kernel in kernels) > 0'
exits 'selftest of a device that counts wrong' 3 env NQUEENS_FAULT=device:wrong:after=500 \
  "$faulty" selftest --seconds 3600 --kernel opencl
expect_err 'selftest of a device that counts wrong' \
  '^nqueens: the first mismatch: device 0 \(.*\) of .* with kernel opencl counts [0-9]+ where'
exits 'selftest of a device: threads' 2 env NQUEENS_FAULT=device "$faulty" selftest -k opencl -t 3
expect_err 'selftest of a device: threads' '^nqueens: --threads is for kernels of processors; leave'
exits 'selftest of a device that is lost' 1 env NQUEENS_FAULT=device:lost:after=500 "$faulty" \
  selftest --seconds 3600 --threads 1
expect_err 'selftest of a device that is lost' '^nqueens: device 0 '

start env NQUEENS_FAULT=device:open "$faulty" selftest --seconds 3600 --threads 1
expect_true 'selftest while a driver compiles: it does' await 120 says 'the device compiles'
kill -TERM "$pid"
ended "$pid" 'selftest while a driver compiles: stopped' 0
expect_says 'selftest while a driver compiles: what was compared' '^scalar +[1-9][0-9]* '
expect_says 'selftest while a driver compiles: what was not' '^opencl +0 +0 '

# Of several ranks each tests its own machine.
broken '1' miscount:1
let_go
run launch 3 ./broken selftest --seconds 1 --threads 1
expect_err 'selftest on three ranks' 'the first mismatch'
expect_times 'selftest on three ranks: three tables' 3 '^kernel '

# The harness of docs/results.md.
exits 'rates.py' 0 "$python" -B "$source_root/tests/faults/rates.py" --faulty "$faulty" --runs 1
matching "$out" '^\| (miscount|bitflip|undercount):'
expect_true 'rates.py: rows' [ "$value" -ge 20 ]

finish
