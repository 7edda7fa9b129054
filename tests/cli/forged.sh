#!/usr/bin/env bash
# Files that say what is not so, though their checksums are right: each command that reads one says
# so, or takes no number from it.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"
source "$source_root/tests/support/findings.sh"

forge() { ask run "$source_root/tests/support/forge.py" "$@" || fail "forge.py: $complaint"; }

# checks_out WHAT CODE ARGUMENT...: those of check.py.
checks_out() {
  run_python "$source_root/tests/certificate/check.py" "${@:3}"
  expect_code "$1" "$2"
}

# job NAME COUNT-OPTION...: a job that all of this is about, in a folder of its own.
job() {
  rm -rf "$1"
  mkdir "$1"
  "$NQUEENS" count "${@:2}" --checkpoint "$1/$1.ckpt" --quiet >/dev/null
}

# edit FILE OLD NEW: text for text, each time it is there.
edit() {
  "$python" -IS - "$@" <<'END'
import sys
file, old, new = sys.argv[1:]
text = open(file).read()
assert old in text, old
open(file, "w").write(text.replace(old, new))
END
}

echo '--- the log of runs'
job n11 11 --check-fraction 1
cp n11/n11.run.jsonl true.jsonl
exits 'a true log' 0 "$NQUEENS" report n11/n11.ckpt -o true.html
edit n11/n11.run.jsonl '"2680"' '"2681"'
exits 'a changed number' 3 "$NQUEENS" report n11/n11.ckpt -o changed.html
expect_err 'a changed number' "log of runs '.*jsonl' has the number \"2681\", but \"2680\" was"
expect_true 'the number is that of the checkpoint' \
  grep -q '<p class="number">2680 solutions</p>' changed.html
expect_true 'and the page says what disagrees' grep -q 'DISAGREES: the log of runs' changed.html
exits 'the log alone' 3 "$NQUEENS" report n11/n11.run.jsonl -o -
expect_err 'the log alone' 'adds up to 2681, but the published count is 2680'
sed 's/"tasks_confirmed":[0-9]*/"tasks_confirmed":7/' true.jsonl >n11/n11.run.jsonl
exits 'what was checked' 0 "$NQUEENS" report n11/n11.ckpt -o checked.html
expect_true 'what was checked comes from the checkpoint' \
  [ "$(grep -c 'same result: 7 of' checked.html)" -eq 0 ]
job n10 10
cp n10/n10.run.jsonl n11/n11.run.jsonl
exits 'a log of another job' 4 "$NQUEENS" report n11/n11.ckpt -o other.html
expect_err 'a log of another job' "'n11/n11.run.jsonl' is of another job: n=10, symmetry full"
expect_true 'nothing of it is shown' grep -q 'There is no log of runs' other.html
job deep 11 --depth 2
cp deep/deep.run.jsonl n11/n11.run.jsonl
exits 'a log of another cut' 4 "$NQUEENS" report n11/n11.ckpt -o -
expect_err 'a log of another cut' 'is of another job: n=11, symmetry full, order fewest, depth 2'
cp n11/n11.ckpt whole.ckpt
cp true.jsonl n11/n11.run.jsonl
record forget n11/n11.ckpt 3
exits 'a result that is not there' 4 "$NQUEENS" report n11/n11.ckpt -o missing.html
expect_err 'a result that is not there' 'has a result, but the checkpoint is not finished'
expect_true 'no result is shown' [ "$(grep -c 'class="number"' missing.html)" -eq 0 ]
"$NQUEENS" count 11 --part 1/2 --checkpoint part.ckpt --quiet >/dev/null
exits 'a part' 0 "$NQUEENS" report part.ckpt -o -
expect_says 'a part has its sum' '<p class="number">[0-9]*: the sum of part 1/2</p>'
sed -i -E 's/"sum_of_part":"[0-9]*"/"sum_of_part":"1234"/' part.run.jsonl
exits 'a part, changed' 3 "$NQUEENS" report part.ckpt -o -
expect_err 'a part, changed' 'has the number "1234", but "[0-9]+" was counted'

# A JSON tool writes the same in another form.
cp whole.ckpt n11/n11.ckpt
"$python" -IS - true.jsonl n11/n11.run.jsonl <<'END'
import json, sys
with open(sys.argv[1]) as log, open(sys.argv[2], "w") as out:
    for line in log:
        out.write(json.dumps(json.loads(line), sort_keys=True) + "\n")
END
run "$NQUEENS" count 11 --checkpoint n11/n11.ckpt --json
is 'a log in another form' provenance.starts.length=1 provenance.starts_without_log=0
exits 'a log in another form' 0 "$NQUEENS" certificate n11/n11.ckpt -o form.cert
expect_true 'a log in another form: the start' [ "$(grep -c '^start: ' form.cert)" -eq 1 ]
expect_true 'a log in another form: no start is missing' \
  [ "$(grep -c '^starts without log' form.cert)" -eq 0 ]

echo '--- a checkpoint with a wrong number'
cp n11/n11.ckpt wrong.ckpt
record change wrong.ckpt 5 8
exits 'status' 3 "$NQUEENS" status wrong.ckpt
expect_err 'status' "'wrong.ckpt' adds up to 2688, but the published count is 2680 \(OEIS A000170\)"
exits 'status --json' 3 "$NQUEENS" status wrong.ckpt --json
mkdir list
cp wrong.ckpt whole.ckpt list/
exits 'status of a folder' 3 "$NQUEENS" status list
exits 'report' 3 "$NQUEENS" report wrong.ckpt -o wrong.html
expect_err 'report' 'adds up to 2688, but the published count is 2680'
expect_true 'report: on the page' grep -q 'DISAGREES with the published one' wrong.html
exits 'count' 3 "$NQUEENS" count 11 --checkpoint wrong.ckpt --quiet
exits 'certificate' 3 "$NQUEENS" certificate wrong.ckpt
for half in 1 2; do
  "$NQUEENS" count 11 --part $half/2 --checkpoint half-$half.ckpt --quiet >/dev/null
done
record change half-2.ckpt 5 8
exits 'merge' 3 "$NQUEENS" merge half-1.ckpt half-2.ckpt -o merged.ckpt --json
expect_says 'merge' 'the merged count adds up to 2688, but the published count is 2680'
# What a file claims to agree with must be published, and of its board.
job torus11 11 --board torus
mkdir claims
sed 's/OEIS A051906/OEIS A000170/' torus11/torus11.result.json >claims/of-others.result.json
sed 's/"n":11/"n":29/' n11/n11.result.json >claims/of-none.result.json
sed 's/"n":11/"n":29/' true.jsonl >claims/log.run.jsonl
exits 'claims' 4 "$NQUEENS" verify claims
expect_says 'the name of another sequence' \
  '^disagrees +of-others.*: does not name the published sequence, which is OEIS A051906$'
for file in of-none.result.json log.run.jsonl; do
  expect_says "the name of a sequence without it: $file" \
    "^disagrees +$file: .*says that its number agrees with .*, but none is published\$"
done
cp claims/of-others.result.json torus11/torus11.result.json
exits 'another sequence beside a checkpoint' 4 "$NQUEENS" verify torus11
expect_says 'another sequence beside a checkpoint' 'has another sequence, "OEIS A000170"'
record list torus11/torus11.ckpt
some=$(awk '$2 > 0 { print $1; exit }' <<<"$value")
record change torus11/torus11.ckpt "$some" 22
exits 'another sequence' 3 "$NQUEENS" status torus11/torus11.ckpt
expect_err 'another sequence' 'adds up to 110, but the published count is 88 \(OEIS A051906\)'
# Where no number is published the second count is the judge.
job second 8 --double-check
record change second/second.second.ckpt 0 8
exits 'a second count' 3 "$NQUEENS" status second/second.ckpt
expect_err 'a second count' 'but its second count is 100'

echo '--- one record under two names'
cp whole.ckpt renamed.ckpt
record rename renamed.ckpt elsewhere
records_of whole.ckpt
all=$value
"$NQUEENS" count 11 --checkpoint fresh.ckpt --check-fraction 0 --kernel plain --quiet >/dev/null
cp fresh.ckpt fresh-renamed.ckpt
record rename fresh-renamed.ckpt elsewhere
exits 'a renamed copy' 0 "$NQUEENS" merge fresh.ckpt fresh-renamed.ckpt -o m1.ckpt --json
is 'a renamed copy' findings.1.merged.tasks.confirmed=0 findings.1.merged.tasks.known="$all"
run "$NQUEENS" status m1.ckpt --json
is 'a renamed copy confirms nothing' tasks_confirmed=0
# Nor does a renamed copy of what has confirmed others.
"$NQUEENS" count 11 --checkpoint again.ckpt --check-fraction 0 --kernel scalar --quiet >/dev/null
cp again.ckpt again-renamed.ckpt
record rename again-renamed.ckpt elsewhere
exits 'a copy of another count' 0 \
  "$NQUEENS" merge fresh.ckpt again.ckpt again-renamed.ckpt -o m2.ckpt --json
is 'a copy of another count' findings.1.merged.tasks.confirmed="$all" \
  findings.2.merged.tasks.confirmed=0 findings.2.merged.tasks.known="$all"
# Nor a second time, when the first merge has kept no more of it than a name.
exits 'merged again' 0 "$NQUEENS" merge m2.ckpt again-renamed.ckpt -o m4.ckpt --json
is 'merged again' findings.1.merged.tasks.known="$all"
exits 'two copies before the other' 0 \
  "$NQUEENS" merge again-renamed.ckpt again.ckpt fresh.ckpt -o m5.ckpt --json
is 'two copies before the other' findings.2.merged.tasks.confirmed="$all"
# Tasks that took equally long, but by other searches, are two counts.
cp again.ckpt search.ckpt
record kernel search.ckpt plain
record nodes search.ckpt all 1234
exits 'another search that took as long' 0 "$NQUEENS" merge again.ckpt search.ckpt -o m6.ckpt --json
is 'another search that took as long' findings.1.merged.tasks.confirmed="$all"

echo '--- records that no search can have'
cp whole.ckpt odd.ckpt
record nodes odd.ckpt 5 0
record change odd.ckpt 5 1 9 -1
exits 'status' 3 "$NQUEENS" status odd.ckpt --json
is 'status' finished=false tasks_done=$((all - 2)) faults.length=1
expect_err 'status' 'has 2 impossible results: first that of task 5, whose count'
cp whole.ckpt idle.ckpt
record list whole.ckpt
full=$(awk '$2 > 0 { print $1; exit }' <<<"$value")
record nodes idle.ckpt "$full" 0
exits 'no nodes' 3 "$NQUEENS" verify idle.ckpt
expect_says 'no nodes' "that of task $full, whose 0 nodes cannot find"
exits 'merge' 3 "$NQUEENS" merge idle.ckpt fresh.ckpt -o m3.ckpt
exits 'certificate' 4 "$NQUEENS" certificate idle.ckpt
expect_err 'certificate' "is not finished: $((all - 1)) of $all tasks"
exits 'report' 3 "$NQUEENS" report idle.ckpt -o -
cp idle.ckpt repaired.ckpt
exits 'repaired' 0 "$NQUEENS" verify repaired.ckpt --repair
expect_says 'repaired' 'is repaired'
prints 'counted again' 2680 "$NQUEENS" resume repaired.ckpt --quiet
prints 'counted again without a repair' 2680 "$NQUEENS" resume idle.ckpt --quiet
exits 'after that' 0 "$NQUEENS" status idle.ckpt
job placed 8 --quantity placements
record change placed/placed.ckpt 0 2
exits 'placements' 3 "$NQUEENS" status placed/placed.ckpt
expect_err 'placements' 'nodes do not make the count'

echo '--- certificates'
# Some changes need this cut.
printf '[count]\nn = 14\ndepth = 5\norder = "rows"\ntasks = 510\n' >n14.toml
"$NQUEENS" count n14.toml --double-check --checkpoint n14.ckpt --quiet >/dev/null
"$NQUEENS" certificate n14.ckpt -o n14.cert 2>/dev/null
"$NQUEENS" certificate n14.second.ckpt -o n14.second.cert 2>/dev/null
"$NQUEENS" certificate whole.ckpt -o n11.cert 2>/dev/null
checks_out 'a true one' 0 n14.cert --task 0 1
expect_says 'a true one: what is not checked' "^taken on the author's word: started, ended"
expect_says 'a true one: the second count' "^taken on the author's word: second_count; --second"
checks_out 'with its second count' 0 n14.cert --second n14.second.cert
expect_true 'with its second count' [ "$(grep -c 'second_count;' <<<"$out")" -eq 0 ]
expect_says 'with its second count: the verdict' \
  '^no error found: none of [0-9]+ tasks was counted again; the second count agrees$'
checks_out 'the two swapped' 4 n14.second.cert --second n14.cert
expect_err 'the two swapped' \
  "it is the second count of 'n14.cert'; swap them: check.py n14.cert --second n14.second.cert"
checks_out 'a second count without one' 4 n11.cert --second n14.cert
expect_err 'a second count without one' 'it has no second count; leave out --second'
checks_out 'with another one' 4 n14.cert --second n11.cert
exits 'verify says it, too' 0 "$NQUEENS" verify n14.cert --sample 1
expect_says 'verify says it, too' "^said +n14.cert: second_count, started"

"${CC:-cc}" -O2 "$source_root/tests/certificate/check.c" -o check
exits 'a true one: check.c' 0 ./check n14.cert --task 0 1

# both_refuse WHAT CODE MESSAGE MESSAGE-OF-CHECK.C FILE OPTION...: both checkers, in one line.
both_refuse() {
  checks_out "$1" "$2" "${@:5}"
  expect_one_line "$1"
  expect_err "$1" "$3"
  exits "$1: check.c" "$2" ./check "${@:5}"
  expect_one_line "$1: check.c"
  expect_err "$1: check.c" "$4"
}

# forged WHAT MESSAGE MESSAGE-OF-VERIFY CHANGE...
# check.c knows neither the words nor the second count nor what turns leave as it is.
forged() {
  forge n14.cert forged.cert "${@:4}"
  checks_out "$1" 4 forged.cert --task 0 1
  expect_err "$1" "$2"
  run "$NQUEENS" verify forged.cert --sample 1
  expect_true "$1: verify: $code" matches "$code" '^[34]$'
  expect_says "$1: verify" "$3"
  run ./check forged.cert --task 0 1
  if [[ $1 =~ rule|divide|second\ count ]]; then
    expect_code "$1: check.c" 0
  else
    expect_code "$1: check.c" 4
    expect_one_line "$1: check.c"
  fi
}
more='there are more prefixes than it says'
forged 'without its last tasks' "$more" 'has [0-9]* prefixes where its rule gives more' drop=8
forged 'something above' 'above is 16; by the rule it is 0' 'has nothing above' above=16 \
  total=365612
forged 'too few prefixes' "$more" 'where its rule gives more' prefixes=7641
forged 'too many prefixes' 'prefixes is 7643; by the rule it is 7642' 'where its rule gives 7642' \
  prefixes=7643
forged 'another task' 'line [0-9]* is not that of task 1$' 'has no task of the prefix 15' '
15 =>
16 '
forged 'tasks' 'tasks is 7; by the rule' 'contradicts itself' tasks=7
forged 'nodes' 'nodes is 7; of its tasks it is' 'its nodes add up to' nodes=7
forged 'the rule' 'line [0-9]*: these are not the words for its job' \
  'these are not the words for its job' 'from the left=>from the right'
forged 'a rule with less' 'these are not the words' 'these are not the words' \
  'The weight is 8 / s.=>The weight is 4 / s.'
forged 'an odd count' 'is no multiple of 2' 'no multiple of 2' less=1 second_count=none
forged 'a total that four does not divide' 'four divides' 'published count is 365596' less=2 \
  second_count=none
forged 'a total that eight does not divide' 'eight divides' 'published count is 365596' less=4 \
  second_count=none
forged 'another second count' 'not the same count in another cut' 'numbers the same prefixes' \
  "second_count=365596 agrees $(sed -n 's/^job: //p' n14.cert)"
"$NQUEENS" count 8 --quantity placements --depth 3 --checkpoint p8.ckpt --quiet >/dev/null
"$NQUEENS" certificate p8.ckpt -o p8.cert 2>/dev/null
checks_out 'placements' 0 p8.cert --all
above=$(sed -n 's/^above: //p' p8.cert)
forge p8.cert above.cert above=$((above - 8)) less=-8 "total=$(sed -n 's/^total: //p' p8.cert)"
said="above is $((above - 8)); by the rule it is $above"
both_refuse 'less above' 4 "$said" "$said" above.cert
exits 'less above: verify' 4 "$NQUEENS" verify above.cert
"$NQUEENS" count 11 --board torus --checkpoint t11.ckpt --quiet >/dev/null
"$NQUEENS" certificate t11.ckpt -o t11.cert 2>/dev/null
forge t11.cert moved.cert move=2
both_refuse 'a torus' 4 'is no multiple of 22, as all weights are' 'is no multiple of 22' moved.cert
finds 4 unusable moved.cert 'is no multiple of 22, as the weights' verify moved.cert
# What only counting again shows, and where the published number is the judge.
forge n11.cert less.cert less=8
finds 3 disagrees less.cert 'adds up to 2672, but the published count is 2680' \
  verify less.cert --sample 1
# A second count that nobody has made is the author's word until its certificate is there.
invented=$(sed -n 's/^job: //p' n14.second.cert | sed 's/ depth=[0-9]*/ depth=7/')
forge n14.cert invented.cert "second_count=365596 agrees $invented" hosts=moon 'started=1969-07-20'
checks_out 'an invented second count' 0 invented.cert
expect_says 'an invented second count' "on the author's word: second_count"
checks_out 'an invented second count, asked for' 4 invented.cert --second n14.second.cert
expect_err 'an invented second count, asked for' 'its second count is not that of'

# The first count with other tasks is no second one; and what the author says is plain text.
other_cut=$(sed -n 's/^job: //p' n14.cert | sed 's/prefixes_per_task=[0-9]*/prefixes_per_task=99/')
forged 'a second count that is the first' 'not the same count in another cut' \
  'numbers the same prefixes' "second_count=365596 agrees $other_cut"
forge n14.cert red.cert "started=$(printf '\033')[31mred"
checks_out 'what is no plain text' 4 red.cert
expect_err 'what is no plain text' 'in plain text'

# What nobody can count to the end: they stop where there is more than the header says.
forge_of_32() {
  "$python" -IS - "$source_root" "$@" <<'END'
import sys
root, quantity, depth, above, path = sys.argv[1:]
sys.dont_write_bytecode = True
sys.path[:0] = [f"{root}/tests/support", f"{root}/tests/certificate"]
import forge
from check import Rule
from words import words_of
job = (f"n=32 board=square quantity={quantity} symmetry=none depth={depth}"
       " prefixes_per_task=1 stream=1")
lines = [f"job: {job}", "prefixes: 1", "tasks: 1", f"above: {above}", f"total: {int(above) + 2}",
         "second_count: none", "nodes: 5", "count_sha256: ", "table_sha256: ", *words_of(Rule(job)),
         "table: FIRST_PREFIX COUNT NODES", "0 2 5"]
with open(path, "w") as file:
    file.write(forge.sealed(["nqueens certificate 3", *lines]))
END
}
for depth in 8 20; do
  forge_of_32 solutions $depth 0 endless.cert
  both_refuse "solutions, depth $depth" 4 "$more" "$more" endless.cert
done
forge_of_32 placements 8 7 endless.cert
both_refuse 'placements' 4 "$more" "$more" endless.cert --all
# Hardly any of so many prefixes is in reach, and memory is taken as tasks come.
forge_of_32 solutions 32 0 endless.cert
forge endless.cert endless.cert prefixes=999999999 'per_task=1=>per_task=999999999'
# shellcheck disable=SC2016
exits 'no end of lines: check.c' 4 bash -c '{ head -n 11 n14.cert; yes "# x"; } | ./check -'
expect_err 'no end of lines: check.c' 'line 3001 is not that of the table'
exits 'no end of prefixes: check.c' 5 ./check endless.cert
expect_err 'no end of prefixes: check.c' 'takes too long'
each=$(sed -n 's/^job: .* prefixes_per_task=\([0-9]*\).*/\1/p' n11.cert)
forge n11.cert many.cert prefixes="${each}0000000" tasks=10000000
exits 'many tasks: check.c' 4 bash -c 'ulimit -v 100000 && ./check many.cert --all'
expect_err 'many tasks: check.c' 'no number in line'
forge n11.cert endless.cert prefixes=1000000001 tasks=1000000001
both_refuse 'prefixes without end' 4 'line 3 has too large a number' 'do not make the tasks' \
  endless.cert

# What the author says has an end, too.
said=$(sed -n '/^started: /,/^certificate by: /p' n11.cert | wc -l)
# say_more NUMBER LINE: so many times before what the author says.
say_more() {
  forge n11.cert long.cert "started: =>$(yes "$2" | head -n "$1")"$'\n''started: '
}
much='line [0-9]*: too much about where its count comes from'
say_more $((1000 - said)) 'moon: full'
checks_out '1000 lines of provenance' 0 long.cert
say_more $((1001 - said)) 'moon: full'
checks_out '1001 lines of provenance' 4 long.cert
expect_err '1001 lines of provenance' "$much"
exits 'what the author says: check.c skips it' 0 ./check long.cert
say_more 1 '#'
checks_out 'a rule with one line more' 4 long.cert
expect_err 'a rule with one line more' "$much"
say_more 1001 '#'
checks_out 'a rule without end' 4 long.cert
expect_err 'a rule without end' "$much"

# A field that is a number where none belongs, one that says too much, and one that would move the
# cursor of a terminal.
own_hash=$(sed -n 's/^count_sha256: //p' n11.cert)
for hash in "${own_hash}0" "${own_hash}junk" "${own_hash^^}" 5 $'\033[2K'; do
  sed "s/^count_sha256: .*/count_sha256: $hash/" n11.cert >field.cert
  both_refuse "the hash $(printf %q "$hash")" 4 'line 9 does not say its count_sha256' \
    'line 9 has no hash|has not the SHA-256 of all before' field.cert
done
forge n11.cert field.cert second_count=5
checks_out 'a second count of 5' 4 field.cert
expect_err 'a second count of 5' 'the second count does not agree with the total'
forge n11.cert field.cert 'second_count=2680 agrees n=zzz'
checks_out 'a second count of zzz' 4 field.cert
expect_err 'a second count of zzz' 'names an impossible job'
# The grammar of docs/certificate.md, and what lies beside it.
run_python "$source_root/tests/support/headers.py" "$NQUEENS" ./check
expect_code "headers: $out$err" 0

# What is wrong with the second file is told of that one.
forge n14.second.cert broken.cert nodes=7
checks_out 'a second file that is damaged' 4 n14.cert --second broken.cert
expect_err 'a second file that is damaged' "^'broken.cert' cannot be used: nodes is 7"
checks_out 'a second file that is missing' 4 n14.cert --second no.cert
expect_err 'a second file that is missing' "^'no.cert' cannot be used: No such file"
checks_out 'neither is a second count' 4 n11.cert --second broken.cert
expect_err 'neither is a second count' "^'broken.cert' cannot be used: nodes is 7"

# Tiny boards have no second count, and their certificates say none.
for options in 2 3 '3 --board torus' '2 --quantity placements'; do
  # shellcheck disable=SC2086
  "$NQUEENS" count $options --double-check --checkpoint tiny.ckpt --fresh --quiet >/dev/null
  "$NQUEENS" certificate tiny.ckpt -o tiny.cert 2>/dev/null
  exits "tiny: $options" 0 "$NQUEENS" verify tiny.cert
  checks_out "tiny: $options" 0 tiny.cert --all
done

finish
