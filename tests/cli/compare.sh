#!/usr/bin/env bash
# `compare`: two certificates of one count, from the outside. tests/evidence/hold_test.cpp has more
# cuts.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"
source "$source_root/tests/support/findings.sh"

# certify NAME TASKS N OPTION...: leaves NAME.cert.
certify() {
  printf '[count]\nn = %s\ntasks = %s\n' "$3" "$2" >job.toml
  exits "count ${*:3}" 0 "$NQUEENS" count job.toml "${@:4}" --quiet --checkpoint "$1.ckpt"
  exits "certificate of ${*:3}" 0 "$NQUEENS" certificate "$1.ckpt" -o "$1.cert"
}

# compared WHAT TEXT FILE FILE: two that agree, and what is said of their tasks. Without a text the
# totals alone can be compared.
compared() {
  exits "$1" 0 "$NQUEENS" compare "${@:3}"
  expect_true "$1: $out" line proved "$4" "${2:-its total is that of $3}"
  [ -n "$2" ] || expect_times "$1: its total alone" 0 ' the sums? of '
}

certify first 100000 12 --depth 4
refuse 2 'compare takes CERTIFICATE CERTIFICATE, and 1 of them is given' compare first.cert
refuse 2 'and 3 of them are given' compare first.cert first.cert first.cert
finds 4 unusable first.ckpt \
  "is a checkpoint, not a certificate; 'nqueens certificate' makes one of it" \
  compare first.cert first.ckpt
certify same 100000 12 --depth 4 --kernel scalar
certify deeper 100000 12 --depth 6
certify mirror 1000 12 --symmetry mirror
certify placed 1000 8 --quantity placements --depth 2
rest_of first.cert 'tasks: '
tasks=$value

compared 'another kernel' 'its tasks are those of first.cert' first.cert same.cert
gzip -k same.cert
compared 'packed' 'its tasks are those of first.cert' first.cert same.cert.gz
for pair in 'first deeper' 'deeper first'; do
  read -r one other <<<"$pair"
  compared "$pair" '([0-9]+) of \1 segments, of up to [0-9]+ and [0-9]+ task' \
    "$one.cert" "$other.cert"
  # A task whose prefixes all come to a dead end above those of the other has no border.
  [[ $out =~ ' of '([0-9]+)' segments' ]]
  segments=${BASH_REMATCH[1]}
  expect_true "$pair: borders" [ "$segments" -gt $((tasks * 9 / 10)) ]
done
compared 'another symmetry' '' first.cert mirror.cert

# Two tasks of a liar differ, whatever the other is cut like.
ask run "$source_root/tests/support/forge.py" first.cert lie.cert lie=8
finds 3 disagrees same.cert "$((tasks - 2)) of $tasks tasks have the sums of lie.cert" \
  compare lie.cert same.cert
expect_times 'a lie' 2 'same.cert: CONFLICT: task [35]: [0-9]*, but task [35] of lie.cert: [0-9]*$'
expect_times 'a lie: the total' 0 'adds up to [0-9]+, but'
finds 3 disagrees deeper.cert \
  "$((segments - 2)) of $segments segments, of up to [0-9]+ and [0-9]+ tasks, have" \
  compare lie.cert deeper.cert
expect_says 'a lie, deeper' \
  'CONFLICT: tasks [0-9]+ to [0-9]+: [0-9]*, but task 3 of lie.cert: [0-9]*$'
exits 'a lie, as JSON' 3 "$NQUEENS" compare same.cert lie.cert --json
is 'a lie, as JSON' 'findings.*.held.segments'="$tasks" 'findings.*.held.differ'=2 \
  'findings.*.differs.second.last_task'=$'3\n5' exit_code=3
ask run "$source_root/tests/support/forge.py" first.cert less.cert less=8
finds 3 disagrees mirror.cert 'adds up to 14200, but less.cert to 14192' \
  compare less.cert mirror.cert

refuse 2 "'first.cert' counts n=12, 'placed.cert' counts n=8 placements" compare first.cert \
  placed.cert
ask run "$source_root/tests/support/forge.py" first.cert short.cert drop=3
for files in 'short.cert first.cert' 'first.cert short.cert'; do
  # shellcheck disable=SC2086
  finds 4 unusable short.cert 'has [0-9]+ prefixes where its rule gives more' compare $files
done
finish
