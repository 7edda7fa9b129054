#!/usr/bin/env bash
# Placements, the torus and amazons under a real mpirun: a worker dies, everything dies, and others
# go on.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"
needs_recovery

code=-

# survives NAME ANSWER PACE KEYS: a count of these keys, which would take minutes at that pace; then
# with nothing in its way.
survives() {
  local name=$1 answer=$2 keys=$4 launched saved
  printf '[checkpoint]\npath = "%s.ckpt"\ninterval = 0.2\n[count]\n%s\n' "$name" "$keys" \
    >"$name.toml"
  hold "pace=$3"
  start exec_launch 3 "$held" count "$name.toml"
  launched=$pid
  expect_true "$name: it counts" await is_saved "$name.ckpt"
  kill -9 "$(rank_processes '[1-9]' | head -n 1)"
  expect_true "$name: the dead worker is missed" \
    await says 'worker . on .* is lost'
  tasks_done "$name.ckpt"
  saved=$value
  # More than what was on its way from the dead worker.
  expect_true "$name: it goes on without a worker" \
    await is_saved "$name.ckpt" $((saved + 40))
  pgrep -f "$held count $name.toml" | xargs -r kill -9
  wait "$launched" 2>/dev/null
  expect_true "$name: nothing runs" wait_for nothing_runs
  run "$NQUEENS" status "$name.ckpt" --json
  is "$name: it is not finished" finished=false
  exits "$name: resumed" 0 launch 5 "$NQUEENS" count "$name.toml" --json
  is "$name" resumed=true agrees=true
  expect_holds "$name: lost workers" 'lost_workers >= 1'
  expect_says "$name: answer" "$answer"
}

survives placements '"placements":"1141190302"' 0.005 $'n = 16\nquantity = "placements"'
survives torus '"solutions":"820496"' 0.1 $'n = 19\nboard = "torus"'
survives amazon '"solutions":"8924976"' 0.1 $'n = 18\npiece = "amazon"'

# By row: the fastest kernel on the whole board against the plain one on its half, and against OEIS
# A319236.
profile_of() {
  run launch 3 "$NQUEENS" count "$1" --quantity placements --profile "${@:2}" --quiet
}
profile_of 14 --kernel plain
plain=$out
profile_of 14 --symmetry none
expect_code 'profile of 14' 0
expect_out 'profile of 14' "$plain"
profile_of 16
expect_out 'profile of 16' "$(printf '%s\n' 1141190302 16 210 2236 19688 141812 838816 3998456 \
  15324708 46358876 108478966 193892860 260303408 253897632 171158018 72002088 14772512 |
    awk 'NR == 1 { print; next } { print NR - 1 "\t" $0 }')"
expect_true 'no process is left behind' nothing_runs
finish
