#!/usr/bin/env bash
# verify FOLDER: all that a job has left, line by line, and nothing is written.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"
source "$source_root/tests/support/answers.sh"

forge() { ask run "$source_root/tests/support/forge.py" "$@" || fail "forge.py: $complaint"; }

mkdir job
"$NQUEENS" count 11 --double-check --check-fraction 0.1 --checkpoint job/n11.ckpt \
  --quiet >/dev/null
"$NQUEENS" certificate job/n11.ckpt -o job/n11.cert 2>/dev/null
"$NQUEENS" certificate job/n11.second.ckpt -o job/n11.second.cert 2>/dev/null
env -C job "$NQUEENS" report n11.ckpt 2>/dev/null
"$NQUEENS" count 11 --part 1/3 --checkpoint job/n11.part-1-of-3.ckpt --quiet >/dev/null
records_of job/n11.ckpt
tasks=$value
third=$(((tasks + 2) / 3))
state job
before=$value
exits 'all that a job leaves' 0 "$NQUEENS" verify job --threads 2
expect_untouched 'nothing is written' job "$before"
for said in 'proved|n11.ckpt|undamaged; finished: all tasks of n=11 .* add up to 2680' \
  'proved|n11.ckpt|its number is the published one, OEIS A000170' \
  'proved|n11.ckpt|the second count, by another decomposition' \
  'proved|n11.second.ckpt|undamaged; finished: .* add up to 2680' \
  'proved|n11.run.jsonl|its runs name this job, and its result is the same' \
  'said|n11.run.jsonl|all times' \
  'proved|n11.result.json|its job, number and hash are those of n11.ckpt' \
  'said|n11.report.html|not looked at' \
  "proved|n11.part-1-of-3.ckpt|undamaged; part 1/3 is complete: $third tasks of n=11 " \
  'proved|n11.part-1-of-3.ckpt|has the same counts of [0-9]+ tasks as n11.ckpt' \
  'proved|n11.cert|its words are those of its job' \
  "proved|n11.cert|has the same counts of $tasks tasks as n11.ckpt" \
  'proved|n11.cert|its second count is the total of n11.second.ckpt' \
  'said|n11.cert|started, ended' \
  'counted|n11.ckpt|[0-9]+ of [0-9]+ tasks confirmed' \
  'counted|n11.second.ckpt|[0-9]+ of [0-9]+ tasks confirmed' \
  'said|n11.ckpt|who counted, when and how long'; do
  IFS='|' read -r verdict file text <<<"$said"
  expect_true "it says: $said" line "$verdict" "$file" "$text"
done
expect_times 'nothing disagrees' 0 '^(disagrees|unusable)'
expect_true 'the last line sums up' [ "${out##*$'\n'}" = "in all     no error found: $(
  grep -c '^proved' <<<"$out"
) proved, 3 counted again, $(
  grep -c '^said' <<<"$out"
) only said by the author, 0 disagree, 0 unusable (exit code 0)" ]
exits 'as JSON' 0 "$NQUEENS" verify job --json --sample 5 --seed 3 --quiet
is 'as JSON' stopped=false exit_code=0 findings.0.verdict=proved findings.0.file=n11.ckpt
expect_holds 'as JSON' "summary.startswith('no error found: ')"
exits 'all of it' 0 "$NQUEENS" verify job --all --quiet
expect_true 'all of it' line counted n11.ckpt "$tasks of $tasks tasks confirmed"

# with CHANGE...: a folder with the same files, which this changes.
with() {
  rm -rf forged
  cp -r job forged
  cd forged || exit 1
  "$@"
  cd "$work" || exit 1
}
edit() { sed -i "$2" "$1"; }

# turns CODE WHAT VERDICT FILE TEXT CHANGE...
turns() {
  with "${@:6}"
  exits "$2" "$1" "$NQUEENS" verify forged --all --quiet
  expect_true "$2: $out" line "$3" "$4" "$5"
  local sums='no error found'
  [ "$1" -ne 3 ] || sums='A COUNT IS WRONG'
  [ "$1" -ne 4 ] || sums='no count is shown to be wrong, but files are'
  expect_true "$2: it sums up: $out" line 'in all' "$sums.*" "unusable \(exit code $1\)\$"
}
turns 3 'a wrong number' disagrees n11.ckpt 'adds up to 2688, but the published count is 2680' \
  record change n11.ckpt 5 8
turns 3 'a wrong second count' disagrees n11.second.ckpt 'the published count is 2680' \
  record change n11.second.ckpt 5 8
turns 3 'an impossible record' disagrees n11.ckpt 'impossible result' \
  record change n11.ckpt 5 1 9 -1
turns 3 'a part that differs' disagrees n11.part-1-of-3.ckpt 'counts of 2 tasks than n11.ckpt' \
  record change n11.part-1-of-3.ckpt 0 8 3 -8
another='has the number "2681", but "2680" was counted'
turns 3 'a log with another number' disagrees n11.run.jsonl "$another" \
  edit n11.run.jsonl 's/"2680"/"2681"/g'
turns 3 'a result with another number' disagrees n11.result.json "$another" \
  edit n11.result.json 's/"2680"/"2681"/'
turns 4 'a result with another hash' disagrees n11.result.json 'another count_sha256' \
  edit n11.result.json 's/"count_sha256":"./"count_sha256":"x/'
turns 0 'a page with another number, which is a view' said n11.report.html 'not looked at' \
  edit n11.report.html 's/>2680 solutions/>2681 solutions/'
turns 3 'a certificate of another count' disagrees n11.cert \
  'has other counts of 2 tasks than n11.ckpt' \
  forge n11.cert n11.cert move=8
turns 4 'a damaged certificate' unusable n11.cert 'does not agree with its total' \
  edit n11.cert 's/^total: 2680/total: 2681/'
turns 4 'a damaged checkpoint' unusable n11.second.ckpt 'is damaged|cut short' \
  truncate -s -9 n11.second.ckpt
turns 4 'a result of a job that is not finished' disagrees n11.result.json 'is not finished' \
  record forget n11.ckpt 3
cp job/n11.ckpt older.ckpt
record change older.ckpt 5 8 9 -8
turns 3 'a generation that differs' disagrees n11.ckpt.1 'other counts of 2 tasks' \
  cp "$work/older.ckpt" n11.ckpt.1
turns 3 'what only counting finds' disagrees n11.ckpt 'CONFLICT: task' \
  sh -c "rm n11.cert n11.result.json n11.part* n11.ckpt.* && cp '$work/older.ckpt' n11.ckpt"
expect_true 'what only counting finds: it adds up' line proved n11.ckpt 'add up to 2680'

turns 4 'an empty result' unusable n11.result.json 'no result of this job: it lacks solutions' \
  sh -c "echo '{}' >n11.result.json"
turns 4 'a result that denies the number' disagrees n11.result.json 'has another agrees, false' \
  edit n11.result.json 's/"agrees":true/"agrees":false/'
turns 0 'a log without a result' said n11.run.jsonl 'it lacks the result' \
  edit n11.run.jsonl '/"finish"/d'
turns 0 'a log with an empty result' said n11.run.jsonl 'it lacks the result' \
  edit n11.run.jsonl 's/"result":{.*}}/"result":{}}/'
damage_log() {
  record change n11.ckpt 5 8
  echo garbage >n11.run.jsonl
}
turns 3 'a wrong number beside a bad log' disagrees n11.ckpt 'published count is 2680' \
  damage_log
expect_true 'a bad log' line unusable n11.run.jsonl 'it is not the log'
turns 0 'without the second count' said n11.result.json 'show its second_count' \
  sh -c 'rm n11.second.*'
turns 0 'other files' said notes.txt 'not looked at' sh -c 'touch notes.txt; ln -s nowhere dangling'
expect_true 'a dangling link' line said dangling 'not looked at'

# A link to a checkpoint has its second count where the file is.
mkdir linked
ln -s ../job/n11.ckpt linked/n11.ckpt
exits 'a link' 0 "$NQUEENS" verify linked --sample 1
expect_true 'a link' line proved n11.ckpt 'the second count, by another decomposition'

# Contradictory checkpoints: each is compared with every other.
mkdir parts
"$NQUEENS" count 12 --depth 4 --part 1/2 --checkpoint parts/a1.ckpt --quiet >/dev/null
"$NQUEENS" count 12 --depth 4 --part 2/2 --checkpoint parts/a2.ckpt --quiet >/dev/null
"$NQUEENS" merge parts/a1.ckpt parts/a2.ckpt -o parts/whole.ckpt >/dev/null
record change parts/whole.ckpt 40 8 42 -8
exits 'parts that contradict the whole' 3 "$NQUEENS" verify parts --sample 1 --seed 1
expect_says 'parts that contradict the whole' \
  '^disagrees +whole.ckpt: has other counts of 2 tasks than a1.ckpt, a2.ckpt'
expect_says 'the other tasks' \
  '^proved +whole.ckpt: has the same counts of [0-9]+ tasks as a1.ckpt, a2.ckpt'

# Two certificates of one job; and finished jobs in other cuts.
mkdir twins cuts
cp job/n11.cert twins/a.cert
forge twins/a.cert twins/b.cert move=8
exits 'two certificates of one job' 3 "$NQUEENS" verify twins --sample 1 --seed 5
expect_true 'two certificates of one job' line disagrees b.cert \
  "$((tasks - 2)) of $tasks tasks have the sums of a.cert"
for depth in 2 3; do
  "$NQUEENS" count 9 --depth "$depth" --checkpoint "cuts/d$depth.ckpt" --quiet >/dev/null
done
record change cuts/d3.ckpt 5 8
exits 'another total in another cut' 3 "$NQUEENS" verify cuts --sample 1
expect_true 'another total in another cut' line disagrees d3.ckpt \
  'adds up to 360, but d2.ckpt to 352'

# A certificate whose tasks are not confirmed is not counted.
mkdir wrong
cp twins/b.cert wrong/
exits 'tasks in conflict' 3 "$NQUEENS" verify wrong --all --seed 3 --json
recounted 'tasks in conflict' seed=3
exits 'tasks in conflict' 3 "$NQUEENS" verify wrong --all
expect_true 'tasks in conflict' line disagrees b.cert '[0-9]+ of [0-9]+ tasks confirmed'

# A job without tasks has no log.
mkdir tiny
"$NQUEENS" count 3 --quantity placements --double-check --checkpoint tiny/x.ckpt --quiet >/dev/null
exits 'no tasks' 0 "$NQUEENS" verify tiny
exits 'no tasks: report' 0 "$NQUEENS" report tiny/x.ckpt -o -

# A certificate alone is counted again, and its second count is its author's word.
mkdir published
cp job/n11.cert published/
exits 'a certificate alone' 0 "$NQUEENS" verify published --sample 2
expect_true 'a certificate alone: counted' line counted n11.cert '[12] of [0-9]+ tasks confirmed'
expect_true 'a certificate alone: said' line said n11.cert 'second_count, started'
forge job/n11.second.cert published/n11.second.cert less=8
exits 'a second certificate that differs' 3 "$NQUEENS" verify published --sample 2
expect_true 'a second certificate that differs' line disagrees n11.cert \
  'its second count is 2672 by n11.second.cert'
# A log or a result alone.
mkdir alone
cp job/n11.result.json alone/
exits 'a result alone' 0 "$NQUEENS" verify alone
expect_true 'a result alone' line said n11.result.json 'no usable checkpoint'
sed -i 's/"2680"/"2681"/' alone/n11.result.json
exits 'a wrong result alone' 3 "$NQUEENS" verify alone
# Beside a certificate its number, job and hash follow from that.
mkdir certified
cp job/n11.cert job/n11.result.json certified/
exits 'a result with its certificate' 0 "$NQUEENS" verify certified --sample 1
expect_true 'a result with its certificate' line proved n11.result.json \
  'its job, number and hash are those of n11.cert'
sed -i 's/\("count_sha256":"\)./\1x/' certified/n11.result.json
exits 'another hash' 4 "$NQUEENS" verify certified --sample 1
expect_true 'another hash' line disagrees n11.result.json 'has another count_sha256'

# An opened task of the same depth is no count of the board.
mkdir opened
"$NQUEENS" count 12 --depth 2 --checkpoint d12.ckpt --quiet >/dev/null
"$NQUEENS" certificate d12.ckpt -o opened/a.cert >/dev/null
"$NQUEENS" certificate opened/a.cert --open 3 -o opened/a3.cert --quiet >/dev/null
depth=$(sed -n 's/^job: .* depth=\([0-9]*\) .*/\1/p' opened/a3.cert)
"$NQUEENS" count 12 --depth "$depth" --checkpoint deep12.ckpt --quiet >/dev/null
cp deep12.result.json opened/
exits 'a result beside an opened task' 0 "$NQUEENS" verify opened --sample 1

mkdir empty
refuse 4 "'empty' holds no checkpoint, certificate, log or result of a job" verify empty
cp -r job two
"$NQUEENS" count 10 --checkpoint two/n10.ckpt --quiet >/dev/null
exits 'two boards' 0 "$NQUEENS" verify two --sample 5
for board in n10 n11; do
  expect_true "two boards: $board" line counted $board.ckpt '5 of [0-9]+ tasks confirmed'
done
record change two/n10.ckpt 5 8
exits 'two boards, one wrong' 3 "$NQUEENS" verify two --sample 5
expect_true 'two boards, one wrong' line disagrees n10.ckpt 'published count is 724'

# A signal in the walk over a billion prefixes ends the audit, and no file is to blame.
mkdir walk
"$NQUEENS" count 6 --depth 6 --checkpoint one.ckpt --quiet >/dev/null
"$NQUEENS" certificate one.ckpt -o one.cert 2>/dev/null >&2
"$python" -IS - "$source_root/tests" <<'PYTHON' || fail 'a certificate of many prefixes is made'
import sys
sys.path[:0] = [sys.argv[1] + "/certificate", sys.argv[1] + "/support"]
import check, forge
job = "n=32 board=square quantity=solutions symmetry=full depth=9"
job += " prefixes_per_task=1000000000 stream=1"
lines = open("one.cert").read().splitlines()[:-1]
rule = [number for number, line in enumerate(lines) if line.startswith("#")]
lines[rule[0]:rule[-1] + 1] = check.words_of(check.Rule(job))
forge.say(lines, "job", job)
forge.say(lines, "prefixes", 1000000000)
open("walk/walk.cert", "w").write(forge.sealed(lines))
PYTHON
start "$NQUEENS" verify walk --threads 1
expect_true 'a signal in a walk: it walks' await has_line err.txt 'enumerating the prefixes'
kill -TERM "$pid"
ended "$pid" 'a signal in a walk' 1
expect_times 'a signal in a walk: no file is to blame' 0 '^(disagrees|unusable)'
expect_says 'a signal in a walk' '^in all +STOPPED before all was checked: .*exit code 1\)$'
expect_err 'a signal in a walk' 'stopped before all drawn tasks were counted again'

# On ranks of a launch as well.
# A part that is not complete, and a job.
record forget job/n11.part-1-of-3.ckpt 3
rm job/n11.result.json job/n11.report.html job/n11.*run.jsonl
record forget job/n11.ckpt 4
exits 'not finished' 0 "$NQUEENS" verify job --sample 1
expect_true 'a part that is not complete' line proved n11.part-1-of-3.ckpt \
  "undamaged; part 1/3, not finished: $((third - 1)) tasks of n=11 .* are done"
expect_true 'a job that is not finished' line proved n11.ckpt \
  "undamaged; not finished: $((tasks - 1)) tasks of n=11 .* are done and add up to"
exits 'on three ranks' 0 launch 3 "$NQUEENS" verify job --sample 5
expect_true 'on three ranks' line counted n11.second.ckpt '5 of [0-9]+ tasks confirmed'

finish
