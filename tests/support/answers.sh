# shellcheck shell=bash disable=SC2034,SC2154
# Helpers for tests of recounts: known counts, and files that must not change.

source "$source_root/tests/support/findings.sh"

n13=73712
n14=365596

# state FOLDER: sets $value to a word that changes with names, files, times and bytes in a folder,
# except the last run's stderr.
state() { ask state "$1"; }

# expect_untouched WHAT FOLDER STATE: the folder is still in that state.
expect_untouched() {
  state "$2"
  expect_true "$1" [ "$value" = "$3" ]
}

# refuse CODE PATTERN ARGUMENTS...: like refuse of shell.sh, and no file is touched.
refuse() {
  local before
  state .
  before=$value
  run "$NQUEENS" "${@:3}"
  expect_refusal "${*:3}" "$1" "$2"
  expect_untouched "${*:3}: files are as they were" . "$before"
}
