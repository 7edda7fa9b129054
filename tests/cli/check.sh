#!/usr/bin/env bash
# Single solutions: formats, and what check says of them.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"
source "$source_root/tests/support/solutions.sh"

# --- formats: each comes back through check

for format in rows board json; do
  valid 92 solve 8 --all --format "$format"
done
valid 92 solve 8 --all --format board --unicode
expect_true 'a board in Unicode: chess queens' \
  [ "$(grep -o '♛' <<<"$out" | wc -l)" -eq $((92 * 8)) ]
run "$NQUEENS" solve 4 --format board
expect_out 'a board in a file is ASCII' $'. . Q .\nQ . . .\n. . . Q\n. Q . .'
run env LC_ALL=C.UTF-8 script -qec "'$NQUEENS' solve 4 --format board" /dev/null
expect_says 'a board on a terminal is Unicode' '♛'
run env LC_ALL=C script -qec "'$NQUEENS' solve 4 --format board" /dev/null
expect_says 'a board on a terminal without UTF-8 is ASCII' 'Q . . .'
run env LC_ALL=C.UTF-8 script -qec "'$NQUEENS' solve 4 --format board --ascii" /dev/null
expect_says 'a board on a terminal with --ascii' 'Q . . .'
for n in 1 8 20 200; do
  run "$NQUEENS" solve "$n" --format svg --method construct
  # Its queens by column, as rows.
  out=$(sed -nE 's/^<use xlink:href="#queen" x="[0-9]+" y="([0-9]+)".*/\1/p' <<<"$out" |
    awk '{ printf "%d ", $1 / 100 + 1 }')
  read -ra rows <<<"$out"
  expect_true "picture of $n: a queen a column" [ "${#rows[@]}" -eq "$n" ]
  expect_valid "picture of $n" 1
done
run "$NQUEENS" solve 8 --format svg
expect_true 'the picture in the documents is what the program draws' \
  [ "$out" = "$(<"$source_root/docs/board-8.svg")" ]
fields='"min_n":8,"max_n":8,"different":1,"repeat":null,"all":null'
answers "{\"valid\":true,\"solutions\":1,$fields}" check --json <<<'1 5 8 6 3 7 2 4'

# --- check: the list as a whole

# list ARGUMENTS...: the solutions, and what check says of them.
list() {
  "$NQUEENS" solve "${@:2}" --all >list.txt
  answers "valid: all $1 solutions, n = $2" check list.txt "${@:3}"
}
list 92 8
list 10 5 --board torus
list 156 12 --piece amazon
list 80 12 --fixed-by half-turn
list 64 16 --fixed-by quarter-turn
list 28 13 --fixed-by half-turn --piece amazon
"$NQUEENS" solve 8 --fundamental >list.txt
answers 'valid: all 12 fundamental solutions, n = 8' check list.txt
"$NQUEENS" solve 11 --fundamental --piece amazon >list.txt
answers 'valid: all 6 fundamental solutions, n = 11' check list.txt --piece amazon
"$NQUEENS" solve 8 --limit 91 >list.txt
answers 'valid: 91 solutions, n = 8' check list.txt
repeated=$(sed -n 90p list.txt)
echo "$repeated" >>list.txt
again='valid: 92 solutions, 91 different; line 92 is line 90 again'
exits 'a repeat' 3 "$NQUEENS" check list.txt
expect_out 'a repeat' "$again"
"$NQUEENS" solve 6 --all --format board >boards.txt
{
  cat boards.txt
  echo
  head -n 6 boards.txt
} >again.txt
exits 'a drawn repeat' 3 "$NQUEENS" check again.txt --json
expect_out 'a drawn repeat' "$(printf '%s,%s' '{"valid":true,"solutions":5,"min_n":6,"max_n":6' \
  '"different":4,"repeat":{"line":29,"of_line":1},"all":null}')"
refuse 1 'n=6 torus has no solution' solve 6 --board torus
refuse 2 'n is 33; it must be 1 to 32' solve 33 --piece amazon
refuse 2 'are for --method search' solve 8 --piece amazon --method cp
refuse 2 'fundamental is for solutions on the square board' solve 5 --board torus --fundamental

# --- check: lists of other programs, each with its cure

# cured CURE LINE: the command in the message makes the list valid.
cured() {
  refuse 2 "stdin:1: .*$1" check <<<"$2"
  run bash -c "${err##*: } <<<'$2'"
  expect_valid "cured: $2" 1
}
cured 'blanks between the rows' 15863724
cured 'begins with its number' '1: 1 5 8 6 3 7 2 4'
cured 'begins with its number' ' 12) 2 4 1 3'
cured 'begins with its number' '  92  8 4 1 3 6 2 7 5'
cured 'count from 0' '0 4 7 5 2 6 1 3'
cured "unexpected ','" '1, 5, 8, 6, 3, 7, 2, 4'
cured "unexpected '\['" '[2 4 1 3]'
refuse 2 'the rows count from 0; add 1 to each$' check <<<'{"n":4,"rows":[1,3,0,2]}'

# --- check: what is wrong

# expect_wrong PATTERN <TEXT
expect_wrong() {
  exits "wrong: $1" 3 "$NQUEENS" check
  expect_says "wrong: $1" "^wrong: $1\$"
}
queens='the queens at column'
expect_wrong "solution 1 in line 1: $queens 2, row 5 and column 8, row 5 are in the same row" \
  <<<'1 5 8 6 3 7 2 5'
exits 'not on a torus' 3 "$NQUEENS" check --board torus <<<'1 5 8 6 3 7 2 4'
expect_says 'not on a torus' "$queens 1, row 1 and column 4, row 6 are on the same diagonal"
exits 'no amazons' 3 "$NQUEENS" check --piece amazon <<<'1 5 8 6 3 7 2 4'
expect_says 'no amazons' "$queens 3, row 8 and column 4, row 6 are a knight's move apart"
exits 'not turned' 3 "$NQUEENS" check --fixed-by half-turn <<<'1 5 8 6 3 7 2 4'
expect_says 'not turned' 'moves the queen at column 1, row 1 to column 8, row 8, which is empty'
expect_wrong "solution 2 in line 3: $queens 1, row 1 and column 2, row 2 are on the same diagonal" \
  <<<$'2 4 1 3\n\n1 2 4 3'
n=999999999999999
expect_wrong "solution 1 in line 1: queens are missing: the $n x $n board has 1" \
  <<<'{"n":999999999999999,"rows":[1]}'
exits 'wrong, as JSON' 3 "$NQUEENS" check --json <<<$'2 4 1 3\n1 5 8 6 3 7 2 3'
expect_out 'wrong, as JSON' \
  "$(printf '{"valid":false,"solutions":2,"line":2,"n":8,"fault":"same diagonal","queens":%s}' \
    '[{"column":3,"row":8},{"column":8,"row":3}]')"

# unreadable PATTERN <TEXT
unreadable() { refuse 2 "$1" check; }
unreadable "no solution found in 'stdin'" </dev/null
unreadable "stdin:2: unexpected 'q'; see nqueens solve --help" <<<$'2 4 1 3\nqueens'
unreadable 'stdin:1: unexpected byte 0x7f' <"$(realpath "$NQUEENS")"
unreadable 'stdin:1: unexpected byte 0x00' < <(head -c 10000000 /dev/zero)
unreadable "cannot read 'stdin': Is a directory" <"$work"
refuse 2 "cannot read 'stdin': Is a directory" solve --input - <"$work"
for reader in check 'solve --input -'; do
  exits "$reader, stdin is closed" 2 bash -c "'$NQUEENS' $reader <&-"
  expect_err "$reader, stdin is closed" "cannot read 'stdin': Bad file descriptor"
done
refuse 2 "cannot read '/proc/self/mem': Input/output error" check /proc/self/mem
refuse 2 "board-8.svg:1: unexpected '<'" check "$source_root/docs/board-8.svg"
# An open pipe: the answer comes while there may be more.
exec {open_pipe}< <(
  echo '1 1'
  exec sleep infinity
)
started+=("$!")
run timeout 600 "$NQUEENS" check <&"$open_pipe"
expect_code 'an open pipe' 3
exec {open_pipe}<&-
run "$NQUEENS" check --json <<<'2 4 1 99999999999'
expect_out 'a row too large to be named' \
  "$(printf '{"valid":false,"solutions":1,"line":1,"n":4,"fault":"off board","queens":%s}' \
    '[{"column":4,"row":null}]')"
refuse 2 "cannot read 'nothing.txt'" check nothing.txt
refuse 2 "cannot read '$work'" check "$work"

finish
