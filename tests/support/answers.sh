# shellcheck shell=bash disable=SC2034,SC2154
# Helpers of the tests of counting again: known counts, files that stay as they were.

n13=73712
n14=365596
kernel=$("$NQUEENS" kernels | awk '$4 == "yes" { print $1 }')

# Everything in a folder but the last run's stderr: names, files, times and bytes.
state() {
  find "$1" -type f ! -name stderr.txt -printf '%p %i %T@\n' | sort
  find "$1" -type f ! -name stderr.txt -exec sha256sum {} + | sort
}

# refuse CODE PATTERN ARGUMENTS...: as that of shell.sh, and no file is touched.
refuse() {
  local before
  before=$(state .)
  run "$NQUEENS" "${@:3}"
  expect_refusal "${*:3}" "$1" "$2"
  expect_true "${*:3}: files are as they were" [ "$(state .)" = "$before" ]
}
