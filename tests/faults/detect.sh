#!/usr/bin/env bash
# Counts that go wrong after the self-test are found: by checks while the job runs, by verify, by a
# second count, and by merge. The same job without a fault says which tasks are wrong.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"

: "${NQUEENS_FAULTY:?the program whose kernels can be broken}"
faulty=$(realpath "$NQUEENS_FAULTY")
n13=73712

# The kernel that is broken: the one that a worker prefers. Its self-test takes so many prefixes.
kernel=$("$NQUEENS" kernels | awk '$4 == "yes" { print $1 }')
self_test=2447
bug=kernel=$kernel:after=$self_test

# broken RANK FAULT [PACE]: the program, broken on one rank, and slow on the others until let_go:
# the one gets some of the work, on processors of any speed. Rank 0 does not count, so that worker
# and rank have one number.
broken() {
  hold "pace=${3-0.001}"
  before broken "$faulty" <<SH
[ "\$rank" != $1 ] || export NQUEENS_FAULT=$2
set -- "\$@" --master-only
SH
}

"$NQUEENS" count 13 --checkpoint good.ckpt --check-fraction 0 --quiet >good.txt
expect_true 'the truth' [ "$(<good.txt)" = $n13 ]

n16=14772512 # OEIS A000170
twice=(count 16 --symmetry none --check-fraction 1 --json)
# Every task twice: the broken rank is outvoted by the two others.
for fault in undercount:1 undercount:1:nodes; do
  broken 2 "$fault:$bug:seed=1"
  run_until 'is set aside' launch 4 ./broken "${twice[@]}"
  expect_code "$fault, checked" 0
  is "$fault, checked: the total is right" solutions=$n16
  expect_holds "$fault, checked: disputes" 'disputes > 1'
  expect_err "$fault, checked" \
    'task [0-9]+ was counted with different results: .*; two agree on [0-9]+, which stands'
  expect_err "$fault, checked" \
    'worker 2 on .* is set aside: it counted task [0-9]+ and task [0-9]+ wrong; [0-9]+ other task'
  expect_times "$fault, checked: no other is blamed" 1 'is set aside' "$err"
done

# A result that no search can have shows at once, though nothing is checked.
broken 2 "bitflip:1:$bug:seed=1"
run_until 'is set aside' launch 4 ./broken count 16 --symmetry none --check-fraction 0 \
  --no-checkpoint --json
expect_code 'impossible, not checked' 0
is 'impossible, not checked: the total is right' solutions=$n16
expect_err 'impossible, not checked' \
  'worker 2 on .* is set aside: impossible result of task [0-9]+, whose [0-9]+ nodes'

# A machine that is broken as a whole fails the self-test of the kernel that is to check.
broken 2 "miscount:1:after=$self_test"
run_until 'is (lost|set aside)' launch 4 ./broken "${twice[@]}" --no-checkpoint
expect_code 'a broken machine' 0
is 'a broken machine: the total is right' solutions=$n16
expect_err 'a broken machine' 'worker 2 on .* is (lost: kernel .* failed its self-test|set aside)'

# Where the only other worker disagrees, further kernels of both decide.
broken 2 "undercount:1:$bug:seed=1"
run_until 'which stands' launch 3 ./broken "${twice[@]}" --no-checkpoint
expect_code 'one against one' 0
is 'one against one: the total is right' solutions=$n16
expect_err 'one against one' 'two agree on [0-9]+, which stands'

# Nothing twice: the published number disagrees. The others are slower, so that the broken rank gets
# several tasks; a batch at that pace is over long before its lease, after which it would go out
# twice.
broken 2 "undercount:1:$bug:seed=2" 0.01
exits 'not checked' 3 launch 4 ./broken count 13 --check-fraction 0 --checkpoint bad.ckpt --json
expect_holds 'not checked: the total is wrong' "int(solutions) != $n13"
is 'not checked: it says so' agrees=false
expect_err 'not checked' "but the published count is $n13 \(OEIS A000170\)"
record differ bad.ckpt good.ckpt
wrong=$value
matching "$wrong" ''
wrong_tasks=$value
expect_true 'not checked: several tasks are wrong' [ "$wrong_tasks" -gt 1 ]

# verify finds each of them, and nothing else.
exits 'verify' 3 "$NQUEENS" verify bad.ckpt --all --json
is 'verify: every wrong task' 'findings.*.conflict.number'="$wrong"
exits 'verify of the truth' 0 "$NQUEENS" verify good.ckpt --all
exits 'a certificate of it' 3 "$NQUEENS" certificate bad.ckpt
expect_out 'a certificate of it' ''

# So does merge with a good one.
exits 'merge' 3 "$NQUEENS" merge good.ckpt bad.ckpt -o merged.ckpt --json
is 'merge: every wrong task' 'findings.*.conflict.number'="$wrong"
expect_true 'merge: nothing is written' [ ! -e merged.ckpt ]
exits 'merge by force' 3 "$NQUEENS" merge bad.ckpt good.ckpt -o merged.ckpt --force
expect_times 'merge by force' "$wrong_tasks" ': CONFLICT: task '
prints 'merged by force, resumed' $n13 "$NQUEENS" resume merged.ckpt

# A broken worker among those who verify takes part in no repair.
cp bad.ckpt also-bad.ckpt
broken 2 "miscount:1:after=$self_test"
run launch 4 ./broken verify also-bad.ckpt --all --repair --kernel "$kernel"
expect_code 'repair with a broken worker' 0
prints 'repair with a broken worker' $n13 "$NQUEENS" resume also-bad.ckpt

# Repaired, it is right.
exits 'repair' 0 "$NQUEENS" verify bad.ckpt --all --repair --json
is 'repair: every wrong task' 'findings.*.conflict.number'="$wrong"
is 'repair' 'findings.*.recount.repaired=true'
record differ bad.ckpt good.ckpt
expect_true 'repair: nothing differs' [ -z "$value" ]
exits 'resumed after the repair' 0 "$NQUEENS" resume bad.ckpt --json
is 'resumed after the repair' solutions=$n13
exits 'verify after the repair' 0 "$NQUEENS" verify bad.ckpt --all

# A kernel with a bug: the second count has others.
for how in depth mirror; do
  run env "NQUEENS_FAULT=undercount:0.1:$bug:seed=1" "$faulty" count 13 --threads 1 \
    --check-fraction 0 --double-check=$how --json
  expect_code "double check by $how" 3
  expect_says "double check by $how: both totals" \
    '"second_count":\{"solutions":"73712",.*"agrees":false'
  expect_holds "double check by $how: the first is wrong" "int(solutions) != $n13"
  expect_err "double check by $how" \
    'the count adds up to [0-9]+, but .*its second count is 73712'
done

# It shows by symmetry as well, which needs no published number.
run env "NQUEENS_FAULT=undercount:1:$bug:seed=1" "$faulty" count 12 --symmetry none --threads 1 \
  --check-fraction 0 --no-checkpoint
expect_code 'by symmetry' 3
expect_err 'by symmetry' 'it makes [0-9]+ with .*, which 8 does not divide'

# A bug of the kernel that checks.
other=$("$NQUEENS" kernels | awk '$3 == "yes" && $4 == "no" { print $1; exit }')
run env "NQUEENS_FAULT=undercount:0.1:kernel=$other:after=$self_test:seed=1" \
  "$faulty" verify good.ckpt --all --threads 1 --json
expect_code "a bug of $other, which checks" 3
expect_holds "a bug of $other, which checks" \
  'sum(hasattr(each, "conflict") for each in findings) > 1'
finish
