#!/usr/bin/env bash
# Long tasks in slices, from the outside and on threads: stopped, killed, resumed, verified, merged.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"
source "$source_root/tests/support/answers.sh"

# 13 tasks, each of some hundred slices of 16 prefixes.
uncut=(count 13 --symmetry none --order rows --depth 1 --kernel plain --check-fraction 0)
cut=("${uncut[@]}" --slice-seconds 0.0001)

# last_slice FILE: of those that are done.
last_slice() {
  record list "$1"
  value=${value##*$'\n'}
  value=${value%% *}
}
# same_records FILE OTHER: whether the two have the same.
same_records() {
  local these
  record list "$1"
  these=$value
  record list "$2"
  [ "$these" = "$value" ]
}

echo '--- stopped and resumed'
prints 'in slices' $n13 "$NQUEENS" "${cut[@]}" --checkpoint whole.ckpt
expect_err 'in slices' 'symmetry none, depth 1, slices of depth 5'
prints 'uncut' $n13 "$NQUEENS" "${uncut[@]}" --slice-seconds 0 --checkpoint uncut.ckpt

# Every other time it is killed, and what was not saved is counted again.
rounds=0
code=75
in_progress=0
while [ "$code" -ne 0 ] && [ "$rounds" -lt 60 ]; do
  rounds=$((rounds + 1))
  hold after=3000
  start "$held" "${cut[@]}" --threads 2 --checkpoint rounds.ckpt --json
  await at_work 1
  [ $((rounds % 2)) -eq 1 ] && signal=TERM || signal=KILL
  kill "-$signal" "$pid" 2>/dev/null
  ended "$pid"
  let_go
  expect_true "round $rounds" [ "$code" -eq 0 -o "$code" -eq 75 -o "$code" -eq 137 ]
  if [ "$code" -eq 75 ]; then
    look_up slices_done "$("$NQUEENS" status rounds.ckpt --json)"
    in_progress=$((in_progress + value))
    cp rounds.ckpt part.ckpt
  fi
done
expect_code 'in rounds' 0
is 'in rounds' solutions=$n13
expect_true 'it took several rounds' [ "$rounds" -gt 4 ]
expect_true 'slices were saved' [ "$in_progress" -gt 0 ]
expect_true 'the same records' same_records rounds.ckpt whole.ckpt

for name in whole rounds uncut; do
  exits "certificate of $name" 0 "$NQUEENS" certificate $name.ckpt -o $name.cert
done
# same_counts FILE OTHER: whether two certificates have the same counts.
same_counts() {
  local one
  rest_of "$1" 'count_sha256: '
  one=$value
  rest_of "$2" 'count_sha256: '
  [ -n "$value" ] && [ "$value" = "$one" ]
}
expect_true 'the same certificate' same_counts whole.cert rounds.cert
expect_true 'the same certificate as without slices' same_counts whole.cert uncut.cert

echo '--- stopped before anything is finished'
more_time="no slice was finished: give it more time"
run_part 0 "${cut[@]}" --threads 2 --checkpoint never.ckpt
expect_err 'nothing is finished' \
  "$more_time, or start over in finer slices with --fresh --slice-seconds 1e-05$"
run_part 0 "${uncut[@]}" --slice-seconds 0 --threads 2 --checkpoint uncut_never.ckpt
expect_err 'nothing is finished, uncut' \
  'no task was finished: give it more time, .* --fresh --slice-seconds 0.1$'
cp part.ckpt later.ckpt
run_part 0 "${cut[@]}" --threads 2 --checkpoint later.ckpt
expect_err 'nothing more is finished' "$more_time; run the same command again to go on$"
run_part 0 resume never.ckpt --threads 2
expect_err 'nothing is finished, resumed' "$more_time; run the same command again to go on$"

echo '--- verify'
records_of part.ckpt
all=$value
exits 'unfinished' 0 "$NQUEENS" verify part.ckpt --all --json
recounted 'unfinished' unit='tasks and slices' confirmed="$all"
cp part.ckpt wrong.ckpt
last_slice wrong.ckpt
wrong=$value
record change wrong.ckpt "$wrong" 2
exits 'a wrong slice' 3 "$NQUEENS" verify wrong.ckpt --all --json
is 'a wrong slice' 'findings.*.conflict.number'="${wrong%.*}" \
  'findings.*.conflict.slice'="${wrong#*.}"
exits 'a wrong slice is repaired' 0 "$NQUEENS" verify wrong.ckpt --all --repair
run "$NQUEENS" resume wrong.ckpt --json
is 'a wrong slice is repaired' solutions=$n13

# Stopped when all slices of a task are done, and wait for their checks: there are five to eight.
printf '[count]\nn = 8\nsymmetry = "none"\norder = "rows"\ndepth = 1\n' >n8.toml
echo 'slice_seconds = 1e-8' >>n8.toml
waiting=0
for after in 14 20 26; do
  run_part $after count n8.toml --kernel plain --check-fraction 1 --threads 1 --fresh
  record list n8.ckpt
  list=$value
  matching "$list" '^1\.'
  [ "$value" -lt 8 ] || waiting=1
  matching "$list" ''
  units=$value
  finds 0 counted n8.ckpt "$units of $units tasks and slices confirmed" verify n8.ckpt --all
done
expect_true 'verify slices that wait for checks' [ "$waiting" -eq 1 ]

echo '--- merge'
# Slices of one task in two files: those that only one has add up.
record list part.ckpt
mapfile -t done_slices <<<"$value"
done_slices=("${done_slices[@]%% *}")
for i in "${!done_slices[@]}"; do # without whole tasks
  [[ ${done_slices[i]} == *.* ]] || unset "done_slices[i]"
done
done_slices=("${done_slices[@]}")
half=$((${#done_slices[@]} / 2))
cp part.ckpt first.ckpt
cp part.ckpt second.ckpt
record forget first.ckpt "${done_slices[@]:0:half}"
record forget second.ckpt "${done_slices[@]:half}"
exits 'they add up' 0 "$NQUEENS" merge first.ckpt second.ckpt -o sum.ckpt --json
is 'they add up' findings.1.merged.slices.new="$half" \
  'findings.*.written.slices_done'="${#done_slices[@]}"
expect_true 'they add up' same_records sum.ckpt part.ckpt
prints 'they add up and go on' $n13 "$NQUEENS" resume sum.ckpt
# Those that both have may be a conflict. tests/evidence/joined_records_test.cpp has more.
cp part.ckpt apart.ckpt
record rename apart.ckpt elsewhere
record change apart.ckpt "$wrong" 2
exits 'they differ' 3 "$NQUEENS" merge part.ckpt apart.ckpt -o conflict.ckpt --json
is 'they differ' 'findings.*.conflict.slice'="${wrong#*.}"
expect_true 'they differ' [ ! -e conflict.ckpt ]
run "$NQUEENS" merge part.ckpt apart.ckpt -o conflict.ckpt --force --json
is 'they differ, by force' 'findings.*.written.slices_done'=$((${#done_slices[@]} - 1))
# A task that one file has whole is whole.
exits 'a task is whole in one of them' 0 "$NQUEENS" merge part.ckpt whole.ckpt -o both.ckpt --json
is 'a task is whole in one of them' 'findings.*.written.slices_done'=0 \
  'findings.*.written.count'=$n13

echo '--- another cut, damage'
for seconds in 0 0.00001; do
  refuse 4 "slice_depth=5[^,]*, this job slice_depth=[07][^;]*; leave out --slice-seconds" \
    "${uncut[@]}" --slice-seconds $seconds --checkpoint part.ckpt
done
refuse 4 "'uncut.ckpt' .*=0[^,]*, this job slice_depth=5[^;]*; merge the checkpoints of one job" \
  merge part.ckpt uncut.ckpt -o no.ckpt
# forge SED: a checkpoint whose line of slices is another, and whole all the same. The last slice is
# not done: one slice less has room for all records.
forge() {
  cp part.ckpt forged.ckpt
  record forget forged.ckpt "$task.$((slices - 1))"
  sed -i -E "$1" forged.ckpt
  record seal forged.ckpt
}
line=$(grep -m 1 '^slices ' part.ckpt)
task=${line#*task=} task=${task% *} slices=${line##*=}
forge "s/^$line\$/slices task=$task slices=$((slices - 1))/"
for how in 'resume forged.ckpt' 'merge whole.ckpt forged.ckpt -o no.ckpt'; do
  # shellcheck disable=SC2086
  refuse 4 "has $((slices - 1)) slices of task $task where its job has more; it cannot be used" $how
done
finds 4 unusable forged.ckpt "has $((slices - 1)) slices of task $task where its job has more" \
  verify forged.ckpt --all
record list part.ckpt
done_task=${value%% *}
forge "s/^$line\$/slices task=$done_task slices=$slices/"
refuse 4 "has slices of task $done_task, " resume forged.ckpt
cp part.ckpt forged.ckpt
sed -i "s/^$line\$/slices task=$task slices=$((slices - 1))/" forged.ckpt
refuse 4 'forged.ckpt.*CRC' resume forged.ckpt

echo '--- parts, checks, a second count'
for part in 1 2 3; do
  exits "part $part" 0 "$NQUEENS" "${cut[@]}" --part $part/3 --checkpoint "part-$part.ckpt"
done
run "$NQUEENS" merge part-{1,2,3}.ckpt -o parts.ckpt --json
is 'parts' 'findings.*.written.count'=$n13
expect_true 'parts' same_records parts.ckpt whole.ckpt
run "$NQUEENS" count 13 --symmetry none --order rows --depth 1 --slice-seconds 0.0001 \
  --check-fraction 1 --checkpoint checked.ckpt --json
is 'all checked' tasks_confirmed=13 solutions=$n13
run_part 3000 "${cut[@]}" --double-check --threads 2 --checkpoint twice.ckpt
run "$NQUEENS" "${cut[@]}" --double-check --checkpoint twice.ckpt --json
is 'counted twice' solutions=$n13 second_count.agrees=true
run "$NQUEENS" "${cut[@]}" --double-check
expect_err 'counted twice: in slices' 'counting again .* depth [0-9]+, slices of depth [0-9]+'
placements=(count 10 --quantity placements --depth 3 --kernel scalar)
run "$NQUEENS" "${placements[@]}" --slice-seconds 0 --json
look_up placements
whole=$value
run_part 100 "${placements[@]}" --slice-seconds 0.000001 --checkpoint placements.ckpt --threads 2
run "$NQUEENS" resume placements.ckpt --json
is 'placements' placements="$whole"

finish
