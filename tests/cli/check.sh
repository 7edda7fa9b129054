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
answers '{"valid":true,"solutions":1,"min_n":8,"max_n":8}' check --json <<<'1 5 8 6 3 7 2 4'

# --- check: what is wrong

# expect_wrong PATTERN <TEXT
expect_wrong() {
  exits "wrong: $1" 3 "$NQUEENS" check
  expect_says "wrong: $1" "^wrong: $1\$"
}
queens='the queens at column'
expect_wrong "solution 1 in line 1: $queens 2, row 5 and column 8, row 5 are in the same row" \
  <<<'1 5 8 6 3 7 2 5'
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
