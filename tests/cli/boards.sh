#!/usr/bin/env bash
# Single solutions: solve and check.
# shellcheck source-path=SCRIPTDIR source=../support/shell.sh
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"

# refuse CODE PATTERN ARGUMENTS...: nqueens gives no answer, but one line.
refuse() {
  run "$NQUEENS" "${@:3}"
  expect_code "${*:3}" "$1"
  expect_out "${*:3}" ''
  expect_one_line "${*:3}"
  expect_err "${*:3}" "$2"
}

# expect_valid WHAT NUMBER: what check says of the solutions in $out.
expect_valid() {
  local verdict
  verdict=$("$NQUEENS" check <<<"$out")
  expect_true "$1: $verdict" [ "${verdict%% solution*}" = "valid: $2" ]
}

# Whether no half-written file is left here.
nothing_unfinished() { [ -z "$(find . -name '.*.tmp.*')" ]; }

# --- search and permute

run "$NQUEENS" solve 8
expect_out 'the first solution' '1 5 8 6 3 7 2 4'
run "$NQUEENS" solve 8 --first --fundamental
expect_out 'the first fundamental solution' '1 5 8 6 3 7 2 4'
for n in 1 4 5 6 7 8 9 10 12; do
  run "$NQUEENS" solve "$n" --all
  solutions=$("$NQUEENS" count "$n" --quiet)
  expect_valid "all of $n" "$solutions"
  expect_true "all of $n: sorted, each once" [ "$(tr ' ' '\t' <<<"$out" | sort -nu -k1,1 -k2,2 -k3,3 -k4,4 -k5,5 -k6,6 -k7,7 -k8,8 -k9,9 -k10,10 -k11,11 -k12,12 | tr '\t' ' ')" = "$out" ]
done
for n in 8 10; do
  run "$NQUEENS" solve "$n" --all
  searched=$out
  run "$NQUEENS" solve "$n" --all --method permute --stats
  expect_true "permute $n: the same solutions" [ "$(sort <<<"$out")" = "$(sort <<<"$searched")" ]
  expect_err "permute $n: stats" '^diagonal comparisons: [0-9]+$'
  run "$NQUEENS" solve "$n" --fundamental
  fundamental=$("$NQUEENS" count "$n" --fundamental --quiet | tail -1)
  expect_valid "fundamental of $n" "$fundamental"
  expect_true "fundamental of $n: they are solutions" [ "$(comm -12 <(sort <<<"$out") <(sort <<<"$searched") | wc -l)" = "$fundamental" ]
done
run "$NQUEENS" solve 8 --limit 5
expect_valid 'a limit' 5
for method in search permute; do
  run "$NQUEENS" solve 8 --fundamental --method "$method"
  listed=$out
  run "$NQUEENS" solve 8 --fundamental --limit 5 --method "$method"
  expect_out "a limit of fundamental solutions, $method: the first ones" "$(head -5 <<<"$listed")"
done
run "$NQUEENS" solve 4 --limit 5
expect_valid 'a limit above the number of solutions' 2

# --- construct and repair

run "$NQUEENS" solve 14 --method construct
expect_out 'construct 14' '2 4 6 8 10 12 14 3 1 7 9 11 13 5'
run "$NQUEENS" solve 15 --method construct
expect_out 'construct 15' '4 6 8 10 12 14 2 5 7 9 11 13 15 1 3'
run "$NQUEENS" solve 20 --method construct
expect_out 'construct 20' '2 4 6 8 10 12 14 16 18 20 3 1 7 5 11 9 15 13 19 17'
run "$NQUEENS" solve 8 --method repair
first=$out
run "$NQUEENS" solve 8 --method repair --seed 1
expect_out 'the default seed is 1' "$first"
run "$NQUEENS" solve 1000 --method repair --seed 3
third=$out
expect_valid 'repair 1000' 1
run "$NQUEENS" solve 1000 --method repair --seed 4
expect_valid 'repair 1000, another seed' 1
expect_true 'another seed, another solution' [ "$out" != "$third" ]
for n in 1 4 5 6 7 1000000; do
  for method in construct repair; do
    run "$NQUEENS" solve "$n" --method "$method"
    expect_valid "$method $n" 1
  done
done

# --- boards without a solution

for n in 2 3; do
  for method in search permute construct repair; do
    refuse 1 "there is no solution on a $n x $n board" solve "$n" --method "$method"
  done
  for list in --all --fundamental '--limit 3'; do
    # shellcheck disable=SC2086
    refuse 0 "there is no solution on a $n x $n board" solve "$n" $list
  done
done

# --- formats: each comes back through check

for format in rows board json; do
  run "$NQUEENS" solve 8 --all --format "$format"
  expect_valid "format $format" 92
done
run "$NQUEENS" solve 8 --all --format board --unicode
expect_valid 'a board in Unicode' 92
expect_true 'a board in Unicode: chess queens' [ "$(grep -o '♛' <<<"$out" | wc -l)" -eq $((92 * 8)) ]
run "$NQUEENS" solve 4 --format board
expect_out 'a board in a file is ASCII' $'. . Q .\nQ . . .\n. . . Q\n. Q . .'
run env LC_ALL=C.UTF-8 script -qec "'$NQUEENS' solve 4 --format board" /dev/null
expect_true 'a board on a terminal is Unicode' grep -q '♛' <<<"$out"
run env LC_ALL=C script -qec "'$NQUEENS' solve 4 --format board" /dev/null
expect_true 'a board on a terminal without UTF-8 is ASCII' grep -q 'Q . . .' <<<"$out"
run env LC_ALL=C.UTF-8 script -qec "'$NQUEENS' solve 4 --format board --ascii" /dev/null
expect_true 'a board on a terminal with --ascii' grep -q 'Q . . .' <<<"$out"
for n in 1 8 20 200; do
  run "$NQUEENS" solve "$n" --format svg --method construct
  # Its queens by column, as rows.
  out=$(sed -nE 's/^<use xlink:href="#queen" x="[0-9]+" y="([0-9]+)".*/\1/p' <<<"$out" | awk '{ printf "%d ", $1 / 100 + 1 }')
  expect_true "picture of $n: a queen a column" [ "$(wc -w <<<"$out")" -eq "$n" ]
  expect_valid "picture of $n" 1
done
run "$NQUEENS" solve 8 --format svg
expect_true 'the picture in the documents is what the program draws' [ "$out" = "$(cat "$source_root/docs/board-8.svg")" ]
run "$NQUEENS" check --json <<<'1 5 8 6 3 7 2 4'
expect_out 'a verdict as JSON' '{"valid":true,"solutions":1,"min_n":8,"max_n":8}'

# --- check: what is wrong

# expect_wrong PATTERN <TEXT
expect_wrong() {
  run "$NQUEENS" check
  expect_code "wrong: $1" 3
  expect_true "wrong: $1" grep -qE -- "^wrong: $1\$" <<<"$out"
}
expect_wrong 'solution 1 in line 1: the queens at column 2, row 5 and column 8, row 5 are in the same row' <<<'1 5 8 6 3 7 2 5'
expect_wrong 'solution 2 in line 3: the queens at column 1, row 1 and column 2, row 2 are on the same diagonal' <<<$'2 4 1 3\n\n1 2 4 3'
expect_wrong 'solution 1 in line 2: the queen at column 3, row 8 is off the 7 x 7 board' <<<$'# seven\n1 5 8 6 3 7 2'
expect_wrong 'solution 1 in line 1: the queens at column 3, row 1 and column 3, row 3 are in the same column' <<<$'. . Q .\nQ . . .\n. . Q .\n. Q . .'
expect_wrong 'solution 1 in line 1: queens are missing: the 999999999999999 x 999999999999999 board has 1' <<<'{"n":999999999999999,"rows":[1]}'
run "$NQUEENS" check --json <<<$'2 4 1 3\n1 5 8 6 3 7 2 3'
expect_code 'wrong, as JSON' 3
expect_out 'wrong, as JSON' '{"valid":false,"solutions":2,"line":2,"n":8,"fault":"same diagonal","queens":[{"column":3,"row":8},{"column":8,"row":3}]}'

# unreadable PATTERN <TEXT
unreadable() { refuse 2 "$1" check; }
unreadable "there is no solution in 'stdin'" </dev/null
unreadable "stdin:2: 'q' is no part of a solution" <<<$'2 4 1 3\nqueens'
unreadable 'stdin:2: 3 squares on a board that has 4' <<<$'. . Q .\nQ . .'
unreadable 'stdin:1: octet 0x7f' <"$(realpath "$NQUEENS")"
unreadable 'stdin:1: octet 0x00' < <(head -c 10000000 /dev/zero)
unreadable 'stdin:1: n has more than 15 digits' <<<'{"n":99999999999999999999999,"rows":[1]}'
unreadable "cannot read 'stdin': Is a directory" <"$work"
refuse 2 "cannot read 'stdin': Is a directory" solve --input - <"$work"
for reader in check 'solve --input -'; do
  run bash -c "'$NQUEENS' $reader <&-"
  expect_code "$reader, stdin is closed" 2
  expect_err "$reader, stdin is closed" "cannot read 'stdin': Bad file descriptor"
done
refuse 2 "cannot read '/proc/self/mem': Input/output error" check /proc/self/mem
refuse 2 "board-8.svg:1: '<' is no part of a solution" check "$source_root/docs/board-8.svg"
# An open pipe: the answer comes while there may be more.
exec {open_pipe}< <(
  echo '1 1'
  exec sleep infinity
)
started+=("$!")
run timeout 120 "$NQUEENS" check <&"$open_pipe"
expect_code 'an open pipe' 3
exec {open_pipe}<&-
run "$NQUEENS" check --json <<<'2 4 1 99999999999'
expect_out 'a row too large to be named' '{"valid":false,"solutions":1,"line":1,"n":4,"fault":"off board","queens":[{"column":4,"row":null}]}'
refuse 2 "cannot read 'nothing.txt'" check nothing.txt
refuse 2 "cannot read '$work'" check "$work"

# --- files

seq 1000 1000 100000 >numbers.txt
run "$NQUEENS" solve --input numbers.txt --output solutions.txt
expect_code 'a file' 0
expect_out 'a file' ''
run "$NQUEENS" check solutions.txt
expect_out 'a file' 'valid: 100 solutions, n = 1000 to 100000'
printf '# sizes\n\n8  # the classic\n 10\r\n6' >few.txt
for method in construct repair search permute; do
  run "$NQUEENS" solve --input few.txt --method "$method"
  expect_valid "a file by $method" 3
  by_file=$(sed -n 2p <<<"$out")
  run "$NQUEENS" solve 10 --method "$method"
  expect_out "a file by $method: the same as alone" "$by_file"
done
run "$NQUEENS" solve --input - --output - --format json <few.txt
expect_valid 'standard streams' 3
cp few.txt itself.txt
run "$NQUEENS" solve --input itself.txt --output itself.txt
run "$NQUEENS" check itself.txt
expect_out 'a file onto itself' 'valid: 3 solutions, n = 6 to 10'
ln -s itself.txt link.txt
run "$NQUEENS" solve 5 --output link.txt
expect_true 'a symbolic link stays one' [ -L link.txt ]
run cat itself.txt
expect_out 'a symbolic link: what is behind it' '1 3 5 2 4'

ln -s new.txt dangling.txt
run "$NQUEENS" solve 5 --output dangling.txt
expect_true 'a link to nothing stays a link' [ -L dangling.txt ]
run cat new.txt
expect_out 'a link to nothing: its target is made' '1 3 5 2 4'
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
  run "${unpowered[@]}" "$NQUEENS" solve 8 --output new.txt
  expect_code 'a file that may not be written' 2
  expect_err 'a file that may not be written' "cannot write 'new.txt': Permission denied"
fi
long=$(printf '%0250d' 0)
run "$NQUEENS" solve 5 --output "$long"
expect_code 'a long name' 0
run cat "$long"
expect_out 'a long name' '1 3 5 2 4'
# Names of open files: what is behind them goes on.
for name in /dev/stdout /dev/fd/1 /proc/self/fd/1; do
  echo before >open.txt
  "$NQUEENS" solve 5 --output "$name" >>open.txt
  run cat open.txt
  expect_out "open file $name, appended" $'before\n1 3 5 2 4'
  {
    echo before
    "$NQUEENS" solve 5 --output "$name"
    echo after
  } >open.txt
  run cat open.txt
  expect_out "open file $name, between others" $'before\n1 3 5 2 4\nafter'
done
run bash -c "'$NQUEENS' solve 5 --output /dev/fd/7"
expect_code 'a file that is not open' 2
run bash -c "ulimit -f 1 && '$NQUEENS' solve 12 --all --output limited.txt"
expect_code 'a limit of file sizes' 1
expect_err 'a limit of file sizes' "cannot write 'limited.txt': File too large"
expect_true 'a limit of file sizes: nothing is left' nothing_unfinished
# A pipe that is not ready at times.
run python3 -c "
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

echo 'as it was' >kept.txt
bad=(abc 0 3 2 -5 8.0 '8 9' 4000000000 99999999999999999999999 $'\x01')
for line in "${bad[@]}"; do
  printf '8\n10\n%s\n12\n' "$line" >bad.txt
  refuse 2 'bad.txt:3: ' solve --input bad.txt --output kept.txt
  expect_true "bad line '$line': nothing is written" [ "$(cat kept.txt)" = 'as it was' ]
  run "$NQUEENS" solve --input bad.txt --keep-going
  expect_code "bad line '$line', keep going" 0
  expect_valid "bad line '$line', keep going" 3
  expect_err "bad line '$line', keep going" 'skipped 1 bad line: 3'
done
printf '8\n3\n' >bad.txt
refuse 2 'bad.txt:2: there is no solution on a 3 x 3 board' solve --input bad.txt
printf 'x\n8\ny\n' >bad.txt
run "$NQUEENS" solve --input bad.txt --keep-going
expect_err 'two bad lines' 'skipped 2 bad lines: 1, 3'
{
  yes x | head -100000
  echo 8
} >bad.txt
run "$NQUEENS" solve --input bad.txt --keep-going
expect_err 'many bad lines' 'skipped 100000 bad lines: 1, 2, .*, 20 \.\.\.$'
echo 8 >bad.txt
truncate -s 400000000 bad.txt
refuse 2 'bad.txt:2: the line is longer than 1000 characters' solve --input bad.txt
run python3 -c "
import resource, subprocess, sys
print(subprocess.check_output([sys.argv[1], 'solve', '--input', 'bad.txt', '--keep-going'], text=True), end='')
sys.exit(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss > 300000)
" "$NQUEENS"
expect_code 'a line too long is not kept' 0
expect_valid 'a line too long is not kept' 1
printf '\xef\xbb\xbf8\n' >marked.txt
run "$NQUEENS" solve --input marked.txt
expect_valid 'a byte order mark' 1
printf '# none\n\n' >none.txt
refuse 2 "there is no board to solve in 'none.txt'" solve --input none.txt --output kept.txt
printf 'x\n' >none.txt
refuse 2 "there is no board to solve in 'none.txt'" solve --input none.txt --output kept.txt --keep-going
expect_true 'no board: nothing is written' [ "$(cat kept.txt)" = 'as it was' ]

# --- what cannot be written

refuse 1 "cannot write '/dev/full': No space left" solve 8 --output /dev/full
refuse 2 'create the folder' solve 8 --output no/folder/list.txt
refuse 2 'Is a directory' solve 8 --output "$work"
refuse 2 "cannot read 'nothing.txt'" solve --input nothing.txt
"$NQUEENS" solve 8 --all >/dev/full 2>stderr.txt
code=$? out='' err=$(cat stderr.txt)
expect_code 'stdout is full' 1
expect_one_line 'stdout is full'
expect_err 'stdout is full' 'cannot write the answer to stdout: No space left'
run "$NQUEENS" solve 8 --output /dev/null
expect_code '/dev/null' 0
expect_true '/dev/null stays a device' [ -c /dev/null ]

# A reader that has had enough is no mistake, whatever the parent does with SIGPIPE.
for trap in "trap '' PIPE" 'trap - PIPE'; do
  run timeout 120 bash -c "set -o pipefail; $trap; '$NQUEENS' solve 29 --all --method search | head -1"
  expect_code "closed pipe, $trap" 0
  expect_true "closed pipe, $trap: quiet" [ -z "$err" ]
  expect_valid "closed pipe, $trap" 1
done
# What it has to tell it tells all the same.
run timeout 120 bash -c "'$NQUEENS' solve 12 --all --method permute --stats | head -1"
expect_err 'closed pipe, --stats' '^diagonal comparisons: [0-9]+$'
printf '8\nx\n1000000\n' >bad.txt
run timeout 120 bash -c "'$NQUEENS' solve --input bad.txt --keep-going | head -1"
expect_err 'closed pipe, --keep-going' 'skipped 1 bad line: 2'
run bash -c "'$NQUEENS' solve 1000000000 --method construct | head -c 11"
expect_out 'a solution too long to be kept' '2 4 6 8 10 '
expect_true 'a solution too long to be kept: quiet' [ -z "$err" ]

# A signal leaves the old file and no half of a new one.
for signal in HUP INT TERM QUIT ALRM USR1 USR2 XCPU; do
  (
    trap - "$signal"
    ulimit -c 0
    exec "$NQUEENS" solve 20 --all --output kept.txt
  ) &
  solver=$!
  started+=("$solver")
  expect_true "SIG$signal: it writes" wait_for 60 eval '! nothing_unfinished'
  kill -"$signal" "$solver"
  wait "$solver" 2>/dev/null
  expect_true "SIG$signal: the old file" [ "$(cat kept.txt)" = 'as it was' ]
  expect_true "SIG$signal: no temporary file" nothing_unfinished
done
# As nohup has it.
(
  trap '' HUP
  exec "$NQUEENS" solve 15 --all --output ignored.txt
) &
solver=$!
started+=("$solver")
expect_true 'an ignored signal: it writes' wait_for 60 eval '! nothing_unfinished'
kill -HUP "$solver"
wait "$solver"
code=$?
expect_code 'an ignored signal' 0
expect_true 'an ignored signal: the file' [ "$(wc -l <ignored.txt)" -eq 2279184 ]

# --- options and sizes

for n in abc -5 8.0 ' 8' ''; do
  refuse 2 'number of rows|see nqueens solve --help' solve "$n"
done
refuse 2 'n is 0; --method search takes 1 to 64 rows' solve 0
refuse 2 'n is 65; --method search takes 1 to 64 rows, construct up to 1000000000' solve 65
refuse 2 'n is 4000000000; --method permute takes 1 to 64 rows' solve 4000000000 --method permute
refuse 2 'n is 4000000000; --method construct takes 1 to 1000000000 rows' solve 4000000000 --method construct
refuse 2 'n is 4000000000; --method repair takes 1 to 100000000 rows' solve 4000000000 --method repair
refuse 2 'n is too large; --method repair takes' solve 99999999999999999999999999 --method repair
refuse 2 'n is 1001; --format board takes 1 to 1000 rows' solve 1001 --method construct --format board
refuse 2 'n is 201; --format svg takes 1 to 200 rows' solve 201 --method construct --format svg
for list in --all '--limit 2' --fundamental; do
  # shellcheck disable=SC2086
  refuse 2 '--format svg draws one solution, since a picture is a file of its own' solve 8 --format svg $list
  for method in construct repair; do
    # shellcheck disable=SC2086
    refuse 2 "--method $method finds one solution" solve 8 --method "$method" $list
  done
done
refuse 2 '--format svg draws one solution' solve --input few.txt --format svg
refuse 2 'name the number of rows' solve
refuse 2 'excludes' solve 8 --all --first
refuse 2 'excludes' solve 8 --input few.txt
refuse 2 'excludes' solve --all --input few.txt
for number in 0 -1 0x8 1e3 ' 8' 18446744073709551616; do
  refuse 2 "--limit '$number' is no whole number from 1 to 18446744073709551615" solve 8 --limit "$number"
done
for number in x -1 0x8 18446744073709551616; do
  refuse 2 "--seed '$number' is no whole number from 0 to 18446744073709551615" solve 8 --method repair --seed "$number"
done
refuse 2 'limit' solve 8 --limit ''
refuse 2 'seed' solve 8 --method repair --seed ''
run "$NQUEENS" solve 12 --limit 010
expect_valid 'a limit is decimal' 10
run "$NQUEENS" solve 100 --method repair --seed 18446744073709551615
expect_valid 'the largest seed' 1
refuse 2 'seed' solve 8 --seed 2
refuse 2 '--input is empty' solve --input ''
refuse 2 '--output is empty' solve 8 --output ''
refuse 2 'stats' solve 8 --stats
refuse 2 'ascii' solve 8 --ascii
refuse 2 'requires --input' solve 8 --keep-going
refuse 2 'method' solve 8 --method guess
refuse 2 'format' solve 8 --format png

finish
