#!/usr/bin/env bash
# Ranks die before MPI is up, by real signals, or are late: nobody waits for the dead for ever, and
# nobody is ended for being slow.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"
source "$source_root/tests/support/deaths.sh"
needs_recovery

before unborn <<'SH'
[ "$rank" != "$VICTIM" ] || kill -9 $$
SH

# Any rank may be the one that dies. The others wait for it inside MPI_Init. Rank 0 says so, or the
# next one that lives.
export NQUEENS_START_SECONDS=2
for case in 2:1 3:0 8:5; do
  ranks=${case%:*}
  name="rank ${case#*:} of $ranks dies before MPI is up"
  VICTIM=${case#*:} exits "$name" 69 launch "$ranks" ./unborn count $n
  expect_err "$name" "MPI did not start within 2 s( \(.*\))?: rank ${case#*:} died"
  expect_times "$name: one message" 1 'MPI did not start' "$err"
done

# A plain mpirun ends all for one that is killed, but not for one that just leaves.
before shy <<'SH'
[ "$rank" != 1 ] || exit 0
SH
name='a rank leaves before MPI is up, plain mpirun'
exits "$name" 69 plain_mpirun 3 ./shy count $n
expect_err "$name" 'MPI did not start within 2 s( \(.*\))?: rank 1 died'

# The launcher starts again, though there is no checkpoint yet, and is more patient then. An older
# checkpoint that the first start was told to ignore is not used by the second one.
before born_later <<'SH'
if [ "$rank" = 2 ] && ! [ -e born ]; then
  : >born
  kill -9 $$
fi
SH
name='a rank dies before MPI is up, then all live'
run_part 5 count 12 --checkpoint later.ckpt
restarts=1 prints "$name" 14200 launch 3 ./born_later count 12 --checkpoint later.ckpt --fresh
expect_err "$name" 'launch: starting again, with 6 s for MPI'
expect_err "$name" ' starting n=12'

NQUEENS_START_SECONDS=soon exits 'no number of seconds' 2 launch 2 "$NQUEENS" count 12
expect_err 'no number of seconds' "NQUEENS_START_SECONDS is 'soon'; it must be a number above 0"

# Told to stop, the others go sooner.
ranks_wait() {
  local rank ranks
  mapfile -t ranks < <(pgrep -f "^$NQUEENS count")
  [ ${#ranks[@]} -eq 2 ] || return 1
  for rank in "${ranks[@]}"; do
    catches "$rank" USR1 || return 1
  done
}
name='a rank dies before MPI is up, SIGTERM'
NQUEENS_START_SECONDS=86400 VICTIM=2 start exec_launch 3 ./unborn count $n
expect_true "$name: two wait" wait_for ranks_wait
kill -TERM "$pid"
expect_true "$name: ends soon" wait_for is_gone "$pid"
ended "$pid" "$name" 75
expect_err "$name" 'stopped before MPI had started'

# A rank that lives may be late, by more than the time after which it would be given up.
before late <<'SH'
until [ "$rank" != 2 ] || [ -e hurry ]; do sleep 0.05; done
SH
waits_long() {
  local rank
  rank=$(rank_processes 0)
  [ -n "$rank" ] && [ "$(ps -o etimes= -p "$rank")" -ge 6 ]
}
name='a rank is late'
start exec_launch 3 ./late count 12
expect_true "$name: rank 0 waits" wait_for waits_long
: >hurry
ended "$pid" "$name" 0
expect_out "$name" 14200

expect_true 'no process is left behind' nothing_runs
finish
