#!/usr/bin/env bash
# The kernels of devices have no data races: Oclgrind interprets them and looks for any.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"

if ! command -v oclgrind >/dev/null; then
  echo 'not run: oclgrind is not installed'
  exit 77
fi
: "${TEST_DEVICE:?the tests of devices}"

exits 'devices' 0 oclgrind "$NQUEENS" kernels
expect_says 'devices: only that of Oclgrind' '^0 .* Oclgrind Simulator, '

for layout in grids_32 grids_64 stack_32 stack_64; do
  run oclgrind --data-races "$TEST_DEVICE" --gtest_filter="*CountsASmallBoard/${layout}_1000"
  expect_code "$layout" 0
  expect_true "$layout: one test ran" grep -q 'PASSED.* 1 test' <<<"$out"
  expect_true "$layout: no race" [ "$(grep -c 'data race at' <<<"$out$err")" -eq 0 ]
done
finish
