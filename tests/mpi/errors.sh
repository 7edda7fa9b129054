#!/usr/bin/env bash
# MPI calls that fail: deaths that MPI reports are survived, another failure is said in words.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"

run cc -shared -fPIC -o improbe.so "$source_root/tests/mpi/improbe.c"
expect_code 'the library whose MPI_Improbe fails' 0

# failing ERROR RANKS COMMAND...
failing() { LD_PRELOAD=$work/improbe.so IMPROBE_ERROR=$1 launch "${@:2}"; }

# MPI_ERR_INTERN of Open MPI, and of MPICH.
case $("$NQUEENS" --version) in
  *'MPI: Open MPI'*) intern=17 ;;
  *) intern=16 ;;
esac
exits 'a failure' 1 failing $intern 1 "$NQUEENS" count 13
expect_out 'a failure' ''
expect_err 'a failure' '^nqueens: MPI_Improbe failed: .*[Ii]nternal'

# MPIX_ERR_PROC_FAILED and MPIX_ERR_PROC_FAILED_PENDING, each rank once.
if [[ $("$NQUEENS" --version) == *'MPI: Open MPI v'[5-9].* ]]; then
  for error in 75 76; do
    prints "a reported death, $error" 73712 failing $error 3 "$NQUEENS" count 13
  done
else
  echo 'not run: reported deaths; only Open MPI 5 and later report them'
fi

expect_true 'no process is left behind' wait_for nothing_runs
finish
