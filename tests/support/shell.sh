# shellcheck shell=bash disable=SC2034
# Helpers of the shell tests. Each test runs in a folder of its own that goes when it ends. The
# environment gives NQUEENS, the program under test, and NQUEENS_FAULTY, the same with kernels that
# can be held.

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

# By a name of this test's own, so that its processes can be told from all others.
ln -s "$(realpath "$NQUEENS")" "$work/nqueens"
NQUEENS=$work/nqueens
if [ -n "${NQUEENS_FAULTY-}" ]; then
  ln -s "$(realpath "$NQUEENS_FAULTY")" "$work/nqueens_faulty"
fi

export TMPDIR=$work TERM=xterm
# Where hosts have addresses of IPv6 as well, ranks of Open MPI 5.0.7 do not find each other.
export OMPI_MCA_btl_tcp_disable_family=6
unset NQUEENS_KERNEL PBS_JOBID LSB_JOBID JOB_ID OAR_JOB_ID FLUX_JOB_ID
for variable in "${!SLURM_@}" "${!PMI_@}" "${!PMIX_@}" "${!OMPI_COMM_@}"; do
  unset "$variable"
done

# mpirun refuses root unless told twice.
if [ "$(id -u)" -eq 0 ]; then
  export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
fi

# exec_launch RANKS COMMAND...: as users launch it, but for the restarts, which have a test of their
# own. In place of this shell, whose process id is the launcher's then.
exec_launch() { exec "$source_root/jobs/launch" --restarts "${restarts-0}" -n "$1" -- "${@:2}"; }

launch() (exec_launch "$@")

# Whether the mpirun of the path is that of MPICH.
mpirun_says=
is_hydra() {
  [ -n "$mpirun_says" ] || mpirun_says=$(mpirun --version)
  [[ $mpirun_says == *HYDRA* ]]
}

# For a test of what a run outlives.
needs_recovery() {
  if is_hydra; then
    echo 'not run: the mpirun of MPICH ends all ranks when one dies'
    exit 77
  fi
}

# Whether OpenCL has a device here. There is none of this number, so the program names all.
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

# exec_plain RANKS COMMAND...: without the flags that survive deaths; also in place of this shell.
exec_plain() {
  local flags=(--oversubscribe --bind-to none)
  ! is_hydra || flags=()
  exec mpirun "${flags[@]}" -n "$@"
}

plain_mpirun() (exec_plain "$@")

# before NAME [PROGRAM]: makes a script that runs the program as a rank, by default NQUEENS, but
# first the shell code of stdin, where $rank is its number.
before() {
  {
    echo '#!/bin/sh'
    echo "rank=\${OMPI_COMM_WORLD_RANK-\${PMI_RANK-0}}"
    cat
    echo "exec '${2-$NQUEENS}' \"\$@\""
  } >"$1"
  chmod +x "$1"
}

# run COMMAND...: leaves the exit code in $code, stdout in $out, stderr in $err. A program runs in
# place of the shell that $(...) makes.
run() {
  if [[ $1 == */* ]] || { ! declare -F "$1" && type -P "$1"; } >/dev/null; then
    out=$(exec "$@" 2>stderr.txt)
  else
    out=$("$@" 2>stderr.txt)
  fi
  code=$?
  err=$(<stderr.txt)
}

# with_limit COMMAND...: runs it with a time limit, 8 s if a starved machine enumerated prefixes for
# one.
with_limit() {
  local limit
  for limit in 1 8; do
    run "$@" --max-time "$limit"
    matches "$err$out" 'while the prefixes were enumerated' || break
  done
}

# interrupted PROCESS: whether it has ended, else it gets a SIGINT.
interrupted() { has_ended "$1" || { kill -INT "$1" 2>/dev/null && false; }; }

to_full_disk() { "$@" >/dev/full; }

# exits WHAT CODE COMMAND...: runs it; that is its exit code.
# prints WHAT TEXT COMMAND...: and that is all of its stdout, with exit code 0.
exits() {
  run "${@:3}"
  expect_code "$1" "$2"
}
prints() {
  exits "$1" 0 "${@:3}"
  expect_out "$1" "$2"
}

# refuse CODE PATTERN ARGUMENTS...: nqueens gives no answer, but one line that says why.
refuse() {
  run "$NQUEENS" "${@:3}"
  expect_refusal "${*:3}" "$1" "$2"
  expect_own_options "${3-}"
}

# expect_own_options COMMAND: that the last run names no option but those of this command, or of the
# one that it names before.
declare -A helps
expect_own_options() {
  local command=$1 text=$err word
  ! matches "$err" 'unknown (option|command)|before the command' || return 0
  [[ ! $text =~ \'srun\ [^\']*\' ]] || text=${text/"${BASH_REMATCH[0]}"/}
  while [[ $text =~ (\'nqueens\ |--)[a-z]+(-[a-z]+)* ]]; do
    word=${BASH_REMATCH[0]} text=${text#*"${BASH_REMATCH[0]}"}
    if [[ $word == "'nqueens"* ]]; then
      command=${word#* }
    else
      [ -v "helps[of $command]" ] || helps[of $command]=$("$NQUEENS" "$command" --help)
      expect_true "$1: $command has $word" matches "${helps[of $command]}" \
        "^ +(-[a-zA-Z],)?$word([ ,:]|\$)"
    fi
  done
}

# start COMMAND...: in the background, $pid is its process; what it writes goes to out.txt and
# err.txt, which are empty from now on. ended PROCESS [WHAT CODE]: waits for it and leaves what run
# leaves; that is its exit code.
start() {
  : >out.txt
  : >err.txt
  set -m # what has no job control starts its background with SIGINT ignored
  "$@" >out.txt 2>err.txt &
  set +m
  pid=$!
  started+=("$pid")
}
ended() {
  wait "$1"
  code=$? out=$(<out.txt) err=$(<err.txt)
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
# expect_says WHAT PATTERN: stdout has. expect_in FILE WHAT PATTERN: a file has.
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

# expect_times WHAT NUMBER PATTERN [TEXT]: so many lines match, by default of stdout.
expect_times() {
  checks=$((checks + 1))
  matching "${4-$out}" "$3"
  [ "$value" -eq "$2" ] || fail "$1: $value lines match '$3', expected $2"
}

# One line that names the mistake: what every user error gets.
expect_one_line() {
  checks=$((checks + 1))
  [[ $err =~ ^$'\n'*[^$'\n']+$'\n'*$ ]] || fail "$1: expected one line on stderr"
}

# expect_refusal WHAT CODE PATTERN: of the last run.
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

# What has to meet a job at work holds it, so that it does on a processor of any speed: until
# let_go, $held waits before each prefix that it counts or verifies, in the way of these options of
# tests/faults/faults.hpp. $sixteen is to be held: its 1814 prefixes are as many tasks.
held=$work/nqueens_faulty
sixteen=$work/.sixteen.toml
hold() {
  : "${NQUEENS_FAULTY:?the program whose kernels can be held}"
  printf '[count]\nn = 16\ndepth = 0\ntasks = 2000\n' >"$sixteen"
  : >"$work/hold"
  export NQUEENS_FAULT=hold:$work/hold${1:+:$1}
}

# The prefixes of 16 rows take four workers minutes, and none is so late that it is taken for dead.
slowly() { hold pace=0.5; }

let_go() { rm -f "$work/hold"; }

# at_work KERNELS: whether so many wait, or have begun to be slow.
at_work() {
  local kernels
  mapfile -t kernels <"$work/hold"
  [ "${#kernels[@]}" -ge "$1" ]
}

# start_at_work KERNELS COMMAND...: as start does, and so many are at work when this returns.
start_at_work() {
  start "${@:2}"
  expect_true "${*:2}: it is at work" await at_work "$1"
}

# run_part PREFIXES COMMAND...: as run does, a command of $held that SIGTERM stops after this many
# prefixes; it has saved them.
run_part() {
  hold "after=$1"
  start_at_work 1 "$held" "${@:2}"
  kill -TERM "$pid"
  ended "$pid" "${*:2}: stopped" 75
  let_go
}

# run_until PATTERN COMMAND...: as run does; what is held is let go when stderr matches.
run_until() {
  start "${@:2}"
  await says "$1"
  let_go
  ended "$pid"
}

# tasks_done FILE: leaves in $value how many finished tasks a checkpoint has; none without a file.
tasks_done() {
  local line
  value=0
  { IFS= read -r line <"$1"; } 2>/dev/null && [[ $line =~ \ done=([0-9]+)\  ]] &&
    value=${BASH_REMATCH[1]}
}

# is_saved FILE [TASKS]: whether a checkpoint has more finished tasks than that, or than none.
is_saved() {
  tasks_done "$1"
  [ "$value" -gt "${2-0}" ]
}

# proc_shows PROCESS PATTERN: whether /proc shows a process in such a way.
proc_shows() {
  local status
  { status=$(<"/proc/$1/status"); } 2>/dev/null && [[ $status =~ $2 ]]
}

# catches PROCESS SIGNAL: whether a process has a handler for it by now. (One that bash has only
# begun to start has bash's own.)
declare -A number_of_signal
catches() {
  [ "/proc/$1/exe" -ef "$NQUEENS" ] || [ "/proc/$1/exe" -ef "$held" ] || return
  [ -n "${number_of_signal[$2]-}" ] || number_of_signal[$2]=$(kill -l "$2")
  proc_shows "$1" 'SigCgt:[[:space:]]*([0-9a-f]+)' &&
    [ $((0x${BASH_REMATCH[1]} >> (number_of_signal[$2] - 1) & 1)) -eq 1 ]
}

# Whether a process has taken all signals that it was sent.
has_taken_signals() { ! proc_shows "$1" '(Sig|Shd)Pnd:[[:space:]]*0*[1-9a-f]'; }

# freeze PROCESS...: until they do nothing any more; of signals that came with SIGSTOP some are
# taken first.
freeze() {
  local process
  kill -STOP "$@"
  for process in "$@"; do
    wait_for is_frozen "$process"
  done
}
is_frozen() { proc_shows "$1" 'State:[[:space:]]*T'; }

# Whether a process has ended, though nobody may have waited for it yet.
has_ended() { is_gone "$1" || proc_shows "$1" 'State:[[:space:]]*[ZX]'; }

# Whether there is no such process any more.
is_gone() { ! kill -0 "$1" 2>/dev/null; }

# rank_processes RANKS: the processes of the one count that runs whose rank matches a pattern, as
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

# Whether no count of the program under test is left running.
nothing_runs() { ! pgrep -f "$NQUEENS(_faulty)? (count|resume)" >/dev/null; }

# A pipe that nobody writes to: reading it with a time limit is a sleep without a process.
exec {silence}<> <(:)
nap() { read -rt 0.05 -u "$silence" || :; }

# wait_for [SECONDS] COMMAND...: waits until a command succeeds, 20 looks for each second at most;
# what the looks take comes on top. Looks, since the clock may jump. A test waits for what it is
# about; the limit is for one that fails, so without a reason for another it is ten minutes.
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

# await [SECONDS] COMMAND...: the same for what the process of the last start does: if it ends
# before that, the wait fails at once, and fail shows how it has ended.
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
  if [ "$failures" -gt 0 ]; then
    echo "$failures of $checks checks failed"
    exit 1
  fi
  echo "$checks checks passed"
}
