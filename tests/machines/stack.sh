#!/usr/bin/env bash
# A small limit of the stack, which is that of threads, too: one line, or a count.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"

for kilobytes in 32 255; do
  run bash -c "ulimit -s $kilobytes; exec '$NQUEENS' count 8 --threads 2 --quiet"
  expect_refusal "a stack of $kilobytes kB" 1 \
    "the stack is limited to $kilobytes kB, which is too little; raise it, as by 'ulimit -s 8192'"
done
run bash -c "ulimit -s 256; exec '$NQUEENS' count 12 --threads 2 --quiet"
expect_out 'a stack that is enough' 14200

finish
