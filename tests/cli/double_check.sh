#!/usr/bin/env bash
# Counting twice, from the outside and on threads: --double-check, --check-fraction.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"
source "$source_root/tests/support/answers.sh"

mkdir job
prints 'a count' $n13 "$NQUEENS" count 13 --checkpoint job/n13.ckpt --quiet
records_of job/n13.ckpt
tasks=$value

echo '--- count --double-check'
exits 'double check' 0 "$NQUEENS" count 13 --double-check --json --checkpoint dd.ckpt
is 'double check' solutions=$n13 second_count.solutions=$n13 second_count.agrees=true \
  second_count.symmetry=full
record kernels dd.ckpt
first=$value
record kernels dd.second.ckpt
is 'double check: by other kernels' second_count.kernel="$value"
expect_holds 'double check: by other kernels' \
  "not set('$first'.split(',')) & set(second_count.kernel.split(','))"
expect_holds 'double check: another depth' 'second_count.depth != depth'
expect_err 'double check' \
  "the first count is $n13; counting again by another decomposition: [0-9]+ tasks, .*metry full,"
expect_err 'double check' \
  'by another decomposition \(symmetry full, order fewest, depth [0-9]+\), is the same'
for order in rows fewest; do
  cut="by another decomposition \(symmetry full"
  cut+="$([ $order = fewest ] || echo ', order fewest'), depth"
  run "$NQUEENS" count 13 --order $order --double-check=order --json --checkpoint $order.ckpt
  is "double check by order, $order" solutions=$n13 second_count.agrees=true
  expect_err "double check by order, $order" "$cut"
  exits "double check by order, $order: kept" 0 "$NQUEENS" verify $order.ckpt $order.second.ckpt
  expect_says "double check by order, $order: kept" "^proved +$order.ckpt: the second count, $cut"
done
run "$NQUEENS" count 13 --double-check=mirror --json
is 'double check by mirror' second_count.symmetry=mirror second_count.agrees=true
run "$NQUEENS" count 13 --checkpoint dd.ckpt --json
is 'a double check that is done' second_count.agrees=true resumed=true
rm dd.result.json
run "$NQUEENS" count 13 --checkpoint dd.ckpt
expect_in dd.result.json 'its result is written again' '"agrees":true\}'

# The second checkpoint is one like any other.
run "$NQUEENS" status dd.ckpt
expect_times 'status: both counts' 2 '^job: '
run "$NQUEENS" status dd.ckpt --json
is 'status' second_count.symmetry=full second_count.finished=true
run "$NQUEENS" status dd.second.ckpt --json
is 'status of the second' solutions=$n13 second_count=null
exits 'verify of the second' 0 "$NQUEENS" verify dd.second.ckpt --all --json
records_of dd.second.ckpt
recounted 'verify of the second' confirmed="$value"
exits 'report of the second' 0 "$NQUEENS" report dd.second.ckpt
"$NQUEENS" report dd.ckpt
expect_in dd.report.html 'report of the first: that the second agrees' \
  'second count, by another decomposition, is the same'
exits 'certificate of the second' 0 "$NQUEENS" certificate dd.second.ckpt -o dd.second.cert
exits 'certificate of the second, verified' 0 "$NQUEENS" verify dd.second.cert --all
run "$NQUEENS" resume dd.second.ckpt --json
is 'the second alone' solutions=$n13

cp dd.ckpt wrong.ckpt
cp dd.second.ckpt wrong.second.ckpt
record change wrong.second.ckpt 3 8
exits 'a second count that is wrong, verified' 3 "$NQUEENS" verify wrong.second.ckpt --all
expect_says 'a second count that is wrong, verified' '^disagrees .*: CONFLICT: task 3: '
exits 'a second count that is wrong, resumed' 3 "$NQUEENS" resume wrong.ckpt --json
is 'a second count that is wrong, resumed' second_count.agrees=false \
  second_count.solutions=$((n13 + 8))
expect_err 'a second count that is wrong, resumed' \
  "the count adds up to $n13, but its second count is $((n13 + 8))"
refuse 3 "but its second count is $((n13 + 8))" certificate wrong.ckpt -o wrong.cert
exits 'a second count that is wrong, repaired' 0 "$NQUEENS" verify wrong.second.ckpt --all --repair
exits 'a second count that was wrong' 0 "$NQUEENS" resume wrong.ckpt --json
is 'a second count that was wrong' second_count.agrees=true
record change wrong.second.ckpt 3 8
exits 'the second count is given up' 0 "$NQUEENS" resume wrong.ckpt --double-check=none --json
is 'the second count is given up' second_count=null
expect_err 'the second count is given up' 'the second count is given up'
expect_err 'the second count is given up' 'the old checkpoint is now wrong.second.20.*.ckpt'
expect_true 'the second count is given up' [ ! -e wrong.second.ckpt ]
run "$NQUEENS" resume wrong.ckpt --json
is 'the second count stays given up' second_count=null

# Half a pair, and a pair that is none.
no_pair() { refuse 4 "$1" count 13 --checkpoint half.ckpt; }
cp dd.second.ckpt half.second.ckpt
no_pair "'half.second.ckpt' is the second count of 'half.ckpt', which is not there; restore it"
exits 'half a pair, moved aside' 0 "$NQUEENS" count 13 --checkpoint half.ckpt --fresh --json
is 'half a pair, moved aside' second_count=null
expect_true 'half a pair, moved aside' [ -n "$(echo half.2*.second.ckpt)" -a ! -e half.second.ckpt ]
echo 'no checkpoint' >half.second.ckpt
no_pair "half.second.ckpt.*; 'nqueens count --double-check=none' gives up the second count alone"
cp half.ckpt half.second.ckpt
no_pair "'half.second.ckpt' is no second count of 'half.ckpt': it numbers the same prefixes"
"$NQUEENS" count 12 --checkpoint half.second.ckpt --fresh --quiet >/dev/null
no_pair "'half.second.ckpt' is no second count of 'half.ckpt': it counts n=12"
run "$NQUEENS" count 13 --checkpoint half.ckpt --double-check=none
expect_code 'a pair that is none, given up' 0

# Another cut is refused, whichever count of the pair has it.
prints 'a pair' 724 "$NQUEENS" count 10 --depth 2 --double-check --checkpoint n10.ckpt
mkdir pair
cp n10.ckpt n10.second.ckpt pair
for depth in 3 4; do
  exits "depth $depth beside the pair" 4 "$NQUEENS" count 10 --depth $depth --double-check --json \
    --checkpoint n10.ckpt
  expect_err "depth $depth beside the pair" 'has this count in another cut'
done
expect_true 'the pair is as it was' \
  eval 'cmp n10.ckpt pair/n10.ckpt && cmp n10.second.ckpt pair/n10.second.ckpt'
exits 'a merge of firsts' 0 "$NQUEENS" merge n10.ckpt n10.ckpt -o merged.ckpt
expect_err 'a merge of firsts' 'not merged: n10.second.ckpt, a second count'

# Both start over, and the second one does not move aside what the first has begun for it.
exits 'a pair, afresh' 0 "$NQUEENS" count 10 --fresh --double-check --checkpoint n10.ckpt --json
is 'a pair, afresh' second_count.agrees=true
expect_times 'a pair, afresh: what was there is moved once' 2 'the old checkpoint is now' "$err"

# A finished count gets its second one later.
for how in depth mirror; do
  cp job/n13.ckpt later.ckpt
  run "$NQUEENS" count 13 --checkpoint later.ckpt --double-check=$how --json
  expect_code "a second count later: $how" 0
  is "a second count later: $how" second_count.agrees=true
done
while read -r options; do
  for how in depth mirror; do
    # shellcheck disable=SC2086
    exits "double check by $how of $options" 0 "$NQUEENS" count $options --double-check=$how --json
    is "double check by $how of $options" second_count.agrees=true
  done
done <<'LIST'
10 --quantity placements
9 --quantity placements --depth 2
11 --board torus
8 --depth 8
11 --symmetry mirror
11 --symmetry none
LIST
# A board without another decomposition is counted once.
for n in 1 2; do
  exits "double check of $n" 0 "$NQUEENS" count $n --double-check --json
  is "double check of $n" second_count=null
  expect_err "double check of $n" 'no other decomposition'
done

# Stopped in the first count, and in the second.
run_part 20 count "$sixteen" --threads 1 --double-check --checkpoint first.ckpt
exits 'resumed in the first count' 0 "$NQUEENS" resume first.ckpt --json
is 'resumed in the first count' second_count.solutions=14772512 second_count.agrees=true
# Held after all prefixes of the first count and some more, which its checks may take.
[[ $("$NQUEENS" count 15 --part 1/9999 2>&1) =~ ([0-9]+)' prefixes' ]]
begun=$((BASH_REMATCH[1] * 11 / 10))
hold after=$begun:pace=0.2
start "$held" count 15 --threads 1 --double-check=mirror --checkpoint second.ckpt
expect_true 'the first count' await says 'the first count is 2279184'
saved_of_second() {
  kill -USR2 $pid
  matches "$("$NQUEENS" count 15 --checkpoint "$1" --saved)" '; second.second.ckpt: [1-9][0-9]* of '
}
expect_true 'what is saved of both' wait_for saved_of_second second.ckpt
exits 'the first is locked, too' 4 "$NQUEENS" count 15 --checkpoint second.ckpt
run "$NQUEENS" status second.ckpt --json
is 'at work on the second' second_count.live.workers=1
ln -s second.ckpt link.ckpt
expect_true 'what is saved of both, behind a link' saved_of_second link.ckpt
kill -TERM $pid
ended "$pid" 'stopped in the second count' 75
expect_err 'stopped in the second count' 'stopped \(SIGTERM\) and saved to second.second.ckpt'
run "$NQUEENS" status second.ckpt --json
is 'stopped in the second count' finished=true second_count.finished=false
for name in given-up part-of-it killed; do
  cp second.ckpt $name.ckpt
  cp second.second.ckpt $name.second.ckpt
done
refuse 2 'is finished as a whole, which part 1/2 is not' \
  count 15 --checkpoint part-of-it.ckpt --part 1/2 --json
run "$NQUEENS" certificate part-of-it.ckpt -o part-of-it.cert
expect_code 'a certificate where a second count is not done' 0
expect_err 'a certificate where a second count is not done' 'the second count .* is not finished'
exits 'resumed in the second count' 0 "$NQUEENS" count 15 --checkpoint second.ckpt --json
is 'resumed in the second count' second_count.solutions=2279184 second_count.agrees=true
expect_err 'resumed in the second count' 'resuming n=15 from second.second.ckpt'
let_go
for name in killed begun; do # in the second count, and as it begins
  line='the first count is'
  [ $name = begun ] || line='resuming n=15 from killed.second.ckpt'
  hold "$([ $name = killed ] || echo "after=$begun:")pace=0.2"
  start "$held" count 15 --threads 1 --double-check=mirror --checkpoint $name.ckpt
  expect_true "$name: the second count" await says "$line"
  kill -9 "$pid"
  wait "$pid" 2>/dev/null
  let_go
  exits "$name" 0 "$NQUEENS" count 15 --double-check=mirror --checkpoint $name.ckpt --json
  is "$name" second_count.agrees=true
  expect_err "$name: the first is not counted again" \
    "n=15 is finished already: $name.ckpt, saved"
done
run "$NQUEENS" count 15 --checkpoint given-up.ckpt --double-check=none --json
expect_code 'a second count given up' 0
is 'a second count given up' solutions=2279184 second_count=null
refuse 2 'choose none, depth, order or mirror' count 8 --double-check=twice

echo '--- count --check-fraction'
for threads in 1 3; do
  run "$NQUEENS" count 13 --check-fraction 1 --threads $threads --checkpoint "twice-$threads.ckpt" \
    --json
  expect_code "all tasks twice on $threads threads" 0
  is "all tasks twice on $threads threads" solutions=$n13 tasks_confirmed="$tasks" disputes=0
  record checked "twice-$threads.ckpt"
  expect_true "all tasks twice on $threads threads: by two kernels" [ "$value" -eq "$tasks" ]
  expect_err "all tasks twice on $threads threads" \
    "$tasks of $tasks tasks were counted twice and agree; that took .* of kernel time \([0-9.]+ %\)"
done
run "$NQUEENS" count 13 --check-fraction 0 --json
is 'no task twice' tasks_confirmed=0
run "$NQUEENS" count 10 --quantity placements --check-fraction 1 --json
expect_holds 'placements twice' 'tasks_confirmed == tasks > 0'
run "$NQUEENS" count 11 --board torus --check-fraction 1 --json
expect_holds 'a torus twice' 'tasks_confirmed == tasks > 0'

# The same choice in every run of a job: what was confirmed stays so, and a larger share has the
# smaller one in it.
run "$NQUEENS" count 13 --check-fraction 0.2 --checkpoint share.ckpt --json
look_up tasks_confirmed
some=$value
expect_true "a share: $some of $tasks" [ "$some" -gt 0 -a "$some" -lt $((tasks / 2)) ]
run "$NQUEENS" resume share.ckpt --check-fraction 0.2 --json
is 'a share, again' tasks_confirmed="$some"
run "$NQUEENS" resume share.ckpt --check-fraction 1 --json
is 'a share, the rest later' tasks_confirmed="$tasks"
exits 'verify of what is confirmed' 0 "$NQUEENS" verify share.ckpt --all

# A task that was wrong before is found, and outvoted; one that chance has had confirmed would not
# be looked at.
run "$NQUEENS" count 13 --check-fraction 0 --checkpoint outvoted.ckpt
record change outvoted.ckpt 17 8
exits 'outvoted' 0 "$NQUEENS" resume outvoted.ckpt --check-fraction 1 --json
is 'outvoted' solutions=$n13 disputes=1
printf '[count]\nn = 12\n[run]\ncheck_fraction = 1\n' >checked.toml
run "$NQUEENS" count checked.toml --json
expect_holds 'a share in a job file' 'tasks_confirmed == tasks > 0'
for fraction in -0.1 1.1 x ''; do
  refuse 2 'check-fraction' count 8 --check-fraction "$fraction"
done
finish
