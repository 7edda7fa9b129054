# shellcheck shell=bash disable=SC2034
# Helpers of the shell tests. Each test runs in a folder of its own that goes when it ends.
# The environment gives NQUEENS, the program under test.

set -uo pipefail

: "${NQUEENS:?the program under test}"
source_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d)
started=()
failures=0
checks=0

clean_up() {
  local pid
  for pid in "${started[@]}"; do
    kill -9 "$pid" 2>/dev/null
  done
  rm -rf "$work"
}
trap clean_up EXIT
cd "$work" || exit 1

# By a name of this test's own, so that its processes can be told from all others.
ln -s "$(realpath "$NQUEENS")" "$work/nqueens"
NQUEENS=$work/nqueens

export TMPDIR=$work
unset NQUEENS_KERNEL

# mpirun refuses root unless told twice.
if [ "$(id -u)" -eq 0 ]; then
  export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
fi

# exec_launch RANKS COMMAND...: as users launch it, but for the restarts, which have a test of their own. In place of this
# shell, whose process id is the launcher's then.
exec_launch() { exec "$source_root/jobs/launch" --restarts "${restarts-0}" -n "$1" -- "${@:2}"; }

launch() (exec_launch "$@")

# run COMMAND...: leaves the exit code in $code, stdout in $out, stderr in $err.
run() {
  out=$("$@" 2>stderr.txt)
  code=$?
  err=$(cat stderr.txt)
}

fail() {
  failures=$((failures + 1))
  echo "FAILED: $1"
  echo "  exit code $code"
  echo "  stdout: ${out-}"
  echo "  stderr: ${err-}"
}

# expect WHAT CODE: the exit code of the last run.
expect_code() {
  checks=$((checks + 1))
  [ "$code" -eq "$2" ] || fail "$1: expected exit code $2"
}

expect_out() {
  checks=$((checks + 1))
  [ "$out" = "$2" ] || fail "$1: expected stdout '$2'"
}

# expect_err WHAT PATTERN: stderr has a line that matches the extended regular expression.
expect_err() {
  checks=$((checks + 1))
  grep -qE -- "$2" <<<"$err" || fail "$1: expected stderr to match '$2'"
}

# One line that names the mistake: what every user error gets.
expect_one_line() {
  checks=$((checks + 1))
  [ "$(grep -c . <<<"$err")" -eq 1 ] || fail "$1: expected one line on stderr"
}

expect_true() {
  checks=$((checks + 1))
  "${@:2}" || fail "$1"
}

# json FIELD <<<TEXT: the value of a top-level field, without quotes.
json() {
  sed -nE "s/.*\"$1\": ?(\"([^\"]*)\"|([^,}]*)).*/\2\3/p"
}

# rank_processes RANKS: the processes of the one count that runs whose rank matches a pattern, as [1-9] for the workers.
rank_processes() {
  local process
  for process in $(pgrep -f "$NQUEENS (count|resume)"); do
    if tr '\0' '\n' <"/proc/$process/environ" 2>/dev/null | grep -q "^OMPI_COMM_WORLD_RANK=$1\$"; then
      echo "$process"
    fi
  done
}

# Whether no count of the program under test is left running.
nothing_runs() { ! pgrep -f "$NQUEENS (count|resume)" >/dev/null; }

# Waits until a command succeeds, at most $1 seconds.
wait_for() {
  local limit=$((SECONDS + $1))
  shift
  until "$@"; do
    [ "$SECONDS" -lt "$limit" ] || return 1
    sleep 0.05
  done
}

finish() {
  if [ "$failures" -gt 0 ]; then
    echo "$failures of $checks checks failed"
    exit 1
  fi
  echo "$checks checks passed"
}
