#!/usr/bin/env bash
# Wrong input: one clear line on stderr, the documented exit code, nothing on stdout.
# shellcheck source-path=SCRIPTDIR source=../support/shell.sh
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"

# refuse CODE PATTERN COMMAND...
refuse() {
  local expected=$1 pattern=$2
  shift 2
  run "$@"
  expect_code "$*" "$expected"
  expect_out "$*" ''
  expect_one_line "$*"
  expect_err "$*" "$pattern"
}

for n in 0 33 99999999999999999999; do
  refuse 2 "n is $n; it must be a whole number from 1 to 32" "$NQUEENS" count "$n"
done
for n in abc 1e3 '' 8.0 ' 8' -5; do
  refuse 2 'neither a number of rows from 1 to 32 nor a job file' "$NQUEENS" count "$n"
done
refuse 2 'job is required' "$NQUEENS" count
refuse 2 'subcommand is required' "$NQUEENS"
refuse 2 "unknown command 'cuont'; see nqueens --help" "$NQUEENS" cuont 8
refuse 2 'see nqueens count --help' "$NQUEENS" count 8 --no-such-flag
refuse 2 'checkpoint is empty' "$NQUEENS" count 8 --checkpoint ''
refuse 2 'quiet' "$NQUEENS" count 8 --quiet --verbose
refuse 2 'symmetry' "$NQUEENS" count 8 --symmetry half
refuse 2 'depth' "$NQUEENS" count 8 --depth 9
refuse 2 'depth' "$NQUEENS" count 8 --depth -1
refuse 2 'threads' "$NQUEENS" count 8 --threads 0
refuse 2 "'vax' is unknown; choose one of: auto, .*scalar, plain" "$NQUEENS" count 8 --kernel vax
refuse 2 "NQUEENS_KERNEL 'vax' is unknown" env NQUEENS_KERNEL=vax "$NQUEENS" count 8 --quiet
refuse 2 "max-time '5x' is not a valid time" "$NQUEENS" count 8 --max-time 5x
refuse 2 "max-time '1\?2' is not a valid time" "$NQUEENS" count 8 --max-time $'1\n2'
refuse 2 "part '3/2' is not a valid part" "$NQUEENS" count 8 --part 3/2
refuse 2 "'nan' is not a number from 0 to 1" "$NQUEENS" count 8 --check-fraction nan
refuse 2 "'nan' is not a number from 0 to 1" "$NQUEENS" verify none.ckpt --fraction nan
refuse 2 'seed' "$NQUEENS" verify none.ckpt --seed -1
refuse 2 'seed' "$NQUEENS" selftest --seconds 1 --seed -1
refuse 2 'progress' "$NQUEENS" count 8 --progress loud
refuse 2 'log file' "$NQUEENS" count 8 --log-file /proc/log
refuse 2 'more than 1000000000 prefixes' "$NQUEENS" count 32 --depth 12

# Job files.
mkdir folder.toml
printf '[count]\nn = 8\ntaks = 5\n' >unknown.toml
printf '[count]\nn = \n' >broken.toml
printf '[count]\ndepth = 3\n' >missing.toml
printf '[count]\nn = 8\ndepth = 9\n' >deep.toml
printf '[count]\nn = 8\n[run]\nkernel = "vax"\n' >kernel.toml
refuse 2 'unknown.toml:3: .*taks' "$NQUEENS" count unknown.toml
refuse 2 'broken.toml:2' "$NQUEENS" count broken.toml
refuse 2 'missing.toml.*n is missing' "$NQUEENS" count missing.toml
refuse 2 'depth' "$NQUEENS" count deep.toml
refuse 2 'folder' "$NQUEENS" count folder.toml
refuse 2 'nothing.toml' "$NQUEENS" count nothing.toml
refuse 2 "'vax' is unknown" "$NQUEENS" count kernel.toml --no-checkpoint
if [ "$(id -u)" -ne 0 ]; then
  printf '[count]\nn = 8\n' >unreadable.toml
  chmod 000 unreadable.toml
  refuse 2 'unreadable.toml' "$NQUEENS" count unreadable.toml
fi

# Started by srun without MPI: many processes that would each count everything.
refuse 2 'Slurm started or reserved 4 tasks' env SLURM_NTASKS=4 SLURM_PROCID=2 "$NQUEENS" count 8
run env SLURM_NTASKS=4 "$NQUEENS" count 8 --threads 1 --quiet
expect_out 'threads on purpose inside an allocation' 92

# Checkpoints.
refuse 4 "'none.ckpt' does not exist" "$NQUEENS" status none.ckpt
refuse 4 "'none.ckpt' does not exist" "$NQUEENS" resume none.ckpt --quiet
refuse 4 'no/folder' "$NQUEENS" count 8 --checkpoint no/folder/n8.ckpt --quiet

# Somebody else's file is neither read as a checkpoint nor replaced by one.
echo 'my notes' >notes.txt
refuse 4 'is not a checkpoint' "$NQUEENS" count 8 --checkpoint notes.txt --quiet
refuse 4 'will not be replaced' "$NQUEENS" count 8 --checkpoint notes.txt --fresh --quiet
expect_true 'the file is as it was' [ "$(cat notes.txt)" = 'my notes' ]

# An answer that cannot be written is a failure.
"$NQUEENS" count 8 --quiet >/dev/full 2>stderr.txt
code=$? out='' err=$(cat stderr.txt)
expect_code 'stdout is full' 1
expect_err 'stdout is full' 'cannot write the answer'

finish
