#!/usr/bin/env bash
# What names, arguments, the environment, and files and hosts of others say comes to a terminal, to
# the log and to the page of a report as text of one line: with no character that moves the cursor,
# turns the direction of a text or begins a line of its own.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"

check_py=$source_root/tests/certificate/check.py
evil=$'\x1b[31m\x07\x7f\xc2\x9b\x9b31m\xe2\x80\xae\xe2\x81\xa7\r\nFORGED: all agree\xff'
foreign=$'\x1b[31m\x07\x7f\u009b\u202e\u2067\r\nFORGED: all agree' # in a text that has to be UTF-8

# are_texts WHAT CODE TEXT...: they are, and so was the exit code.
are_texts() {
  expect_code "$1" "$2"
  expect_true "$1: has text only" ask texts "${@:3}"
}
# shows CODE COMMAND...: that is its exit code, and it writes text only.
shows() {
  run "${@:2}"
  printf -v what '%q ' "${@:2}"
  are_texts "$what" "$1" "$out" "$err"
}
# says_it CODE ARGUMENT...: of the program, which does say something about what is evil.
says_it() {
  shows "$1" "$NQUEENS" "${@:2}"
  expect_true "$what: names it" matches "$out$err" '(\\x1b|\\u001b)\[31m.*FORGED'
}

# watched WHAT CHECKPOINT [LOCK]: what it shows on a terminal until there is no lock, but for what
# redraws it and the ends of lines.
watched() {
  start on_a_terminal "'$NQUEENS' status --watch $2"
  expect_true "$1: it is shown" await has_line out.txt 'FORGED'
  rm -f "${@:3}"
  ended "$pid"
  out=${out//$'\x1b[H\x1b[2J'/}$'\n'
  are_texts "$1" 0 "${out//$'\r\n'/$'\n'}"
}

bad=($'\x1b' $'\a' $'\x7f' $'\u009b' $'\x9b' $'\xff' $'\u202e' $'\u2067' $'\r' $'\n')
for character in "${bad[@]}"; do
  ask texts "a${character}FORGED"
  expect_true "${character@Q} is found" [ $? -eq 1 ]
done

echo '--- names of files'
mkdir "$evil" && cd "$evil" || exit 1
file=./$evil.ckpt
for form in '' --json; do
  shows 0 "$NQUEENS" count 12 -c "$file" --fresh $form
  shows 0 "$NQUEENS" resume "$file" $form
  says_it 0 status "$file" $form
  says_it 0 status . $form
  says_it 0 verify "$file" --sample 2 $form
  says_it 0 verify . $form
  rm -f ./merged*
  says_it 0 merge "$file" "$file" -o "merged$evil" $form
done
says_it 0 count 12 -c "$file" --saved
says_it 0 report "$file" -o "$evil.html"
says_it 0 report "$file" -o -
says_it 0 report "$file" --json
out=$(<"$evil.html")
are_texts 'the page' 0 "$out"
says_it 2 report "$evil"
shows 0 "$NQUEENS" certificate "$file" -o "$evil.cert"
for form in '' --json; do
  says_it 0 compare "$evil.cert" "$evil.cert" $form
  says_it 0 verify "$evil.cert" --sample 2 --seed "$evil" $form
done
says_it 0 certificate --open 0 "$evil.cert" -o "$evil.opened"
shows 0 "$python" "$check_py" "$evil.cert" --sample 2 --seed "$evil"
shows 4 "$python" "$check_py" "$evil"
shows 2 "$python" "$check_py" "$evil" --sample "$evil"
"${CC:-cc}" -O1 "$source_root/tests/certificate/check.c" -o check || fail 'check.c is built'
shows 0 ./check "$evil.cert" --sample 2 --seed "$evil"
shows 4 ./check "$evil"
shows 2 ./check "$evil.cert" "$evil"
ln -s "$file" link.ckpt
shows 0 "$NQUEENS" count 12 -c link.ckpt --log-file "$evil.log"
out=$(<"$evil.log")
are_texts 'the log' 0 "$out"
watched 'a terminal' link.ckpt

echo '--- arguments and the environment'
for command in '' count plan check solve puzzle status help; do
  says_it 2 ${command:+"$command"} "--$evil"
done
says_it 2 "$evil"
says_it 2 count "$evil"
says_it 2 count 8 --kernel "$evil"
says_it 2 puzzle dominate 8 --piece "$evil"
says_it 2 solve 8 -o "$evil/none"
says_it 2 check "$evil"
printf '[count]\nn = 8\nsymmetry = "%s"\n' "$evil" >"$evil.toml"
says_it 2 count "$evil.toml"
export NQUEENS_KERNEL=$evil
says_it 2 count 8 --no-checkpoint
shows 0 "$NQUEENS" kernels
unset NQUEENS_KERNEL
shows 2 "$source_root/jobs/run" "$evil"
shows 2 env NQUEENS_RANKS="$evil" "$source_root/jobs/run" "$source_root/jobs/n8.toml"
printf '%s\n' "8: 1 5 8 6 3 7 2 $evil" >"$evil.txt"
shows 2 "$NQUEENS" check "$evil.txt"
cd .. || exit 1

echo '--- files of others'
slowly
start env SLURM_JOB_ID="$evil" "$held" count 16 --checkpoint live.ckpt --threads 1
has_said_all() { has_line live.run.jsonl '"event":"now".*"groups":\[\['; }
expect_true 'a run' wait_for has_said_all
kill -9 "$pid"
wait "$pid" 2>/dev/null
expect_true 'a batch job of many lines is one line of the lock' ask texts "$(<live.ckpt.lock)"
"$NQUEENS" count 12 -c done.ckpt --quiet >/dev/null
cp done.run.jsonl true.jsonl
# In each text of a log of runs or a result, but for what tells its lines and the numbers apart.
spoil() {
  "$python" -IS - "$foreign" "$@" <<'PY'
import json, sys
foreign, file, *others = sys.argv[1:]
KEPT = {"time", "event", "kind", "problem", "cut", "part", "result"}

def spoilt(value):
    if isinstance(value, dict):
        return {name: each if name in KEPT and name not in others else spoilt(each)
                for name, each in value.items()}
    if isinstance(value, list):
        return [spoilt(each) for each in value]
    return value + foreign if isinstance(value, str) and not value.isdigit() else value

with open(file) as text:
    lines = [json.loads(line) for line in text]
with open(file, "w") as text:
    text.writelines(json.dumps(spoilt(line)) + "\n" for line in lines)
PY
}
spoil live.run.jsonl
spoil done.run.jsonl
# It shows as at work, since nobody sees from here whether its process lives.
fields=${evil//$'\n'/}
printf '%s\n' "host=o$fields" "space=x$fields" pid=77 start_time=5 "batch_job=b$fields" token=1 |
  tee live.ckpt.lock >done.ckpt.lock
for form in '' --json; do
  says_it 0 status live.ckpt $form
  says_it 0 status done.ckpt $form
  says_it 0 status . $form
done
touch live.run.jsonl
run "$NQUEENS" status live.ckpt --json
look_up live.groups.0.host
expect_true 'JSON has all of it' [ "$value" = "$(uname -n)$foreign" ]
with_limit "$NQUEENS" count 16 -c live.ckpt --threads 1
are_texts 'a lock' 75 "$out" "$err"
watched 'a job at work, on a terminal' live.ckpt ./*.lock
for job in live 'done'; do
  shows 0 "$NQUEENS" report "$job.ckpt" -o "$job.html"
  out=$(<"$job.html")
  are_texts "$job: its page" 0 "$out"
  expect_says "$job: its page" '<td class="" data-name="host">[^<]*\\u202e'
  shows 0 "$NQUEENS" report "$job.run.jsonl" -o -
  says_it 0 report "$job.ckpt" --json
done
rm ./live.*
cp true.jsonl done.run.jsonl
spoil done.run.jsonl result
says_it 4 report done.ckpt -o other.html
says_it 4 verify .
spoil done.run.jsonl problem cut
says_it 4 report done.ckpt -o other.html
spoil done.result.json
says_it 4 verify .
says_it 0 count 12 -c done.ckpt
"$NQUEENS" certificate done.ckpt -o done.cert >/dev/null
expect_true 'a certificate is a text' ask texts "$(<done.cert)"
shows 0 "$python" "$check_py" done.cert
for name in job 'start' second_count; do
  sed -E "0,/^$name: /s/^$name: /&${foreign//$'\n'/}/" done.cert >forged.cert
  shows 4 "$NQUEENS" verify forged.cert
  shows 4 "$NQUEENS" compare forged.cert done.cert
  shows 4 "$python" "$check_py" forged.cert
  run ./"$evil"/check forged.cert
  are_texts "check.c: $name" "$code" "$out" "$err"
done
sed "1s/symmetry=full/symmetry=$fields/" done.ckpt >forged.ckpt
shows 4 "$NQUEENS" status forged.ckpt

echo '--- answers of hosts'
printf '#!/bin/bash\nprintf "%%b" %q >&2\nexit 255\n' \
  "could not resolve$fields" >agent
chmod +x agent
export OMPI_MCA_plm_rsh_agent=$work/agent
shows 2 "$source_root/jobs/launch" --host "unknown${fields//,/}" -n 1 -- "$NQUEENS" count 8
shows 2 "$source_root/jobs/launch" --until "$evil" -- "$NQUEENS" count 8
shows 2 "$source_root/jobs/launch" -- "$evil"

finish
