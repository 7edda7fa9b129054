#!/usr/bin/env bash
# Three million tasks: no text of theirs is whole in memory, whoever writes or reads it, and the
# master needs what plan says.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"

cat >peak <<'PYTHON'
import resource, subprocess, sys
code = subprocess.call(sys.argv[1:])
with open("peak.txt", "w") as file:
    print(1024 * resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=file)
sys.exit(code)
PYTHON
# peak_of COMMAND...: leaves in $value the most bytes that it had at once.
peak_of() {
  exits "$*" 0 "$python" -IS peak "$@"
  value=$(<peak.txt)
}
# costs MOST COMMAND...: it takes at most so many bytes a task more than a program that does little.
# The least text of a task has twelve.
costs() {
  peak_of "${@:2}"
  local each=$(((value - little) / tasks))
  expect_true "${*:2}: $each bytes a task, at most $1" [ "$each" -le "$1" ]
}
peak_of "$NQUEENS" count 8 --devices none --quiet
little=$value

cat >many.toml <<'TOML'
[count]
n = 15
symmetry = "mirror"
order = "rows"
depth = 8
tasks = 10000000
TOML
peak_of "$NQUEENS" count many.toml --threads 2 --devices none --quiet --checkpoint many.ckpt
at_work=$value
run "$NQUEENS" plan many.toml --seconds 0.2 --json
look_up tasks
tasks=$value
expect_true "$tasks tasks are many" [ "$tasks" -gt 3000000 ]
expect_holds 'plan knows the memory of the master' \
  "memory_bytes / 2 < $at_work < 1.25 * memory_bytes"

costs 8 "$NQUEENS" certificate many.ckpt -o many.cert
costs 36 "$NQUEENS" verify many.cert --sample 9 --seed 1 --threads 2
costs 15 "$NQUEENS" status many.ckpt
cp many.ckpt copy.ckpt
costs 15 "$NQUEENS" merge many.ckpt copy.ckpt -o both.ckpt
prints 'the merged count' 2279184 "$NQUEENS" resume both.ckpt --quiet

finish
