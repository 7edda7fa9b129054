# shellcheck shell=bash disable=SC2034,SC2154
# Helpers for tests of single solutions.

# expect_valid WHAT NUMBER: check's verdict about the solutions in $out.
expect_valid() {
  local verdict
  verdict=$("$NQUEENS" check <<<"$out")
  expect_true "$1: $verdict" grep -qE "^valid: (all )?$2 (fundamental )?solution" <<<"$verdict"
}

# answers TEXT ARGUMENTS...: nqueens prints this. valid NUMBER ARGUMENTS...: this many solutions.
answers() { prints "${*:2}" "$1" "$NQUEENS" "${@:2}"; }
valid() {
  run "$NQUEENS" "${@:2}"
  expect_valid "${*:2}" "$1"
}

# Whether no unfinished file is left here.
nothing_unfinished() { ! compgen -G '.*.tmp.*' >/dev/null; }
