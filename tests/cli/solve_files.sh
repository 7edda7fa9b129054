#!/usr/bin/env bash
# Single solutions: input and output in files, pipes and devices.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"
source "$source_root/tests/support/solutions.sh"

# --- files

seq 1000 1000 100000 >numbers.txt
prints 'a file' '' "$NQUEENS" solve --input numbers.txt --output solutions.txt
answers 'valid: 100 solutions, n = 1000 to 100000' check solutions.txt
printf '# sizes\n\n8  # the classic\n 10\r\n6' >few.txt
for method in construct repair search permute; do
  valid 3 solve --input few.txt --method "$method"
  by_file=${out#*$'\n'} by_file=${by_file%%$'\n'*}
  answers "$by_file" solve 10 --method "$method"
done
valid 3 solve --input - --output - --format json <few.txt
cp few.txt itself.txt
run "$NQUEENS" solve --input itself.txt --output itself.txt
answers 'valid: 3 solutions, n = 6 to 10' check itself.txt
ln -s itself.txt link.txt
run "$NQUEENS" solve 5 --output link.txt
expect_true 'a symbolic link stays one' [ -L link.txt ]
expect_true 'a symbolic link: what is behind it' [ "$(<itself.txt)" = '1 3 5 2 4' ]

ln -s new.txt dangling.txt
run "$NQUEENS" solve 5 --output dangling.txt
expect_true 'a link to nothing stays a link' [ -L dangling.txt ]
expect_true 'a link to nothing: its target is made' [ "$(<new.txt)" = '1 3 5 2 4' ]
ln -s loop.txt loop.txt
refuse 2 "cannot write 'loop.txt'" solve 5 --output loop.txt
chmod 640 new.txt
run "$NQUEENS" solve 6 --output new.txt
expect_true 'a replaced file keeps its permissions' [ "$(stat -c %a new.txt)" = 640 ]
chmod 440 new.txt
# Root may write anything; without that power the file is refused.
if [ "$(id -u)" -ne 0 ] || command -v setpriv >/dev/null; then
  unpowered=()
  [ "$(id -u)" -ne 0 ] || unpowered=(setpriv --bounding-set -dac_override --inh-caps -dac_override)
  exits 'a file that may not be written' 2 "${unpowered[@]}" "$NQUEENS" solve 8 --output new.txt
  expect_err 'a file that may not be written' "cannot write 'new.txt': Permission denied"
fi
long=$(printf '%0250d' 0)
exits 'a long name' 0 "$NQUEENS" solve 5 --output "$long"
expect_true 'a long name' [ "$(<"$long")" = '1 3 5 2 4' ]
# Names of open files: what is behind them goes on.
for name in /dev/stdout /dev/fd/1 /proc/self/fd/1; do
  echo before >open.txt
  "$NQUEENS" solve 5 --output "$name" >>open.txt
  expect_true "open file $name, appended" [ "$(<open.txt)" = $'before\n1 3 5 2 4' ]
  {
    echo before
    "$NQUEENS" solve 5 --output "$name"
    echo after
  } >open.txt
  expect_true "open file $name, between others" [ "$(<open.txt)" = $'before\n1 3 5 2 4\nafter' ]
done
for name in /dev/fd/3 /proc/self/fd/3; do
  {
    echo before >&3
    "$NQUEENS" solve 5 --output "$name"
    echo after >&3
  } 3>open.txt
  expect_true "open file $name, between others" [ "$(<open.txt)" = $'before\n1 3 5 2 4\nafter' ]
done
echo before >open.txt
"$NQUEENS" solve 5 --output /dev/stderr 2>>open.txt
expect_true 'stderr, appended' [ "$(<open.txt)" = $'before\n1 3 5 2 4' ]
exits 'a file that is not open' 2 bash -c "'$NQUEENS' solve 5 --output /dev/fd/7"
exits 'a file open for reading' 2 bash -c "'$NQUEENS' solve 5 --output /dev/fd/7 7</dev/null"
run bash -c "ulimit -f 1 && '$NQUEENS' solve 12 --all --output limited.txt"
expect_code 'a limit of file sizes' 1
expect_err 'a limit of file sizes' "cannot write 'limited.txt': File too large"
expect_true 'a limit of file sizes: nothing is left' nothing_unfinished
# A pipe that is not ready at times.
run "$python" -IS -c "
import fcntl, os, select, subprocess, sys, time
reading, writing = os.pipe()
fcntl.fcntl(writing, fcntl.F_SETFL, os.O_NONBLOCK)
solver = subprocess.Popen([sys.argv[1], 'solve', '100000', '--method', 'construct'], stdout=writing)
while select.select([], [writing], [], 0)[1]: time.sleep(0.01)
os.close(writing)
while text := os.read(reading, 1000000): sys.stdout.write(text.decode())
sys.exit(solver.wait())
" "$NQUEENS"
expect_code 'a pipe that does not wait' 0
expect_valid 'a pipe that does not wait' 1

echo '2 4 1 3' >kept.txt
bad=(abc 0 3 2 -5 8.0 '8 9' 4000000000 99999999999999999999999 $'\x01')
for line in "${bad[@]}"; do
  printf '8\n10\n%s\n12\n' "$line" >bad.txt
  refuse 2 'bad.txt:3: ' solve --input bad.txt --output kept.txt
  expect_true "bad line '$line': nothing is written" [ "$(<kept.txt)" = '2 4 1 3' ]
  exits "bad line '$line', keep going" 0 "$NQUEENS" solve --input bad.txt --keep-going
  expect_valid "bad line '$line', keep going" 3
  expect_err "bad line '$line', keep going" 'skipped 1 bad line: 3'
done
printf '8\n3\n' >bad.txt
refuse 2 'bad.txt:2: a 3 x 3 board has no solution' solve --input bad.txt
printf 'x\n8\ny\n' >bad.txt
run "$NQUEENS" solve --input bad.txt --keep-going
expect_err "solve --input bad.txt --keep-going" 'skipped 2 bad lines: 1, 3'
{
  yes x | head -100000
  echo 8
} >bad.txt
run "$NQUEENS" solve --input bad.txt --keep-going
expect_err 'many bad lines' 'skipped 100000 bad lines: 1, 2, .*, 20 \.\.\.$'
echo 8 >bad.txt
truncate -s 400000000 bad.txt
refuse 2 'bad.txt:2: the line is longer than 1000 characters' solve --input bad.txt
run "$python" -IS -c "
import resource, subprocess, sys
command = [sys.argv[1], 'solve', '--input', 'bad.txt', '--keep-going']
print(subprocess.check_output(command, text=True), end='')
sys.exit(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss > 300000)
" "$NQUEENS"
expect_code 'a line too long is not kept' 0
expect_valid 'a line too long is not kept' 1
printf '\xef\xbb\xbf8\n' >marked.txt
valid 1 solve --input marked.txt
printf '# none\n\n' >none.txt
refuse 2 "'none.txt' names no board to solve" solve --input none.txt --output kept.txt
printf 'x\n' >none.txt
refuse 2 "'none.txt' names no board to solve" solve --input none.txt --output kept.txt --keep-going
expect_true 'no board: nothing is written' [ "$(<kept.txt)" = '2 4 1 3' ]

# --- what cannot be written

refuse 1 "cannot write '/dev/full': No space left" solve 8 --output /dev/full
refuse 2 'create the folder' solve 8 --output no/folder/list.txt
refuse 2 'Is a directory' solve 8 --output "$work"
refuse 2 "cannot read 'nothing.txt'" solve --input nothing.txt
run to_full_disk "$NQUEENS" solve 8 --all
expect_refusal 'stdout is full' 1 'cannot write the answer to stdout: No space left'
exits '/dev/null' 0 "$NQUEENS" solve 8 --output /dev/null
expect_true '/dev/null stays a device' [ -c /dev/null ]

# A reader that has had enough is no mistake, whatever the parent does with SIGPIPE.
for trap in "trap '' PIPE" 'trap - PIPE'; do
  exits "closed pipe, $trap" 0 timeout 600 \
    bash -c "set -o pipefail; $trap; '$NQUEENS' solve 29 --all --method search | head -1"
  expect_true "closed pipe, $trap: quiet" [ -z "$err" ]
  expect_valid "closed pipe, $trap" 1
done
# What it has to tell it tells all the same.
run timeout 600 bash -c "'$NQUEENS' solve 12 --all --method permute --stats | head -1"
expect_err 'closed pipe, --stats' '^diagonal comparisons: [0-9]+$'
printf '8\nx\n1000000\n' >bad.txt
run timeout 600 bash -c "'$NQUEENS' solve --input bad.txt --keep-going | head -1"
expect_err 'closed pipe, --keep-going' 'skipped 1 bad line: 2'
run bash -c "'$NQUEENS' solve 1000000000 --method construct | head -c 11"
expect_out 'a solution too long to be kept' '2 4 6 8 10 '
expect_true 'a solution too long to be kept: quiet' [ -z "$err" ]

# A signal leaves the old file, and what was written beside it.
for signal in HUP INT TERM KILL; do
  start "$NQUEENS" solve 20 --all --output kept.txt
  expect_true "SIG$signal: it writes" wait_for eval '! nothing_unfinished'
  kill -"$signal" "$pid"
  ended "$pid"
  expect_true "SIG$signal: the old file" [ "$(<kept.txt)" = '2 4 1 3' ]
  rm .kept.txt.tmp.*
done

finish
