#!/usr/bin/env bash
# Certificates from the outside: made of finished jobs of every kind, counted again by
# tests/certificate/check.py and check.c.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"
source "$source_root/tests/support/findings.sh"

# checks_out WHAT CODE ARGUMENT...: what check.py says, which takes nothing from the program.
checks_out() {
  run_python "$source_root/tests/certificate/check.py" "${@:3}"
  expect_code "$1" "$2"
}

# c_checks_out WHAT CODE ARGUMENT...: what check.c says.
c_checks_out() {
  exits "check.c: $1" "$2" ./check "${@:3}"
}
"${CC:-cc}" -O2 -Wall -Wextra -Werror "$source_root/tests/certificate/check.c" -o check ||
  fail 'check.c is built without warnings'

# certify NAME OPTION...: counts, and leaves NAME.cert.
certify() {
  exits "count ${*:2}" 0 "$NQUEENS" count "${@:2}" --quiet --checkpoint "$1.ckpt"
  counted=$out
  exits "certificate of ${*:2}" 0 "$NQUEENS" certificate "$1.ckpt" -o "$1.cert"
  expect_in "$1.cert" "total of ${*:2}" "^total: $counted\$"
}

# Small jobs of every kind, all of them counted again; solutions by both orders of lines.
# recounted NAME OPTION...
recounted() {
  certify "$@"
  local what="${*:2}" name=$1
  checks_out "$what, counted again" 0 "$name.cert" --all
  rest_of "$name.cert" 'tasks: '
  expect_times "$what: everything was counted again" "$value" ' confirmed$'
  c_checks_out "$what" 0 "$name.cert" --all
  expect_times "$what: check.c" "$value" ' confirmed$'
  exits "$what: verify" 0 "$NQUEENS" verify "$name.cert" --sample 1 --json --quiet
  expect_says "$what: nodes are those of this search" '"nodes_differ":0,'
}
while read -r name options; do
  if [[ $options =~ placements ]]; then
    # shellcheck disable=SC2086
    recounted "$name" $options
    continue
  fi
  # shellcheck disable=SC2086
  recounted "$name" $options --order rows
  # shellcheck disable=SC2086
  recounted "fewest-$name" $options --order fewest
done <<'END'
one 1
two 2
even 8
even10 10
twelve 12 --depth 5
odd 9
odd7 7 --depth 0
deep 8 --depth 5
deeper 9 --depth 7
whole 6 --depth 6
mirror 8 --symmetry mirror
mirror9 9 --symmetry mirror --depth 1
none 8 --symmetry none --depth 2
none0 7 --symmetry none --depth 0
torus1 1 --board torus
torus7 7 --board torus
torus8 8 --board torus --depth 4
torus11 11 --board torus --depth 3
torusmirror 7 --board torus --symmetry mirror
torusmirror8 8 --board torus --symmetry mirror --depth 4
torus2 2 --board torus
torusnone 7 --board torus --symmetry none
amazons1 1 --piece amazon
amazons10 10 --piece amazon
amazons11 11 --piece amazon --depth 3
amazonsmirror 10 --piece amazon --symmetry mirror
amazonsnone 10 --piece amazon --symmetry none
half1 1 --fixed-by half-turn
half8 8 --fixed-by half-turn --depth 3
half13 13 --fixed-by half-turn --symmetry none
quarter12 12 --fixed-by quarter-turn
quarter17 17 --fixed-by quarter-turn --depth 9
amazonshalf12 12 --fixed-by half-turn --piece amazon
amazonsquarter16 16 --fixed-by quarter-turn --piece amazon --depth 5
placed1 1 --quantity placements
placed8 8 --quantity placements
placed9 9 --quantity placements --depth 2
placednone 7 --quantity placements --symmetry none --depth 7
END

# A larger one, three of its tasks.
printf '[count]\nn = 14\ndepth = 5\norder = "rows"\ntasks = 510\n' >n14.toml
certify large n14.toml
expect_in large.cert 'large: tasks of several prefixes' '^15 [1-9]'
rest_of large.cert 'tasks: '
last=$((value - 1))
for checker in checks_out c_checks_out; do
  $checker 'three tasks' 0 large.cert --task 0 $((last / 2)) $last
  expect_times "$checker: three tasks" 3 ' confirmed$'
  expect_true "$checker: three tasks: the verdict" \
    [ "${out##*$'\n'}" = "no error found: 3 of $((last + 1)) tasks were counted again" ]
  $checker 'no task' 0 large.cert
  expect_true "$checker: no task: the verdict" \
    [ "${out##*$'\n'}" = "no error found: none of $((last + 1)) tasks was counted again" ]
  $checker 'a task that is not there' 2 large.cert --task $((last + 1))
done

# Tasks that are about even: all draws are of all alike, for the program and both checkers.
# drawn TEXT: the numbers of tasks in the lines of a checker.
drawn() { sed -nE 's/.*task ([0-9]+): [0-9]+ confirmed$/\1/p' <<<"$1" | tr '\n' ' '; }
certify even14 14 --depth 5 --order fewest
exits 'even tasks' 0 "$NQUEENS" verify even14.cert --sample 40 --seed 1
misses='a sample of this size misses an error in'
promise="40 draws, seed '1'\)?: $misses 7.22? % of the tasks once in 20"
expect_says 'even tasks: verify' "^counted .* tasks confirmed \\($promise times\$"
exits 'even tasks' 0 "$NQUEENS" verify even14.cert --sample 40 --seed 1 --json --quiet
expected=$(sed -E 's/.*"drawn":\[([0-9,]*)\].*/\1/; s/,/ /g' <<<"$out")' '
for checker in checks_out c_checks_out; do
  $checker 'even tasks' 0 even14.cert --sample 40 --seed 1
  expect_true "$checker: even tasks" [ "$(drawn "$out")" = "$expected" ]
  expect_says "$checker: even tasks" "^$promise times\$"
done

# By hand, as docs/certificate.md says.
expect_true 'SHA-256 by hand' \
  [ "$(head -n -1 large.cert | sha256sum | cut -d' ' -f1)" \
  = "$(sed -n 's/^sha256: //p' large.cert)" ]
table() { sed '1,/^table: /d; /^sha256: /d' large.cert; }
sum=$(table | awk '{ sum += $2 }
  END { printf "%.0f\n", sum }')
expect_true 'sum by hand' [ "$sum" = "$(sed -n 's/^total: //p' large.cert)" ]
expect_true 'SHA-256 of the table by hand' [ "$(table | sha256sum | cut -d' ' -f1)" = \
  "$(sed -n 's/^table_sha256: //p' large.cert)" ]

# A sample that nobody chose is the same for the program and both checkers, packed or not.
gzip -k large.cert
for seed in "$(printf '\xc3\xa4 \xff')" 'the weather of 1 May' 1; do
  exits "sample: $seed" 0 "$NQUEENS" verify large.cert --sample 25 --seed "$seed" \
    --json --quiet
  expected=$(sed -E 's/.*"drawn":\[([0-9,]*)\].*/\1/; s/,/ /g' <<<"$out")' '
  expect_true "sample: $seed: some tasks: $expected" [ "$(wc -w <<<"$expected")" -gt 15 ]
  exits "sample, packed: $seed" 0 "$NQUEENS" verify large.cert.gz --sample 25 \
    --seed "$seed" --json --quiet
  expect_says "sample, packed: $seed" "\"drawn\":\[${expected%% *},"
  run "$python" "$source_root/tests/certificate/check.py" large.cert.gz --sample 25 --seed "$seed"
  expect_true "check.py: $seed" [ "$(drawn "$out")" = "$expected" ]
  c_checks_out "$seed" 0 large.cert --sample 25 --seed "$seed"
  expect_true "check.c: $seed" [ "$(drawn "$out")" = "$expected" ]
done
promise="25 draws, .*: $misses 22(.1)? % of the tasks "
promise+="\\(or of the work, 2[01](.6)? %, if the author's NODES are true\\) once in 20 times\$"
expect_says 'check.c: what follows' "$promise"
c_checks_out 'a packed one' 4 large.cert.gz
expect_err 'a packed one' 'it is packed: zcat FILE . check -$'
checks_out 'what follows' 0 large.cert --sample 25 --seed 1
expect_says 'check.py: what follows' "$promise"
exits 'what follows: verify' 0 "$NQUEENS" verify large.cert --sample 25 --seed 1
expect_says 'what follows: verify' "^counted .* of $((last + 1)) tasks confirmed \($promise"

# What no sample can be.
for checker in checks_out c_checks_out; do
  for number in 0 -5 5x 10000001 18446744073709551615 99999999999999999999999; do
    $checker "$number draws" 2 large.cert --sample "$number"
    expect_one_line "$checker: $number draws"
    expect_err "$checker: $number draws" "'$number' is not a number from 1 to 10000000"
  done
  $checker 'no words' 2 large.cert --sample 5 --seed ''
  expect_one_line "$checker: no words"
  expect_err "$checker: no words" '--seed(: there are no words| is empty; give a value)$'
done

refuse 2 '--seed is empty; give a value$' verify large.cert --seed ''

# What is counted has one hash: by another kernel, in another order, as parts on other threads,
# after another start; in the file, on stdout, in the result and from check.py.
rest_of large.cert 'count_sha256: '
hash=$value
expect_true 'the hash by hand' [ "$hash" = \
  "$( (sed -n 2,6p large.cert && table | cut -d' ' -f-2) | sha256sum | cut -d' ' -f1)" ]
checks_out 'the hash by check.py' 0 large.cert
expect_says 'the hash by check.py' "^count_sha256: $hash$"
c_checks_out 'the hash' 0 large.cert
expect_says 'the hash by check.c' "^count_sha256: $hash$"
expect_in large.result.json 'the hash in the result' "\"count_sha256\":\"$hash\""
for part in 1/2 2/2; do
  "$NQUEENS" count n14.toml --part $part --threads 3 --kernel plain --quiet \
    --checkpoint "part-${part%/*}.ckpt" >/dev/null
done
"$NQUEENS" merge part-1.ckpt part-2.ckpt -o parts.ckpt >/dev/null
"$NQUEENS" count n14.toml --kernel scalar --check-fraction 1 --slice-seconds 0.001 --quiet \
  --checkpoint slices.ckpt >/dev/null
run "$NQUEENS" resume large.ckpt --quiet
for same in large parts slices; do
  prints "the hash of $same" "count_sha256: $hash" "$NQUEENS" certificate $same.ckpt -o same.cert
  expect_true "the hash of $same: nothing else" [ -z "$err" ]
  prints "$same on stdout" "$(<same.cert)" "$NQUEENS" certificate $same.ckpt
  prints "$same on stdout, by its name" "$(<same.cert)" \
    "$NQUEENS" certificate $same.ckpt -o /dev/stdout
  expect_in same.cert "the hash of $same in the file" "^count_sha256: $hash\$"
done
exits 'another count' 0 "$NQUEENS" certificate even.ckpt -o another.cert
expect_times 'another count has another hash' 0 "$hash"
expect_true 'another file by another kernel' [ "$("$NQUEENS" certificate parts.ckpt 2>/dev/null |
  tail -n 1)" != "$(tail -n 1 large.cert)" ]
run "$NQUEENS" count 14 --depth 5 --part 1/2 --json
expect_says 'a part has no hash' '"count_sha256":null'

# The second count is in it.
exits 'count twice' 0 "$NQUEENS" count n14.toml --double-check --checkpoint twice.ckpt --json
expect_says 'count twice' '"count_sha256":"[0-9a-f]{64}"'
look_up count_sha256
of_result=$value
exits 'certificate of both' 0 "$NQUEENS" certificate twice.ckpt -o twice.cert
expect_out 'certificate of both: the hash' "count_sha256: $of_result"
expect_true 'certificate of both: the same count' [ "$of_result" = "$hash" ]
expect_in twice.cert 'certificate of both: the second count' \
  '^second_count: 365596 agrees n=14 .* depth=[0-9]+ '
checks_out 'certificate of both, checked' 0 twice.cert
ask run "$source_root/tests/support/forge.py" twice.cert differs.cert '365596 agrees=>365597 agrees'
checks_out 'a second count that differs' 4 differs.cert
expect_err 'a second count that differs' 'the second count does not agree with the total'
finds 4 unusable differs.cert 'has a second count in line 7 that does not agree with its total' \
  verify differs.cert
# The other order of lines makes other prefixes of the same depth, unless no line is filled by it.
# as_second NAME: the job of a certificate as the second count of its twin.
as_second() {
  rest_of "$1.cert" 'job: '
  ask run "$source_root/tests/support/forge.py" "fewest-$1.cert" other.cert \
    "second_count=$(sed -n 's/^total: //p' "$1.cert") agrees $value"
}
as_second deep
checks_out 'a second count by the other order' 0 other.cert
exits 'a second count by the other order' 0 "$NQUEENS" verify other.cert --sample 1
as_second odd7
checks_out 'the other order of no lines' 4 other.cert
expect_err 'the other order of no lines' 'not the same count in another cut'
finds 4 unusable other.cert 'numbers the same prefixes' verify other.cert

# Older files.
sed '1s/3/2/' large.cert >old.cert
finds 4 unusable old.cert \
  "is of format 2, older than this program's 3; make it again from its checkpoint" verify old.cert
checks_out 'an older format' 4 old.cert
expect_err 'an older format' 'not a certificate of format 3 or 4; make it again'
c_checks_out 'an older format' 4 old.cert

# What is damaged, packed or not: all three refuse it.
# refused WHAT FILE
refused() {
  finds 4 unusable "$2" '' verify "$2"
  checks_out "$1" 4 "$2"
  expect_one_line "$1"
  if [[ $2 != *.gz ]]; then
    c_checks_out "$1" 4 "$2"
    expect_one_line "$1: check.c"
  fi
}
sed -E '0,/^15 [0-9]*[02468] /s//15 10000000 /' large.cert >changed.cert
refused 'a changed count' changed.cert
sed '/^30 /d' large.cert >missing.cert
refused 'a task that is missing' missing.cert
sed '/^30 /p' large.cert >double.cert
refused 'a task twice' double.cert
sed 's/$/\r/' large.cert >windows.cert
refused 'other line endings' windows.cert
(cat large.cert && echo more) >longer.cert
refused 'something after the end' longer.cert
head -c 9000 large.cert >shorter.cert
refused 'cut short' shorter.cert
sed "s/^15 [0-9]* /15 $(printf '9%.0s' {1..60}) /" large.cert >huge.cert
refused 'a huge number' huge.cert
sed 's/^table_sha256: ./table_sha256: x/' large.cert >hash.cert
refused 'another hash' hash.cert
head -c 3000 large.cert.gz >shorter.cert.gz
refused 'packed and cut short' shorter.cert.gz
(cat large.cert.gz && echo more) >longer.cert.gz
refused 'packed, and more after it' longer.cert.gz
exits 'packed, without gzip' 4 env PATH=/nowhere "$NQUEENS" verify large.cert.gz
expect_true 'packed, without gzip' line unusable large.cert.gz \
  'is packed, and the program gzip cannot be started'
refuse 2 "pack it with 'nqueens certificate large.ckpt | gzip >x.cert.gz'" \
  certificate large.ckpt -o x.cert.gz

# Words, the order and a number of a prefix, by a forger who makes all hashes anew. check.c compares
# no words.
while IFS='|' read -r by_c change; do
  ask run "$source_root/tests/support/forge.py" fewest-twelve.cert forged.cert \
    "$(printf '%b' "$change")"
  finds 4 unusable forged.cert '' verify forged.cert
  checks_out "$change" 4 forged.cert
  expect_one_line "$change"
  c_checks_out "$change" "$by_c" forged.cert
done <<'END'
0|with the fewest=>with the most
0|The draw is task x mod=>The draw is task 1 mod
4| order=fewest=>
4|\n3 =>\n4 
END

# A liar who makes all hashes anew and keeps the total is found by counting, and nowhere else.
ask run "$source_root/tests/support/forge.py" even10.cert lie.cert lie=8
for checker in checks_out c_checks_out; do
  $checker 'a lie with right hashes' 0 lie.cert
  $checker 'tasks that are true' 0 lie.cert --task 2 4
  $checker 'a task that is not true' 3 lie.cert --task 3 4
  expect_says "$checker: a task that is not true" 'task 3: .*CONFLICT: counted [0-9]'
done
for name in even10 fewest-odd torus11 fewest-torus11 fewest-amazons10 half13 fewest-quarter17 \
  placed8; do
  moved=2
  [[ ! $name =~ torus ]] || moved=22
  ask run "$source_root/tests/support/forge.py" $name.cert lie.cert move=$moved
  for checker in checks_out c_checks_out; do
    $checker "$name: all tasks of a lie" 3 lie.cert --all
    expect_times "$checker: $name: two tasks are not true" 2 CONFLICT
  done
  exits "$name: all tasks of a lie: verify" 3 "$NQUEENS" verify lie.cert --all
done

# What a sample shows leans on nodes only if they are those of the tasks that are counted again.
certify sixteen 16 --order rows
by_tasks="20 draws, seed '1'\\): $misses 25.9 % of the tasks once in 20"
for change in each=1 heavy=1000000000000000; do
  ask run "$source_root/tests/support/forge.py" sixteen.cert "$change.cert" $change
  exits "$change" 0 "$NQUEENS" verify "$change.cert" --sample 20 --seed 1
  expect_says "$change" " tasks confirmed \\($by_tasks"
  expect_says "$change" '^said .*: nodes differ in [0-9]+ of [0-9]+ tasks: .*; the share of tasks'
  exits "$change, all" 0 "$NQUEENS" verify "$change.cert" --all
  expect_says "$change, all" \
    '^said .*: nodes differ in [1-9][0-9]* of [0-9]+ tasks: .* or they are false$'
done
exits 'from a pipe' 0 "$NQUEENS" verify <(cat each=1.cert) --sample 20 --seed 1
expect_says 'from a pipe' '^said .*: nodes differ in ([0-9]+) of \1 tasks'
exits 'another search' 0 "$NQUEENS" verify sixteen.cert --sample 20 --seed 1 \
  --kernel scalar --json
expect_says 'another search' '"checked":([0-9]+),.*"nodes_differ":\1,'

run_part 20 count 16 --threads 1 --checkpoint part.ckpt
refuse 4 "checkpoint 'part.ckpt' is not finished: [0-9]+ of [0-9]+ tasks are done; go on with" \
  certificate part.ckpt -o part.cert
expect_true 'no file of it' [ ! -e part.cert ]
refuse 4 "checkpoint 'nothing.ckpt' does not exist" certificate nothing.ckpt
refuse 4 "is a certificate, not a checkpoint; check it with 'nqueens verify'" \
  certificate large.cert
cp large.cert large.cert.ckpt
cp large.ckpt large.cert.ckpt.1 # an older generation is no reason to set a certificate aside
for how in status resume report 'merge part.ckpt -o no.ckpt' 'count 10 --checkpoint'; do
  # shellcheck disable=SC2086
  refuse 4 "^nqueens: 'large.cert.ckpt' is a certificate, not a checkpoint; check .*compare'$" \
    $how large.cert.ckpt
done
expect_true 'a certificate stays' cmp large.cert large.cert.ckpt
refuse 2 'is a certificate, not a job file' count large.cert
refuse 2 'CHECKPOINT is missing' certificate
refuse 2 "cannot write 'no/large.cert'" certificate large.ckpt -o no/large.cert
if [ -e /dev/full ]; then
  refuse 1 'No space left on device' certificate large.ckpt -o /dev/full
fi
"$NQUEENS" certificate large.ckpt 2>err.txt | head -n 1 >/dev/null
code=${PIPESTATUS[0]} err=$(<err.txt)
expect_code 'a reader that has had enough' 0
expect_true 'a reader that has had enough' [ -z "$err" ]
finish
