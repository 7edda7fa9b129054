#!/usr/bin/env bash
# guard.py, which runs each shell test: nothing outlives a test, whoever called it.

source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"

guard=("$(command -pv python3)" -IS "$source_root/tests/support/guard.py")
# guarded SECONDS SCRIPT: runs it under the guard.
guarded() { run "${guard[@]}" "$1" bash -c "$2"; }
is_over() { ! kill -0 "$(<left)" 2>/dev/null; }

guarded 600 'exit 3'
expect_code 'the exit code of a test' 3
guarded 600 'exit 77'
expect_code 'a test that cannot run here' 77

guarded 1 'echo $$ >left; exec sleep 100000'
expect_code 'a time limit' 124
expect_says 'a time limit' 'ended by its time limit of 1 s in:'
expect_says 'a time limit: what was running' '^  sleep 100000$'
expect_true 'a time limit: it is over' is_over

# A daemon: in a session of its own, without a parent.
guarded 1 'setsid bash -c "echo \$\$ >left; exec sleep 100000" & sleep 100000'
expect_code 'a daemon' 124
expect_true 'a daemon is over' is_over

# As in the background of a script.
# shellcheck disable=SC2016
(
  trap '' INT QUIT HUP PIPE
  guarded 600 'for signal in INT QUIT HUP PIPE; do
    (kill -$signal $BASHPID; echo "SIG$signal is ignored")
  done'
  expect_out 'what the caller ignores, a test does not' ''
  [ "$failures" -eq 0 ]
) || fail 'signals that the caller ignores'

finish
