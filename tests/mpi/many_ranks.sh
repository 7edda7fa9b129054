#!/usr/bin/env bash
# 64 ranks of two threads each on one machine: they count right and end.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"

for option in '' --master-only; do
  workers=$((${#option} > 0 ? 126 : 128))
  SECONDS=0
  # shellcheck disable=SC2086 # none, or one
  run launch 64 "$NQUEENS" count 16 --threads 2 --no-checkpoint --json $option
  echo "64 ranks, $workers workers: $SECONDS s"
  expect_code "$workers workers" 0
  is "$workers workers" solutions=14772512 workers=$workers
  expect_true "$workers workers: nothing runs" wait_for nothing_runs
done
finish
