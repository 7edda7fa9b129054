#!/usr/bin/env bash
# The commands about kernels, and how one is chosen.
# shellcheck source-path=SCRIPTDIR source=../support/shell.sh
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"

run "$NQUEENS" kernels
expect_code 'kernels' 0
for kernel in avx512 avx2 sse4 neon sve scalar plain; do
  expect_true "kernels: $kernel" grep -qE "^$kernel +(yes|no) +(yes|no) +(yes|no) " <<<"$out"
done
expect_true 'kernels: one is chosen' [ "$(grep -cE '^[a-z0-9]+ +yes +yes +yes ' <<<"$out")" -eq 1 ]
runnable=$(awk '$3 == "yes" { print $1 }' <<<"$out")
# Where a kernel has variants, these are what is measured and compared.
single=$(awk -F: 'NR == FNR { if (NF > 1) has_variants[$1]; next }
  NF > 1 || !($1 in has_variants)' \
  <(echo "$runnable") <(echo "$runnable"))
chosen=$(awk '$4 == "yes" { print $1 }' <<<"$out")

run "$NQUEENS" kernels --json
expect_code 'kernels as json' 0
expect_true 'kernels as json: the same' \
  [ "$(grep -oE '"runnable":true' <<<"$out" | wc -l)" -eq "$(grep -vc : <<<"$runnable")" ]
expect_true 'kernels as json: variants' \
  [ "$(grep -oE '"name":"[a-z0-9]+:' <<<"$out" | wc -l)" -ge "$(grep -c : <<<"$runnable")" ]

# Every kernel that runs here gives the right answer, by option and by environment.
for kernel in $runnable; do
  run "$NQUEENS" count 13 --kernel "$kernel" --json
  expect_true "--kernel $kernel: solutions" [ "$(json solutions <<<"$out")" = 73712 ]
  expect_true "--kernel $kernel: it ran" [ "$(json kernel <<<"$out")" = "${kernel%:*}" ]
  expect_err "--kernel $kernel: the log says so" "kernel $kernel"
  run env NQUEENS_KERNEL="$kernel" "$NQUEENS" count 10 --json
  expect_true "NQUEENS_KERNEL=$kernel" [ "$(json kernel <<<"$out")" = "${kernel%:*}" ]
done
run "$NQUEENS" count 10 --json
expect_true 'auto' [ "$(json kernel <<<"$out")" = "$chosen" ]

# A kernel of another family of processors is refused, as an unknown one is, and the others are
# named.
other=$(uname -m | grep -q x86 && echo neon || echo avx2)
for kernel in "$other" vax "${runnable%%[[:space:]]*}:vax"; do
  run "$NQUEENS" count 10 --kernel "$kernel"
  expect_code "--kernel $kernel" 2
  expect_one_line "--kernel $kernel"
  expect_err "--kernel $kernel" "'$kernel' is .*choose one of: auto, .*scalar, plain"
  run env NQUEENS_KERNEL="$kernel" "$NQUEENS" bench
  expect_code "NQUEENS_KERNEL=$kernel" 2
  expect_err "NQUEENS_KERNEL=$kernel" "NQUEENS_KERNEL '$kernel' is"
done

# A job may go on with another kernel; the result names all that took part.
run_part 20 count 16 --kernel plain --checkpoint n16.ckpt
expect_code 'stopped' 75
run "$NQUEENS" resume n16.ckpt --kernel "$chosen" --json
expect_true 'another kernel: solutions' [ "$(json solutions <<<"$out")" = 14772512 ]
expect_true 'another kernel: both are named' grep -q 'plain' <<<"$(json kernel <<<"$out")"

run "$NQUEENS" bench --n 11 --all
expect_code 'bench' 0
for kernel in $single; do
  expect_true "bench: $kernel" grep -qE "^$kernel +[0-9.]+ " <<<"$out"
done
run "$NQUEENS" bench --n 11 --kernel scalar --json
expect_code 'bench as json' 0
expect_true 'bench as json: kernel' [ "$(json kernel <<<"$out")" = scalar ]
expect_true 'bench as json: fingerprint' [ "$(json children <<<"$out")" -gt 1000 ]
run "$NQUEENS" bench --n 33
expect_code 'bench of no board' 2
run "$NQUEENS" bench --all --kernel scalar
expect_code 'bench of all and one' 2

# The self-test compares every kernel that runs here, or the one that is named.
run "$NQUEENS" selftest --seconds 1
expect_code 'selftest' 0
for kernel in $single; do
  expect_true "selftest: $kernel" grep -qE "^$kernel +[1-9][0-9]* +[0-9.]+ +0$" <<<"$out"
done
run on_a_terminal "$NQUEENS" selftest --seconds 1
expect_true 'selftest on a terminal: how far it is' \
  grep -qE '[0-9.]+ s of 1\.00 s: [0-9]+ comparisons, 0 mismatches' <<<"$out"
run "$NQUEENS" selftest --seconds 1 --kernel scalar --threads 1 --seed 7 --json
expect_code 'selftest as json' 0
expect_true 'selftest as json: kernel' [ "$(json kernel <<<"$out")" = scalar ]
expect_true 'selftest as json: threads' [ "$(json threads <<<"$out")" = 1 ]
expect_true 'selftest as json: seed' [ "$(json seed <<<"$out")" = 7 ]
expect_true 'selftest as json: compared' [ "$(json comparisons <<<"$out")" -gt 0 ]
expect_true 'selftest as json: no mismatch' [ "$(json first_mismatch <<<"$out")" = null ]
run "$NQUEENS" selftest --seconds 0
expect_code 'selftest for no time' 2
expect_one_line 'selftest for no time'
run "$NQUEENS" selftest --kernel "$other"
expect_code 'selftest of a kernel that does not run here' 2
expect_out 'selftest of a kernel that does not run here' ''
start "$NQUEENS" selftest --seconds 600
wait_for 60 catches "$pid" TERM
kill -TERM "$pid"
expect_true 'selftest that is stopped: long before its time' wait_for 120 has_ended "$pid"
ended "$pid"
expect_code 'selftest that is stopped' 0
expect_true 'selftest that is stopped: what was compared' \
  grep -qE "^$chosen(:[a-z0-9-]+)? +[1-9]" <<<"$out"
expect_err 'selftest that is stopped' 'stopped early'

finish
