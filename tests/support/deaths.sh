# shellcheck shell=bash disable=SC2034,SC2154
# Helpers of the tests in which ranks, or all of a run, die by real signals.

n=16
count=14772512
code=-

# Processes of the ranks: children of an mpirun, or of MPICH's daemons, oldest first; rank 0 is the
# first.
ranks_of() {
  local daemons
  daemons=$(pgrep -d , -P "$1")
  pgrep -P "$1${daemons:+,$daemons}" -f "$NQUEENS"
}

# mpirun_of LAUNCHER: its mpirun, which since Open MPI 5 goes on as prterun.
mpirun_of() { pgrep -P "$1" 'mpirun|prterun'; }

# start_launcher COMMAND...: the launcher, and the mpirun that it has started when this returns.
start_launcher() {
  start exec_launch "$@"
  launcher_pid=$pid
  await says '(starting|resuming) n='
  mpirun_pid=$(mpirun_of "$launcher_pid")
}

# start_slowly RANKS OPTION...: a count with all ranks at it, that takes minutes if it is not let
# go. The next one goes on from there only if it names the checkpoint.
start_slowly() {
  local counting=$1
  [[ " $* " == *' -c '* || " $* " == *' --checkpoint '* ]] || rm -f .sixteen.*ckpt*
  [[ " $* " != *' --master-only '* ]] || counting=$(($1 - 1))
  slowly
  start_launcher "$1" "${program-$held}" count "$sixteen" "${@:2}"
  expect_true "$*: it counts" await at_work "$counting"
}

# says_times TIMES PATTERN
says_times() {
  matching "$(<err.txt)" "$2"
  [ "$value" -ge "$1" ]
}

lives() { ! is_gone "$1"; }

says_nothing_of() { ! matches "$err" "$1"; }

# end WHAT [CODE]: lets the count go on to its end. end_with_count WHAT: and it is right.
end() {
  let_go
  expect_true "$1: it ends" wait_for is_gone "$launcher_pid"
  kill -9 "$mpirun_pid" 2>/dev/null
  ended "$launcher_pid" "$@" 2>/dev/null
}
end_with_count() {
  end "$1" 0
  expect_out "$1" $count
}

has_device_seconds() {
  "$NQUEENS" status "$1" --json 2>/dev/null | grep -qE '"device_seconds":[0-9.]*[1-9]'
}

saves() {
  # The first may be there before any result.
  # shellcheck disable=SC2046 # several
  kill -USR2 $(ranks_of "$mpirun_pid") 2>/dev/null
  is_saved "$1"
}
