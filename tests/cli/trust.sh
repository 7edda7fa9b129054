#!/usr/bin/env bash
# Counting again, from the outside and on threads: verify, merge, --part, --double-check, --check-fraction.
# shellcheck source-path=SCRIPTDIR source=../support/shell.sh
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"

n13=73712
n14=365596
records=$source_root/tests/support/records.py
kernel=$("$NQUEENS" kernels | awk '$4 == "yes" { print $1 }')

# field PATH <<<TEXT: a value anywhere in a JSON text, as conflicts.0.number; of a list its length with .length.
field() {
  python3 -IS -c '
import json, sys
value = json.load(sys.stdin)
for name in sys.argv[1].split("."):
    value = len(value) if name == "length" else value[int(name)] if name.isdigit() else value[name]
print(json.dumps(value) if not isinstance(value, str) else value)' "$1"
}

# is WHAT FIELD VALUE: of the JSON text that the last run printed.
is() {
  local value
  if [[ $2 == *.* || $3 == \[* ]]; then
    value=$(field "$2" <<<"$out")
  else
    value=$(json "$2" <<<"$out")
  fi
  expect_true "$1: $2 is $value, not $3" [ "$value" = "$3" ]
}

# Everything in a folder but the last run's stderr: names, files, times and bytes.
state() {
  find "$1" -type f ! -name stderr.txt -printf '%p %i %T@\n' | sort
  find "$1" -type f ! -name stderr.txt -exec sha256sum {} + | sort
}

# refuse CODE PATTERN COMMAND...: one line that says why, nothing on stdout, and no file is touched.
refuse() {
  local before
  before=$(state .)
  run "${@:3}"
  expect_code "$*" "$1"
  expect_out "$*" ''
  expect_one_line "$*"
  expect_err "$*" "$2"
  expect_true "$*: files are as they were" [ "$(state .)" = "$before" ]
}

echo '--- verify'
mkdir job
run "$NQUEENS" count 13 --checkpoint job/n13.ckpt --quiet
expect_out 'a count' $n13
tasks=$(python3 "$records" list job/n13.ckpt | wc -l)
before=$(state job)

run "$NQUEENS" verify job/n13.ckpt
expect_code 'verify' 0
expect_true 'verify: what it means' grep -qE "^300 of $tasks tasks confirmed: if [0-9]+ of them \([0-9.]+ %\) or more were wrong, this would have been seen with a probability of 95 %\$" <<<"$out"
run "$NQUEENS" verify job/n13.ckpt --all
expect_code 'verify --all' 0
expect_out 'verify --all' "$tasks of $tasks tasks confirmed"
run "$NQUEENS" verify job/n13.ckpt --sample 100000
expect_out 'a sample of more than there are' "$tasks of $tasks tasks confirmed"
run "$NQUEENS" verify job/n13.ckpt --fraction 1
expect_out 'verify --fraction 1' "$tasks of $tasks tasks confirmed"
run "$NQUEENS" verify job/n13.ckpt --fraction 0.1 --json
expect_code 'verify --fraction' 0
is 'verify --fraction' checked $(((tasks + 9) / 10))
run "$NQUEENS" verify job/n13.ckpt --sample 20 --seed 7 --json --threads 3
expect_code 'verify --json' 0
is 'verify --json' units "$tasks"
is 'verify --json' unit tasks
is 'verify --json' chosen 20
is 'verify --json' confirmed 20
is 'verify --json' seed 7
is 'verify --json' conflicts '[]'
is 'verify --json' second_count_agrees null
is 'verify --json' stopped false
is 'verify --json' repaired false
is 'verify --json' noticed_with_95_percent "$(python3 -c "
from math import comb
print(next(wrong for wrong in range(1, $tasks + 1) if comb($tasks - wrong, 20) <= 0.05 * comb($tasks, 20)))")"
expect_err 'the log has the seed' "counting 20 of $tasks tasks of job/n13.ckpt again \(seed 7\)"
expect_true 'verify leaves the files as they were' [ "$(state job)" = "$before" ]

# Of a file in which everything is wrong the conflicts show what was chosen, and who counted it again.
mkdir liar
cp job/n13.ckpt liar/
python3 "$records" change liar/n13.ckpt all 8
before=$(state liar)
chosen() {
  run "$NQUEENS" verify liar/n13.ckpt --sample 10 --json --quiet "$@"
  expect_code "verify $*" 3
  is "verify $*" conflicts.length 10
  numbers=$(python3 -c 'import json, sys; print(*(each["number"] for each in json.load(sys.stdin)["conflicts"]))' <<<"$out" | tr ' ' '\n' | sort -n)
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
expect_true 'another kernel counts again' [ "$(field conflicts.0.counts.1.origin <<<"$out" | cut -d' ' -f1 | cut -d. -f1)" != "$kernel" ]
chosen --kernel plain
expect_true 'the kernel asked for counts again' [ "$(field conflicts.0.counts.1.origin <<<"$out" | cut -d' ' -f1)" = plain ]
expect_true 'verify leaves wrong files as they were' [ "$(state liar)" = "$before" ]

# One wrong task of all.
mkdir wrong
cp job/n13.* wrong/
wrong=$((tasks / 3))
python3 "$records" change wrong/n13.ckpt $wrong 8
truth=$(python3 "$records" list job/n13.ckpt | awk -v task=$wrong '$1 == task { print $2 }')
before=$(state wrong)
run "$NQUEENS" verify wrong/n13.ckpt --all
expect_code 'one wrong task' 3
expect_true 'one wrong task: the others' grep -qx "$((tasks - 1)) of $tasks tasks confirmed" <<<"$out"
expect_true 'one wrong task: which' grep -qE "^CONFLICT: task $wrong: $((truth + 8)) \([0-9]+ nodes\) by $kernel(\.[0-9]+)? on .*, $truth \(" <<<"$out"
expect_true 'one wrong task: nothing is written' [ "$(state wrong)" = "$before" ]
run "$NQUEENS" verify wrong/n13.ckpt --all --json
is 'one wrong task' conflicts.0.number $wrong
is 'one wrong task' conflicts.0.counts.0.count $((truth + 8))
is 'one wrong task' conflicts.0.counts.1.count "$truth"
is 'one wrong task' conflicts.0.settled null
is 'one wrong task' noticed_with_95_percent null

# --repair has it counted until two agree.
run "$NQUEENS" verify wrong/n13.ckpt --all --repair --json
expect_code 'repair' 0
is 'repair' conflicts.length 1
is 'repair' units "$tasks"
is 'repair' confirmed $((tasks - 1)) # some of them twice, since the host is suspect
is 'repair' checked "$tasks"
is 'repair' conflicts.0.settled "$truth"
is 'repair' repaired true
is 'repair' suspects.length 1
expect_true 'repair: no result of wrong counts' [ ! -e wrong/n13.result.json ]
expect_true 'repair: no lock stays' [ ! -e wrong/n13.ckpt.lock ]
run "$NQUEENS" verify wrong/n13.ckpt --all
expect_code 'after the repair' 0
expect_out 'after the repair' "$tasks of $tasks tasks confirmed"
run "$NQUEENS" resume wrong/n13.ckpt
expect_code 'resumed after the repair' 0
expect_out 'resumed after the repair' $n13
expect_true 'a result again' [ "$(json solutions <wrong/n13.result.json)" = $n13 ]
run "$NQUEENS" verify wrong/n13.ckpt --all --repair
expect_code 'nothing to repair' 0
expect_out 'nothing to repair' "$tasks of $tasks tasks confirmed"
expect_true 'nothing to repair: the result stays' [ -e wrong/n13.result.json ]

# One wrong task of a host makes all its tasks suspect, also those that it has confirmed itself, and no other host's.
"$NQUEENS" count 13 --part 1/3 --checkpoint third.ckpt --check-fraction 0 --quiet >/dev/null
"$NQUEENS" count 13 --part 2/3 --checkpoint third.ckpt --check-fraction 0 --quiet >/dev/null
python3 "$records" rename third.ckpt good
"$NQUEENS" count 13 --part 3/3 --checkpoint bad.ckpt --check-fraction 1 --quiet >/dev/null
python3 "$records" rename bad.ckpt bad
python3 "$records" change bad.ckpt all 8
"$NQUEENS" merge third.ckpt bad.ckpt -o hosts.ckpt >/dev/null
seed=0
until run "$NQUEENS" verify hosts.ckpt --sample 1 --seed $seed --json --quiet; [ "$code" -ne 0 ] || [ $seed -ge 50 ]; do
  seed=$((seed + 1))
done
expect_code 'a sample of one that is wrong' 3
run "$NQUEENS" verify hosts.ckpt --sample 1 --seed $seed --repair --json
expect_code 'a bad host' 0
is 'a bad host' suspects '["bad"]'
is 'a bad host' conflicts.length $((tasks / 3))
is 'a bad host' chosen $((tasks / 3))
is 'a bad host' confirmed 0
expect_err 'a bad host' "bad has counted wrong: [0-9]+ tasks from there that no other host has confirmed are counted again"
run "$NQUEENS" resume hosts.ckpt --quiet
expect_out 'without the bad host' $n13

# Not finished: what is done. At work: as well, and the run does not notice.
run "$NQUEENS" count 16 --part 1/20 --checkpoint part.ckpt
expect_code 'a count in part' 0
done=$("$NQUEENS" status part.ckpt --json | json tasks_done)
run "$NQUEENS" verify part.ckpt --all
expect_code 'an unfinished checkpoint' 0
expect_out 'an unfinished checkpoint' "$done of $done tasks confirmed"
python3 "$records" change part.ckpt all 1
run "$NQUEENS" verify part.ckpt --all --repair --json
expect_code 'an unfinished checkpoint, repaired' 0
is 'an unfinished checkpoint, repaired' conflicts.length "$done"
slowly
start "$held" resume part.ckpt --threads 1
expect_true 'a job at work' wait_for 120 at_work 1
run "$NQUEENS" verify part.ckpt --sample 3
expect_code 'a checkpoint at work' 0
expect_true 'a checkpoint at work' grep -q '^3 of [0-9]* tasks confirmed' <<<"$out"
run "$NQUEENS" verify part.ckpt --sample 3 --repair
expect_code 'repair of a checkpoint at work' 4
expect_one_line 'repair of a checkpoint at work'
expect_err 'repair of a checkpoint at work' "in use by process $pid"
kill -TERM $pid
ended $pid
expect_code 'the job at work' 75
run "$NQUEENS" resume part.ckpt --quiet
expect_out 'the job that was at work' 14772512

# Stopped by a signal it says how far it came.
hold after=20
start "$held" verify part.ckpt --all --threads 1
wait_for 120 at_work 1
kill -INT $pid
ended "$pid"
expect_code 'stopped' 1
expect_err 'stopped' 'stopped: [0-9]+ of [0-9]+ tasks were counted again'
expect_true 'stopped: a report all the same' grep -q ' tasks confirmed' <<<"$out"

# No tasks.
"$NQUEENS" count 2 --checkpoint tiny.ckpt --quiet >/dev/null
run "$NQUEENS" verify tiny.ckpt --all
expect_code 'a job without tasks' 0

# Damaged: the generation before, and nothing is moved; --repair sets it aside.
mkdir damaged
cp job/n13.ckpt damaged/n13.ckpt.1
head -c 1000 job/n13.ckpt >damaged/n13.ckpt
before=$(state damaged)
run "$NQUEENS" verify damaged/n13.ckpt --all
expect_code 'a damaged generation' 0
expect_err 'a damaged generation' "'damaged/n13.ckpt' is cut short or damaged"
expect_true 'a damaged generation is left' [ "$(state damaged)" = "$before" ]
run "$NQUEENS" verify damaged/n13.ckpt --all --repair
expect_code 'a damaged generation, repaired' 0
expect_true 'a damaged generation, repaired' cmp -s damaged/n13.ckpt.bad <(head -c 1000 job/n13.ckpt)
head -c 1000 job/n13.ckpt >damaged.ckpt
echo text >text.ckpt
refuse 4 "no checkpoint can be used: 'damaged.ckpt' is cut short or damaged" "$NQUEENS" verify damaged.ckpt
refuse 4 "'damaged.ckpt' is cut short or damaged" "$NQUEENS" verify damaged.ckpt --repair
refuse 4 "'text.ckpt' is no checkpoint of nqueens" "$NQUEENS" verify text.ckpt
refuse 4 "checkpoint 'nothing.ckpt' does not exist" "$NQUEENS" verify nothing.ckpt
refuse 4 "checkpoint 'nothing.ckpt' does not exist" "$NQUEENS" verify nothing.ckpt --repair
refuse 2 'name a checkpoint, or a certificate' "$NQUEENS" verify
refuse 2 'and not both' "$NQUEENS" verify job/n13.ckpt --certificate n13.cert
refuse 2 'of checkpoints' "$NQUEENS" verify --certificate n13.cert --repair
refuse 2 'see nqueens verify --help' "$NQUEENS" verify job/n13.ckpt --sample 0
refuse 2 'see nqueens verify --help' "$NQUEENS" verify job/n13.ckpt --sample some
refuse 2 'see nqueens verify --help' "$NQUEENS" verify job/n13.ckpt --fraction 1.5
refuse 2 'fraction 0 counts nothing again' "$NQUEENS" verify job/n13.ckpt --fraction 0
run_part 0 count 16 --threads 1 --checkpoint begins.ckpt
expect_code 'a count that has just begun' 75
refuse 4 "'begins.ckpt' has no finished task yet" "$NQUEENS" verify begins.ckpt
refuse 4 "Is a directory" "$NQUEENS" verify job
refuse 2 'see nqueens verify --help' "$NQUEENS" verify job/n13.ckpt --fraction 0.5 --sample 5
refuse 2 'see nqueens verify --help' "$NQUEENS" verify job/n13.ckpt --all --sample 5
refuse 2 "'vax' is unknown" "$NQUEENS" verify job/n13.ckpt --kernel vax

# Other boards and quantities.
while read -r name options; do
  # shellcheck disable=SC2086
  "$NQUEENS" count $options --checkpoint "$name.ckpt" --quiet >/dev/null
  run "$NQUEENS" verify "$name.ckpt" --all
  expect_code "verify of $options" 0
  all=$(python3 "$records" list "$name.ckpt" | wc -l)
  expect_out "verify of $options" "$all of $all tasks confirmed"
  python3 "$records" change "$name.ckpt" $((all / 2)) 1
  run "$NQUEENS" verify "$name.ckpt" --all
  expect_code "verify of $options, changed" 3
  expect_true "verify of $options, changed" grep -q "^CONFLICT: task $((all / 2)):" <<<"$out"
done <<'LIST'
placements 10 --quantity placements
torus 11 --board torus
mirror 11 --symmetry mirror
LIST

echo '--- certificate'
before=$(state job)
refuse 2 "'job/n13.ckpt' is no certificate of nqueens and will not be replaced" "$NQUEENS" certificate job/n13.ckpt -o job/n13.ckpt
ln -s job/n13.ckpt link.cert
refuse 2 "'link.cert' is no certificate of nqueens" "$NQUEENS" certificate job/n13.ckpt -o link.cert
expect_true 'no checkpoint becomes a certificate' [ "$(state job)" = "$before" ]
cp job/n13.ckpt liar.ckpt
python3 "$records" change liar.ckpt 5 8
refuse 3 "'liar.ckpt' sums up to $((n13 + 8)), but the published count is $n13" "$NQUEENS" certificate liar.ckpt -o liar.cert
"$NQUEENS" count 12 --double-check --checkpoint two.ckpt --quiet >/dev/null
python3 "$records" change two.ckpt 5 8 --second
refuse 3 "but its second count is" "$NQUEENS" certificate two.ckpt -o two.cert
expect_true 'no certificate of what contradicts the published count' [ ! -e liar.cert ]
expect_true 'no certificate of what contradicts its second count' [ ! -e two.cert ]

echo '--- verify --certificate'
"$NQUEENS" certificate job/n13.ckpt -o n13.cert
groups=$(sed -n 's/^groups: //p' n13.cert)
before=$(state .)
run "$NQUEENS" verify --certificate n13.cert
expect_code 'a certificate' 0
expect_true 'a certificate: three groups' grep -qE "^3 of $groups groups confirmed: if [0-9]+ of them" <<<"$out"
run "$NQUEENS" verify --certificate n13.cert --all --json
expect_code 'a whole certificate' 0
is 'a whole certificate' unit groups
is 'a whole certificate' confirmed "$groups"
run "$NQUEENS" verify --certificate n13.cert --fraction 0.5
expect_true 'half a certificate' grep -q "^$(((groups + 1) / 2)) of $groups groups" <<<"$out"
sed -E '0,/^(group 0 .* [0-9]*)[0-8]( [0-9a-f]{16})$/s//\19\2/' n13.cert >changed.cert
expect_true 'one digit was changed' [ "$(cmp -l n13.cert changed.cert | wc -l)" -eq 1 ]
refuse 4 "certificate 'changed.cert' was changed in line [0-9]+: the checksum is not that of this group" "$NQUEENS" verify --certificate changed.cert
refuse 4 "certificate 'nothing.cert' cannot be read" "$NQUEENS" verify --certificate nothing.cert
refuse 4 "certificate 'job/n13.ckpt' is no certificate of nqueens but a checkpoint, for 'nqueens verify' " "$NQUEENS" verify --certificate job/n13.ckpt
refuse 4 "certificate 'job' cannot be read" "$NQUEENS" verify --certificate job
: >empty.cert
refuse 4 "certificate 'empty.cert' " "$NQUEENS" verify --certificate empty.cert

# A liar who keeps the total and makes all checksums anew.
python3 "$source_root/tests/support/lie.py" n13.cert lie.cert
run "$NQUEENS" verify --certificate lie.cert --all
expect_code 'a lie with right checksums' 3
expect_true 'a lie: the true groups' grep -qx "$((groups - 2)) of $groups groups confirmed" <<<"$out"
lies=$(awk '$1 == "group" { print $4 }' lie.cert)
truths=$(awk '$1 == "group" { print $4 }' n13.cert)
for group in 3 5; do
  expect_true "a lie: group $group" grep -qE "^CONFLICT: group $group: $(sed -n $((group + 1))p <<<"$lies") by the certificate, $(sed -n $((group + 1))p <<<"$truths") by " <<<"$out"
done
python3 "$records" change placements.ckpt 0 -1 # one task has one more: the total is right
"$NQUEENS" certificate placements.ckpt -o placements.cert
run "$NQUEENS" verify --certificate placements.cert --all
expect_code 'a certificate of a changed count' 3
for options in '10 --quantity placements' '11 --board torus' '9 --symmetry none'; do
  # shellcheck disable=SC2086
  "$NQUEENS" count $options --checkpoint other.ckpt --fresh --quiet >/dev/null
  "$NQUEENS" certificate other.ckpt -o other.cert
  run "$NQUEENS" verify --certificate other.cert --all
  expect_code "a certificate of $options" 0
done

echo '--- count --part'
sum=0
for part in 1 2 3 4 5; do
  run "$NQUEENS" count 14 --part $part/5 --checkpoint "part-$part.ckpt" --json
  expect_code "part $part" 0
  is "part $part" part $part/5
  is "part $part" agrees null
  expect_err "part $part" "part $part/5 is counted: the sum of its [0-9]+ tasks is [0-9]+; 'nqueens merge' joins the parts"
  sum=$((sum + $(json sum_of_part <<<"$out")))
done
expect_true 'all parts sum up to the total' [ $sum -eq $n14 ]
expect_true 'a part has no result of the whole' [ ! -e part-1.result.json ]
run "$NQUEENS" count 14 --part 1/5 --checkpoint part-1.ckpt --json
expect_code 'a part that is done' 0
is 'a part that is done' resumed true
run "$NQUEENS" status part-1.ckpt --json
is 'status of a part' finished false

# Placements have a share above the prefixes, which is no part's; merge and resume add it.
"$NQUEENS" count 11 --quantity placements --part 1/2 --checkpoint above-1.ckpt --quiet >/dev/null
"$NQUEENS" count 11 --quantity placements --part 2/2 --checkpoint above-2.ckpt --quiet >/dev/null
run "$NQUEENS" merge above-1.ckpt above-2.ckpt -o above.ckpt
expect_code 'parts of placements' 0
run "$NQUEENS" resume above.ckpt --json
is 'parts of placements' placements 166925
is 'parts of placements' agrees true

# A job file's parts have checkpoints of their own.
printf '[count]\nn = 12\n' >n12.toml
for part in 2/3 1/3; do
  run "$NQUEENS" count n12.toml --part $part
  expect_code "part $part of a job file" 0
done
expect_true 'a checkpoint for each part' test -e n12.part-2-of-3.ckpt -a -e n12.part-1-of-3.ckpt -a ! -e n12.ckpt
run "$NQUEENS" count n12.toml --part 2/3 --dry-run
expect_true 'a part as a dry run' grep -qx 'checkpoint: n12.part-2-of-3.ckpt' <<<"$out"

# Stopped and resumed, by either way.
run_part 20 count 16 --part 2/2 --checkpoint n16-2.ckpt --threads 1
expect_code 'a part, stopped' 75
run "$NQUEENS" resume n16-2.ckpt --part 2/2 --json
expect_code 'a part, resumed' 0
is 'a part, resumed' resumed true
half=$(json sum_of_part <<<"$out")
run "$NQUEENS" count 16 --part 1/2 --checkpoint n16-2.ckpt --json
expect_code 'the other part into the same file' 0
is 'the whole' solutions 14772512
is 'the whole' part null
is 'the whole' agrees true
run "$NQUEENS" count 16 --part 1/2 --no-checkpoint --quiet
expect_true 'the other part by itself' [ $((out + half)) -eq 14772512 ]

for part in 0/5 6/5 1/0 a/b 1 1/ /5 1.5/2 -1/5 1/2/3 '' '1/2 ' 1/99999999999999999999; do
  refuse 2 '^nqueens: .*--part' "$NQUEENS" count 8 --part "$part"
done
refuse 2 'compares whole counts' "$NQUEENS" count 8 --part 1/2 --double-check
refuse 2 'compares whole counts' "$NQUEENS" count 8 --part 1/2 --double-check=mirror
run "$NQUEENS" count 10 --part 1/2 --double-check=none
expect_code 'a part without a second count' 0
run "$NQUEENS" count 8 --part 7/1000
expect_code 'more parts than tasks' 0

echo '--- merge'
"$NQUEENS" count 14 --part 1/2 --checkpoint half-1.ckpt --quiet >/dev/null
"$NQUEENS" count 14 --part 2/2 --checkpoint half-2.ckpt --quiet >/dev/null
"$NQUEENS" count 14 --checkpoint third-run.ckpt --quiet --kernel scalar >/dev/null
run "$NQUEENS" merge half-1.ckpt half-2.ckpt -o whole.ckpt --json
expect_code 'two halves' 0
all=$(json tasks <<<"$out")
is 'two halves' tasks_done "$all"
is 'two halves' count $n14
is 'two halves' output whole.ckpt
is 'two halves' inputs.0.new $(((all + 1) / 2))
is 'two halves' inputs.1.new $((all / 2))
run "$NQUEENS" resume whole.ckpt --json
expect_code 'two halves are a whole' 0
is 'two halves are a whole' solutions $n14
is 'two halves are a whole' agrees true
run "$NQUEENS" merge whole.ckpt third-run.ckpt half-1.ckpt -o confirmed.ckpt
expect_code 'a third run' 0
expect_true 'a third run' grep -qx "third-run.ckpt: $all tasks: 0 new, $all confirmed, 0 the same record, 0 in conflict" <<<"$out"
expect_true 'the same half once more' grep -qx "half-1.ckpt: $(((all + 1) / 2)) tasks: 0 new, 0 confirmed, $(((all + 1) / 2)) the same record, 0 in conflict" <<<"$out"
expect_true 'a third run: the sum' grep -qx "confirmed.ckpt: $all of $all tasks of n=14, which sum up to $n14" <<<"$out"
run "$NQUEENS" status confirmed.ckpt --json
is 'a third run' tasks_confirmed "$all"
run "$NQUEENS" merge whole.ckpt whole.ckpt -o twice.ckpt --json
expect_code 'the same file twice' 0
is 'the same file twice' inputs.1.same_record "$all"
is 'the same file twice' inputs.1.confirmed 0
cp third-run.ckpt third-copy.ckpt
run "$NQUEENS" merge whole.ckpt third-run.ckpt third-copy.ckpt -o copies.ckpt --json
expect_code 'a copy of what has confirmed' 0
is 'a copy of what has confirmed' inputs.1.confirmed "$all"
is 'a copy of what has confirmed' inputs.2.confirmed 0
is 'a copy of what has confirmed' inputs.2.same_record "$all"
run "$NQUEENS" merge part-{1,2,3,4}.ckpt -o four.ckpt --json
expect_code 'not all parts' 0
run "$NQUEENS" resume four.ckpt --quiet
expect_out 'not all parts, resumed' $n14

"$NQUEENS" count 13 --checkpoint other.ckpt --fresh --quiet >/dev/null
"$NQUEENS" count 14 --symmetry mirror --checkpoint mirror14.ckpt --quiet >/dev/null
refuse 4 "'other.ckpt' belongs to another job: .*; merge the checkpoints of one job only" "$NQUEENS" merge half-1.ckpt other.ckpt -o no.ckpt
refuse 4 "'mirror14.ckpt' belongs to another job: it has symmetry=mirror" "$NQUEENS" merge half-1.ckpt mirror14.ckpt -o no.ckpt
cp half-2.ckpt flipped.ckpt
printf x | dd of=flipped.ckpt bs=1 seek=700 conv=notrunc 2>/dev/null
refuse 4 "checkpoint 'flipped.ckpt' is damaged: its CRC-32C does not match" "$NQUEENS" merge half-1.ckpt flipped.ckpt -o no.ckpt
refuse 4 "'nothing.ckpt'" "$NQUEENS" merge half-1.ckpt nothing.ckpt -o no.ckpt
refuse 4 "'text.ckpt' is no checkpoint" "$NQUEENS" merge text.ckpt half-1.ckpt -o no.ckpt
refuse 2 "'whole.ckpt' exists; name a new file" "$NQUEENS" merge half-1.ckpt half-2.ckpt -o whole.ckpt
refuse 2 "'half-1.ckpt' exists" "$NQUEENS" merge half-1.ckpt half-2.ckpt -o half-1.ckpt --force
refuse 2 'see nqueens merge --help' "$NQUEENS" merge half-1.ckpt -o no.ckpt
refuse 2 'output is required' "$NQUEENS" merge half-1.ckpt half-2.ckpt
expect_true 'no output of what was refused' [ ! -e no.ckpt ]

# A record that was changed, by somebody who makes the checksum anew.
cp third-run.ckpt forged.ckpt
python3 "$records" change forged.ckpt 5 1 9 -1
before=$(state .)
run "$NQUEENS" merge whole.ckpt forged.ckpt -o merged.ckpt
expect_code 'a forged record' 3
expect_true 'a forged record: the file' grep -q "^forged.ckpt: $all tasks: 0 new, $((all - 2)) confirmed, 0 the same record, 2 in conflict" <<<"$out"
for task in 5 9; do
  expect_true "a forged record: task $task" grep -qE "^CONFLICT: task $task: [0-9]+ \([0-9]+ nodes\) by .* on .*, [0-9]+ \([0-9]+ nodes\) by scalar on " <<<"$out"
done
expect_true 'a forged record: it says so' grep -qx 'nothing is written' <<<"$out"
expect_true 'a forged record: nothing is written' [ "$(state .)" = "$before" ]
run "$NQUEENS" merge whole.ckpt forged.ckpt -o merged.ckpt --json
is 'a forged record' conflicts.length 2
is 'a forged record' output null
run "$NQUEENS" merge whole.ckpt forged.ckpt third-run.ckpt -o merged.ckpt --json
expect_code 'a forged record among three' 3
is 'a forged record among three' conflicts.length 2
is 'a forged record among three' conflicts.0.counts.length 3
is 'a forged record among three' inputs.2.conflicts 2
run "$NQUEENS" merge whole.ckpt forged.ckpt -o merged.ckpt --force
expect_code 'by force' 3
expect_true 'by force' grep -q "^merged.ckpt: $((all - 2)) of $all tasks" <<<"$out"
run "$NQUEENS" resume merged.ckpt --json
expect_code 'by force, resumed' 0
is 'by force, resumed' solutions $n14
is 'by force, resumed' agrees true

# Parts of a count that are right only as a sum.
python3 - "$records" <<'END_OF_CHANGE'
import runpy, sys
File = runpy.run_path(sys.argv[1])["File"]
file = File("above-1.ckpt")
placed = next(record.placed for record in file.counts[0].records.values() if record.placed[-2] > 0)
placed[-1] += 1
placed[-2] -= 1
file.write("rows.ckpt")
END_OF_CHANGE
run "$NQUEENS" merge above-1.ckpt rows.ckpt -o rows-merged.ckpt
expect_code 'rows that differ' 3
run "$NQUEENS" verify rows.ckpt --all
expect_code 'rows that differ, verified' 3

# A confirmation by another host stays, whichever file comes first.
"$NQUEENS" count 12 --check-fraction 1 --checkpoint near.ckpt --quiet >/dev/null
cp near.ckpt far.ckpt
python3 "$records" confirm far.ckpt far
for order in 'near far' 'far near'; do
  rm -f by.ckpt
  run "$NQUEENS" merge "${order% *}.ckpt" "${order#* }.ckpt" -o by.ckpt
  expect_code "merge of $order" 0
  expect_true "merge of $order" [ "$(python3 "$records" list by.ckpt | grep -vc ' plain far$')" = 0 ]
done

# Of the second counts a whole one stays, even where others have more tasks.
"$NQUEENS" count 12 --double-check --checkpoint by-depth.ckpt --quiet >/dev/null
"$NQUEENS" count 12 --double-check=mirror --checkpoint by-mirror.ckpt --quiet >/dev/null
seconds() { python3 "$records" list "$1" --second | wc -l; }
cp by-mirror.ckpt by-mirror-wrong.ckpt
python3 "$records" change by-mirror-wrong.ckpt 0 8 --second
python3 "$records" forget by-mirror.ckpt 0 --second
expect_true 'the one that is not whole has more tasks' [ "$(seconds by-mirror.ckpt)" -gt "$(seconds by-depth.ckpt)" ]
for order in 'depth mirror' 'mirror depth'; do
  rm -f by.ckpt
  run "$NQUEENS" merge "by-${order% *}.ckpt" "by-${order#* }.ckpt" -o by.ckpt
  expect_code "second counts of $order" 0
  expect_true "second counts of $order" [ "$(seconds by.ckpt)" = "$(seconds by-depth.ckpt)" ]
done
run "$NQUEENS" merge by-depth.ckpt by-mirror.ckpt by-mirror-wrong.ckpt -o no.ckpt
expect_code 'whole second counts that differ' 3
expect_true 'whole second counts that differ' grep -qx 'CONFLICT: the second counts of the files differ' <<<"$out"
python3 "$records" change by-depth.ckpt 5 8 --second
rm -f by.ckpt
"$NQUEENS" merge by-depth.ckpt by-mirror.ckpt -o by.ckpt >/dev/null
refuse 3 'but its second count is' "$NQUEENS" certificate by.ckpt -o by.cert

echo '--- count --double-check'
run "$NQUEENS" count 13 --double-check --json --checkpoint dd.ckpt
expect_code 'double check' 0
is 'double check' solutions $n13
is 'double check' second_count.solutions $n13
is 'double check' second_count.agrees true
expect_true 'double check: by two kernels' grep -q , <<<"$(field kernel <<<"$out")"
expect_true 'double check: another depth' [ "$(field second_count.depth <<<"$out")" != "$(field depth <<<"$out")" ]
is 'double check' second_count.symmetry full
expect_err 'double check' 'the first count is 73712; counting again by another decomposition: [0-9]+ tasks, symmetry full, depth [0-9]+'
expect_err 'double check' 'counted again by another decomposition \(symmetry full, depth [0-9]+\): the same'
run "$NQUEENS" count 13 --double-check=mirror --json
is 'double check by mirror' second_count.symmetry mirror
is 'double check by mirror' second_count.agrees true
run "$NQUEENS" status dd.ckpt
expect_true 'status of a double check' grep -qE '^second count: +[0-9]+ of [0-9]+ tasks \(symmetry full, depth [0-9]+\)$' <<<"$out"
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
expect_true 'second counts that differ, merged' grep -qx 'CONFLICT: the second counts of the files differ' <<<"$out"
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
expect_true 'a second count that is wrong' grep -qx 'CONFLICT: the second count in the file has another total than the first' <<<"$out"
run "$NQUEENS" resume dd-wrong.ckpt --json
expect_code 'a second count that is wrong, resumed' 3
is 'a second count that is wrong, resumed' second_count.agrees false
is 'a second count that is wrong, resumed' second_count.solutions $((n13 + 8))
expect_err 'a second count that is wrong, resumed' "counted again by another decomposition .*: $((n13 + 8)), but the first count is $n13"
run "$NQUEENS" resume dd-wrong.ckpt --double-check=none --json
expect_code 'the second count is given up' 0
is 'the second count is given up' second_count null
expect_err 'the second count is given up' 'the second count is given up, as you wish: [0-9]+ tasks of it were done'

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
expect_true 'stopped in the second count: some of it' grep -qE '"second_count":"[1-9][0-9]* of ' <<<"$out"
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
refuse 2 'see nqueens count --help' "$NQUEENS" count 8 --double-check=twice

echo '--- count --check-fraction'
for threads in 1 3; do
  run "$NQUEENS" count 13 --check-fraction 1 --threads $threads --checkpoint "twice-$threads.ckpt" --json
  expect_code "all tasks twice on $threads threads" 0
  is "all tasks twice on $threads threads" solutions $n13
  is "all tasks twice on $threads threads" tasks_confirmed "$tasks"
  is "all tasks twice on $threads threads" disputes 0
  expect_true "all tasks twice on $threads threads: by two kernels" [ "$(python3 "$records" list "twice-$threads.ckpt" | awk '$4 != $6 && $6 != "-"' | wc -l)" -eq "$tasks" ]
  expect_err "all tasks twice on $threads threads" "$tasks of $tasks tasks were counted twice and agree; that took .* of kernel time \([0-9.]+ %\)"
done
run "$NQUEENS" count 13 --check-fraction 0 --json
is 'no task twice' tasks_confirmed 0
run "$NQUEENS" count 10 --quantity placements --check-fraction 1 --json
is 'placements twice' tasks_confirmed "$(field tasks <<<"$out")"
run "$NQUEENS" count 11 --board torus --check-fraction 1 --json
is 'a torus twice' tasks_confirmed "$(field tasks <<<"$out")"

# The same choice in every run of a job: what was confirmed stays so, and a larger share has the smaller one in it.
run "$NQUEENS" count 13 --check-fraction 0.2 --checkpoint share.ckpt --json
some=$(field tasks_confirmed <<<"$out")
expect_true "a share: $some of $tasks" [ "$some" -gt 0 -a "$some" -lt $((tasks / 2)) ]
run "$NQUEENS" resume share.ckpt --check-fraction 0.2 --json
is 'a share, again' tasks_confirmed "$some"
run "$NQUEENS" resume share.ckpt --check-fraction 1 --json
is 'a share, the rest later' tasks_confirmed "$tasks"
run "$NQUEENS" verify share.ckpt --all
expect_code 'verify of what is confirmed' 0

# A task that was wrong before is found, and outvoted; one that chance has had confirmed would not be looked at.
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
