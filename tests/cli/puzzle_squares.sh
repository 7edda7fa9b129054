#!/usr/bin/env bash
# Squares of numbers and constraint programming: puzzle latin, puzzle magic, solve --method cp.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"
source "$source_root/tests/support/solutions.sh"

# --- solve --method cp

valid 92 solve 8 --method cp --all
expect_true 'cp: the solutions of the search' \
  [ "$(sort <<<"$out")" = "$("$NQUEENS" solve 8 --all | sort)" ]
valid 12 solve 8 --method cp --fundamental
valid 5 solve 10 --method cp --limit 5 --format json
valid 1 solve 100 --method cp
first=$out
answers "$first" solve 100 --method cp
run bash -c "set -o pipefail; '$NQUEENS' solve 12 --method cp --all | head -1"
expect_code 'cp: a reader that leaves' 0
refuse 1 'a 3 x 3 board has no solution' solve 3 --method cp
refuse 2 'n is 0; --method cp takes 1 to 1000 rows' solve 0 --method cp
refuse 2 'n is 1001; --method cp takes 1 to 1000 rows' solve 1001 --method cp

# --- puzzle latin

cat >squares.py <<'PYTHON'
"""squares.py adds-up SQUARE: whether rows, columns and diagonals do, of each number once.
squares.py solutions SQUARE: the rows of each number by column, a line each."""
import sys

lines = [line for line in sys.argv[2].splitlines() if line[:1] not in ("#", "")]
rows = [[int(word) for word in line.split()] for line in lines]
n = len(rows)
if sys.argv[1] == "solutions":
    for number in range(1, n + 1):
        print(*(next(r + 1 for r in range(n) if rows[r][c] == number) for c in range(n)))
else:
    lines = rows + [list(column) for column in zip(*rows)]
    lines += [[rows[i][i] for i in range(n)], [rows[i][n - 1 - i] for i in range(n)]]
    numbers = sorted(number for row in rows for number in row)
    each_once = numbers == list(range(1, n * n + 1))
    sys.exit(not each_once or {sum(line) for line in lines} != {sum(numbers) // n})
PYTHON

# check_latin N: every number's squares are a solution, by the command check.
check_latin() {
  ask run squares.py solutions "$out" &&
    matches "$("$NQUEENS" check <<<"$value")" "^valid: $1 solutions?, n = $1\$"
}
for n in 1 5 7 11 12 13 25; do
  exits "latin $n" 0 "$NQUEENS" puzzle latin "$n"
  expect_true "latin $n: each number is a solution" check_latin "$n"
done
run "$NQUEENS" puzzle latin 7 --all --format json
expect_holds 'latin 7: all four' 'found == 4 and complete'
run "$NQUEENS" puzzle latin 5 --count --threads 2
expect_says 'latin 5: two' 'fill the 5 x 5 board in 2 ways'
for n in 2 3 4 6 8 9 10; do
  exits "latin $n" 1 "$NQUEENS" puzzle latin "$n"
  expect_says "latin $n: none" "^# no $n solutions fill the $n x $n board: all were searched"
done
exits 'latin 14: stopped' 75 "$NQUEENS" puzzle latin 14 --max-time 0.1
open='it is open whether 14 solutions fill the 14 x 14 board'
expect_out 'latin 14: stopped' "# none found; $open: stopped (time limit) after ${out##* after }"
exits 'latin: a time limit' 75 "$NQUEENS" puzzle latin 12 --all --max-time 0.3
expect_says 'latin: a time limit, in words' 'stopped \(time limit\)'
run "$NQUEENS" puzzle latin 7 -o seven.svg
expect_in seven.svg 'latin: a picture' '<svg'
refuse 1 'no 8 solutions fill the 8 x 8 board' puzzle latin 8 -o none.svg
expect_true 'latin: no picture of nothing' [ ! -e none.svg ]
refuse 2 'name the number of rows' puzzle latin
for n in 0 15 1001; do
  refuse 2 "n is $n; puzzle latin searches 1 to 14 rows" puzzle latin "$n"
done
refuse 2 'n is 205; --format svg draws 1 to 200 rows' puzzle latin 205 --format svg
refuse 2 '--from-queens is for puzzle magic; leave it out' puzzle latin 5 --from-queens few.txt

# --- puzzle magic, there and back

adds_up() { ask run squares.py adds-up "$out"; }
valid_solutions() { matches "$("$NQUEENS" check <<<"$out")" '^valid: '; }
for n in 1 5 7 9 12 15 25 99; do
  exits "magic $n" 0 "$NQUEENS" puzzle magic "$n"
  expect_true "magic $n adds up" adds_up
  echo "$out" >square.txt
  run "$NQUEENS" puzzle magic --to-queens square.txt
  expect_true "magic $n: its solutions are valid" valid_solutions
done
for n in 5 7; do
  run "$NQUEENS" puzzle magic "$n"
  expect_says "magic $n is pandiagonal" '^# pandiagonal magic square'
  valid $((2 * n)) puzzle magic --to-queens - <<<"$out"
done
mapfile -t solutions < <("$NQUEENS" solve 7 --all)
expect_true 'the solutions of 7' [ "${#solutions[@]}" = 40 ]
for solution in "${solutions[@]}"; do
  run "$NQUEENS" puzzle magic --from-queens - <<<"$solution"
  expect_true "the square of $solution adds up" adds_up
  run "$NQUEENS" puzzle magic --to-queens - <<<"$out"
  first=${out%%  #*}
  expect_true "$solution comes back" [ "${first%%$'\n'*}" = "$solution" ]
done
run "$NQUEENS" solve 9 --format board
run "$NQUEENS" puzzle magic --from-queens - <<<"$out"
expect_true 'a drawn solution' adds_up
for format in json board; do
  valid 2 puzzle magic --to-queens square.txt --format "$format"
done
run "$NQUEENS" puzzle magic 5 --format json
is 'magic: JSON' pandiagonal=true

# --- bad input

refuse 2 'n is 0; puzzle magic takes 1 to 1000 rows' puzzle magic 0
refuse 2 'n is 1001; puzzle magic takes 1 to 1000 rows' puzzle magic 1001
refuse 2 'n is 8; puzzle magic makes squares of .* queens; take an odd number from 5 on, or 12$' \
  puzzle magic 8
refuse 1 'a 3 x 3 board has no solution, and puzzle magic makes squares of .* or 12$' \
  puzzle magic 3
refuse 2 'name the number of rows' puzzle magic
refuse 2 'puzzle magic gives one square' puzzle magic 5 --all
refuse 2 'does not go with' puzzle magic --to-queens - --from-queens -
refuse 2 'N does not go with' puzzle magic 5 --to-queens square.txt
refuse 2 'svg draws one answer' puzzle magic --to-queens square.txt --format svg
printf '2 7 6\n9 5 1\n4 3 8\n' >three.txt
refuse 1 'this magic square gives no solution' puzzle magic --to-queens three.txt
printf '2 7 6\n9 5\n' >torn.txt
refuse 2 'torn.txt:2: ' puzzle magic --to-queens torn.txt
printf '2 7 6\n9 5 1\n' >torn.txt
refuse 2 'torn.txt:' puzzle magic --to-queens torn.txt
: >empty.txt
refuse 2 "no square found in 'empty.txt'" puzzle magic --to-queens empty.txt
refuse 2 "no solution found in 'empty.txt'" puzzle magic --from-queens empty.txt
refuse 2 'missing.txt' puzzle magic --to-queens missing.txt
printf '2 7 6\n9 5 1\n4 8 3\n' >wrong.txt
refuse 3 "the square in 'wrong.txt' is not magic: column 2 adds up to 20, not 15" puzzle magic \
  --to-queens wrong.txt
echo '1 5 8 6 3 7 2 3' >wrong.txt
refuse 3 "the solution in line 1 of 'wrong.txt' is wrong: the queens" puzzle magic \
  --from-queens wrong.txt
echo '1 5 8 6 3 7 2 4' >eight.txt
refuse 2 'n is 8; puzzle magic makes squares of solutions with an odd' puzzle magic \
  --from-queens eight.txt

finish
