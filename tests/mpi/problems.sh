#!/usr/bin/env bash
# Placements and the torus under a real mpirun: a worker dies, everything dies, and others go on.
# shellcheck source-path=SCRIPTDIR source=../support/shell.sh
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"

# The worker processes of the one count that runs.
workers() {
  local process
  for process in $(pgrep -f "$NQUEENS (count|resume)"); do
    if tr '\0' '\n' <"/proc/$process/environ" 2>/dev/null | grep -q '^OMPI_COMM_WORLD_RANK=[1-9]'; then
      echo "$process"
    fi
  done
}

tasks_done() { "$NQUEENS" status "$1" --json 2>/dev/null | json tasks_done; }
has_tasks() {
  local tasks
  tasks=$(tasks_done "$1")
  [ "${tasks:-0}" -gt "$2" ]
}

# survives NAME ANSWER KEYS KERNEL: a count of these keys, with the plain kernel, which takes seconds; then with another.
survives() {
  local name=$1 answer=$2 keys=$3 kernel=$4 launched victim
  printf '[checkpoint]\npath = "%s.ckpt"\ninterval = 0.2\n[count]\n%s\n' "$name" "$keys" >"$name.toml"
  (exec_launch 3 "$NQUEENS" count "$name.toml" --kernel plain) >out.txt 2>err.txt &
  launched=$!
  started+=("$launched")
  expect_true "$name: it counts" wait_for 20 has_tasks "$name.ckpt" 0
  victim=$(workers | head -n 1)
  kill -9 "$victim"
  expect_true "$name: it goes on without a worker" wait_for 20 has_tasks "$name.ckpt" "$(tasks_done "$name.ckpt")"
  pkill -9 -f "$NQUEENS count $name.toml"
  wait "$launched"
  expect_true "$name: nothing runs" wait_for 20 nothing_runs
  expect_true "$name: it is not finished" [ "$("$NQUEENS" status "$name.ckpt" --json | json finished)" = false ]
  run launch 5 "$NQUEENS" count "$name.toml" --kernel "$kernel" --json
  expect_code "$name: resumed" 0
  expect_true "$name: resumed" [ "$(json resumed <<<"$out")" = true ]
  expect_true "$name: lost workers" [ "$(json lost_workers <<<"$out")" -ge 1 ]
  expect_true "$name: agrees" [ "$(json agrees <<<"$out")" = true ]
  expect_true "$name: answer" grep -qF "$answer" <<<"$out"
}

survives placements '"placements":"171129071"' $'n = 15\nquantity = "placements"' plain
run "$NQUEENS" count 15 --quantity placements --symmetry none --json --quiet
profile() { grep -oE '"profile":\[[^]]*\]' "$@"; }
expect_true 'placements: the same profile by the plain kernel on half the board and by the fastest on all' \
  [ "$(profile <<<"$out")" = "$(profile placements.result.json)" ]
survives torus '"solutions":"820496"' $'n = 19\nboard = "torus"' auto
expect_true 'no process is left behind' nothing_runs
finish
