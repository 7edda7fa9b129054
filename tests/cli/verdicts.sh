#!/usr/bin/env bash
# One table: files, honest and forged, against every command that reads them. A row is a folder; its
# cells are the exit codes of the commands, "-" if a command has nothing to read. So a reader sees
# where two commands differ, and a command that forgets a rule fails here. cell() has the command of
# each column.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"

table='
row            count resume status report cert verify folder vcert compare merge check.py check.c
honest             0      0      0      0    0      0      0     0       0     0        0       0
wrong              3      3      3      3    3      3      3     -       -     -        -       -
second_wrong       3      3      3      3    3      3      3     -       -     -        -       -
second_rows        3      3      3      3    3      3      3     -       -     -        -       -
second_same        4      4      4      4    4      4      4     -       -     -        -       -
second_claimed     -      -      -      -    -      -      4     4       4     -        4       0
symmetry           3      3      3      3    3      3      3     -       -     3        -       -
no_checkpoint      -      -      -      -    -      -      3     0       0     -        0       0
old_second         -      -      -      -    -      -      4     4       4     -        4       4
less               -      -      -      -    -      -      3     3       3     -        3       3
unfinished         0      0      0      0    4      0      0     -       -     0        -       -
boards             -      -      0      0    0      -      0     -       -     -        -       -
torn               4      4      4      4    4      4      4     4       4     4        4       4
foreign            4      4      4      4    4      4      4     4       4     4        4       4
'

# What each refusal of a row says.
declare -A says=(
  [wrong]='published count is 2680'
  [second_wrong]='second count is 2688'
  [second_rows]='with other numbers by row'
  [second_same]='numbers the same prefixes'
  [second_claimed]='numbers the same prefixes|in another cut'
  [symmetry]='by symmetry four divides it'
  [no_checkpoint]='adds up to 2688'
  [old_second]='second count.* (not|no) .*agree'
  [less]='add.* up to 2672|DIFFER|CONFLICT'
  [unfinished]='is not finished'
  [torn]='short|damaged|empty|whole|SHA-256|hash'
  [foreign]='not a|no certificate|holds no'
)

forge() { ask run "$source_root/tests/support/forge.py" "$@" || fail "forge.py: $complaint"; }

# make FOLDER OPTION...: a job of a count, and what it leaves; its options stay in $FOLDER/options.
make() {
  mkdir "$1"
  echo "${*:2}" >"$1/options"
  "$NQUEENS" count "${@:2}" --checkpoint "$1/j.ckpt" --quiet >/dev/null
}
certify() {
  "$NQUEENS" certificate "$1/j.ckpt" -o "$1/j.cert" >/dev/null
  "$NQUEENS" certificate "$1/j.second.ckpt" -o "$1/k.cert" >/dev/null
}

make honest 11 --double-check
certify honest
for part in a/1 b/2; do
  "$NQUEENS" count 11 --part "${part#*/}/2" --checkpoint "honest/${part%/*}.ckpt" --quiet >/dev/null
done
cp -r honest bare
rm bare/*.cert bare/[ab].*

cp -r bare wrong
record change wrong/j.ckpt 5 8

cp -r bare second_wrong
record change second_wrong/j.second.ckpt 5 8

make second_rows 12 --quantity placements --double-check
record shift second_rows/j.second.ckpt

# A number that nobody has published, and a copy of it under another depth: as a half turn moves
# queens in twos, 5 and 6 are one cut.
make second_same 26 --piece amazon --fixed-by half-turn --depth 6
mv second_same/j.ckpt second_same/second
rm second_same/j.*
"$NQUEENS" count 26 --piece amazon --fixed-by half-turn --depth 5 --checkpoint \
  second_same/j.ckpt --quiet >/dev/null
rm second_same/j.r*
mv second_same/second second_same/j.second.ckpt
echo '26 --piece amazon --fixed-by half-turn' >second_same/options
touch second_same/is_large # to be counted again
for file in j j.second; do
  record change second_same/$file.ckpt 3 8
done
mkdir second_claimed
touch second_claimed/is_large
for file in j.ckpt/k.cert j.second.ckpt/j.cert; do
  mkdir one
  cp "second_same/${file%/*}" one/x.ckpt
  "$NQUEENS" certificate one/x.ckpt -o "second_claimed/${file#*/}" >/dev/null
  rm -r one
done
said() { sed -n "s/^$1: //p" "second_claimed/$2.cert"; }
forge second_claimed/j.cert second_claimed/j.cert \
  "second_count=$(said total j) agrees $(said job k)"

cp -r second_same symmetry
rm symmetry/j.second.ckpt
record change symmetry/j.ckpt 3 2
for part in a/1 b/2; do
  "$NQUEENS" count 26 --piece amazon --fixed-by half-turn --part "${part#*/}/2" --checkpoint \
    "symmetry/${part%/*}.ckpt" --quiet >/dev/null
done
record change symmetry/a.ckpt 0 2

mkdir no_checkpoint
cp honest/{j.cert,k.cert,j.result.json,j.run.jsonl} no_checkpoint/
sed -i 's/"2680"/"2688"/g' no_checkpoint/j.r*

mkdir old_second less
forge honest/j.cert old_second/j.cert less=-16 'second_count=2680 agrees '"$(
  sed -n 's/^job: //p' honest/k.cert)"
cp honest/k.cert old_second/
forge honest/j.cert less/j.cert less=8 second_count=none
cp honest/k.cert less/

mkdir boards
cp honest/j.ckpt boards/
"$NQUEENS" count 10 --checkpoint boards/k.ckpt --quiet >/dev/null

cp -r bare unfinished
rm unfinished/j.second.* unfinished/j.r*
cp unfinished/j.ckpt unfinished/b.ckpt
record forget unfinished/j.ckpt 3
cp unfinished/j.ckpt unfinished/a.ckpt
echo 11 >unfinished/options

# torn FILE: without its last lines.
mkdir torn foreign
echo 11 | tee torn/options >foreign/options
for file in j.ckpt a.ckpt b.ckpt j.cert k.cert; do
  head -c 300 "honest/$file" >"torn/$file"
  echo 'a shopping list' >"foreign/$file"
done

"${CC:-cc}" -O2 -o check "$source_root/tests/certificate/check.c"

# cell COMMAND: its exit code is left in $code. Samples have a seed: one that draws the altered task
# of a large board by chance would find it.
cell() {
  local second=() options=() again=(--all)
  [ ! -e options ] || IFS=' ' read -ra options < <(cat options)
  [ ! -e is_large ] || again=(--sample 20 --seed 1)
  case $1 in
    count) run "$NQUEENS" count "${options[@]}" --checkpoint j.ckpt --threads 1 --quiet ;;
    resume) run "$NQUEENS" resume j.ckpt --threads 1 --quiet ;;
    status) run "$NQUEENS" status j.ckpt ;;
    report) run "$NQUEENS" report j.ckpt -o - ;;
    cert) run "$NQUEENS" certificate j.ckpt -o - ;;
    verify) run "$NQUEENS" verify j.ckpt "${again[@]}" --quiet ;;
    folder) run "$NQUEENS" verify . --sample 5 --seed 1 --quiet ;;
    vcert) run "$NQUEENS" verify j.cert --sample 9 --seed 1 --quiet ;;
    compare) run "$NQUEENS" compare j.cert k.cert ;;
    merge) run "$NQUEENS" merge a.ckpt b.ckpt -o merged.ckpt ;;
    check.py)
      ! grep -q '^second_count: [0-9]' j.cert || second=(--second k.cert)
      run_python "$source_root/tests/certificate/check.py" j.cert "${second[@]}" "${again[@]}"
      ;;
    check.c) run "$work/check" j.cert "${again[@]}" ;;
  esac
}

columns=()
while read -r name cells; do
  [ -n "$name" ] || continue
  read -ra cells <<<"$cells"
  if [ "$name" = row ]; then
    columns=("${cells[@]::12}")
    continue
  fi
  for index in "${!columns[@]}"; do
    wanted=${cells[index]}
    [ "$wanted" != - ] || continue
    command=${columns[index]}
    rm -rf cell
    cp -r "$name" cell
    cd cell || exit 1
    cell "$command"
    cd "$work" || exit 1
    expect_code "$name, $command" "$wanted"
    [ "$wanted" = 0 ] ||
      expect_true "$name, $command: says '${says[$name]}': ${err:-$out}" \
        matches "$out$err" "${says[$name]}"
  done
done <<<"$table"

finish
