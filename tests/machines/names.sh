#!/usr/bin/env bash
# Names of files that the system allows: no UTF-8, with line feeds and escapes, with a leading dash,
# and as long as can be. Each command works, each line of output is one line, and JSON is valid.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"

# Whether each line of stderr begins as one of the log or an error does.
has_whole_lines() {
  local line
  while IFS= read -r line; do
    [[ $line =~ ^(nqueens: |[0-9]{4}-[0-9T:+-]+\ (info|warning|error)\ ) ]] || return 1
  done <<<"$err"
}
has_no_controls() {
  local LC_ALL=C
  [[ $1 != *[$'\x01'-$'\x08\x0b'-$'\x1f\x7f']* ]]
}
is_json() { ask field '' "$out"; }

names=($'caf\xe9' $'two\nlines' $'\x1b[31mred\x7f' $'\xff\xfe\t \x27"$(x)`' '-dash' "*? 'x")
for i in "${!names[@]}"; do
  name=${names[i]}
  printf -v what '%q' "$name"
  file=$name.ckpt
  mkdir "$i" && cd "$i" || exit 1

  exits "$what: count" 0 "$NQUEENS" count 12 -c "$file" --json --log-file="$name.log"
  expect_true "$what: the result is JSON" is_json
  expect_true "$what: the log has whole lines" has_whole_lines
  expect_true "$what: and no controls" has_no_controls "$err"
  matching "$err" .
  mapfile -t lines <"./$name.log"
  expect_true "$what: the log file has the lines of the log" [ "${#lines[@]}" -eq "$value" ]
  for ending in .ckpt .result.json .run.jsonl; do
    expect_true "$what: $ending is there" [ -s "./$name$ending" ]
  done
  out=$(<"./$name.result.json")
  expect_true "$what: its file is JSON" is_json

  run "$NQUEENS" resume --json -- "$file"
  expect_true "$what: resume" is_json
  run "$NQUEENS" status --json -- "$file"
  expect_true "$what: status" is_json
  run "$NQUEENS" status -- "$file"
  second=${out#*$'\n'}
  expect_true "$what: status is text" [ "${second%%: *}" = job ]
  expect_true "$what: status has no controls" has_no_controls "$out"
  run "$NQUEENS" verify --sample 2 --json -- "$file"
  expect_true "$what: verify" is_json
  expect_true "$what: verify has whole lines" has_whole_lines
  exits "$what: report" 0 "$NQUEENS" report -- "$file"
  expect_true "$what: report has whole lines" has_whole_lines
  exits "$what: certificate" 0 "$NQUEENS" certificate -o "./$name.cert" -- "$file"
  exits "$what: its check" 0 "$NQUEENS" verify "./$name.cert" --sample 2
  expect_true "$what: its check has whole lines" has_whole_lines
  run "$NQUEENS" merge -o "./$name.all.ckpt" --json -- "$file" "$file"
  expect_true "$what: merge" is_json
  printf '[count]\nn = 8\n' >"./$name.toml"
  exits "$what: a job file" 0 "$NQUEENS" count --json --fresh -- "$name.toml"
  expect_true "$what: a job file has whole lines" has_whole_lines

  # What is not there is named in one line.
  exits "$what: nothing" 4 "$NQUEENS" status -- "$name.none"
  expect_true "$what: nothing, in one line" has_whole_lines
  expect_true "$what: nothing, without controls" has_no_controls "$err"
  cd "$work" || exit 1
done

# As long as the system allows: with all names beside it, or refused before anything is written.
mkdir long && cd long || exit 1
for length in 200 225 240 255; do
  printf -v name "%0$((length - 5))d.ckpt" 0
  run "$NQUEENS" count 8 --quiet --checkpoint "$name"
  if [ "$code" -eq 0 ]; then
    expect_out "$length bytes" 92
    files=(./0*)
    expect_true "$length bytes: all files" [ "${#files[@]}" -ge 4 ]
  else
    expect_code "$length bytes" 4
    expect_one_line "$length bytes"
    expect_err "$length bytes" 'File name too long; choose a shorter name$'
    expect_true "$length bytes: no files" [ "$(compgen -G './0*')" = '' ]
  fi
  rm -f ./0*
done
cd "$work" || exit 1

finish
