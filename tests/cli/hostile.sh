#!/usr/bin/env bash
# A file that would keep the program busy for hours: a signal ends each command that reads it.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"

# claim FILE SLICES: a checkpoint of a task that is said to have so many, none of them done. It has
# billions.
claim() {
  {
    echo 'nqueens checkpoint 7 n=32 board=square quantity=solutions symmetry=none depth=1' \
      'prefixes_per_task=100 stream=1 slice_depth=9 prefixes_per_slice=1 tasks=1 done=0' \
      'confirmed=0 slices_done=0 count=0 saved=1970-01-01T00:00:01Z kernels=plain length=0 crc32c=0'
    echo origins
    printf '1 1 1 1 0 7 0 0 0 0\n\nslices task=0 slices=%s\n' "$2"
    yes 0 | head -n $((($2 + 63) / 64))
  } >"$1"
  record seal "$1"
}

# walks CODE COMMAND...: it enumerates prefixes until SIGTERM ends it.
walks() {
  local why='stopped while the prefixes were enumerated; run the same command again'
  [ "$2" != verify ] || why='stopped before all drawn tasks were counted again'
  start "$NQUEENS" "${@:2}"
  expect_true "${*:2}: it says so" await says 'enumerating the prefixes and weighing the tasks'
  kill "$pid"
  expect_true "${*:2}: it ends" wait_for has_ended "$pid"
  ended "$pid" "${*:2}" "$1"
  [ "$1" -gt 128 ] ||
    expect_err "${*:2}" "$why"
}

claim many.ckpt 64000000
cp many.ckpt copy.ckpt
walks 75 resume many.ckpt
walks 1 verify many.ckpt
walks 143 status many.ckpt
expect_true 'the file is as it was' cmp many.ckpt copy.ckpt
expect_true 'no lock is left' [ ! -e many.ckpt.lock ]
# At this depth hardly any way leads to a prefix.
walks 75 count 31 --depth 31 --checkpoint deep.ckpt
walks 75 count 32 --board torus --depth 30 --checkpoint deep.ckpt

# It walks no further than what the file claims.
claim few.ckpt 2
refuse 4 "'few.ckpt' has 2 slices of task 0 where its job has more; it cannot be used" \
  resume few.ckpt
exits 'few slices' 4 "$NQUEENS" status few.ckpt

finish
