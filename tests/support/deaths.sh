# shellcheck shell=bash disable=SC2034,SC2154
# Helpers for tests in which ranks or whole runs die by real signals.

n=16
count=14772512
code=-

# Processes of the ranks, oldest first, so rank 0 is the first: children of an mpirun, or of MPICH's
# daemons.
ranks_of() {
  local daemons
  daemons=$(pgrep -d , -P "$1")
  pgrep -P "$1${daemons:+,$daemons}" -f "$NQUEENS"
}

# mpirun_of LAUNCHER: its mpirun, which becomes prterun since Open MPI 5.
mpirun_of() { pgrep -P "$1" 'mpirun|prterun'; }

# start_launcher COMMAND...: starts it under the launcher; sets $launcher_pid and $mpirun_pid.
start_launcher() {
  start exec_launch "$@"
  launcher_pid=$pid
  await says '(starting|resuming) n='
  mpirun_pid=$(mpirun_of "$launcher_pid")
}

# start_slowly RANKS OPTION...: starts a count with all ranks at work, which takes minutes unless
# let go. The next one resumes it only if it names the checkpoint.
start_slowly() {
  local counting=$1
  [[ " $* " == *' -c '* || " $* " == *' --checkpoint '* ]] || rm -f .sixteen.*ckpt*
  [[ " $* " != *' --master-only '* ]] || counting=$(($1 - 1))
  slowly
  start_launcher "$1" "${program-$held}" count "$sixteen" "${@:2}"
  expect_true "$*: it counts" await at_work "$counting"
}

says_times() {
  matching "$(<err.txt)" "$2"
  [ "$value" -ge "$1" ]
}

lives() { ! is_gone "$1"; }

says_nothing_of() { ! matches "$err" "$1"; }

# end WHAT [CODE]: lets the count finish. end_with_count WHAT: also checks the count.
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
  # The first save may come before any result.
  # shellcheck disable=SC2046 # several
  kill -USR2 $(ranks_of "$mpirun_pid") 2>/dev/null
  is_saved "$1"
}
