#!/usr/bin/env bash
# Puzzles of chess pieces: answers in all formats, what is proved, options, limits and signals.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"

source "$source_root/tests/support/solutions.sh"

# says LINE ARGUMENTS...: the last line of the answer to a puzzle, with any time; without arguments
# of the last one.
says() {
  [ $# -eq 1 ] || run "$NQUEENS" puzzle "${@:2}"
  expect_true "$* says '$1'" matches "${out##*$'\n'}" "^# $1: searched in [0-9.]+ s\$"
}

# stopped PATTERN ARGUMENTS...: an answer of a search that did not end.
stopped() {
  exits "${*:2}" 75 "$NQUEENS" puzzle "${@:2}"
  expect_says "${*:2}" "$1"
}

wrong() { refuse 2 "$1" puzzle "${@:2}"; }

# --- pieces

while read -r piece number ways; do
  possible="$number ${piece}s stand unattacked on the 8 x 8 board"
  says "$possible in $ways ways; no $((number + 1)) do" pieces 8 --piece "$piece" --count
  expect_code "$piece" 0
  expect_times "$piece: one arrangement" 2 ''
  first=${out%%$'\n'*}
  expect_times "$piece: each on its square" "$number" '^[1-8],[1-8]$' "${first// /$'\n'}"
done <<<'queen 8 92
bishop 14 256
knight 32 2
amazon 6 728'
says '2 rooks stand unattacked on the 2 x 3 board in 6 ways; no 3 do' \
  pieces --rows 2 --columns 3 --piece rook --all --threads 1
expect_times 'rooks on 2 x 3: all' 6 '^rooks [1-3],[12] [1-3],[12]$'
says '1 nightrider stands unattacked on the 1 x 1 board; no 2 do' pieces 1 -p nightrider

# --- dominate

says '5 queens dominate the 8 x 8 board in 4860 ways; no 4 do' dominate 8 --count
says '3 independent queens dominate the 4 x 4 board; no 2 do' dominate 4 --independent
says '6 queens dominate the 12 x 12 board; no 5 do' dominate 12
says '7 independent queens dominate the 12 x 12 board; no 6 do' dominate 12 --independent
says '1 queen dominates the 3 x 3 board' dominate 3
says '3 kings dominate the 1 x 9 board; no 2 do' dominate --rows 1 --columns 9 --piece king
run "$NQUEENS" puzzle dominate 6 --all --threads 1
[[ $out =~ \ in\ ([0-9]+)\ ways ]] && ways=${BASH_REMATCH[1]}
expect_true 'dominate 6 --all: a line for each way, and one' \
  [ "$(sort -u <<<"$out" | wc -l)" -eq $((ways + 1)) ]

# --- pawns and knights

says "1 pawn lets 9 queens stand unattacked on the 8 x 8 board in 128 ways; without one \
they do not" pawns 8 --queens 9 --count
says '3 pawns let 8 queens stand unattacked on the 6 x 6 board; no 2 do' \
  pawns 6 --queens 8 --limit 3
expect_times 'pawns 6 --limit 3' 3 \
  '^queens( [1-6],[1-6]){8}; pawns( [1-6],[1-6]){3}$'
says '5 queens and 5 knights stand unattacked on the 8 x 8 board; no 6 and 6 do' knights 8
says '3 queens and 9 knights stand unattacked on the 8 x 8 board' knights 8 --queens 3 --knights 9
says '2 queens and 9 knights cannot stand unattacked on the 5 x 5 board' \
  knights 5 --queens 2 --knights 9
expect_code 'no such arrangement' 1
says 'a queen and a knight cannot stand unattacked on the 3 x 3 board' knights 3
expect_code 'nothing fits' 1

# --- formats

run "$NQUEENS" puzzle pawns 6 --queens 7 --format board --limit 2
expect_times 'boards' 12 '^[.QP]( [.QP]){5}$'
expect_times 'boards: an empty line between' 1 '^$'
expect_err 'boards: the sentence is on stderr' '^nqueens: 1 pawn lets 7 queens stand'
run "$NQUEENS" puzzle pieces 4 --piece knight --format board --unicode
expect_says 'Unicode' '♞'
run env LC_ALL=C.UTF-8 script -qec "$NQUEENS puzzle pieces 4 --piece king -f board" /dev/null
expect_says 'Unicode on a terminal' '♚'
run "$NQUEENS" puzzle dominate 8 --format svg
expect_times 'svg' 5 'href="#queen"'
answers '' puzzle dominate 5 -o answer.svg
expect_times 'a file: by its name' 3 'href="#queen"' "$(<answer.svg)"
run "$NQUEENS" puzzle dominate 5 --all -o answer.json
cat >answer.py <<'PYTHON'
import json

with open("answer.json") as file:
    answer = json.load(file)
arrangements = answer.pop("arrangements")
assert answer.pop("seconds") > 0 and answer.pop("nodes") > 0
assert answer == {"puzzle": "dominate", "rows": 5, "columns": 5, "chess_piece": "queen",
                  "independent": False, "number": 3, "bound": 3, "proved": True,
                  "ways": len(arrangements)}, answer
for queens in arrangements:
    assert [queen["chess_piece"] for queen in queens] == 3 * ["queen"]
    squares = [(queen["row"], queen["column"]) for queen in queens]
    for row in range(1, 6):
        for column in range(1, 6):
            assert any(row == r or column == c or abs(row - r) == abs(column - c)
                       for r, c in squares)
PYTHON
expect_true 'JSON' ask run answer.py
exits 'JSON of nothing' 1 "$NQUEENS" puzzle knights 3 --format json
expect_says 'JSON of nothing' '"number":null,"bound":0,"proved":true,"arrangements":\[\]'

# --- the same answer again on one thread, and a reader that leaves

run "$NQUEENS" puzzle dominate 10 --threads 1
first=${out%%$'\n'*}
run "$NQUEENS" puzzle dominate 10 -t 1
expect_true 'one thread: the same' [ "${out%%$'\n'*}" = "$first" ]
says '8 rooks stand unattacked on the 8 x 8 board in 40320 ways; no 9 do' \
  pieces 8 --piece rook --count --threads 3
run bash -c "'$NQUEENS' puzzle pieces 8 --piece rook --all | head -1; exit \${PIPESTATUS[0]}"
expect_code 'a reader that leaves' 0
expect_true 'a reader that leaves: quiet' [ -z "$err" ]

# --- limits and signals: the best so far, and what is proved of it

stopped '^# 1[0-9] queens dominate the 19 x 19 board; at least [5-9] are needed: '\
'stopped \(time limit\) after [0-9.]+ s$' dominate 19 --max-time 0.3
exits 'no time limit' 0 "$NQUEENS" puzzle dominate 5 --max-time UNLIMITED
wrong "--max-time is '300ms'; it must be a time" pawns 12 --queens 30 --max-time 300ms
stopped '"bound":1[0-9],"proved":false.*"ways":null' pawns 12 --queens 30 --max-time 0.3s -f json
stopped 'whether 13 queens and 30 knights can stand unattacked on the 14 x 14 board is open: '\
'stopped' knights 14 --queens 13 --knights 30 --max-time 0.2 --threads 1

# A file stays where there is nothing to draw, and has an answer where one is known.
"$NQUEENS" solve 4 -o kept.svg
cp kept.svg old.svg
exits 'nothing to draw' 1 "$NQUEENS" puzzle knights 3 -o kept.svg
expect_err 'nothing to draw' 'a queen and a knight cannot stand unattacked on the 3 x 3 board'
expect_true 'nothing to draw: the old file' cmp kept.svg old.svg
stopped '' pieces 20 --piece rook --all --max-time 0.2 -o all.txt
expect_in all.txt 'a list in time' '^rooks '
stopped '' pieces 20 --piece rook --count --max-time 0.2 --format svg -o one.svg
expect_times 'a picture in time' 20 'href="#rook"' "$(<one.svg)"
wrong 'the 2 x 2 board has room for 1' pawns 2 --queens 2
stopped 'in at least [0-9]+ ways; no 15 do: stopped' pieces 14 --piece rook --count --max-time 0.3
for signal in INT TERM; do
  start "$NQUEENS" puzzle dominate 19 -o "signal.$signal"
  wait_for catches "$pid" "$signal"
  kill -"$signal" "$pid"
  ended "$pid" "SIG$signal" 75
  expect_in "signal.$signal" "SIG$signal: an answer" 'stopped \((interrupted|SIGTERM)\)'
done
run on_a_terminal "$NQUEENS" puzzle dominate 19 --max-time 1
expect_says 'progress' '5 queens: no; .*nodes searched'

# --- bad input

wrong 'NAME is empty; give a value' ''
wrong 'name a puzzle: pieces, dominate'
wrong "puzzle 'domnate' is unknown; did you mean dominate\?" domnate 8
wrong 'name the number of rows, or give --rows and --columns' dominate
for puzzle in pieces dominate knights 'pawns --queens 9'; do
  # shellcheck disable=SC2086
  wrong "n is 0; puzzle ${puzzle%% *} takes 1 to 20 rows" $puzzle 0
done
wrong 'n is 21; puzzle pieces takes 1 to 20 rows' pieces 21
wrong 'n is too large' pieces 99999999999999999999999
wrong "'eight' is not a number of rows" pieces eight
wrong 'the 21 x 20 board has 420 squares; puzzles take up to 400' pieces --rows 21 --columns 20
wrong '--rows needs --columns' pieces --rows 5
wrong 'does not go with' pieces 8 --rows 5 --columns 5
wrong "--piece 'unicorn' is unknown; choose queen, amazon, king, rook, bishop, knight, \
chancellor, archbishop or nightrider" pieces 8 --piece unicorn
wrong "--piece 'pawn' is unknown" dominate 8 --piece pawn
wrong '--queens is for puzzle pawns and knights; leave it out' dominate 8 --queens 5
wrong '--independent is for puzzle dominate; leave it out' pieces 8 --independent
wrong '--piece is for puzzle pieces and dominate; leave it out' knights 8 --piece rook
wrong 'puzzle pawns needs the number of queens; give it with --queens' pawns 8
for queens in 1 7 8; do
  wrong "no pawn is needed for $queens queens? on the 8 x 8 board; give more than 8" pawns 8 \
    --queens "$queens"
done
wrong '--queens is 17; the 8 x 8 board has room for 16' pawns 8 --queens 17
wrong 'give both --queens and --knights' knights 8 --queens 5
wrong '--queens is 9; the 8 x 8 board has room for 8' knights 8 --queens 9 --knights 1
wrong '8 queens and 60 knights are more than the 64 squares' knights 8 --queens 8 --knights 60
wrong '--format svg draws one answer' pieces 8 --all --format svg
wrong 'are for --format board; leave them out' pieces 8 --ascii
wrong "--max-time is '0'; it must be a time" pieces 8 --max-time 0
wrong "--threads is '0'; it must be a whole number" pieces 8 --threads 0
wrong "cannot write" pieces 8 -o missing/answer

finish
