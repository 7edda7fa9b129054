#!/usr/bin/env bash
# Counting twice, from the outside and on threads: --double-check, --check-fraction.
# shellcheck source-path=SCRIPTDIR source=../support/shell.sh
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"
# shellcheck source-path=SCRIPTDIR source=../support/answers.sh
source "$source_root/tests/support/answers.sh"

mkdir job
run "$NQUEENS" count 13 --checkpoint job/n13.ckpt --quiet
expect_out 'a count' $n13
tasks=$(python3 "$records" list job/n13.ckpt | wc -l)

echo '--- count --double-check'
run "$NQUEENS" count 13 --double-check --json --checkpoint dd.ckpt
expect_code 'double check' 0
is 'double check' solutions $n13
is 'double check' second_count.solutions $n13
is 'double check' second_count.agrees true
expect_true 'double check: by two kernels' grep -q , <<<"$(field kernel <<<"$out")"
expect_true 'double check: another depth' \
  [ "$(field second_count.depth <<<"$out")" != "$(field depth <<<"$out")" ]
is 'double check' second_count.symmetry full
expect_err 'double check' \
  "the first count is $n13; counting again by another decomposition: [0-9]+ tasks, symmetry full,"
expect_err 'double check' \
  'the second count, by another decomposition \(symmetry full, depth [0-9]+\), is the same'
run "$NQUEENS" count 13 --double-check=mirror --json
is 'double check by mirror' second_count.symmetry mirror
is 'double check by mirror' second_count.agrees true
run "$NQUEENS" status dd.ckpt
expect_true 'status of a double check' \
  grep -qE '^second count: +[0-9]+ of [0-9]+ tasks \(symmetry full, depth [0-9]+\)$' <<<"$out"
run "$NQUEENS" count 13 --checkpoint dd.ckpt --json
is 'a double check that is done' second_count.agrees true
is 'a double check that is done' resumed true
run "$NQUEENS" verify dd.ckpt --all --json
expect_code 'verify of a double check' 0
is 'verify of a double check' second_count_agrees true
cp dd.ckpt dd-second-wrong.ckpt
python3 "$records" change dd-second-wrong.ckpt 3 8 --second
run "$NQUEENS" merge dd.ckpt dd-second-wrong.ckpt -o dd-merged.ckpt
expect_code 'second counts that differ, merged' 3
expect_true 'second counts that differ, merged' \
  grep -qx 'CONFLICT: the second counts of the files differ' <<<"$out"
expect_true 'second counts that differ, not written' [ ! -e dd-merged.ckpt ]
cp dd.ckpt dd-first-wrong.ckpt
python3 "$records" change dd-first-wrong.ckpt 3 8
run "$NQUEENS" verify dd-first-wrong.ckpt --all --repair --json
expect_code 'a first count that is wrong, repaired' 0
is 'a first count that is wrong, repaired' second_count_agrees true
cp dd.ckpt dd-wrong.ckpt
python3 "$records" change dd-wrong.ckpt 3 8 --second
run "$NQUEENS" verify dd-wrong.ckpt --all
expect_code 'a second count that is wrong' 3
expect_true 'a second count that is wrong' \
  grep -qx 'CONFLICT: the second count in the file differs from the first' <<<"$out"
run "$NQUEENS" resume dd-wrong.ckpt --json
expect_code 'a second count that is wrong, resumed' 3
is 'a second count that is wrong, resumed' second_count.agrees false
is 'a second count that is wrong, resumed' second_count.solutions $((n13 + 8))
expect_err 'a second count that is wrong, resumed' \
  "by another decomposition .*, is $((n13 + 8)), but the first is $n13"
run "$NQUEENS" resume dd-wrong.ckpt --double-check=none --json
expect_code 'the second count is given up' 0
is 'the second count is given up' second_count null
expect_err 'the second count is given up' \
  'the second count is given up; [0-9]+ of its tasks (was|were) done'

# A finished count gets its second one later.
for how in depth mirror; do
  cp job/n13.ckpt later.ckpt
  run "$NQUEENS" count 13 --checkpoint later.ckpt --double-check=$how --json
  expect_code "a second count later: $how" 0
  is "a second count later: $how" second_count.agrees true
done
while read -r options; do
  for how in depth mirror; do
    # shellcheck disable=SC2086
    run "$NQUEENS" count $options --double-check=$how --json
    expect_code "double check by $how of $options" 0
    is "double check by $how of $options" second_count.agrees true
  done
done <<'LIST'
10 --quantity placements
9 --quantity placements --depth 2
11 --board torus
8 --depth 8
11 --symmetry mirror
11 --symmetry none
1
2
LIST

# Stopped in the first count, and in the second.
run_part 20 count 16 --threads 1 --double-check --checkpoint first.ckpt
expect_code 'stopped in the first count' 75
run "$NQUEENS" resume first.ckpt --json
expect_code 'resumed in the first count' 0
is 'resumed in the first count' second_count.solutions 14772512
is 'resumed in the first count' second_count.agrees true
# Held after all prefixes of the first count and some more, which its checks may take.
hold after=$(($("$NQUEENS" count 17 --dry-run --json | json prefixes) * 11 / 10)):pace=0.2
start "$held" count 17 --threads 1 --double-check=mirror --checkpoint second.ckpt
expect_true 'the first count' wait_for 300 grep -q 'the first count is 95815104' err.txt
some_of_second() {
  kill -USR2 $pid
  "$NQUEENS" status second.ckpt --json 2>/dev/null | grep -q '"second_count":"[1-9]'
}
expect_true 'the second count' wait_for 120 some_of_second
kill -TERM $pid
ended "$pid"
expect_code 'stopped in the second count' 75
run "$NQUEENS" status second.ckpt --json
is 'stopped in the second count' finished true
expect_true 'stopped in the second count: some of it' \
  grep -qE '"second_count":"[1-9][0-9]* of ' <<<"$out"
cp second.ckpt given-up.ckpt
cp second.ckpt part-of-it.ckpt
run "$NQUEENS" count 17 --checkpoint part-of-it.ckpt --part 1/2 --json
expect_code 'a part where a second count is not done' 0
is 'a part where a second count is not done' solutions 95815104
is 'a part where a second count is not done' second_count null
run "$NQUEENS" certificate part-of-it.ckpt -o part-of-it.cert
expect_code 'a certificate where a second count is not done' 0
expect_err 'a certificate where a second count is not done' 'the second count .* is not finished'
run "$NQUEENS" count 17 --checkpoint second.ckpt --json
expect_code 'resumed in the second count' 0
is 'resumed in the second count' second_count.solutions 95815104
is 'resumed in the second count' second_count.agrees true
expect_err 'resumed in the second count' 'resuming n=17 .* tasks of the second count'
run "$NQUEENS" count 17 --checkpoint given-up.ckpt --double-check=none --json
expect_code 'a second count given up' 0
is 'a second count given up' solutions 95815104
is 'a second count given up' second_count null
refuse 2 'choose none, depth or mirror' "$NQUEENS" count 8 --double-check=twice

echo '--- count --check-fraction'
for threads in 1 3; do
  run "$NQUEENS" count 13 --check-fraction 1 --threads $threads --checkpoint "twice-$threads.ckpt" \
    --json
  expect_code "all tasks twice on $threads threads" 0
  is "all tasks twice on $threads threads" solutions $n13
  is "all tasks twice on $threads threads" tasks_confirmed "$tasks"
  is "all tasks twice on $threads threads" disputes 0
  expect_true "all tasks twice on $threads threads: by two kernels" \
    [ "$(python3 "$records" list "twice-$threads.ckpt" | awk '$4 != $6 && $6 != "-"' | wc -l)" \
    -eq "$tasks" ]
  expect_err "all tasks twice on $threads threads" \
    "$tasks of $tasks tasks were counted twice and agree; that took .* of kernel time \([0-9.]+ %\)"
done
run "$NQUEENS" count 13 --check-fraction 0 --json
is 'no task twice' tasks_confirmed 0
run "$NQUEENS" count 10 --quantity placements --check-fraction 1 --json
is 'placements twice' tasks_confirmed "$(field tasks <<<"$out")"
run "$NQUEENS" count 11 --board torus --check-fraction 1 --json
is 'a torus twice' tasks_confirmed "$(field tasks <<<"$out")"

# The same choice in every run of a job: what was confirmed stays so, and a larger share has the
# smaller one in it.
run "$NQUEENS" count 13 --check-fraction 0.2 --checkpoint share.ckpt --json
some=$(field tasks_confirmed <<<"$out")
expect_true "a share: $some of $tasks" [ "$some" -gt 0 -a "$some" -lt $((tasks / 2)) ]
run "$NQUEENS" resume share.ckpt --check-fraction 0.2 --json
is 'a share, again' tasks_confirmed "$some"
run "$NQUEENS" resume share.ckpt --check-fraction 1 --json
is 'a share, the rest later' tasks_confirmed "$tasks"
run "$NQUEENS" verify share.ckpt --all
expect_code 'verify of what is confirmed' 0

# A task that was wrong before is found, and outvoted; one that chance has had confirmed would not
# be looked at.
run "$NQUEENS" count 13 --check-fraction 0 --checkpoint outvoted.ckpt
python3 "$records" change outvoted.ckpt 17 8
run "$NQUEENS" resume outvoted.ckpt --check-fraction 1 --json
expect_code 'outvoted' 0
is 'outvoted' solutions $n13
is 'outvoted' disputes 1
printf '[count]\nn = 12\n[run]\ncheck_fraction = 1\n' >checked.toml
run "$NQUEENS" count checked.toml --json
is 'a share in a job file' tasks_confirmed "$(field tasks <<<"$out")"
for fraction in -0.1 1.1 x ''; do
  refuse 2 'check-fraction' "$NQUEENS" count 8 --check-fraction "$fraction"
done
finish
