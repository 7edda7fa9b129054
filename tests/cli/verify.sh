#!/usr/bin/env bash
# Counting again, from the outside and on threads: verify, of checkpoints and of certificates.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"
source "$source_root/tests/support/answers.sh"

echo '--- verify'
mkdir job
printf '[count]\nn = 13\ntasks = 1000\n' >n13.toml
prints 'a count' $n13 "$NQUEENS" count n13.toml --checkpoint job/n13.ckpt --quiet
records_of job/n13.ckpt
tasks=$value
state job
before=$value

exits 'verify' 0 "$NQUEENS" verify job/n13.ckpt
expect_says 'verify: what it means' \
  "^counted .* 300 of $tasks tasks confirmed: a sample of this size misses [0-9]+ \
wrong tasks \([0-9.]+ %\) once in 20 times\$"
confirms 'verify --all' $tasks "$NQUEENS" verify job/n13.ckpt --all
confirms 'a sample of more than there are' $tasks "$NQUEENS" verify job/n13.ckpt --sample 100000
confirms 'verify --fraction 1' $tasks "$NQUEENS" verify job/n13.ckpt --fraction 1
exits 'verify --fraction' 0 "$NQUEENS" verify job/n13.ckpt --fraction 0.1 --json
recounted 'verify --fraction' checked=$(((tasks + 9) / 10))
exits 'verify --json' 0 "$NQUEENS" verify job/n13.ckpt --sample 20 --seed 7 --json --threads 3
recounted 'verify --json' units="$tasks" unit=tasks chosen=20 confirmed=20 seed=7 repaired=false
is 'verify --json' stopped=false exit_code=0
in_conflict 'verify --json' 0
look_up 'findings.*.recount.noticed_with_95_percent'
expect_holds 'verify --json' "$value == next(wrong
  for wrong in range(1, $tasks + 1) if comb($tasks - wrong, 20) <= 0.05 * comb($tasks, 20))"
expect_err 'the log has the seed' "counting 20 of $tasks tasks of job/n13.ckpt again \(seed 7\)"
expect_untouched 'verify leaves the files as they were' job "$before"

slowly
start on_a_terminal "$held" verify job/n13.ckpt --sample 2
expect_true 'verify on a terminal: how far it is' \
  await has_line out.txt '[0-2] of 2 tasks counted again'
let_go
ended "$pid" 'verify on a terminal' 0
expect_says 'verify on a terminal: the answer' '^counted .* 2 of [0-9]+ tasks confirmed'

# Of a file in which everything is wrong the conflicts show what was chosen, and who counted it
# again.
mkdir liar
cp job/n13.ckpt liar/
record change liar/n13.ckpt all 8
state liar
before=$value
chosen() {
  exits "verify $*" 3 "$NQUEENS" verify liar/n13.ckpt --sample 10 --json --quiet "$@"
  in_conflict "verify $*" 10
  look_up 'findings.*.conflict.number'
  numbers=$value
}
chosen --seed 7
seed7=$numbers
chosen --seed 7 --threads 1
expect_true 'the same seed chooses the same' [ "$numbers" = "$seed7" ]
chosen --seed 8
expect_true 'another seed chooses others' [ "$numbers" != "$seed7" ]
chosen
by_itself=$numbers
chosen
expect_true 'no seed chooses others each time' [ "$numbers" != "$by_itself" ]
"$NQUEENS" kernels >kernels.txt
[[ $(<kernels.txt) =~ $'\n'([a-z0-9]+)\ +yes\ +yes\ +yes ]] && kernel=${BASH_REMATCH[1]}
look_up 'findings.*.conflict.counts.1.origin'
origin=${value%% *}
expect_true 'another kernel counts again' [ "${origin%%.*}" != "$kernel" ]
chosen --kernel plain
look_up 'findings.*.conflict.counts.1.origin'
expect_true 'the kernel asked for counts again' [ "${value%% *}" = plain ]
expect_untouched 'verify leaves wrong files as they were' liar "$before"

# One wrong task of all.
mkdir wrong
cp job/n13.* wrong/
wrong=$((tasks / 3))
record change wrong/n13.ckpt $wrong 8
record list job/n13.ckpt
[[ $'\n'$value =~ $'\n'"$wrong "([0-9]+) ]] && truth=${BASH_REMATCH[1]}
state wrong
before=$value
exits 'one wrong task' 3 "$NQUEENS" verify wrong/n13.ckpt --all
expect_says 'one wrong task: the others' \
  "^disagrees .*: $((tasks - 1)) of $tasks tasks confirmed\$"
expect_says 'one wrong task: which' \
  ": CONFLICT: task $wrong: $((truth + 8)) \([0-9]+ nodes\) by $kernel(\.[0-9]+)? on .*"
expect_says 'one wrong task: the truth' "^disagrees .*: CONFLICT: .*, $truth \("
expect_untouched 'one wrong task: nothing is written' wrong "$before"
run "$NQUEENS" verify wrong/n13.ckpt --all --json
for said in number=$wrong counts.0.count=$((truth + 8)) counts.1.count="$truth" settled=null; do
  is 'one wrong task' "findings.*.conflict.$said"
done
recounted 'one wrong task' noticed_with_95_percent=null

finds 3 disagrees wrong/n13.ckpt \
  "adds up to $((n13 + 8)), but the published count is $n13 \(OEIS A000170\)" \
  verify wrong/n13.ckpt --sample 1 --seed 1
expect_says 'a sample that misses it' '^counted .* 1 of [0-9]+ tasks confirmed'

# --repair has it counted until two agree.
exits 'repair' 0 "$NQUEENS" verify wrong/n13.ckpt --all --repair --json
in_conflict 'repair' 1
recounted 'repair' units="$tasks" checked="$tasks" repaired=true suspects.length=1
recounted 'repair' confirmed=$((tasks - 1)) # some of them twice, since the host is suspect
is 'repair' "findings.*.conflict.settled=$truth" exit_code=0
expect_true 'repair: no result of wrong counts' [ ! -e wrong/n13.result.json ]
expect_true 'repair: no lock stays' [ ! -e wrong/n13.ckpt.lock ]
confirms 'after the repair' $tasks "$NQUEENS" verify wrong/n13.ckpt --all
prints 'resumed after the repair' $n13 "$NQUEENS" resume wrong/n13.ckpt
is_in wrong/n13.result.json 'a result again' solutions=$n13
confirms 'nothing to repair' $tasks "$NQUEENS" verify wrong/n13.ckpt --all --repair
expect_true 'nothing to repair: the result stays' [ -e wrong/n13.result.json ]

# One wrong task of a host makes all its tasks suspect, also those that it has confirmed itself, and
# no other host's.
"$NQUEENS" count n13.toml --part 1/3 --checkpoint third.ckpt --check-fraction 0 --quiet >/dev/null
"$NQUEENS" count n13.toml --part 2/3 --checkpoint third.ckpt --check-fraction 0 --quiet >/dev/null
record rename third.ckpt good
"$NQUEENS" count n13.toml --part 3/3 --checkpoint bad.ckpt --check-fraction 1 --quiet >/dev/null
record rename bad.ckpt bad
record change bad.ckpt all 8
"$NQUEENS" merge third.ckpt bad.ckpt -o hosts.ckpt >/dev/null
seed=0
until run "$NQUEENS" verify hosts.ckpt --sample 1 --seed $seed --json --quiet;
  [[ $out == *'"conflict":'* ]] ||
  [ $seed -ge 50 ]; do
  seed=$((seed + 1))
done
expect_code 'a sample of one that is wrong' 3
exits 'a bad host' 0 "$NQUEENS" verify hosts.ckpt --sample 1 --seed $seed --repair --json
recounted 'a bad host' suspects='["bad"]' chosen=$((tasks / 3)) confirmed=0
in_conflict 'a bad host' $((tasks / 3))
expect_err 'a bad host' \
  'bad has counted wrong; [0-9]+ of its tasks that no other host has confirmed (is|are) counted'
prints 'without the bad host' $n13 "$NQUEENS" resume hosts.ckpt --quiet

# Not finished: what is done. At work: as well, and the run does not notice.
exits 'a count in part' 0 "$NQUEENS" count 16 --part 1/20 --checkpoint part.ckpt
tasks_done part.ckpt
done=$value
confirms 'an unfinished checkpoint' $done "$NQUEENS" verify part.ckpt --all
record change part.ckpt all 8
exits 'an unfinished checkpoint, repaired' 0 "$NQUEENS" verify part.ckpt --all --repair --json
in_conflict 'an unfinished checkpoint, repaired' "$done"
slowly
start_at_work 1 "$held" resume part.ckpt --part 1/1 --threads 1
exits 'a checkpoint at work' 0 "$NQUEENS" verify part.ckpt --sample 3
expect_says 'a checkpoint at work' '^counted .* 3 of [0-9]* tasks confirmed'
run "$NQUEENS" verify part.ckpt --sample 3 --repair # the job at work touches its files
expect_refusal 'repair of a checkpoint at work' 4 "in use by process $pid"
kill -TERM $pid
ended $pid 'the job at work' 75
prints 'the job that was at work' 14772512 "$NQUEENS" resume part.ckpt --part 1/1 --quiet

# Stopped by a signal it says how far it came.
hold after=20
start_at_work 1 "$held" verify part.ckpt --all --threads 1
kill -INT $pid
ended "$pid" 'stopped' 1
expect_err 'stopped' 'stopped before all drawn tasks were counted again'
expect_says 'stopped: a report all the same' '^said .*: [0-9]+ of the [0-9]+ drawn were counted'

# No tasks.
"$NQUEENS" count 2 --checkpoint tiny.ckpt --quiet >/dev/null
exits 'a job without tasks' 0 "$NQUEENS" verify tiny.ckpt --all

# Damaged: the generation before, and nothing is moved; --repair sets it aside.
mkdir damaged
cp job/n13.ckpt damaged/n13.ckpt.1
head -c 1000 job/n13.ckpt >damaged/n13.ckpt
state damaged
before=$value
finds 4 unusable damaged/n13.ckpt 'is cut short or damaged' verify damaged/n13.ckpt --all
expect_true 'a damaged generation: the older one' \
  line counted damaged/n13.ckpt.1 '[0-9]+ tasks confirmed'
expect_untouched 'a damaged generation is left' damaged "$before"
exits 'a damaged generation, repaired' 0 "$NQUEENS" verify damaged/n13.ckpt --all --repair
expect_true 'a damaged generation, repaired' cmp \
  -s damaged/n13.ckpt.bad <(head -c 1000 job/n13.ckpt)
head -c 1000 job/n13.ckpt >damaged.ckpt
echo text >text.ckpt
finds 4 unusable damaged.ckpt 'is cut short or damaged' verify damaged.ckpt
refuse 4 "'damaged.ckpt' is cut short or damaged" verify damaged.ckpt --repair
finds 4 unusable text.ckpt 'is not a checkpoint of nqueens' verify text.ckpt
refuse 4 "'nothing.ckpt' does not exist; name a checkpoint, a certificate," verify nothing.ckpt
refuse 4 "'nothing.ckpt' does not exist" verify nothing.ckpt --repair
refuse 2 'CHECKPOINT.CERTIFICATE.FOLDER is missing' verify
"$NQUEENS" certificate job/n13.ckpt -o n13.cert
for files in job job/n13.run.jsonl n13.cert 'job/n13.ckpt damaged/n13.ckpt'; do
  # shellcheck disable=SC2086
  refuse 2 'is for one checkpoint; name it alone' verify $files --repair
done
refuse 2 'it must be a whole number from 1 to' verify job/n13.ckpt --sample 0
refuse 2 'it must be a whole number from 1 to' verify job/n13.ckpt --sample some
refuse 2 'it must be a number above 0, up to 1' verify job/n13.ckpt --fraction 1.5
run_part 0 count 16 --threads 1 --checkpoint begins.ckpt
finds 0 proved begins.ckpt 'not finished: 0 tasks' verify begins.ckpt
refuse 2 'does not go with --[a-z]+; see nqueens verify --help$' \
  verify job/n13.ckpt --fraction 0.5 --sample 5
refuse 2 'does not go with --[a-z]+; see nqueens verify --help$' \
  verify job/n13.ckpt --all --sample 5
refuse 2 "'vax' is unknown" verify job/n13.ckpt --kernel vax

# Other boards and quantities.
# lie FILE TASK MORE: a count that a search could have; each placement is a node of weight 2.
lie() {
  local nodes
  record list "$1"
  nodes=$(awk -v task="$2" '$1 == task { print $3 }' <<<"$value")
  record change "$1" "$2" "$3"
  [ "$1" != placements.ckpt ] || record nodes "$1" "$2" $((nodes + $3 / 2))
}
while read -r name more options; do
  # shellcheck disable=SC2086
  "$NQUEENS" count $options --checkpoint "$name.ckpt" --quiet >/dev/null
  records_of "$name.ckpt"
  confirms "verify of $options" "$value" "$NQUEENS" verify "$name.ckpt" --all
  record list "$name.ckpt"
  task=$(awk '$2 > 0 { last = $1 } END { print last }' <<<"$value")
  lie "$name.ckpt" "$task" "$more"
  exits "verify of $options, changed" 3 "$NQUEENS" verify "$name.ckpt" --all
  expect_says "verify of $options, changed" "^disagrees .*: CONFLICT: task $task:"
done <<'LIST'
placements 2 10 --quantity placements
torus 22 11 --board torus
mirror 2 11 --symmetry mirror
LIST

echo '--- certificate'
state job
before=$value
refuse 2 "'job/n13.ckpt' is not a certificate of nqueens and will not be replaced" \
  certificate job/n13.ckpt -o job/n13.ckpt
ln -s job/n13.ckpt link.cert
refuse 2 "'link.cert' is not a certificate of nqueens" certificate job/n13.ckpt -o link.cert
expect_untouched 'no checkpoint becomes a certificate' job "$before"
cp job/n13.ckpt liar.ckpt
record change liar.ckpt 5 8
refuse 3 "'liar.ckpt' adds up to $((n13 + 8)), but the published count is $n13" \
  certificate liar.ckpt -o liar.cert
"$NQUEENS" count 12 --double-check --checkpoint two.ckpt --quiet >/dev/null
record change two.second.ckpt 5 8
refuse 3 "but its second count is" certificate two.ckpt -o two.cert
expect_true 'no certificate of what contradicts the published count' [ ! -e liar.cert ]
expect_true 'no certificate of what contradicts its second count' [ ! -e two.cert ]

echo '--- verify a certificate'
state .
before=$value
exits 'a certificate' 0 "$NQUEENS" verify n13.cert
expect_says 'a certificate: a sample' "^counted .* of $tasks tasks confirmed \(300 draws, seed '"
exits 'a whole certificate' 0 "$NQUEENS" verify n13.cert --all --json
recounted 'a whole certificate' unit=tasks confirmed="$tasks"
run "$NQUEENS" verify n13.cert --fraction 0.5
expect_says 'half a certificate' \
  "^counted .* of $tasks tasks confirmed \($(((tasks + 1) / 2)) draws"
sed -E 's/^total: ./total: 9/' n13.cert >changed.cert
finds 4 unusable changed.cert 'contradicts itself: its counts add up to' verify changed.cert
head -c 40 n13.cert >short.cert
finds 4 unusable short.cert 'ends before its tasks|was changed|cut short' verify short.cert

# A liar who keeps the total and makes all hashes anew.
ask run "$source_root/tests/support/forge.py" n13.cert lie.cert lie=8
exits 'a lie with right hashes' 3 "$NQUEENS" verify lie.cert --all
expect_says 'a lie: the true tasks' "^disagrees .*: $((tasks - 2)) of $tasks tasks confirmed\$"
mapfile -t lies < <(sed '1,/^table: /d' lie.cert)
mapfile -t truths < <(sed '1,/^table: /d' n13.cert)
for task in 3 5; do
  read -r _ lie_of nodes <<<"${lies[task]}"
  read -r _ truth_of _ <<<"${truths[task]}"
  expect_says "a lie: task $task" \
    ": CONFLICT: task $task: $lie_of \($nodes nodes\) by the certificate, $truth_of \(.* by "
done
lie placements.ckpt 0 -2 # one task has two more: the total is right
"$NQUEENS" certificate placements.ckpt -o placements.cert
exits 'a certificate of a changed count' 3 "$NQUEENS" verify placements.cert --all
for options in '10 --quantity placements' '11 --board torus' '9 --symmetry none'; do
  # shellcheck disable=SC2086
  "$NQUEENS" count $options --checkpoint other.ckpt --fresh --quiet >/dev/null
  rm -f other.cert
  "$NQUEENS" certificate other.ckpt -o other.cert
  exits "a certificate of $options" 0 "$NQUEENS" verify other.cert --all
done
finish
