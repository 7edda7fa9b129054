# shellcheck shell=bash disable=SC2034,SC2154
# Helpers of the tests of counting again: known counts, files that stay as they were.

source "$source_root/tests/support/findings.sh"

n13=73712
n14=365596

# state FOLDER: leaves a word in $value that changes with everything in a folder but the last run's
# stderr: names, files, times and bytes.
state() { ask state "$1"; }

# expect_untouched WHAT FOLDER STATE: it is still in that state.
expect_untouched() {
  state "$2"
  expect_true "$1" [ "$value" = "$3" ]
}

# refuse CODE PATTERN ARGUMENTS...: as that of shell.sh, and no file is touched.
refuse() {
  local before
  state .
  before=$value
  run "$NQUEENS" "${@:3}"
  expect_refusal "${*:3}" "$1" "$2"
  expect_untouched "${*:3}: files are as they were" . "$before"
}
