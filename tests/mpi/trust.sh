#!/usr/bin/env bash
# Counting again under a real mpirun: verify, merge, --part, --double-check, --check-fraction.
# shellcheck source-path=SCRIPTDIR source=../support/shell.sh
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"

records=$source_root/tests/support/records.py
nothing_verifies() { ! pgrep -f "$NQUEENS(_faulty)? verify" >/dev/null; }

# All tasks twice: each by another rank than before.
run launch 4 "$NQUEENS" count 13 --check-fraction 1 --checkpoint n13.ckpt --json
expect_code 'all tasks twice' 0
expect_true 'all tasks twice' [ "$(json solutions <<<"$out")" = 73712 ]
tasks=$(json tasks <<<"$out")
expect_true 'all tasks twice: confirmed' [ "$(json tasks_confirmed <<<"$out")" = "$tasks" ]

# Of several ranks one reports.
run launch 4 "$NQUEENS" verify n13.ckpt --all
expect_code 'verify' 0
expect_out 'verify' "$tasks of $tasks tasks confirmed"
for option in '1' '2 --master-only'; do
  read -r ranks option <<<"$option"
  # shellcheck disable=SC2086 # none, or one
  run launch "$ranks" "$NQUEENS" verify n13.ckpt --sample 5 --kernel scalar $option
  expect_code "verify with one worker of $ranks ranks" 0
  expect_true "verify with one worker of $ranks ranks" \
    grep -q "^5 of $tasks tasks confirmed: " <<<"$out"
done
cp n13.ckpt wrong.ckpt
python3 "$records" change wrong.ckpt 3 8
run launch 3 "$NQUEENS" verify wrong.ckpt --all
expect_code 'a wrong task' 3
expect_true 'a wrong task: once' [ "$(grep -c '^CONFLICT: task 3:' <<<"$out")" -eq 1 ]
run launch 3 "$NQUEENS" verify wrong.ckpt --all --repair
expect_code 'repair' 0
expect_true 'repair' grep -q '^wrong.ckpt is repaired' <<<"$out"
run launch 3 "$NQUEENS" resume wrong.ckpt
expect_out 'repaired' 73712

# What cannot begin is said once, and no rank stays.
run launch 3 "$NQUEENS" verify nothing.ckpt
expect_code 'no checkpoint' 4
expect_true 'no checkpoint: once' \
  [ "$(grep -c "checkpoint 'nothing.ckpt' does not exist" <<<"$err")" -eq 1 ]
run launch 3 "$NQUEENS" verify n13.ckpt --kernel vax
expect_code 'no such kernel' 2
expect_true 'no such kernel: once' [ "$(grep -c "'vax' is unknown" <<<"$err")" -eq 1 ]
run launch 1 "$NQUEENS" verify n13.ckpt --master-only
expect_code 'a master alone' 2
expect_err 'a master alone' 'there is no worker'
expect_true 'nobody stays' wait_for 60 nothing_verifies

# A certificate.
"$NQUEENS" certificate n13.ckpt -o n13.cert
groups=$(sed -n 's/^groups: //p' n13.cert)
run launch 3 "$NQUEENS" verify --certificate n13.cert --all
expect_code 'a certificate' 0
expect_out 'a certificate' "$groups of $groups groups confirmed"
run launch 3 "$NQUEENS" verify --certificate nothing.cert
expect_code 'no certificate' 4
expect_true 'no certificate: once' \
  [ "$(grep -c "certificate 'nothing.cert' cannot be read" <<<"$err")" -eq 1 ]

# Parts on different numbers of ranks, joined by one rank of a launch.
for part in 1 2 3; do
  run launch $((part + 1)) "$NQUEENS" count 14 --part $part/3 --checkpoint $part.ckpt
  expect_code "part $part" 0
done
run launch 2 "$NQUEENS" merge 1.ckpt 2.ckpt 3.ckpt -o all.ckpt
expect_code 'merge' 0
expect_true 'merge: once' [ "$(grep -c '^all.ckpt: .* which add up to 365596$' <<<"$out")" -eq 1 ]
run launch 3 "$NQUEENS" resume all.ckpt
expect_out 'merged' 365596

# A second count; a mixed cluster, where every worker takes another kernel than it has counted with.
before mixed <<'SH'
[ "$rank" -lt 2 ] || export NQUEENS_KERNEL=scalar
SH
run plain_mpirun 4 ./mixed count 13 --double-check --json
expect_code 'double check' 0
expect_true 'double check' grep -q '"second_count":{"solutions":"73712",.*"agrees":true}' <<<"$out"

# Stopped while verifying: a report, and no rank stays.
hold after=20
start exec_launch 3 "$held" verify n13.ckpt --all
expect_true 'it verifies' wait_for 120 at_work 2
kill -TERM "$pid"
ended "$pid"
expect_code 'stopped' 1
expect_err 'stopped' 'stopped: [0-9]+ of [0-9]+ tasks (was|were) counted again'
expect_true 'stopped: nobody stays' wait_for 60 nothing_verifies
finish
