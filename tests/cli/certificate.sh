#!/usr/bin/env bash
# Certificates from the outside: made of finished jobs of every kind, counted again by
# tests/certificate/check.py.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"

# checks_out WHAT CODE ARGUMENT...: what check.py says, which takes nothing from the program.
checks_out() {
  run_python "$source_root/tests/certificate/check.py" "${@:3}"
  expect_code "$1" "$2"
}

# certify NAME OPTION...: counts, and leaves NAME.cert.
certify() {
  exits "count ${*:2}" 0 "$NQUEENS" count "${@:2}" --quiet --checkpoint "$1.ckpt"
  counted=$out
  exits "certificate of ${*:2}" 0 "$NQUEENS" certificate "$1.ckpt" -o "$1.cert"
  expect_in "$1.cert" "total of ${*:2}" "^total: $counted\$"
}

# Small jobs of every kind, all of them counted again.
while read -r name options; do
  # shellcheck disable=SC2086
  certify "$name" $options
  checks_out "$options, counted again" 0 "$name.cert" --all
  rest_of "$name.cert" 'groups: '
  expect_times "$options: everything was counted again" "$value" ' confirmed$'
done <<'END'
one 1
two 2
even 8
even10 10
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
torusnone 7 --board torus --symmetry none
amazons1 1 --piece amazon
amazons10 10 --piece amazon
amazons11 11 --piece amazon --depth 3
amazonsmirror 10 --piece amazon --symmetry mirror
amazonsnone 10 --piece amazon --symmetry none
placed1 1 --quantity placements
placed8 8 --quantity placements
placed9 9 --quantity placements --depth 2
placednone 7 --quantity placements --symmetry none --depth 7
END

# A larger one, three of its groups.
certify large 14 --depth 5
expect_in large.cert 'large: groups of several prefixes' '^group 0 [1-9]'
rest_of large.cert 'groups: '
last=$((value - 1))
checks_out 'three groups' 0 large.cert --group 0 $((last / 2)) $last
expect_times 'three groups' 3 ' confirmed$'
expect_true 'three groups: the verdict' \
  [ "${out##*$'\n'}" = "right: 3 of $((last + 1)) groups were counted again" ]
exits 'list of groups' 0 "$python" "$source_root/tests/certificate/check.py" large.cert
expect_times 'list of groups' $((last + 1)) '^group '
expect_true 'list of groups: the verdict' \
  [ "${out##*$'\n'}" = 'no fault found; no group was counted again' ]
checks_out 'a group that is not there' 2 large.cert --group $((last + 1))

# By hand, as docs/certificate.md says.
expect_true 'SHA-256 by hand' \
  [ "$(head -n -1 large.cert | sha256sum | cut -d' ' -f1)" \
  = "$(sed -n 's/^sha256: //p' large.cert)" ]
sum=$(awk '$1 == "above:" { sum += $2 }
  $1 == "group" { sum += $4 }
  END { printf "%.0f\n", sum }' large.cert)
expect_true 'sum by hand' [ "$sum" = "$(sed -n 's/^total: //p' large.cert)" ]
line=$(grep '^group 0 ' large.cert)
by_hand=$( (grep '^job: ' large.cert && echo "${line% *}") | sha256sum | cut -c1-16)
expect_true 'checksum of a group by hand' [ "$by_hand" = "${line##* }" ]

# What is counted has one hash: by another kernel, in another order, as parts on other threads,
# after another start; in the file, on stdout, in the result and from check.py.
rest_of large.cert 'count_sha256: '
hash=$value
expect_true 'the hash by hand' [ "$hash" = \
  "$(sed '1d; /^#/d; /^count_sha256:/,$d' large.cert | sha256sum | cut -d' ' -f1)" ]
checks_out 'the hash by check.py' 0 large.cert
expect_says 'the hash by check.py' "^count_sha256: $hash$"
expect_in large.result.json 'the hash in the result' "\"count_sha256\":\"$hash\""
for part in 1/2 2/2; do
  "$NQUEENS" count 14 --depth 5 --part $part --threads 3 --kernel plain --quiet \
    --checkpoint "part-${part%/*}.ckpt" >/dev/null
done
"$NQUEENS" merge part-1.ckpt part-2.ckpt -o parts.ckpt >/dev/null
"$NQUEENS" count 14 --depth 5 --kernel scalar --check-fraction 1 --slice-seconds 0.001 --quiet \
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
run "$NQUEENS" certificate even.ckpt -o same.cert
expect_times 'another count has another hash' 0 "$hash"
expect_true 'another file by another kernel' [ "$("$NQUEENS" certificate parts.ckpt 2>/dev/null |
  tail -n 1)" != "$(tail -n 1 large.cert)" ]
run "$NQUEENS" count 14 --depth 5 --part 1/2 --json
expect_says 'a part has no hash' '"count_sha256":null'

# The second count is in it.
exits 'count twice' 0 "$NQUEENS" count 14 --depth 5 --double-check --checkpoint twice.ckpt --json
expect_says 'count twice' '"count_sha256":"[0-9a-f]{64}"'
look_up count_sha256
of_result=$value
exits 'certificate of both' 0 "$NQUEENS" certificate twice.ckpt -o twice.cert
expect_out 'certificate of both: the hash' "count_sha256: $of_result"
expect_true 'certificate of both: another hash' [ "$of_result" != "$hash" ]
expect_in twice.cert 'certificate of both: the second count' \
  '^second_count: 365596 agrees n=14 .* depth=[0-9]+ '
checks_out 'certificate of both, checked' 0 twice.cert
cat >change.py <<'END_OF_CHANGE'
import hashlib
body = open("twice.cert").read().rpartition("sha256: ")[0].replace("365596 agrees", "365597 agrees")
lines = body.partition("count_sha256: ")[0].splitlines(keepends=True)
counted = hashlib.sha256("".join(line for line in lines[1:] if line[0] != "#").encode()).hexdigest()
head, _, tail = body.partition("count_sha256: ")
body = head + "count_sha256: " + counted + tail[64:]
digest = hashlib.sha256(body.encode()).hexdigest()
open("differs.cert", "w").write(body + "sha256: " + digest + "\n")
END_OF_CHANGE
run_python change.py
checks_out 'a second count that differs' 4 differs.cert
expect_err 'a second count that differs' 'the second count does not agree with the total'
refuse 4 'has a second count in line 9 that does not agree with its total' \
  verify --certificate differs.cert

# Older files.
sed '1s/2/1/' large.cert >old.cert
refuse 4 "is of format 1, older than this program's 2; make it again from its checkpoint" \
  verify --certificate old.cert
checks_out 'an older format' 4 old.cert
expect_err 'an older format' 'not a whole certificate of format 2; make it again'

# One digit changed.
sed -E '0,/^(group 0 .* [0-9]*)[0-8]( [0-9a-f]{16})$/s//\19\2/' large.cert >changed.cert
expect_true 'one digit was changed' [ "$(cmp -l large.cert changed.cert | wc -l)" -eq 1 ]
checks_out 'one digit changed' 4 changed.cert
expect_err 'one digit changed' 'SHA-256'

# A liar who makes all checksums anew and keeps the total is found by counting, and nowhere else.
ask run "$source_root/tests/support/lie.py" even10.cert lie.cert
checks_out 'a lie with right checksums' 0 lie.cert
checks_out 'groups that are true' 0 lie.cert --group 2 4
checks_out 'a group that is not true' 3 lie.cert --group 3 4
expect_says 'a group that is not true' 'group 3, .*CONFLICT: counted [0-9]'
checks_out 'all groups of a lie' 3 lie.cert --all
expect_times 'two groups are not true' 2 CONFLICT

run_part 20 count 16 --threads 1 --checkpoint part.ckpt
refuse 4 "checkpoint 'part.ckpt' is not finished: [0-9]+ of [0-9]+ tasks are done; go on with" \
  certificate part.ckpt -o part.cert
expect_true 'no file of it' [ ! -e part.cert ]
refuse 4 "checkpoint 'nothing.ckpt' does not exist" certificate nothing.ckpt
refuse 4 "is a certificate, not a checkpoint; check it with 'nqueens verify --certificate'" \
  certificate large.cert
cp large.cert large.cert.ckpt
cp large.ckpt large.cert.ckpt.1 # an older generation is no reason to set a certificate aside
for how in status resume verify report 'merge part.ckpt -o no.ckpt' 'count 10 --checkpoint' \
  'count 10 --dry-run --checkpoint'; do
  # shellcheck disable=SC2086
  refuse 4 "^nqueens: 'large.cert.ckpt' is a certificate, not a checkpoint; [^;]*--certificate'$" \
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
