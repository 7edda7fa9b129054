#!/usr/bin/env bash
# Which counts leave files: large boards, and those whose checkpoint somebody named. The table of
# sequences says what is large; the help lists it, and tests/docs/reference.py compares the pages.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"
source "$source_root/tests/support/answers.sh"

# counts FOLDER ARGUMENTS...: a count in a folder. leaves FOLDER FILES: these are in it and no
# others.
counts() {
  mkdir -p "$1"
  run env -C "$1" "${program-$NQUEENS}" count "${@:2}"
}
leaves() { expect_true "$1: leaves '$2'" [ "$(cd "$1" && shopt -s nullglob && echo *)" = "$2" ]; }

# --- Each sequence: the least board that is saved, and the one before it. Both are stopped at once.
declare -A options=([n]='' [torus]='--board torus' [placements]='--quantity placements'
  [amazon]='--piece amazon' ['half-turn']='--fixed-by half-turn'
  ['quarter-turn']='--fixed-by quarter-turn'
  ['amazon-half-turn']='--piece amazon --fixed-by half-turn'
  ['amazon-quarter-turn']='--piece amazon --fixed-by quarter-turn')
help=$("$NQUEENS" count --help)
help=${help//$'\n'/ }
[[ $help =~ 'Boards from n = '([^')']*)')' ]]
IFS=',(' read -ra least <<<"n ${BASH_REMATCH[1]}"
expect_true 'all sequences are listed' [ "${#least[@]}" -eq "${#options[@]}" ]
hold after=0
for each in "${least[@]}"; do
  read -r stem n <<<"$each"
  # shellcheck disable=SC2086 # none or more
  for rows in $((n - 1)) "$n"; do
    start "$held" count "$rows" ${options[$stem]} --threads 1
    expect_true "$stem $rows: begins" wait_for says 'starting n='
    kill -TERM "$pid"
    ended "$pid" "$stem $rows" "$((rows < n ? 1 : 75))"
  done
  expect_err "$stem $n" "saved to $stem$n.ckpt"
  expect_true "$stem $n: only that is saved" [ "$(echo "$stem"[0-9]*)" = "$(echo "$stem$n".*)" ]
done
let_go

# --- A small board without a file.
counts small 13
expect_out 'small' $n13
expect_err 'small' 'starting n=13: [0-9]+ tasks, [0-9]+ prefixes, .*, depth [0-9]+$'
leaves small ''
hold after=200
start "$held" count 13 --threads 2
expect_true 'stopped: at work' wait_for at_work 1
kill -TERM "$pid"
ended "$pid" 'stopped' 1
expect_err 'stopped' \
  'stopped \(SIGTERM\) at .* of [0-9]+ tasks; without a checkpoint .*; --checkpoint FILE saves them'
expect_times 'stopped: no word of going on' 0 'same command|resume' "$err"
let_go
counts twice 13 --double-check --json
is 'twice' second_count.agrees=true
leaves twice ''
counts fundamental 13 --fundamental
expect_out 'fundamental' "$n13"$'\n9233'
counts part 12 --part 1/2
expect_says 'part' '^sum of part 1/2: [0-9]+$'
expect_err 'part' \
  "the sum of its .* tasks is [0-9]+; --checkpoint FILE keeps it for 'nqueens merge'"
counts part 1 --part 1/2 # which has all tasks
expect_times 'part: nothing to resume' 0 'resume' "$err"
leaves part ''
mkdir full
exits 'unprinted' 1 bash -c "cd full && '$NQUEENS' count 9 >/dev/full"
leaves full ''
NQUEENS_FAULT=undercount:1 program=$held counts wrong 13
expect_code 'wrong' 3
leaves wrong ''

# What an option or a job file does not name is neither read nor touched.
counts another 13 --symmetry none --part 1/2 --checkpoint n13.ckpt
before=$(cksum another/*)
for option in '' --fresh --double-check=none; do
  # shellcheck disable=SC2086 # none or one
  counts another 13 $option
  expect_out "another $option" $n13
done
expect_true 'another: as before' [ "$(cksum another/*)" = "$before" ]

# --- A name.
counts named 9 --checkpoint n9.ckpt
leaves named 'n9.ckpt n9.ckpt.1 n9.result.json n9.run.jsonl'
counts named 9 --checkpoint n9.ckpt
expect_err 'named: asked again' 'n=9 is finished already'
mkdir file
printf '[count]\nn = 9\n' >file/job.toml
counts file job.toml
leaves file 'job.ckpt job.ckpt.1 job.result.json job.run.jsonl job.toml'
counts file-part ../file/job.toml --part 1/2
leaves file-part 'job.part-1-of-2.ckpt job.part-1-of-2.ckpt.1 job.part-1-of-2.run.jsonl'

# --- A large board: saved from the start, and it stays.
counts large 18
expect_out 'large' 666090624
leaves large 'n18.ckpt n18.ckpt.1 n18.result.json n18.run.jsonl'
counts large 18
expect_err 'large: asked again' 'n=18 is finished already'
counts large-part 18 --part 1/99
leaves large-part 'n18.part-1-of-99.ckpt n18.part-1-of-99.ckpt.1 n18.part-1-of-99.run.jsonl'
counts unsaved 18 --no-checkpoint --part 1/99
expect_says 'unsaved' '^sum of part 1/99: [0-9]+$'
leaves unsaved ''
finish
