#!/usr/bin/env bash
# The launcher where names, folders for temporary files and descriptors are not the usual ones; and
# what it takes for progress.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"
source "$source_root/tests/support/deaths.sh"

# --- Any name of a file. --saved is what the launcher and the Slurm scripts ask.
mark() { "$NQUEENS" "$@" --saved | cut -d ' ' -f 1; }
for name in $'caf\xe9.ckpt' $'two\nlines.ckpt' "it's \"mine\".ckpt" ' blank .ckpt' '\back.ckpt' \
  './-dash.ckpt'; do
  exits "$name" 0 "$NQUEENS" count 12 -c "$name" --quiet
  for options in '' --json -qj; do
    # shellcheck disable=SC2086 # no word or one
    expect_true "$name: it is seen $options" [ -n "$(mark count 12 -c "$name" $options)" ]
  done
  expect_true "$name: it is seen by resume" [ -n "$(mark resume -t 1 "$name")" ]
  before=$(mark count 12 -c "$name" --fresh)
  expect_true "$name: --fresh changes nothing" [ "$before" = "$(mark count 12 -c "$name")" ]
  run "$NQUEENS" count 12 -c "$name" --fresh --quiet
  after=$(mark count 12 -c "$name")
  expect_true "$name: it has another number" [ -n "$after" -a "${after%%.*}" != "${before%%.*}" ]
done

# A run that died goes on from such a checkpoint. A start begins each time with no whole task and
# ends with some more slices: that is progress, so one restart is enough for any number of deaths.
# --fresh moves aside what was there before, and never what the run itself has saved.
restarts=1
cut=(count 13 --symmetry none --depth 1 --kernel plain --check-fraction 0 --slice-seconds 0.0001)
name=$'-caf\xe9\nof slices.ckpt'
is_old() { [ "$(ps -o etimes= -p "$mpirun_pid")" -ge 3 ]; } # no wrong option of mpirun
save_a_slice() {
  pkill -USR2 -P "$mpirun_pid" -f "$NQUEENS"
  [ "$(mark "${cut[@]}" "--checkpoint=$name")" != "$before" ]
}
run "$NQUEENS" "${cut[@]}" "--checkpoint=$name"
hold after=40 # prefixes; a slice has 16
start exec_launch 1 "$held" "${cut[@]}" "--checkpoint=$name" --fresh
for death in 1 2 3; do
  before=$(mark "${cut[@]}" "--checkpoint=$name")
  expect_true "death $death: it counts" await says_times "$death" '(starting|resuming) n='
  mpirun_pid=$(mpirun_of "$pid")
  expect_true "death $death: a slice is saved" wait_for save_a_slice
  expect_true "death $death: no task is" \
    grep -qE '^[0-9]+\.0\.' <(mark "${cut[@]}" "--checkpoint=$name")
  wait_for is_old
  kill -9 "$mpirun_pid"
done
expect_true 'a fourth start' await says_times 4 '(starting|resuming) n='
kill -TERM "$pid"
ended "$pid" 'deaths between slices' 75
expect_times 'deaths between slices: it starts over once' 1 ' starting n=13' "$err"
expect_err 'deaths between slices' \
  '0 of 13 tasks done, and .* slices of tasks in progress \(restart 1 of'
expect_err 'deaths between slices' 'launch: run the same command again without --fresh to go on'
let_go
prints 'deaths between slices: the rest' 73712 "$NQUEENS" "${cut[@]}" "--checkpoint=$name"
expect_err 'deaths between slices: the rest' 'resuming n=13'

# A count that dies before it has begun a checkpoint is started again, too; also if the file of its
# exit code is gone.
before born_later <<'SH'
if ! [ -e born ]; then
  : >born
  echo 'rank 0' >"$NQUEENS_EXIT_CODE_FILE.begun"
  rm "$NQUEENS_EXIT_CODE_FILE"
  kill -9 $$
fi
SH
prints 'nothing saved' 365596 launch 1 ./born_later count 14
expect_err 'nothing saved' 'before anything was saved; starting again'
restarts=0

# --- Folders for temporary files.
TMPDIR=$work/none prints 'TMPDIR is missing' 724 launch 1 "$NQUEENS" count 10 --quiet
if [ "$(id -u)" -eq 0 ]; then
  read_only() {
    # shellcheck disable=SC2016 # for the inner shell
    unshare -m bash -c 'mount --bind "$0" "$0" && for folder in /tmp /var/tmp /dev/shm; do
      mount --rbind $folder $folder && mount -o remount,bind,ro $folder || exit; done
      exec "$@"' "$work" "$@"
  }
  full() {
    # shellcheck disable=SC2016 # for the inner shell
    unshare -m bash -c 'mount -t tmpfs -o size=32k,nr_inodes=9 none "$TMPDIR" && exec "$@"' '' "$@"
  }
  # Room for small files, but not for what mpirun needs: it would hang.
  small() {
    # shellcheck disable=SC2016 # for the inner shell
    unshare -m bash -c 'mount -t tmpfs -o "$0" none "$TMPDIR" && exec "$@"' "$@"
  }
  mkdir small
  for mount in size=300k size=6m size=100m,nr_inodes=14; do
    TMPDIR=$work/small prints "TMPDIR of $mount" 724 \
      small $mount "$source_root/jobs/launch" -n 1 -- "$NQUEENS" count 10 --quiet
  done
  mkdir full
  TMPDIR=$work/full prints 'TMPDIR is full' 724 \
    full "$source_root/jobs/launch" -n 1 -- "$NQUEENS" count 10 --quiet
  prints 'read-only folders' 724 \
    read_only env -u TMPDIR "$source_root/jobs/launch" -n 1 -- "$NQUEENS" count 10 --quiet
fi

# mpirun may fail with its files there, though there seemed to be room: the next start has others.
if ! is_hydra; then
  mkdir bad path
  cat >path/mpirun <<SH
#!/bin/sh
case \$TMPDIR in $work/bad/*) echo 'no more files' >&2; exit 1 ;; esac
exec $(command -v mpirun) "\$@"
SH
  chmod +x path/mpirun
  TMPDIR=$work/bad PATH=$work/path:$PATH restarts=1 \
    prints 'mpirun fails in TMPDIR' 14200 launch 1 "$NQUEENS" count 12
  expect_err 'mpirun fails in TMPDIR' 'rank 0 had not begun; the next start has its'
fi

# --- Another user in a shared folder where names are not safe: nothing of this user is touched.
as_other() { setpriv --reuid 65534 --regid 65534 --clear-groups bash -uc "$@"; }
if [ "$(id -u)" -eq 0 ]; then
  chmod 755 "$work"
  mkdir -m 777 shared
  echo precious >victim
  cd shared || exit 1
  slowly
  start_at_work 1 exec_launch 2 "$held" count 16 -c shared.ckpt
  folder=$(echo .nqueens-exit.*)
  expect_true 'shared: a folder of its own' [ "$(stat -c %a "$folder")" = 700 ]
  # shellcheck disable=SC2016 # for the inner shell
  as_other 'mv $1 away && mkdir $1 && cd $1 && echo TERM >code.signal &&
    ln -s $2 code && for name in new begun devices signal.taken; do ln -s $2 code.$name; done' \
    as_other "$folder" "$work/victim"
  kill -USR2 "$pid"
  expect_true 'shared: it saves' await is_saved shared.ckpt
  let_go
  wait_for has_ended "$pid"
  ended "$pid" 'shared' 0
  expect_out 'shared' 14772512
  cd "$work" || exit 1
  expect_true 'shared: no link is followed' [ "$(<victim)" = precious ]
  rm -rf shared
fi

# Rank 0 itself neither heeds nor writes what others may have put there.
mkdir -m 777 open
chmod 777 open
echo TERM >open/code.signal
NQUEENS_EXIT_CODE_FILE=$work/open/code exits 'a folder of all' 0 plain_mpirun 1 "$NQUEENS" count 12
expect_err 'a folder of all' 'NQUEENS_EXIT_CODE_FILE is not used: .*/open. must be a folder of this'
expect_true 'a folder of all: nothing is written' [ "$(ls open)" = code.signal ]

# --- Descriptors that are closed: no file gets their number.
prints 'stderr is closed' 2279184 bash -c "'$NQUEENS' count 15 -c closed.ckpt 2>&- 0<&-"
expect_true 'stderr is closed: the log of runs has its own lines' \
  [ -z "$(grep -v '^{' closed.run.jsonl)" ]
exits 'stdout is closed' 1 bash -c "'$NQUEENS' count 15 -c answer.ckpt >&-"
expect_err 'stdout is closed' 'cannot write the answer to stdout'
expect_true 'stdout is closed: no answer in the log of runs' \
  [ -z "$(grep -v '^{' answer.run.jsonl)" ]

expect_true 'no file is left' [ -z "$(find . -name '.nqueens-*' -o -name 'nqueens.*')" ]
expect_true 'no process is left behind' nothing_runs
finish
