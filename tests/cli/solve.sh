#!/usr/bin/env bash
# Single solutions: what solve finds, options and sizes.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"
source "$source_root/tests/support/solutions.sh"

# --- search and permute

answers '1 5 8 6 3 7 2 4' solve 8
answers '1 5 8 6 3 7 2 4' solve 8 --first --fundamental
mapfile -t columns < <(printf -- '-k%d,%d\n' {1..12}{,})
for n in 1 4 5 6 7 8 9 10 12; do
  run "$NQUEENS" solve "$n" --all
  solutions=$("$NQUEENS" count "$n" --quiet)
  expect_valid "all of $n" "$solutions"
  expect_true "all of $n: sorted, each once" \
    [ "$(sort -nu "${columns[@]}" <<<"$out")" = "$out" ]
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
  expect_true "fundamental of $n: they are solutions" \
    [ "$(comm -12 <(sort <<<"$out") <(sort <<<"$searched") | wc -l)" = "$fundamental" ]
done
valid 5 solve 8 --limit 5
for method in search permute; do
  run "$NQUEENS" solve 8 --fundamental --method "$method"
  listed=$out
  answers "$(head -5 <<<"$listed")" solve 8 --fundamental --limit 5 --method "$method"
done
valid 2 solve 4 --limit 5

# --- construct and repair

answers '2 4 6 8 10 12 14 3 1 7 9 11 13 5' solve 14 --method construct
answers '4 6 8 10 12 14 2 5 7 9 11 13 15 1 3' solve 15 --method construct
answers '2 4 6 8 10 12 14 16 18 20 3 1 7 5 11 9 15 13 19 17' solve 20 --method construct
run "$NQUEENS" solve 8 --method repair
first=$out
answers "$first" solve 8 --method repair --seed 1
run "$NQUEENS" solve 1000 --method repair --seed 3
third=$out
expect_valid 'repair 1000' 1
valid 1 solve 1000 --method repair --seed 4
expect_true 'another seed, another solution' [ "$out" != "$third" ]
for n in 1 4 5 6 7 1000000; do
  for method in construct repair; do
    valid 1 solve "$n" --method "$method"
  done
done

# --- boards without a solution

for n in 2 3; do
  for method in search permute construct repair; do
    refuse 1 "a $n x $n board has no solution" solve "$n" --method "$method"
  done
  for list in --all --fundamental '--limit 3'; do
    # shellcheck disable=SC2086
    refuse 0 "a $n x $n board has no solution" solve "$n" $list
  done
done

echo 8 >few.txt
# --- options and sizes

for n in abc -5 8.0 ' 8' ''; do
  refuse 2 'number of rows|see nqueens solve --help' solve "$n"
done
refuse 2 'n is 0; --method search takes 1 to 64 rows' solve 0
refuse 2 'n is 65; --method search takes 1 to 64 rows, construct up to 1000000000' solve 65 --first
refuse 2 'n is 1000000001; --method construct takes 1 to 1000000000 rows' solve 1000000001
refuse 2 'n is 4000000000; --method permute takes 1 to 64 rows' solve 4000000000 --method permute
refuse 2 'n is 4000000000; --method construct takes 1 to 1000000000 rows' solve 4000000000 \
  --method construct
refuse 2 'n is 4000000000; --method repair takes 1 to 100000000 rows' solve 4000000000 \
  --method repair
refuse 2 'n is too large; --method repair takes' solve 99999999999999999999999999 --method repair
refuse 2 'n is 1001; --format board takes 1 to 1000 rows' solve 1001 --method construct \
  --format board
refuse 2 'n is 201; --format svg takes 1 to 200 rows' solve 201 --method construct --format svg
for list in --all '--limit 2' --fundamental; do
  # shellcheck disable=SC2086
  refuse 2 '--format svg draws one solution of one board' solve 8 --format svg $list
  for method in construct repair; do
    # shellcheck disable=SC2086
    refuse 2 "--method $method finds one solution" solve 8 --method "$method" $list
  done
done
refuse 2 '--format svg draws one solution' solve --input few.txt --format svg
refuse 2 'name the number of rows' solve
refuse 2 'does not go with' solve 8 --all --first

# One solution of a large board takes a method that ends, unless a search is asked for.
answers "$("$NQUEENS" solve 31 --method construct)" solve 31
expect_err 'above 30 rows' 'the solution of --method construct; --first searches'
answers "$("$NQUEENS" solve 31 --method search)" solve 31 --first
expect_true 'above 30 rows --first: quiet' [ -z "$err" ]
for method in search permute 'cp --limit 2'; do
  # shellcheck disable=SC2086
  run "$NQUEENS" solve 31 --method $method
  expect_err "solve 31 --method $method" 'above 30 rows a search may not end'
done
for method in cp construct repair; do
  run "$NQUEENS" solve 31 --method $method
  expect_true "above 30 rows, $method: quiet" [ -z "$err" ]
done
answers "$("$NQUEENS" solve 40 --method construct)" solve 40 --limit 1
expect_err 'above 30 rows --limit 1' 'the solution of --method construct; --first searches'
answers "$("$NQUEENS" solve 31 --limit 2 --method search)" solve 31 --limit 2
expect_err 'above 30 rows --limit 2' 'above 30 rows a search may not end'
run "$NQUEENS" solve 30
expect_true '30 rows are searched: quiet' [ -z "$err" ]

# The name of the output file is a format, unless one is named.
for format in svg json; do
  run "$NQUEENS" solve 8 -o "solution.$format"
  expect_true "-o solution.$format" \
    cmp -s "solution.$format" <("$NQUEENS" solve 8 --format "$format")
done
run "$NQUEENS" solve 8 --format rows -o solution.new
expect_true 'a name of no format' [ "$(<solution.new)" = '1 5 8 6 3 7 2 4' ]
refuse 2 '--format svg draws one solution of one board' solve 8 --all -o list.svg

refuse 2 'does not go with' solve 8 --input few.txt
refuse 2 'does not go with' solve --all --input few.txt
for number in 0 -1 0x8 1e3 ' 8' 18446744073709551616; do
  refuse 2 "--limit is '$number'; it must be a whole number from 1 to 18446744073709551615" \
    solve 8 --limit "$number"
done
for number in x -1 0x8 18446744073709551616; do
  refuse 2 "--seed is '$number'; it must be a whole number from 0 to 18446744073709551615" solve 8 \
    --method repair --seed "$number"
done
refuse 2 'limit' solve 8 --limit ''
refuse 2 'seed' solve 8 --method repair --seed ''
valid 10 solve 12 --limit 010
valid 1 solve 100 --method repair --seed 18446744073709551615
refuse 2 'seed' solve 8 --seed 2
refuse 2 '--input is empty' solve --input ''
refuse 2 '--output is empty' solve 8 --output ''
refuse 2 'stats' solve 8 --stats
refuse 2 'ascii' solve 8 --ascii
refuse 2 'needs --input; see nqueens solve --help' solve 8 --keep-going
refuse 2 'method' solve 8 --method guess
refuse 2 'format' solve 8 --format png

finish
