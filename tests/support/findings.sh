# shellcheck shell=bash disable=SC2154
# What verify, compare and merge have found.

# line VERDICT FILE WHAT: whether a finding that the last run printed says so.
line() { matches "$out" "^$1 +$2: .*$3"; }

# finds CODE VERDICT FILE WHAT COMMAND...: it exits so, and says so.
finds() {
  exits "${*:5}" "$1" "$NQUEENS" "${@:5}"
  expect_true "${*:5}: $2 $3 $4: $out" line "$2" "$3" "$4"
}

# confirms WHAT NUMBER COMMAND...: all tasks of a file, that many, are counted again and right.
confirms() {
  exits "$1" 0 "${@:3}"
  expect_says "$1" "^counted +[^ ]*: $2 of $2 tasks? confirmed\$"
}

# recounted WHAT FIELD=VALUE...: what the answer as JSON says of the only file counted again.
recounted() {
  local pair
  for pair in "${@:2}"; do
    is "$1" "findings.*.recount.$pair"
  done
}

# in_conflict WHAT NUMBER: of units, by the answer as JSON.
in_conflict() { expect_holds "$1" "sum(hasattr(each, 'conflict') for each in findings) == $2"; }
