# shellcheck shell=bash disable=SC2034,SC2154
# Looks at results without a process per look: the shell matches lines itself, and one helper
# process, which runs until the test ends, reads JSON, records of checkpoints and folders, and
# calculates.

# The system's own, since one put in its place by a version manager is slow to start.
python=/usr/bin/python3
[ -x "$python" ] || python=$(command -v python3)

# For longer texts, grep is faster.
longest_by_shell=20000

# matches TEXT PATTERN: whether a line of the text matches the extended regular expression.
matches() {
  local line IFS=$'\n'
  local -
  set -f
  if [ "${#1}" -gt "$longest_by_shell" ]; then
    grep -qE -- "$2" <<<"$1"
    return
  fi
  for line in $1; do
    [[ ! $line =~ $2 ]] || return 0
  done
  # The shell's words leave out empty lines.
  [[ (-z $1 || $1 == $'\n'* || $1 == *$'\n\n'*) && '' =~ $2 ]]
}

# matching TEXT PATTERN: sets $value to the number of matching lines.
matching() {
  local line words=0 feeds matches_nothing='' IFS=$'\n'
  local -
  set -f
  value=0
  if [ "${#1}" -gt "$longest_by_shell" ]; then
    value=$(grep -cE -- "$2" <<<"$1")
    return
  fi
  for line in $1; do
    words=$((words + 1))
    [[ ! $line =~ $2 ]] || value=$((value + 1))
  done
  [[ '' =~ $2 ]]
  case $? in
    0) matches_nothing=yes ;;
    2) fail "'$2' is no regular expression" ;;
  esac
  if [ -n "$matches_nothing" ]; then
    feeds=${1//[!$'\n']/}
    value=$((value + ${#feeds} + 1 - words))
  fi
}

# has_line FILE PATTERN: whether the file exists and has a matching line. says PATTERN: err.txt has
# one.
has_line() {
  local text
  { text=$(<"$1"); } 2>/dev/null && matches "$text" "$2"
}
says() { has_line err.txt "$1"; }

# rest_of FILE BEGINNING: sets $value to the rest of the first line that begins so.
rest_of() {
  local text
  text=$'\n'$(<"$1")
  value=${text#*$'\n'"$2"}
  [ "$value" != "$text" ] || value=''
  value=${value%%$'\n'*}
}

# ask REQUEST WORD...: asks the helper (requests are in helper.py). Sets $value to the answer and
# $complaint to an error message. Returns its exit code.
ask() {
  local LC_ALL=C code long_value long_complaint
  value='' complaint='no answer'
  [ -n "${helper[0]-}" ] || start_helper
  printf '%s\0' "$#" "$PWD" "$@" >&"${helper[1]}" &&
    read -r -u "${helper[0]}" code long_value long_complaint &&
    read -r -N "$long_value" -u "${helper[0]}" value
  read -r -N "${long_complaint:-0}" -u "${helper[0]}" complaint
  return "${code:-99}"
}
# The helper ends when this shell does, however that happens: only the shell has the ends of its
# pipes.
start_helper() {
  coproc helper { exec "$python" -IS "$source_root/tests/support/helper.py"; }
  # shellcheck disable=SC2154 # bash sets it
  disown "$helper_PID"
}

# look_up PATH [TEXT]: sets $value to a value in a JSON text, by default the last run's output.
look_up() { ask field "$1" "${2-$out}" || fail "there is no $1: ${complaint##*$'\n'}"; }

# is WHAT PATH=VALUE...: fields of the JSON that the last run printed.
is() {
  local pair
  for pair in "${@:2}"; do
    ask field "${pair%%=*}" "$out" || value='no field'
    expect_true "$1: ${pair%%=*} is $value, not ${pair#*=}" [ "$value" = "${pair#*=}" ]
  done
}

# is_in FILE WHAT PATH=VALUE...: like is, for a file.
is_in() {
  local out=''
  out=$(<"$1")
  is "${@:2}"
}

# expect_holds WHAT EXPRESSION: of Python, in which fields of that JSON are names.
expect_holds() {
  checks=$((checks + 1))
  ask holds "$2" "${out-}" || fail "$1: expected $2 ${complaint##*$'\n'}"
}

# record ACTION FILE ARGUMENT...: runs records.py; $value is its output.
record() {
  ask run "$source_root/tests/support/records.py" "$@" || fail "records.py $*: ${complaint##*$'\n'}"
}

# records_of FILE: sets $value to their number.
records_of() {
  record list "$1"
  matching "$value" ''
}

# run_python FILE ARGUMENT...: like run, for a Python program.
run_python() {
  ask run "$@"
  code=$? out=$value err=$complaint
}

# json FIELD <TEXT: prints a top-level field, without quotes.
json() {
  local text pattern=".*\"$1\": ?(\"([^\"]*)\"|([^,}]*))"
  IFS= read -r -d '' text
  [[ ! $text =~ $pattern ]] || echo "${BASH_REMATCH[2]}${BASH_REMATCH[3]}"
}
