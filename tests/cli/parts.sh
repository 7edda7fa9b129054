#!/usr/bin/env bash
# Parts of a job, from the outside and on threads: count --part, merge.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"
source "$source_root/tests/support/answers.sh"

host=$(</proc/sys/kernel/hostname)
echo text >text.ckpt

echo '--- count --part'
sum=0
for part in 1 2 3 4 5; do
  exits "part $part" 0 "$NQUEENS" count 14 --part $part/5 --checkpoint "part-$part.ckpt" --json
  is "part $part" part=$part/5 agrees=null
  expect_err "part $part" \
    "part $part/5 is counted: the sum of its [0-9]+ tasks is [0-9]+; 'nqueens merge' joins"
  look_up sum_of_part
  sum=$((sum + value))
done
expect_true 'all parts sum up to the total' [ $sum -eq $n14 ]
expect_true 'a part has no result of the whole' [ ! -e part-1.result.json ]
exits 'a part that is done' 0 "$NQUEENS" count 14 --part 1/5 --checkpoint part-1.ckpt --json
is 'a part that is done' resumed=true
run "$NQUEENS" status part-1.ckpt --json
is 'status of a part' finished=false part=1/5 percent=100.0
expect_holds 'status of a part' 'tasks_done == part_tasks < tasks'
exits 'status of a part, in words' 0 "$NQUEENS" status part-1.ckpt
expect_says 'status of a part, in words' "^time left: +none, complete; 'nqueens merge' joins"
run "$NQUEENS" count 14 --part 1/5 --checkpoint part-1.ckpt --quiet
prints 'a part, resumed by itself' "$out" "$NQUEENS" resume part-1.ckpt --quiet

# Placements have a share above the prefixes, which is no part's; merge and resume add it.
"$NQUEENS" count 11 --quantity placements --part 1/2 --checkpoint above-1.ckpt --quiet >/dev/null
"$NQUEENS" count 11 --quantity placements --part 2/2 --checkpoint above-2.ckpt --quiet >/dev/null
exits 'parts of placements' 0 "$NQUEENS" merge above-1.ckpt above-2.ckpt -o above.ckpt
expect_says 'parts of placements: the sum' '^proved +above.ckpt: .*, which add up to 166925$'
run "$NQUEENS" resume above.ckpt --json
is 'parts of placements' placements=166925 agrees=true

# A job file's parts have checkpoints of their own.
printf '[count]\nn = 12\n' >n12.toml
for part in 2/3 1/3; do
  exits "part $part of a job file" 0 "$NQUEENS" count n12.toml --part $part
done
expect_true 'a checkpoint for each part' test -e n12.part-2-of-3.ckpt -a -e n12.part-1-of-3.ckpt \
  -a ! -e n12.ckpt
# Stopped and resumed, by either way.
run_part 20 count "$sixteen" --part 2/2 --checkpoint n16-2.ckpt --threads 1
refuse 4 'belongs to another job: it has n=16, this job n=15; name another with --checkpoint' \
  count 15 --checkpoint n16-2.ckpt
# A part goes on as that part, whoever has its checkpoint alone.
mkdir moved
cp n16-2.ckpt moved/half.ckpt
refuse 2 'compares whole counts, and this is part 2/2' resume moved/half.ckpt --double-check --quiet
exits 'a part, moved' 0 "$NQUEENS" resume moved/half.ckpt --json
is 'a part, moved' part=2/2 resumed=true
expect_err 'a part, moved' 'half.ckpt is of part 2/2, which goes on; --part 1/1 counts the whole'
exits 'a part, moved and finished' 0 "$NQUEENS" resume moved/half.ckpt --json
is 'a part, moved and finished' part=2/2
expect_err 'a part, moved and finished' 'n=16, part 2/2 is finished already'
prints 'the rest of it' 14772512 "$NQUEENS" resume moved/half.ckpt --part 1/1 --quiet
prints 'the rest of it, again' 14772512 "$NQUEENS" resume moved/half.ckpt --quiet
exits 'a part, resumed' 0 "$NQUEENS" resume n16-2.ckpt --part 2/2 --json
is 'a part, resumed' resumed=true
look_up sum_of_part
half=$value
run "$NQUEENS" count 16 --part 1/2 --checkpoint n16-2.ckpt --json
expect_code 'the other part into the same file' 0
is 'the other part into the same file' part=1/2
look_up sum_of_part
expect_true 'the other part into the same file: its sum' [ $((value + half)) -eq 14772512 ]
expect_err 'the other part into the same file' \
  "all tasks of n16-2.ckpt are done now; 'nqueens resume n16-2.ckpt' prints the whole count"
prints 'the same part again' "sum of part 1/2: $value" "$NQUEENS" resume n16-2.ckpt --part 1/2 \
  --quiet
exits 'the log of runs has a part, the checkpoint all' 0 "$NQUEENS" report n16-2.ckpt
whole="'n16-2.ckpt' is finished as a whole, which part"
refuse 2 "$whole 2/2 is not; leave --part out" resume n16-2.ckpt --part 2/2
refuse 2 "$whole 2/3 is not" count 16 --checkpoint n16-2.ckpt --part 2/3
run "$NQUEENS" resume n16-2.ckpt --part 1/1 --json
is 'the whole' solutions=14772512 part=null agrees=true
"$NQUEENS" count 10 --checkpoint ten.ckpt --quiet >/dev/null
refuse 2 "'ten.ckpt' is finished as a whole, which part 1/2 is not" resume ten.ckpt --part 1/2
run "$NQUEENS" count "$sixteen" --part 1/2 --no-checkpoint --quiet
expect_true 'the other part by itself' [ $((${out##* } + half)) -eq 14772512 ]

for part in 0/5 6/5 1/0 a/b 1 1/ /5 1.5/2 -1/5 1/2/3 '' '1/2 ' 1/99999999999999999999; do
  refuse 2 '^nqueens: .*--part' count 8 --part "$part"
done
refuse 2 'compares whole counts' count 8 --part 1/2 --double-check
refuse 2 'compares whole counts' count 8 --part 1/2 --double-check=mirror
exits 'a part without a second count' 0 "$NQUEENS" count 10 --part 1/2 --double-check=none
exits 'more parts than tasks' 0 "$NQUEENS" count 8 --part 7/1000

echo '--- merge'
"$NQUEENS" count 14 --part 1/2 --checkpoint half-1.ckpt --check-fraction 0 \
  --quiet >/dev/null
"$NQUEENS" count 14 --part 2/2 --checkpoint half-2.ckpt --check-fraction 0 \
  --quiet >/dev/null
"$NQUEENS" count 14 --checkpoint third-run.ckpt --quiet --kernel scalar >/dev/null
exits 'two halves' 0 "$NQUEENS" merge half-1.ckpt half-2.ckpt -o whole.ckpt --json
look_up 'findings.*.written.tasks'
all=$value
is 'two halves' 'findings.*.written.tasks_done'="$all" 'findings.*.written.count'=$n14 \
  findings.2.file=whole.ckpt findings.0.merged.tasks.new=$(((all + 1) / 2)) \
  findings.1.merged.tasks.new=$((all / 2))
exits 'two halves are a whole' 0 "$NQUEENS" resume whole.ckpt --json
is 'two halves are a whole' solutions=$n14 agrees=true
# What the parts knew of their runs is kept; resume, the certificate and the report have it.
for half in 1 2; do
  "$NQUEENS" count 14 --part $half/2 --checkpoint half-$half.ckpt --check-fraction 0 --json \
    --quiet >half-$half.json
done
is 'two halves: starts' provenance.starts.length=2 provenance.starts_without_log=0 \
  provenance.inputs.0=half-1.ckpt provenance.inputs.1=half-2.ckpt provenance.starts.1.part=2/2 \
  "provenance.hosts=[\"$host\"]"
# is_of HALF FIELD: what the whole has of it.
is_of() {
  look_up "provenance.$2" "$(<"half-$1.json")"
  is 'two halves: starts' "provenance.$2=$value"
}
is_of 1 kernels
is_of 1 started
is_of 2 ended
is_of 1 starts.0.command
is_of 1 processors
look_up provenance
whole=$value
run "$NQUEENS" resume whole.ckpt --json
is 'two halves: the same again' "provenance=$whole"
for event in input:2 start:2 stop:2 finish:1 now:0; do
  expect_times "two halves: in the log, $event" "${event#*:}" "\"event\":\"${event%:*}\"" \
    "$(<whole.run.jsonl)"
done
expect_in whole.run.jsonl 'two halves: the starts have numbers' \
  '"event":"start","start":2,'
exits 'two halves: a report' 0 "$NQUEENS" report whole.ckpt -o whole.html
expect_in whole.html 'two halves: a report' \
  "<p class=\"number\">$n14 solutions</p>"
expect_in whole.html 'two halves: a report' \
  '<th>inputs</th><td>.*half-1.ckpt,.* .*half-2.ckpt.*</td>'
expect_in whole.html 'two halves: charts of each by itself' 'Runs of merged files'
exits 'two halves: a certificate' 0 "$NQUEENS" certificate whole.ckpt -o whole.cert
expect_in whole.cert 'two halves: a certificate' '^inputs: half-1.ckpt, half-2.ckpt$'
expect_times 'two halves: both starts' 2 '^start: .*, part [12]/2; ' "$(<whole.cert)"

# Without a log a part says when it was saved, its hosts and its kernels.
for half in 1 2; do cp half-$half.ckpt bare-$half.ckpt; done
cp half-1.run.jsonl bare-1.run.jsonl
exits 'a part without a log' 0 "$NQUEENS" merge bare-1.ckpt bare-2.ckpt -o bare.ckpt
sleep 1.1 # so that a wrong end of now is another one
run "$NQUEENS" resume bare.ckpt --json
look_up saved_at "$("$NQUEENS" status half-2.ckpt --json)"
saved=$value
is 'a part without a log' provenance.starts.length=1 provenance.starts_without_log=1 \
  "provenance.hosts=[\"$host\"]" provenance.inputs.length=2
expect_holds 'a part without a log: its end' "since_1970(provenance.ended) <= $saved + 1"
look_up provenance.started "$(<half-1.json)"
expect_holds 'a part without a log: its start' \
  "since_1970('$value') - 2 <= since_1970(provenance.started) <= $saved"
for half in 1 2; do cp half-$half.ckpt mute-$half.ckpt; done
exits 'no part has a log' 0 "$NQUEENS" merge mute-1.ckpt mute-2.ckpt -o mute.ckpt
exits 'no part has a log: it is verified' 0 "$NQUEENS" verify mute.ckpt
exits 'no part has a log: its page' 0 "$NQUEENS" report mute.ckpt
: >taken.run.jsonl
refuse 2 "'taken.run.jsonl' exists; name a new file" merge half-1.ckpt half-2.ckpt -o taken.ckpt

# What is counted after a merge has charts. tests/evidence/merged_log_test.cpp has who gets which
# start.
run_part 20 count 15 --part 1/2 --checkpoint early-1.ckpt --threads 1
"$NQUEENS" count 15 --part 2/2 --checkpoint on-2.ckpt --quiet >/dev/null
"$NQUEENS" merge early-1.ckpt on-2.ckpt -o interim.ckpt >/dev/null
"$NQUEENS" resume interim.ckpt --quiet >/dev/null
exits 'a merged job goes on' 0 "$NQUEENS" report interim.ckpt -o -
expect_says 'a merged job goes on' '<h2>Over time'

# Killed before the checkpoint has its name, a merge leaves its log at most. The next one goes on.
expect_true 'a merge: its log appears first' "$python" -IS - "$NQUEENS" <<'END_OF_WATCH'
import ctypes, os, re, subprocess, sys
moved_to = 0x80
libc = ctypes.CDLL(None)
watch = libc.inotify_init()
assert libc.inotify_add_watch(watch, b".", moved_to) >= 0
subprocess.run([sys.argv[1], "merge", "half-1.ckpt", "half-2.ckpt", "-o", "killed.ckpt"],
               stdout=subprocess.DEVNULL, check=True)
appeared = re.findall(rb"killed\.[a-z.]+", os.read(watch, 65536))
assert appeared == [b"killed.run.jsonl", b"killed.ckpt"], appeared
END_OF_WATCH
cp killed.run.jsonl killed.txt
rm killed.ckpt
exits 'a merge that was killed' 0 "$NQUEENS" merge half-1.ckpt half-2.ckpt -o killed.ckpt
expect_true 'a merge that was killed: the same log' cmp killed.txt killed.run.jsonl
rm killed.ckpt
refuse 2 "'killed.run.jsonl' exists; name a new file" merge half-2.ckpt half-1.ckpt -o killed.ckpt
expect_true 'a log of others stays' cmp killed.txt killed.run.jsonl

exits 'a third run' 0 "$NQUEENS" merge whole.ckpt third-run.ckpt half-1.ckpt -o confirmed.ckpt
half=$(((all + 1) / 2))
expect_says 'a third run' \
  "^proved +third-run.ckpt: $all tasks: 0 new, $all confirmed, 0 known already, 0 in conflict\$"
expect_says 'the same half once more' \
  "^proved +half-1.ckpt: $half tasks: 0 new, 0 confirmed, $half known already, 0 in conflict\$"
expect_says 'a third run: the sum' \
  "^proved +confirmed.ckpt: $all of $all tasks of n=14, which add up to $n14\$"
run "$NQUEENS" status confirmed.ckpt --json
is 'a third run' tasks_confirmed="$all"
exits 'the same file twice' 0 "$NQUEENS" merge whole.ckpt whole.ckpt -o twice.ckpt --json
is 'the same file twice' findings.1.merged.tasks.known="$all" findings.1.merged.tasks.confirmed=0
cp third-run.ckpt third-copy.ckpt
run "$NQUEENS" merge whole.ckpt third-run.ckpt third-copy.ckpt -o copies.ckpt --json
expect_code 'a copy of what has confirmed' 0
is 'a copy of what has confirmed' \
  findings.1.merged.tasks.confirmed="$all" findings.2.merged.tasks.confirmed=0 \
  findings.2.merged.tasks.known="$all"
exits 'not all parts' 0 "$NQUEENS" merge part-{1,2,3,4}.ckpt -o four.ckpt --json
prints 'not all parts, resumed' $n14 "$NQUEENS" resume four.ckpt --quiet

"$NQUEENS" count 13 --checkpoint other.ckpt --fresh --quiet >/dev/null
"$NQUEENS" count 14 --symmetry mirror --checkpoint mirror14.ckpt --quiet >/dev/null
refuse 4 "'other.ckpt' belongs to another job: .*; merge the checkpoints of one job only" \
  merge half-1.ckpt other.ckpt -o no.ckpt
refuse 4 "'mirror14.ckpt' has this count in another cut: it has symmetry=mirror" \
  merge half-1.ckpt mirror14.ckpt -o no.ckpt
cp half-2.ckpt flipped.ckpt
printf x | dd of=flipped.ckpt bs=1 seek=700 conv=notrunc 2>/dev/null
refuse 4 "checkpoint 'flipped.ckpt' is damaged: its CRC-32C does not match" \
  merge half-1.ckpt flipped.ckpt -o no.ckpt
refuse 4 "'nothing.ckpt'" merge half-1.ckpt nothing.ckpt -o no.ckpt
refuse 4 "'text.ckpt' is not a checkpoint" merge text.ckpt half-1.ckpt -o no.ckpt
refuse 2 "'whole.ckpt' exists; name a new file" merge half-1.ckpt half-2.ckpt -o whole.ckpt
refuse 2 "'half-1.ckpt' exists" merge half-1.ckpt half-2.ckpt -o half-1.ckpt --force
refuse 2 "makes one checkpoint of two or more, but only 'half-1.ckpt' is named" \
  merge half-1.ckpt -o no.ckpt
refuse 2 '--output is missing' merge half-1.ckpt half-2.ckpt
expect_true 'no output of what was refused' [ ! -e no.ckpt ]

# A record that was changed, by somebody who makes the checksum anew.
cp third-run.ckpt forged.ckpt
record change forged.ckpt 5 8 9 -8
state .
before=$value
exits 'a forged record' 3 "$NQUEENS" merge whole.ckpt forged.ckpt -o merged.ckpt
expect_says 'a forged record: the file' \
  "^proved +forged.ckpt: $all tasks: 0 new, $((all - 2)) confirmed, 0 known already, 2 in conflict"
nodes='[0-9]+ \([0-9]+ nodes\)'
for task in 5 9; do
  expect_says "a forged record: task $task" \
    "^disagrees +forged.ckpt: CONFLICT: task $task: $nodes by .* on .*, $nodes by scalar on "
done
expect_err 'a forged record: it says so' \
  'nothing is written; --force writes all but the tasks in conflict$'
expect_untouched 'a forged record: nothing is written' . "$before"
run "$NQUEENS" merge whole.ckpt forged.ckpt -o merged.ckpt --json
in_conflict 'a forged record' 2
expect_times 'a forged record: nothing written' 0 '"written":'
run "$NQUEENS" merge whole.ckpt forged.ckpt third-run.ckpt -o merged.ckpt --json
expect_code 'a forged record among three' 3
in_conflict 'a forged record among three' 2
is 'a forged record among three' \
  findings.3.conflict.counts.length=3 findings.2.merged.tasks.conflicts=2
exits 'by force' 3 "$NQUEENS" merge whole.ckpt forged.ckpt -o merged.ckpt --force
expect_says 'by force' "^proved +merged.ckpt: $((all - 2)) of $all tasks"
exits 'by force, resumed' 0 "$NQUEENS" resume merged.ckpt --json
is 'by force, resumed' solutions=$n14 agrees=true

# Parts of a count that are right only as a sum.
cp above-1.ckpt rows.ckpt
record shift rows.ckpt
exits 'rows that differ' 3 "$NQUEENS" merge above-1.ckpt rows.ckpt -o rows-merged.ckpt
exits 'rows that differ, verified' 3 "$NQUEENS" verify rows.ckpt --all

# A confirmation by another host stays, whichever file comes first.
"$NQUEENS" count 12 --check-fraction 1 --checkpoint near.ckpt --quiet >/dev/null
cp near.ckpt far.ckpt
record confirm far.ckpt far
for order in 'near far' 'far near'; do
  rm -f by.*
  exits "merge of $order" 0 "$NQUEENS" merge "${order% *}.ckpt" "${order#* }.ckpt" -o by.ckpt
  record list by.ckpt
  list=$value
  matching "$list" ''
  expect_times "merge of $order" "$value" ' plain far$' "$list"
done

# Second counts merge like any other.
"$NQUEENS" count 12 --double-check --checkpoint one.ckpt --quiet >/dev/null
records_of one.second.ckpt
tasks=$value
cp one.second.ckpt two.second.ckpt
record forget one.second.ckpt 0 1
record forget two.second.ckpt 2
exits 'second counts' 0 "$NQUEENS" merge one.second.ckpt two.second.ckpt -o three.second.ckpt --json
is 'second counts' 'findings.*.written.tasks_done'="$tasks" 'findings.*.written.count'=14200
record change two.second.ckpt 5 8
exits 'second counts that differ' 3 "$NQUEENS" merge one.second.ckpt two.second.ckpt -o no.ckpt
expect_says 'second counts that differ' '^disagrees +two.second.ckpt: CONFLICT: task 5: '
expect_true 'second counts that differ, not written' [ ! -e no.ckpt ]
refuse 4 "'one.second.ckpt' has this count in another cut" merge one.ckpt one.second.ckpt -o no.ckpt
cp two.second.ckpt one.second.ckpt
record forget one.second.ckpt 2
"$NQUEENS" resume one.ckpt --quiet >/dev/null
refuse 3 'but its second count is' certificate one.ckpt -o no.cert
finish
