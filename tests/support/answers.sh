# shellcheck shell=bash disable=SC2034,SC2154
# Helpers of the tests of counting again: fields of JSON answers, files that stay as they were.

n13=73712
n14=365596
records=$source_root/tests/support/records.py
kernel=$("$NQUEENS" kernels | awk '$4 == "yes" { print $1 }')

# field PATH <<<TEXT: a value anywhere in a JSON text, as conflicts.0.number; of a list its length
# with .length.
field() {
  python3 -IS -c '
import json, sys
value = json.load(sys.stdin)
for name in sys.argv[1].split("."):
    value = len(value) if name == "length" else value[int(name)] if name.isdigit() else value[name]
print(json.dumps(value) if not isinstance(value, str) else value)' "$1"
}

# is WHAT FIELD VALUE: of the JSON text that the last run printed.
is() {
  local value
  if [[ $2 == *.* || $3 == \[* ]]; then
    value=$(field "$2" <<<"$out")
  else
    value=$(json "$2" <<<"$out")
  fi
  expect_true "$1: $2 is $value, not $3" [ "$value" = "$3" ]
}

# Everything in a folder but the last run's stderr: names, files, times and bytes.
state() {
  find "$1" -type f ! -name stderr.txt -printf '%p %i %T@\n' | sort
  find "$1" -type f ! -name stderr.txt -exec sha256sum {} + | sort
}

# refuse CODE PATTERN COMMAND...: one line that says why, nothing on stdout, and no file is touched.
refuse() {
  local before
  before=$(state .)
  run "${@:3}"
  expect_code "$*" "$1"
  expect_out "$*" ''
  expect_one_line "$*"
  expect_err "$*" "$2"
  expect_true "$*: files are as they were" [ "$(state .)" = "$before" ]
}
