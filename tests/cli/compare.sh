#!/usr/bin/env bash
# `compare`: two certificates of one count, of equal cuts and of others.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"

# certify NAME TASKS N OPTION...: leaves NAME.cert.
certify() {
  printf '[count]\nn = %s\ntasks = %s\n' "$3" "$2" >job.toml
  exits "count ${*:3}" 0 "$NQUEENS" count job.toml "${@:4}" --quiet --checkpoint "$1.ckpt"
  exits "certificate of ${*:3}" 0 "$NQUEENS" certificate "$1.ckpt" -o "$1.cert"
}

# compared WHAT CODE LAST-LINE FILE FILE
compared() {
  exits "$1" "$2" "$NQUEENS" compare "${@:4}"
  expect_true "$1: $3" [ "${out##*$'\n'}" = "$3" ]
}

certify first 100000 12 --depth 4
refuse 2 'compare takes CERTIFICATE CERTIFICATE, and 1 of them is given' compare first.cert
refuse 2 'and 3 of them are given' compare first.cert first.cert first.cert
refuse 4 "'first.ckpt' is a checkpoint, not a certificate; 'nqueens certificate' makes one of it" \
  compare first.cert first.ckpt
certify same 100000 12 --depth 4 --kernel scalar
certify fewer 200 12 --depth 4
certify deeper 100000 12 --depth 6
certify coarse 100000 12 --depth 0
certify mirror 1000 12 --symmetry mirror
certify placed 1000 8 --quantity placements --depth 2
certify placed3 1000 8 --quantity placements --depth 3
certify torus 100000 11 --board torus
certify torus4 100000 11 --board torus --depth 4
rest_of first.cert 'tasks: '
tasks=$value
rest_of coarse.cert 'tasks: '
coarse=$value

totals='their cuts have no parts in common: only the totals are compared; the totals'
compared 'another kernel' 0 "$tasks of $tasks parts agree; the totals agree" first.cert same.cert
gzip -k same.cert
compared 'packed' 0 "$tasks of $tasks parts agree; the totals agree" first.cert same.cert.gz
for pair in 'first deeper' 'deeper first'; do
  read -r one other <<<"$pair"
  exits "$pair" 0 "$NQUEENS" compare "$one.cert" "$other.cert"
  expect_says "$pair" "^$tasks of $tasks parts agree, of up to [0-9]+ and [0-9]+ tasks; "
done
if [ "$coarse" -eq 1 ]; then
  compared 'coarse and deeper' 0 "$totals agree" coarse.cert deeper.cert
fi

# Tasks without a prefix of the deeper cut belong to their neighbour, whatever comes first.
certify six6 100000 6 --depth 6
certify six4 100000 6 --depth 4
certify six2 100000 6 --depth 2
for pair in 'six6 six2' 'six2 six6' 'six6 six4' 'six4 six6'; do
  read -r one other <<<"$pair"
  compared "$pair" 0 "$totals agree" "$one.cert" "$other.cert"
done
compared 'a task without prefixes' 0 \
  '6 of 6 parts agree, of up to 2 and 1 tasks; the totals agree' six4.cert six2.cert
compared 'a task without prefixes, as second' 0 \
  '6 of 6 parts agree, of up to 1 and 2 tasks; the totals agree' six2.cert six4.cert
exits 'larger tasks' 0 "$NQUEENS" compare first.cert fewer.cert
expect_says 'larger tasks' '^[0-9]{2,3} of [0-9]{2,3} parts agree, of up to [0-9]+ and 1 tasks; '
exits 'a torus' 0 "$NQUEENS" compare torus.cert torus4.cert
expect_says 'a torus' '^([0-9]+) of \1 parts agree'
none="$totals agree"
compared 'another symmetry' 0 "$none" first.cert mirror.cert
compared 'placements of another depth' 0 "$none" placed.cert placed3.cert

# Two tasks of a liar differ, whatever the other is cut like.
ask run "$source_root/tests/support/forge.py" first.cert lie.cert lie=8
compared 'a lie' 3 "$((tasks - 2)) of $tasks parts agree; the totals agree" lie.cert same.cert
expect_times 'a lie' 2 '^DIFFERS: task [35] of lie.cert: [0-9]*; task [35] of same.cert: [0-9]*$'
exits 'a lie, deeper' 3 "$NQUEENS" compare lie.cert deeper.cert
expect_says 'a lie, deeper' "^$((tasks - 2)) of $tasks parts agree, of up to 1 and [0-9]+ tasks; "
expect_says 'a lie, deeper' \
  '^DIFFERS: task 3 of lie.cert: [0-9]*; tasks [0-9]+ to [0-9]+ of deeper.cert: [0-9]*$'
exits 'a lie, as JSON' 3 "$NQUEENS" compare same.cert lie.cert --json
is 'a lie, as JSON' parts="$tasks" agree=$((tasks - 2)) differing.0.0.first_task=3 \
  differing.1.1.last_task=5 certificates.1.largest_part=1 equal=false certificates.1.file=lie.cert
ask run "$source_root/tests/support/forge.py" first.cert less.cert less=8
exits 'another total' 3 "$NQUEENS" compare less.cert mirror.cert
expect_says 'another total' 'only the totals are compared; the totals DIFFER$'

refuse 2 "'first.cert' counts n=12, 'placed.cert' counts n=8 placements" compare first.cert \
  placed.cert
ask run "$source_root/tests/support/forge.py" first.cert short.cert drop=3
for files in 'short.cert first.cert' 'first.cert short.cert'; do
  # shellcheck disable=SC2086
  refuse 4 "^nqueens: certificate 'short.cert' has [0-9]+ prefixes where its rule gives more" \
    compare $files
done
refuse 2 'CERTIFICATE' compare first.cert
finish
