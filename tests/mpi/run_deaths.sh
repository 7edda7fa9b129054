#!/usr/bin/env bash
# Masters and launchers die by real signals: the count goes on right.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"
source "$source_root/tests/support/deaths.sh"

# The master dies: the workers do not stay for ever, and the checkpoint is there.
start_slowly 3 --checkpoint master.ckpt
expect_true 'saved on SIGUSR2' await saves master.ckpt
ranks_of "$mpirun_pid" | sed -n 1p | xargs kill -9
expect_true 'the master dies: its workers see that' wait_for is_gone "$launcher_pid"
end 'the master dies'
prints 'after the master died' $count "$NQUEENS" count $n --checkpoint master.ckpt
expect_err 'after the master died' 'resuming'

# The launcher starts a run again that died as a whole, from its checkpoint; not one that ended
# within two seconds.
is_old() { [ "$(ps -o etimes= -p "$mpirun_pid")" -ge 3 ]; }
restarts=3
for victim in mpirun master; do
  start_slowly 3 --checkpoint "$victim-restart.ckpt"
  await saves "$victim-restart.ckpt"
  wait_for is_old
  case $victim in
    mpirun) kill -9 "$mpirun_pid" ;;
    master) ranks_of "$mpirun_pid" | sed -n 1p | xargs kill -9 ;;
  esac
  # No sooner: ranks that have not seen yet that their mpirun is dead would finish the job.
  expect_true "$victim dies: it goes on" await says 'resuming'
  end_with_count "$victim dies and is started again"
  expect_err "$victim dies and is started again" \
    'launch: the run failed .*starting again from .*-restart.ckpt'
  expect_err "$victim dies and is started again" 'resuming'
done
restarts=0

expect_true 'no process is left behind' nothing_runs
finish
