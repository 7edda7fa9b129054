#!/usr/bin/env bash
# The batch scripts with commands of Slurm that are played: --fresh starts over once, however often
# the job is started again. tests/cluster/slurm has a real Slurm.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"

mkdir -p path tree/build/release/src
ln -s "$source_root/jobs" "$source_root/slurm" tree/
ln -s "$held" tree/build/release/src/nqueens
cat >path/scontrol <<'SH'
#!/bin/sh
[ "$1" != requeue ] || [ ! -e no_requeue ]
SH
cat >path/squeue <<'SH'
#!/bin/sh
case $* in
  *%e*) date -d tomorrow +%FT%T ;;
  *) echo 1-00:00:00 ;;
esac
SH
cat >path/sbatch <<'SH'
#!/bin/sh
echo "$@" >successor
echo 77
SH
chmod +x path/*
batch=(env "PATH=$work/path:$PATH" "NQUEENS_ROOT=$work/tree" SLURM_JOB_ID=5 SLURM_JOB_NAME=fresh
  SLURM_JOB_NUM_NODES=1 SLURM_JOB_PARTITION=all SLURM_NTASKS=1)
# shellcheck disable=SC2016 # for the inner shell
script='script=count.sbatch; source "$NQUEENS_ROOT/slurm/job.sh"; count_job "$@"'

# counts_on RESTARTS WORD: a start of the job, whose log says "WORD n=13". When some tasks are
# counted it is told to stop, saves, and lets the job go on later.
counts_on() {
  hold after=40 # prefixes
  start "${batch[@]}" "SLURM_RESTART_COUNT=$1" bash -c "$script" job.sh 13 -c j.ckpt --fresh
  expect_true "restart $1: it counts" wait_for at_work 1
  kill -USR1 "$pid"
  ended "$pid" "restart $1" 0
  expect_err "restart $1" " $2 n=13"
  let_go
}

run "$NQUEENS" count 13 -c j.ckpt
counts_on 0 starting
expect_err 'the first start' 'job 5: requeued$'
: >no_requeue
counts_on 1 resuming
expect_err 'a successor' 'requeue is not allowed here; job 77 goes on$'
expect_in successor 'a successor goes on, too' 'count.sbatch 13 -c j.ckpt$'
expect_true 'no file is left' [ -z "$(compgen -G '.nqueens-*')" ]
finish
