#!/usr/bin/env bash
# A count at idle priority, beside programs that take every processor: it waits, and no worker is
# taken for lost.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"

waited_seconds() { # by all threads of the count
  cat "/proc/$pid"/task/*/schedstat | awk '{ sum += $2 } END { print int(sum / 1e9) }'
}
has_waited() { [ "$(waited_seconds)" -ge "$1" ]; }
has_results() { says '[1-9][0-9]* solutions so far'; }

start chrt --idle 0 "$NQUEENS" count 22 --threads 2 --checkpoint n22.ckpt
expect_true 'it counts' await has_results
if ! [ -r "/proc/$pid/schedstat" ]; then
  echo 'not run: this kernel does not tell how long a thread waits'
  exit 77
fi
for ((processors = $(nproc); processors > 0; --processors)); do
  sha256sum /dev/zero &
  started+=("$!")
done
before=$(waited_seconds)
expect_true 'it waits' await has_waited $((before + 60))
kill "${started[@]:1}"
kill -TERM "$pid"
ended "$pid" 'it stops' 75
expect_true 'nobody is lost' [ "$(grep -cE '(is|are) lost' err.txt)" -eq 0 ]

finish
