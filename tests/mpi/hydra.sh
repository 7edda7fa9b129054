#!/usr/bin/env bash
# Counts under Hydra, the mpirun of MPICH: answers, stops, and deaths. It ends all ranks when one
# dies, so each death costs a restart.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"
source "$source_root/tests/support/deaths.sh"

if ! is_hydra || [[ $("$NQUEENS" --version) != *'MPI: MPICH'* ]]; then
  echo 'not run: it needs a program of MPICH, and its mpirun'
  exit 77
fi

# SIGUSR2 would end mpiexec, so rank 0 gets it in another way.
saves() {
  kill -USR2 "$launcher_pid"
  is_saved "$1"
}

for shape in '1 1' '3 3' '4 3 --master-only' '2 4 --threads 2'; do
  read -r ranks workers option <<<"$shape"
  # shellcheck disable=SC2086 # none, or some
  exits "$shape" 0 launch "$ranks" "$NQUEENS" count 13 --json $option
  is "$shape" solutions=73712 workers="$workers"
done
exits 'wrong input' 2 launch 2 "$NQUEENS" count abc
expect_out 'wrong input' ''
restarts=1 run "$source_root/jobs/launch" --no-such-option -- "$NQUEENS" count 12
expect_code 'a wrong option of mpirun' 255
expect_true 'a wrong option of mpirun: one start' says_nothing_of 'starting again'

# Stopped and resumed. Hydra has words of its own for SIGINT, which are not an answer.
for signal in USR1 TERM INT HUP; do
  slowly
  start_launcher 3 "$held" count "$sixteen" --checkpoint "$signal.ckpt"
  expect_true "$signal: it counts" await saves "$signal.ckpt"
  kill "-$signal" "$launcher_pid"
  expect_true "$signal: it ends" wait_for is_gone "$launcher_pid"
  let_go
  ended "$launcher_pid" "$signal" 75
  expect_out "$signal" ''
  cause=SIG$signal
  [ "$signal" != INT ] || cause=interrupted
  expect_err "$signal" "stopped \($cause\) and saved to $signal.ckpt"
  prints "$signal: resumed" $count launch 2 "$NQUEENS" resume "$signal.ckpt"
done

start_slowly 3 --checkpoint asked.ckpt
expect_true 'SIGUSR2: it saves' await saves asked.ckpt
expect_true 'SIGUSR2: mpiexec lives' lives "$mpirun_pid"
end_with_count 'SIGUSR2'
expect_true 'SIGUSR2: it goes on' says_nothing_of 'starting again'

# A second SIGINT waits for nobody.
start_slowly 3 --no-checkpoint
rank_0=$(ranks_of "$mpirun_pid" | sed -n 1p)
freeze "$rank_0"
kill -INT "$launcher_pid"
expect_true 'a second SIGINT: the first is there' await says 'launch: SIGINT'
kill -INT "$launcher_pid"
expect_true 'a second SIGINT' wait_for is_gone "$launcher_pid"
let_go
ended "$launcher_pid" 'a second SIGINT' 130
expect_true 'a second SIGINT: nothing runs' wait_for nothing_runs

# Deaths. The number is the only word on stdout.
restarts=1
for victim in worker master mpiexec daemon; do
  start_slowly 3 --checkpoint "$victim.ckpt"
  expect_true "$victim dies: it has saved" await saves "$victim.ckpt"
  case $victim in
    worker) pid=$(ranks_of "$mpirun_pid" | sed -n 3p) ;;
    master) pid=$(ranks_of "$mpirun_pid" | sed -n 1p) ;;
    mpiexec) pid=$mpirun_pid ;;
    daemon) pid=$(pgrep -P "$mpirun_pid") ;;
  esac
  kill -9 "$pid"
  if [ "$victim" != daemon ]; then # whose ranks live on, and may end what they have begun
    expect_true "$victim dies: it goes on" wait_for says 'resuming'
  fi
  end_with_count "$victim dies"
  expect_err "$victim dies" "launch: the run failed .*starting again from $victim.ckpt"
  expect_true "$victim dies: nothing runs" wait_for nothing_runs
done

# A rank that dies before MPI is up, and within two seconds of the start.
before born_later <<'SH'
if [ "$rank" = 1 ] && ! [ -e born ]; then
  : >born
  kill -9 $$
fi
SH
# Hydra may break then, with the exit code of a wrong option, which is not repeated.
for _ in {1..20}; do
  rm -f born
  run launch 3 ./born_later count 12
  [[ $code = 255 && $err == *'assert (!closed) failed'* ]] || break
done
expect_code 'a rank dies before MPI is up' 0
expect_out 'a rank dies before MPI is up' 14200
expect_err 'a rank dies before MPI is up' 'launch: .*starting again'

expect_true 'no file is left' [ -z "$(find . -name '.nqueens-*' -o -name 'nqueens.*')" ]
expect_true 'no process is left behind' nothing_runs
finish
