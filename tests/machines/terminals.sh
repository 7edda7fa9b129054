#!/usr/bin/env bash
# A terminal that takes no escapes gets log lines: no bar, no colours, nothing redrawn.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"

run "$NQUEENS" count 12 -c n12.ckpt --quiet

source "$source_root/tests/support/forty.sh"
export last_command=true

# What each command writes apart from the ends of its lines, which are CR LF on a terminal.
has_escapes() {
  local text=$out$'\n'
  [[ ${text//$'\r\n'/} == *[$'\r\x1b']* ]]
}
has_none() { ! has_escapes; }

commands=("'$NQUEENS' count 25 --no-checkpoint --threads 1"
  "'$NQUEENS' status --watch n12.ckpt" "'$NQUEENS' selftest -t 1 -k scalar --seconds 1"
  "'$NQUEENS' --help" "'$NQUEENS' count" ./build_forty)
says=('info counting on 1 thread' 14200 scalar exactly 'is missing' 'built 75 %')
for i in "${!commands[@]}"; do
  how=run
  [ "$i" -gt 0 ] || how=with_limit
  for terminal in TERM=dumb TERM= '-u TERM'; do
    rm -rf project/build
    "$how" on_a_terminal "env -u NO_COLOR $terminal ${commands[i]}"
    expect_true "$terminal, ${commands[i]}: no escapes" has_none
    expect_says "$terminal, ${commands[i]}: the text" "${says[i]}"
  done
  rm -rf project/build
  "$how" on_a_terminal "env -u NO_COLOR TERM=xterm ${commands[i]}"
  expect_true "TERM=xterm, ${commands[i]}: escapes" has_escapes
done

finish
