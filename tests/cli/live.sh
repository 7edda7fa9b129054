#!/usr/bin/env bash
# What a run says of itself while it counts: the last line of its log, status and status --watch.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"
source "$source_root/tests/support/answers.sh"

: "${NQUEENS_FAULTY:?the program whose kernels can be held}"

# Before the first checkpoint --watch waits for it, in a folder, too; Ctrl-C ends it.
mkdir soon
start "$NQUEENS" status --watch soon/n9.ckpt
watching=$pid
expect_true 'a watch that is early' await says "nqueens: waiting for the first checkpoint, 'soon/n9"
mkdir folder
"$NQUEENS" status --watch folder >folder.txt 2>&1 &
of_folder=$!
started+=("$of_folder")
expect_true 'a watch of an empty folder' wait_for has_line folder.txt 'waiting for the first'
"$NQUEENS" count 9 --checkpoint soon/n9.ckpt --quiet >/dev/null
cp soon/n9.ckpt folder/whole
mv folder/whole folder/n9.ckpt
ended "$watching" 'a watch that is early' 0
expect_says 'a watch that is early: it shows it' '^done: +100 % of the work'
expect_true 'a watch of an empty folder ends' wait "$of_folder"
refuse 4 "'none/n9.ckpt' does not exist" status --watch none/n9.ckpt
start "$NQUEENS" status --watch soon/never.ckpt
expect_true 'a watch for ever' await says 'waiting for .*, .soon/never.ckpt.; end this with Ctrl-C$'
kill -INT "$pid"
ended "$pid" 'a watch that Ctrl-C ends' 130

# A count that is slow until let_go.
slowly
start "$held" count "$sixteen" --checkpoint n16.ckpt --threads 2
count=$pid
says_its_state() {
  local log
  { log=$(<"$1"); } 2>/dev/null && matches "${log##*$'\n'}" "\"event\":\"now\".*${2-}"
}
expect_true 'the last line of the log, with both workers' \
  wait_for says_its_state n16.run.jsonl '"workers":2,'
exits 'status' 0 "$NQUEENS" status n16.ckpt
expect_says 'status: since when' '^this start: +20[0-9T:-]+[+-][0-9:]{5}$'
expect_says 'status: who runs it' "^in use by: .*, process $count, seen .* ago$"
expect_says 'status: saves' '^last save: .*, [0-9.e-]+ %, next (in .*|now)$'
expect_times 'status: and what is saved in no other' 0 '^(saved|elapsed)'
run "$NQUEENS" status n16.ckpt --json
is 'status --json' live.process="$count" live.workers=2
has_rate() {
  run "$NQUEENS" status .
  matches "$out" '/s '
}
expect_true 'status of a folder: a rate' wait_for has_rate
expect_code 'status of a folder' 0
expect_says 'status of a folder' '^n16.ckpt +[0-9.e-]+ % +[0-9.]+( [kMG])?/s .* 2 workers on '
run "$NQUEENS" status . --json
is 'status of a folder' length=1 0.live.process="$count"

# From a machine whose clock is an hour ahead of the file server's. Its files seem to be old there,
# and only a second look can tell that the run lives.
age_files() {
  while [ -e aging ]; do
    touch -cd '1 hour ago' n16.run.jsonl
    nap
  done
}
if unshare --uts true 2>/dev/null; then
  elsewhere() { exec unshare --uts bash -c "hostname elsewhere && exec '$NQUEENS' status $*"; }
  freeze "$count"
  touch -d '1 hour ago' n16.run.jsonl
  exits 'status elsewhere, another clock' 0 elsewhere n16.ckpt --json
  is 'status elsewhere, another clock' live=null
  expect_err 'status elsewhere, another clock' \
    'may be at work or not: by the clock here its last word is 1:[0-9:]+ h'
  kill -CONT "$count"
  touch aging
  age_files &
  aging=$!
  started+=("$aging")
  elsewhere n16.ckpt --watch --json >elsewhere.txt 2>/dev/null &
  watching=$!
  started+=("$watching")
  expect_true 'watch elsewhere, another clock' \
    wait_for has_line elsewhere.txt "\"live\":\{.*\"process\":$count,"
  kill "$watching"
  rm aging
  wait "$aging"
  touch n16.run.jsonl
fi

# On a terminal --watch redraws what fits on it, until the run has ended. Elsewhere each report is
# whole.
watch_on() {
  exec script -qec "stty rows $1 cols $2 && '$NQUEENS' status n16.ckpt --watch" /dev/null
}
watch_on 8 40 >small.txt </dev/null &
small=$!
started+=("$small")
watch_on 18 70 >watched.txt </dev/null &
watching=$!
started+=("$watching")
expect_true 'watch: redrawn' \
  wait_for has_line watched.txt $'\e\\[H\e\\[2Jfile:'
expect_true 'watch: a small terminal' wait_for has_line small.txt '^and [0-9]* more lines'
"$NQUEENS" status n16.ckpt --watch --json >lines.txt &
lines=$!
started+=("$lines")
expect_true 'watch --json' wait_for test -s lines.txt
let_go
ended "$count" 'the count' 0
expect_true 'watch ends' wait "$watching"
expect_true 'watch: all is done at its end' \
  grep -qE '^done: +100 % of the work' <(tail -20 watched.txt)
# fits FILE ROWS COLUMNS: each screen, with a line for the cursor.
cat >fits.py <<'PYTHON'
import sys
screens = open(sys.argv[1]).read().replace("\r", "").split("\x1b[H\x1b[2J")[1:]
rows, columns = int(sys.argv[2]), int(sys.argv[3])
sys.exit(not screens or any(len(screen.splitlines()) >= rows or
    any(len(line) > columns for line in screen.splitlines()) for screen in screens))
PYTHON
fits() { ask run fits.py "$@"; }
expect_true 'watch: one screen' fits watched.txt 18 70
expect_true 'watch ends, on the small one' wait "$small"
expect_true 'watch: one small screen' fits small.txt 8 40
expect_true 'watch --json ends' wait "$lines"
cat >lines.py <<'PYTHON'
import json
with open("lines.txt", encoding="utf-8") as file:
    reports = [json.loads(line) for line in file]
assert reports[0]["live"] and reports[-1]["finished"] and not reports[-1]["live"]
PYTHON
expect_true 'watch --json: a whole object a line' ask run lines.py
expect_times 'no state is left' 0 '"event":"now"' "$(<n16.run.jsonl)"

# One that goes on has a next save before its first.
run_part 20 count 15 --checkpoint again.ckpt --threads 1
slowly
start "$held" resume again.ckpt --threads 1
expect_true 'a resumed run' wait_for says_its_state again.run.jsonl
run "$NQUEENS" status again.ckpt --json
expect_holds 'a resumed run: its next save' 'live.next_save_at > live.started_at'
let_go
ended "$pid" 'a resumed run' 0

# A run that was killed says nothing more.
slowly
start "$held" count "$sixteen" --checkpoint killed.ckpt --threads 1
expect_true 'another run' wait_for says_its_state killed.run.jsonl
kill -9 "$pid"
wait "$pid" 2>/dev/null
touch -d '1 hour ago' killed.run.jsonl
exits 'a killed run' 0 "$NQUEENS" status killed.ckpt
expect_err 'a killed run' \
  'the run on .* has ended, or this log is a copy: its last word is 1:[0-9:]+ h old; what follows'
expect_times 'a killed run: nothing is live' 0 '^running for'
# Of one on a host that is not seen, a look cannot tell. It does not wait for more.
printf '%s\n' host=elsewhere space=another pid=4711 start_time=5 batch_job=12 token=abc \
  >killed.ckpt.lock
exits 'a killed run elsewhere' 0 "$NQUEENS" status killed.ckpt
expect_err 'a killed run elsewhere' \
  "the run on .* may be at work or not: .* --watch' shows whether it goes on; what follows"
expect_own_options status
expect_says 'a killed run elsewhere' '^in use by: +elsewhere, process 4711, job 12, seen .* ago$'
run "$NQUEENS" report killed.ckpt -o -
expect_err 'a report of it' 'may be at work or not'
expect_own_options report
rm killed.ckpt.lock
echo -n '{' >>killed.run.jsonl
exits 'a torn line' 0 "$NQUEENS" status killed.ckpt

# All jobs of a folder: older generations alone, second counts with the first, and damaged files.
mkdir none jobs
mv n16.ckpt jobs/only.ckpt.1
refuse 4 "^nqueens: no checkpoint \(NAME.ckpt\) is in 'none'" status none
"$NQUEENS" count 10 --double-check --checkpoint jobs/n10.ckpt --quiet >/dev/null 2>&1
exits 'a folder' 0 "$NQUEENS" status jobs/
expect_true 'a folder: its jobs' [ "$(awk 'NR > 1 { print $1, $2, $4, $5 }' <<<"$out")" = "\
n10.ckpt 100 724 finished
n10.second.ckpt 100 724 finished
only.ckpt.1 100 14772512 finished" ]
run "$NQUEENS" status jobs --json
is 'a folder' length=2 0.second_count.finished=true 1.file=jobs/only.ckpt.1
echo hello >jobs/other.ckpt
exits 'a damaged one' 4 "$NQUEENS" status jobs
expect_says 'a damaged one: the others' '^n10.ckpt '
expect_one_line 'a damaged one'
expect_err 'a damaged one' 'jobs/other.ckpt'
finish
