#!/usr/bin/env bash
# Counting again under a real mpirun: verify, merge, --part, --double-check, --check-fraction.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"
source "$source_root/tests/support/findings.sh"

nothing_verifies() { ! pgrep -f "$NQUEENS(_faulty)? verify" >/dev/null; }

# All tasks twice: each by another rank than before.
run launch 4 "$NQUEENS" count 13 --check-fraction 1 --checkpoint n13.ckpt --json
expect_code 'all tasks twice' 0
look_up tasks
tasks=$value
is 'all tasks twice' solutions=73712 tasks_confirmed="$tasks"

# Of several ranks one reports.
confirms 'verify' "$tasks" launch 4 "$NQUEENS" verify n13.ckpt --all
for option in '1' '2 --master-only'; do
  read -r ranks option <<<"$option"
  # shellcheck disable=SC2086 # none, or one
  run launch "$ranks" "$NQUEENS" verify n13.ckpt --sample 5 --kernel scalar $option
  expect_code "verify with one worker of $ranks ranks" 0
  expect_says "verify with one worker of $ranks ranks" "^counted .* 5 of $tasks tasks confirmed: "
done
cp n13.ckpt wrong.ckpt
record change wrong.ckpt 3 8
exits 'a wrong task' 3 launch 3 "$NQUEENS" verify wrong.ckpt --all
expect_times 'a wrong task: once' 1 ': CONFLICT: task 3:'
exits 'repair' 0 launch 3 "$NQUEENS" verify wrong.ckpt --all --repair
expect_says 'repair' '^counted +wrong.ckpt: is repaired'
prints 'repaired' 73712 launch 3 "$NQUEENS" resume wrong.ckpt

# What cannot begin is said once, and no rank stays.
exits 'no checkpoint' 4 launch 3 "$NQUEENS" verify nothing.ckpt
expect_times 'no checkpoint: once' 1 \
  "'nothing.ckpt' does not exist" "$err"
exits 'no such kernel' 2 launch 3 "$NQUEENS" verify n13.ckpt --kernel vax
expect_times 'no such kernel: once' 1 "'vax' is unknown" "$err"
exits 'a master alone' 2 launch 1 "$NQUEENS" verify n13.ckpt --master-only
expect_err 'a master alone' 'there is no worker'
expect_true 'nobody stays' wait_for nothing_verifies

# A certificate.
"$NQUEENS" certificate n13.ckpt -o n13.cert
rest_of n13.cert 'tasks: '
tasks=$value
confirms 'a certificate' "$tasks" launch 3 "$NQUEENS" verify n13.cert --all
exits 'no certificate' 4 launch 3 "$NQUEENS" verify nothing.cert
expect_times 'no certificate: once' 1 \
  "'nothing.cert' does not exist" "$err"

# Parts on different numbers of ranks, joined by one rank of a launch.
for part in 1 2 3; do
  run launch $((part + 1)) "$NQUEENS" count 14 --part $part/3 --checkpoint $part.ckpt
  expect_code "part $part" 0
done
exits 'merge' 0 launch 2 "$NQUEENS" merge 1.ckpt 2.ckpt 3.ckpt -o all.ckpt
expect_times 'merge: once' 1 'all.ckpt: .* which add up to 365596$'
prints 'merged' 365596 launch 3 "$NQUEENS" resume all.ckpt

# A second count; a mixed cluster, where every worker takes another kernel than it has counted with.
before mixed <<'SH'
[ "$rank" -lt 2 ] || export NQUEENS_KERNEL=scalar
SH
exits 'double check' 0 plain_mpirun 4 ./mixed count 13 --double-check --json
expect_says 'double check' '"second_count":\{"solutions":"73712",.*"agrees":true\}'

# Stopped while verifying: a report, and no rank stays.
hold after=20
start_at_work 2 exec_launch 3 "$held" verify n13.ckpt --all
kill -TERM "$pid"
ended "$pid" 'stopped' 1
expect_err 'stopped' 'stopped before all drawn tasks were counted again'
expect_true 'stopped: nobody stays' wait_for nothing_verifies

# A certificate, stopped: nothing is kept.
hold after=20
start_at_work 2 exec_launch 3 "$held" verify n13.cert --all --json
kill -TERM "$pid"
ended "$pid" 'a certificate, stopped' 1
expect_says 'a certificate, stopped' '"stopped":true'
let_go

# One of its tasks in slices, by several ranks; one reports.
exits 'an opened task' 0 launch 3 "$NQUEENS" certificate n13.cert --open 5 --slices 20 -o task.cert
expect_times 'an opened task: once' 1 '^count_sha256: '
exits 'an opened task is right' 0 "$NQUEENS" compare n13.cert task.cert
finish
