# shellcheck shell=bash disable=SC2154
# Checks findings of verify, compare and merge.

# line VERDICT FILE WHAT: whether the last run printed this finding.
line() { matches "$out" "^$1 +$2: .*$3"; }

# finds CODE VERDICT FILE WHAT COMMAND...: it exits with this code and prints this finding.
finds() {
  exits "${*:5}" "$1" "$NQUEENS" "${@:5}"
  expect_true "${*:5}: $2 $3 $4: $out" line "$2" "$3" "$4"
}

# confirms WHAT NUMBER COMMAND...: all tasks of a file, this many, are recounted and right.
confirms() {
  exits "$1" 0 "${@:3}"
  expect_says "$1" "^counted +[^ ]*: $2 of $2 tasks? confirmed\$"
}

# recounted WHAT FIELD=VALUE...: fields of the JSON about the only file counted again.
recounted() {
  local pair
  for pair in "${@:2}"; do
    is "$1" "findings.*.recount.$pair"
  done
}

# in_conflict WHAT NUMBER: the number of units in conflict in the JSON.
in_conflict() { expect_holds "$1" "sum(hasattr(each, 'conflict') for each in findings) == $2"; }
