# shellcheck shell=bash disable=SC2034
# Helpers for shell tests. Each test runs in its own folder, which is removed at the end. The
# environment has NQUEENS, the program under test, and NQUEENS_FAULTY, the same program with kernels
# that can be held.

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
source "$source_root/tests/support/values.sh"
source "$source_root/tests/support/ends.sh"

# The test's own name for the program distinguishes its processes from all others.
ln -s "$(realpath "$NQUEENS")" "$work/nqueens"
NQUEENS=$work/nqueens
if [ -n "${NQUEENS_FAULTY-}" ]; then
  ln -s "$(realpath "$NQUEENS_FAULTY")" "$work/nqueens_faulty"
fi

export TMPDIR=$work TERM=xterm
# On hosts that also have IPv6 addresses, ranks of Open MPI 5.0.7 do not find each other.
export OMPI_MCA_btl_tcp_disable_family=6
unset NQUEENS_KERNEL PBS_JOBID LSB_JOBID JOB_ID OAR_JOB_ID FLUX_JOB_ID
for variable in "${!SLURM_@}" "${!PMI_@}" "${!PMIX_@}" "${!OMPI_COMM_@}"; do
  unset "$variable"
done

# mpirun refuses root without these.
if [ "$(id -u)" -eq 0 ]; then
  export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
fi

# exec_launch RANKS COMMAND...: launches it as users do, but without restarts, which have their own
# test. Replaces this shell, so its process id is the launcher's.
exec_launch() { exec "$source_root/jobs/launch" --restarts "${restarts-0}" -n "$1" -- "${@:2}"; }

launch() (exec_launch "$@")

# Whether mpirun in the path is MPICH's.
mpirun_says=
is_hydra() {
  [ -n "$mpirun_says" ] || mpirun_says=$(mpirun --version)
  [[ $mpirun_says == *HYDRA* ]]
}

# For tests of what a run survives.
needs_recovery() {
  if is_hydra; then
    echo 'not run: the mpirun of MPICH ends all ranks when one dies'
    exit 77
  fi
}

# Whether OpenCL has a device here. Device 99 does not exist, so the program lists all.
has_device() {
  run "$NQUEENS" count 12 --devices 99
  grep -q 'has device 0' <<<"$err"
}
needs_device() {
  if ! has_device; then
    echo 'not run: no device of OpenCL is here'
    exit 77
  fi
}

# exec_plain RANKS COMMAND...: like exec_launch, but without the flags that survive deaths.
exec_plain() {
  local flags=(--oversubscribe --bind-to none)
  ! is_hydra || flags=()
  exec mpirun "${flags[@]}" -n "$@"
}

plain_mpirun() (exec_plain "$@")

# before NAME [PROGRAM]: makes a script that runs the program (default: NQUEENS) as a rank, after
# the shell code of stdin, in which $rank is its number.
before() {
  {
    echo '#!/bin/sh'
    echo "rank=\${OMPI_COMM_WORLD_RANK-\${PMI_RANK-0}}"
    cat
    echo "exec '${2-$NQUEENS}' \"\$@\""
  } >"$1"
  chmod +x "$1"
}

# run COMMAND...: sets $code to the exit code, $out to stdout, $err to stderr. A program replaces
# the shell made by $(...).
run() {
  if [[ $1 == */* ]] || { ! declare -F "$1" && type -P "$1"; } >/dev/null; then
    out=$(exec "$@" 2>stderr.txt)
  else
    out=$("$@" 2>stderr.txt)
  fi
  code=$?
  err=$(<stderr.txt)
  note "$@"
}

# with_limit COMMAND...: runs it with a time limit, or with 8 s if a starved machine spent that
# enumerating prefixes.
with_limit() {
  local limit
  for limit in 1 8; do
    run "$@" --max-time "$limit"
    matches "$err$out" 'while the prefixes were enumerated' || break
  done
}

# interrupted PROCESS: whether it has ended; if not, sends it SIGINT.
interrupted() { has_ended "$1" || { kill -INT "$1" 2>/dev/null && false; }; }

to_full_disk() { "$@" >/dev/full; }

# exits WHAT CODE COMMAND...: runs it and expects this exit code.
# prints WHAT TEXT COMMAND...: runs it and expects exactly this stdout, with exit code 0.
exits() {
  run "${@:3}"
  expect_code "$1" "$2"
}
prints() {
  exits "$1" 0 "${@:3}"
  expect_out "$1" "$2"
}

# refuse CODE PATTERN ARGUMENTS...: nqueens prints no answer, but one line with the reason.
refuse() {
  run "$NQUEENS" "${@:3}"
  expect_refusal "${*:3}" "$1" "$2"
  expect_own_options "${3-}"
}

# start COMMAND...: starts it in the background with $pid as its process; its output goes to out.txt
# and err.txt, which are emptied. ended PROCESS [WHAT CODE]: waits for it, sets what run sets, and
# expects this exit code.
declare -A started_as
start() {
  : >out.txt
  : >err.txt
  set -m # without job control, background processes ignore SIGINT
  "$@" >out.txt 2>err.txt &
  set +m
  pid=$!
  started+=("$pid")
  started_as[$pid]=$*
}
ended() {
  wait "$1"
  code=$? out=$(<out.txt) err=$(<err.txt)
  note "${started_as[$1]-}"
  [ $# -lt 3 ] || expect_code "${@:2}"
}

# on_a_terminal WORDS OF COMMAND...: both outputs come through stdout.
on_a_terminal() { script -qec "$*" /dev/null </dev/null; }

fail() {
  failures=$((failures + 1))
  echo "FAILED: $1"
  printf '  exit code %s\n  stdout: %s\n  stderr: %s\n' "${code-}" "${out-}" "${err-}"
  [ -z "${TESTS_FAIL_FAST-}" ] || exit 1
}

# expect_code WHAT CODE: the exit code of the last run.
expect_code() {
  checks=$((checks + 1))
  [ "$code" -eq "$2" ] || fail "$1: expected exit code $2"
}

expect_out() {
  checks=$((checks + 1))
  [ "$out" = "$2" ] || fail "$1: expected stdout '$2'"
}

# expect_err WHAT PATTERN: stderr has a line that matches the extended regular expression.
# expect_says WHAT PATTERN: stdout has one. expect_in FILE WHAT PATTERN: a file has one.
expect_err() {
  checks=$((checks + 1))
  matches "$err" "$2" || fail "$1: expected stderr to match '$2'"
}
expect_says() {
  checks=$((checks + 1))
  matches "$out" "$2" || fail "$1: expected stdout to match '$2'"
}
expect_in() {
  checks=$((checks + 1))
  has_line "$1" "$3" || fail "$2: expected a line of $1 to match '$3'"
}

# expect_times WHAT NUMBER PATTERN [TEXT]: this many lines match, by default in stdout.
expect_times() {
  checks=$((checks + 1))
  matching "${4-$out}" "$3"
  [ "$value" -eq "$2" ] || fail "$1: $value lines match '$3', expected $2"
}

# One line that names the mistake, as for every user error.
expect_one_line() {
  checks=$((checks + 1))
  [[ $err =~ ^$'\n'*[^$'\n']+$'\n'*$ ]] || fail "$1: expected one line on stderr"
}

# expect_refusal WHAT CODE PATTERN: for the last run.
expect_refusal() {
  expect_code "$1" "$2"
  expect_out "$1" ''
  expect_one_line "$1"
  expect_err "$1" "$3"
}

expect_true() {
  checks=$((checks + 1))
  "${@:2}" || fail "$1"
}

# Tests that must meet a job at work hold it, so they work on processors of any speed: until let_go,
# $held waits before each prefix that it counts or verifies, in the ways of tests/faults/faults.hpp.
# Hold $sixteen, whose 1814 prefixes are as many tasks.
held=$work/nqueens_faulty
sixteen=$work/.sixteen.toml
hold() {
  : "${NQUEENS_FAULTY:?the program whose kernels can be held}"
  printf '[count]\nn = 16\ndepth = 0\ntasks = 2000\n' >"$sixteen"
  : >"$work/hold"
  export NQUEENS_FAULT=hold:$work/hold${1:+:$1}
}

# Four workers take minutes for the prefixes of 16 rows, and none is so late that it seems dead.
slowly() { hold pace=0.5; }

let_go() { rm -f "$work/hold"; }

# at_work KERNELS: whether this many wait or have begun to be slow.
at_work() {
  local kernels
  mapfile -t kernels <"$work/hold"
  [ "${#kernels[@]}" -ge "$1" ]
}

# start_at_work KERNELS COMMAND...: like start, but returns when this many are at work.
start_at_work() {
  start "${@:2}"
  expect_true "${*:2}: it is at work" await at_work "$1"
}

# run_part PREFIXES COMMAND...: like run, for a command of $held that SIGTERM stops after this many
# prefixes, which are saved.
run_part() {
  hold "after=$1"
  start_at_work 1 "$held" "${@:2}"
  kill -TERM "$pid"
  ended "$pid" "${*:2}: stopped" 75
  let_go
}

# run_until PATTERN COMMAND...: like run; lets go when stderr matches.
run_until() {
  start "${@:2}"
  await says "$1"
  let_go
  ended "$pid"
}

# tasks_done FILE: sets $value to the number of finished tasks in a checkpoint; 0 without a file.
tasks_done() {
  local line
  value=0
  { IFS= read -r line <"$1"; } 2>/dev/null && [[ $line =~ \ done=([0-9]+)\  ]] &&
    value=${BASH_REMATCH[1]}
}

# is_saved FILE [TASKS]: whether a checkpoint has more than this many finished tasks [0].
is_saved() {
  tasks_done "$1"
  [ "$value" -gt "${2-0}" ]
}

# proc_shows PROCESS PATTERN: whether the status of a process in /proc matches.
proc_shows() {
  local status
  { status=$(<"/proc/$1/status"); } 2>/dev/null && [[ $status =~ $2 ]]
}

# catches PROCESS SIGNAL: whether a process has a handler for it. (While bash starts a process, it
# has bash's own handlers.)
declare -A number_of_signal
catches() {
  [ "/proc/$1/exe" -ef "$NQUEENS" ] || [ "/proc/$1/exe" -ef "$held" ] || return
  [ -n "${number_of_signal[$2]-}" ] || number_of_signal[$2]=$(kill -l "$2")
  proc_shows "$1" 'SigCgt:[[:space:]]*([0-9a-f]+)' &&
    [ $((0x${BASH_REMATCH[1]} >> (number_of_signal[$2] - 1) & 1)) -eq 1 ]
}

# Whether a process has taken all signals sent to it.
has_taken_signals() { ! proc_shows "$1" '(Sig|Shd)Pnd:[[:space:]]*0*[1-9a-f]'; }

# freeze PROCESS...: returns when they are stopped. Some signals sent with SIGSTOP are taken first.
freeze() {
  local process
  kill -STOP "$@"
  for process in "$@"; do
    wait_for is_frozen "$process"
  done
}
is_frozen() { proc_shows "$1" 'State:[[:space:]]*T'; }

# Whether a process has ended, even if nobody has waited for it yet.
has_ended() { is_gone "$1" || proc_shows "$1" 'State:[[:space:]]*[ZX]'; }

# Whether the process no longer exists.
is_gone() { ! kill -0 "$1" 2>/dev/null; }

# rank_processes RANKS: the processes of the running count whose rank matches a pattern, such as
# [1-9] for the workers.
rank_processes() {
  local process entry entries pattern="^(OMPI_COMM_WORLD|PMI)_RANK=$1\$"
  for process in $(pgrep -f "$NQUEENS(_faulty)? (count|resume)"); do
    { mapfile -d '' -t entries <"/proc/$process/environ"; } 2>/dev/null || continue
    for entry in "${entries[@]}"; do
      [[ ! $entry =~ $pattern ]] || echo "$process"
    done
  done
}

# Whether no count of the program under test is running.
nothing_runs() { ! pgrep -f "$NQUEENS(_faulty)? (count|resume)" >/dev/null; }

# A pipe without a writer: reading it with a time limit sleeps without a process.
exec {silence}<> <(:)
nap() { read -rt 0.05 -u "$silence" || :; }

# wait_for [SECONDS] COMMAND...: waits until a command succeeds. Counts looks, 20 a second at most,
# since the clock may jump; looks take extra time. Only a failing test reaches the limit, so leave
# it at ten minutes unless there is a reason.
wait_for() {
  local looks=12000
  if [[ $1 =~ ^[0-9]+$ ]]; then
    looks=$((20 * $1))
    shift
  fi
  until "$@"; do
    [ $((looks--)) -gt 0 ] || return 1
    nap
  done
}

# await [SECONDS] COMMAND...: like wait_for, for the process of the last start: if it ends first,
# the wait fails at once and shows how it ended.
await() {
  local limit=600
  if [[ $1 =~ ^[0-9]+$ ]]; then
    limit=$1
    shift
  fi
  local how="none in $limit s of '$*'"
  if wait_for "$limit" or_has_ended "$@"; then
    "$@" && return
    ! has_ended "$pid" || { wait "$pid"; how="$? before '$*'"; }
  fi
  code=$how out=$(<out.txt) err=$(<err.txt)
  return 1
}
or_has_ended() { "$@" || has_ended "$pid"; }

finish() {
  look_at_ends
  if [ "$failures" -gt 0 ]; then
    echo "$failures of $checks checks failed"
    exit 1
  fi
  echo "$checks checks passed"
}
