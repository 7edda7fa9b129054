# shellcheck shell=bash disable=SC2034,SC2154
# Helpers of the tests of single solutions.

# refuse CODE PATTERN ARGUMENTS...: nqueens gives no answer, but one line.
refuse() {
  run "$NQUEENS" "${@:3}"
  expect_code "${*:3}" "$1"
  expect_out "${*:3}" ''
  expect_one_line "${*:3}"
  expect_err "${*:3}" "$2"
}

# expect_valid WHAT NUMBER: what check says of the solutions in $out.
expect_valid() {
  local verdict
  verdict=$("$NQUEENS" check <<<"$out")
  expect_true "$1: $verdict" [ "${verdict%% solution*}" = "valid: $2" ]
}

# prints TEXT ARGUMENTS...: nqueens gives this answer. valid NUMBER ARGUMENTS...: so many solutions.
prints() {
  run "$NQUEENS" "${@:2}"
  expect_out "${*:2}" "$1"
}
valid() {
  run "$NQUEENS" "${@:2}"
  expect_valid "${*:2}" "$1"
}

# Whether no half-written file is left here.
nothing_unfinished() { [ -z "$(find . -name '.*.tmp.*')" ]; }
