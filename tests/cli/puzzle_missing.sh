#!/usr/bin/env bash
# A build without Gecode says what it lacks.
# shellcheck source-path=SCRIPTDIR source=../support/shell.sh
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"

for puzzle in 'pieces 8' 'dominate 8 --count' 'pawns 8 --queens 9' 'knights 8'; do
  # shellcheck disable=SC2086
  run "$NQUEENS" puzzle $puzzle
  expect_code "$puzzle" 2
  expect_out "$puzzle" ''
  expect_one_line "$puzzle"
  expect_err "$puzzle" 'this build has no Gecode.*install libgecode-dev, then configure'
done
run "$NQUEENS" puzzle pieces 0
expect_err 'other mistakes come first' 'n is 0'

finish
