#!/usr/bin/env bash
# Opened tasks: certificate --open, whose slices verify, compare and check.py look at.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"
source "$source_root/tests/support/findings.sh"

check_py="$source_root/tests/certificate/check.py"

# checks_out WHAT CODE FILE ARGUMENT...: what check.py says.
checks_out() {
  run_python "$check_py" "${@:3}"
  expect_code "$1" "$2"
}

"${CC:-cc}" -O2 "$source_root/tests/certificate/check.c" -o check

# The job line of an opened task has the task; its count is that of the certificate.
while read -r name task slices options; do
  # shellcheck disable=SC2086
  "$NQUEENS" count $options --checkpoint "$name.ckpt" --quiet >/dev/null
  "$NQUEENS" certificate "$name.ckpt" -o "$name.cert" >/dev/null
  exits "$options" 0 "$NQUEENS" certificate "$name.cert" --open "$task" --slices "$slices" \
    -o "$name.task" --quiet
  expect_in "$name.task" "$options: the task" "^job: .* of_task=$task\$"
  expect_in "$name.task" "$options: its hash" "^$out\$"
  count=$(sed '1,/^table: /d' "$name.cert" | sed -n "$((task + 1))p" | cut -d' ' -f2)
  rest_of "$name.task" 'total: '
  expect_true "$options: $value of $count" [ "$value" = "$count" ]
  rest_of "$name.task" 'tasks: '
  found=$value
  expect_true "$options: $found of $slices slices" \
    [ "$found" -le "$slices" -a "$((found * 2))" -ge "$slices" ]
  checks_out "$options" 0 "$name.task" --all --of "$name.cert"
  expect_times "$options: every slice" "$found" ' confirmed$'
  expect_true "$options: check.py has the sum" \
    matches "$out" "; task $task of '$name.cert' is the sum\$"
  exits "$options: check.c" 0 ./check "$name.task" --all
  expect_times "$options: check.c" "$found" ' confirmed$'
  exits "$options: verify" 0 "$NQUEENS" verify "$name.task" --all
  expect_says "$options: verify" "^counted .*: $found of $found tasks? confirmed\$"
  finds 0 proved "$name.task" "its total is that of task $task of $name.cert" \
    compare "$name.cert" "$name.task"
done <<'END'
even 9 30 12 --depth 0
odd 5 40 13 --order rows
odd_fewest 5 40 13 --order fewest
deep 50 6 10 --depth 5 --order rows
whole 0 1 6 --depth 6
mirror 4 7 9 --symmetry mirror --depth 3
none 0 20 8 --symmetry none --depth 0
odd_count 2 4 10 --symmetry none --depth 2 --order rows
torus 2 3 11 --board torus --depth 3
amazons 7 9 11 --piece amazon --depth 0
amazons_rows 7 9 11 --piece amazon --depth 3 --order rows
placed 20 10 9 --quantity placements --depth 2
placedwhole 3 1 5 --quantity placements --depth 5
half 2 3 15 --fixed-by half-turn --depth 4
quarter 0 3 17 --fixed-by quarter-turn --depth 5
quarter_rows 0 3 17 --fixed-by quarter-turn --depth 5 --order rows
END

# What cannot be made again is not replaced, and options of workers are for those that count.
cp odd.cert same.cert
refuse 2 "'same.cert' is a certificate of another job and will not be replaced" \
  certificate same.cert --open 3 -o same.cert
expect_true 'the certificate itself' cmp -s odd.cert same.cert
refuse 2 '--threads needs --open' certificate odd.ckpt --threads 2 -o none.cert
refuse 2 "'odd.task' is an opened task of 'odd.cert'; name the whole certificate first" \
  compare odd.task odd.cert

"$NQUEENS" count 13 --double-check --checkpoint twice.ckpt --quiet >/dev/null
"$NQUEENS" certificate twice.ckpt -o twice.cert >/dev/null

# What a liar says of a slice or of the sum, with right hashes.
forge() { ask run "$source_root/tests/support/forge.py" "$@"; }
forge odd.task lie.task lie=8
checks_out 'a slice with more: not counted' 0 lie.task --of odd.cert
checks_out 'a slice with more' 3 lie.task --task 3 4
expect_says 'a slice with more' '^WRONG: 1 of 2 tasks are in conflict'
exits 'a slice with more: verify' 3 "$NQUEENS" verify lie.task --all
expect_times 'a slice with more: verify' 2 '^disagrees .*: CONFLICT: task [35]:'
forge odd.task less.task less=8
checks_out 'a sum with less' 0 less.task
checks_out 'a sum with less, beside the whole' 3 less.task --of odd.cert
expect_true 'a sum with less: check.py' matches "$out" "WRONG: task 5 of 'odd.cert' is "
finds 3 disagrees less.task 'adds up to [0-9]+, but task 5 of odd.cert to' \
  compare odd.cert less.task
forge odd.task few.task drop=2
checks_out 'without its last slices' 4 few.task
expect_err 'without its last slices' 'there are more prefixes than it says'
exits 'without its last slices: check.c' 4 ./check few.task
forge odd.task other.task of_task=5=\>of_task=6
checks_out 'of another task' 4 other.task
finds 4 unusable other.task 'was changed in line ' verify other.task
forge odd.task none.task of_task=5=\>of_task=999999999
checks_out 'of no task' 4 none.task
rest_of placed.task 'above: '
above=$value
expect_true "placements above slices: $above" [ "$above" -gt 0 ]
forge placed.task above.task above=$((above - 2)) less=-2 \
  "total=$(sed -n 's/^total: //p' placed.task)"
checks_out 'less above' 4 above.task
expect_err 'less above' "above is $((above - 2)); by the rule it is $above"
exits 'less above: check.c' 4 ./check above.task
expect_err 'less above: check.c' "above is $((above - 2)); by the rule it is $above"
finds 4 unusable above.task 'lies above the prefixes where its rule gives' verify above.task
forge odd.task second.task "second_count=$(sed -n 's/^total: //p' odd.task) agrees $(sed -n \
  's/^second_count: [0-9]* agrees //p' twice.cert)"
run_python "$check_py" second.task
expect_code 'a second count of a task' 4
expect_err 'a second count of a task' 'is not the same count in another cut'
finds 4 unusable second.task 'has a second count in line 7 that is not its count' verify second.task
checks_out 'of another job' 4 odd.task --of even.cert
expect_err 'of another job' "it is not an opened task of 'even.cert'"
checks_out 'not opened' 4 odd.cert --of odd.cert
checks_out 'of a file that is not there' 4 odd.task --of no.cert

# A certificate that lies of the task: the slices show it.
forge even.cert lie.cert lie=8
exits 'a task with more' 3 "$NQUEENS" certificate lie.cert --open 3 -o true.task
expect_err 'a task with more' "^nqueens: CONFLICT: task 3: [0-9]+ by 'lie.cert', [0-9]+ by its sl"
checks_out 'a task with more, by its slices' 0 true.task --all --of even.cert
checks_out 'a task with more, by its slices and the lie' 3 true.task --of lie.cert

# In a folder an opened task is no other count of the board.
mkdir folder
cp odd.cert odd.task folder/
exits 'a folder' 0 "$NQUEENS" verify folder --all
expect_says 'a folder' '^proved .*odd.task: its total is that of task 5 of odd.cert'

# What cannot be opened.
refuse 2 "'odd.cert' has [0-9]+ tasks, the first is 0; there is no task 9999$" \
  certificate odd.cert --open 9999
refuse 2 "'odd.task' is of an opened task; open that task" certificate odd.task --open 0
refuse 2 '--slices needs --open' certificate odd.ckpt --slices 5
refuse 4 "'odd.ckpt' is a checkpoint, not a certificate" certificate odd.ckpt --open 5
refuse 2 "'odd.ckpt' is not a certificate of nqueens and will not be replaced" \
  certificate odd.cert --open 5 -o odd.ckpt
exits 'a whole job' 0 "$NQUEENS" status odd.ckpt --json
expect_times 'a whole job has no fields of a task' 0 '"of_'
refuse 2 "'odd.cert' counts n=13, 'even.task' counts task 9 of depth 0 of n=12" \
  compare odd.cert even.task
finish
