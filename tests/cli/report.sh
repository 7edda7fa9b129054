#!/usr/bin/env bash
# The log of runs, the report that is made of it, and what a result says of its runs. What the page
# looks like is for page.sh.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"
source "$source_root/tests/support/deaths.sh"

# events NAME [FILE]: leaves in $value how many lines of the log hold the event. expect_events WHAT
# NUMBER NAME [FILE]: so many.
events() {
  local log=''
  [ ! -e "${2-n16.run.jsonl}" ] || log=$(<"${2-n16.run.jsonl}")
  matching "$log" "\"event\":\"$1\""
}
expect_events() {
  events "${@:3}"
  expect_true "$1" [ "$value" -eq "$2" ]
}
has_rates() {
  events rate
  [ "$value" -gt "$1" ]
}

host=$(</proc/sys/kernel/hostname)

# A count under mpirun is stopped twice and loses a worker.
for start in 1 2; do
  start_slowly 3 --checkpoint n16.ckpt --threads 1
  events rate
  expect_true "start $start: rates are written" wait_for has_rates "$((value + 2))"
  if [ "$start" -eq 2 ]; then
    kill -9 "$(ranks_of "$mpirun_pid" | tail -1)"
    expect_true 'the loss is written' wait_for has_line n16.run.jsonl '"kind":"lost".*is gone'
  fi
  kill -TERM "$launcher_pid" # held, it cannot finish before that arrives
  expect_true "start $start: it ends" wait_for is_gone "$launcher_pid"
  let_go
  kill -9 "$mpirun_pid" 2>/dev/null
  ended "$launcher_pid" 2>/dev/null
  # A run that is killed tears a line at worst.
  printf '{"time":"2026-' >>n16.run.jsonl
done
exits 'an unfinished count' 0 "$NQUEENS" report n16.ckpt -o unfinished.html
expect_in unfinished.html 'an unfinished count' '<h2>Checkpoint</h2>'
prints 'the last start' $count launch 3 "$NQUEENS" count $n --checkpoint n16.ckpt
expect_events 'every start has a line' 3 start
expect_events 'both stops have' 2 stop
expect_events 'the end has' 1 finish
matching "$(<n16.run.jsonl)" '"kind":"save"'
expect_true 'and so have saves' [ "$value" -gt 2 ]
run "$NQUEENS" count $n --checkpoint n16.ckpt --json
look_up provenance "$(<n16.result.json)"
is 'a finished count: the same provenance' provenance="$value"
expect_events 'a finished count writes no more' 3 start

out=$(<n16.result.json)
is 'the result: its sequence' sequence='OEIS A000170'
# The provenance: all three starts, the same in the result, the certificate and the report.
expect_says 'the result: its times' \
  '"started":"[0-9T:.-]+[+-][0-9:]+","ended":"[0-9T:.-]+[+-]'
expect_in n16.result.json 'the result: its hosts' "\"hosts\":\[\"$host\"\]"
is 'the result: its starts' provenance.starts.length=3 provenance.starts_without_log=0 \
  provenance.starts.0.ranks=3 provenance.starts.0.threads=3 provenance.starts.0.master="$host"
model=$(sed -n 's/^model name[[:blank:]]*: //p' /proc/cpuinfo | head -n 1)
look_up provenance.processors.0
expect_true 'the result: its processors' [ "${value#"${model:-$(uname -m)}"}" != "$value" ]
"$NQUEENS" --version >version.txt
for line in version:nqueens compiler:compiler: mpi:MPI:; do
  rest_of version.txt "${line#*:} "
  is "the result: ${line%%:*}" "provenance.starts.2.${line%%:*}=$value"
done
read -r first <n16.run.jsonl
look_up time "$first"
expect_holds 'the result: it began with the first start' \
  "provenance.started[:16] == '${value:0:16}'"
expect_in n16.result.json 'the result: its command line' \
  '"command":"[^"]*nqueens count 16 --checkpoint n16.ckpt"'

exits 'its certificate' 0 "$NQUEENS" certificate n16.ckpt -o n16.cert
sed -n '/^count_sha256/,$p' n16.cert | grep -E '^(started|ended|hosts|processors|kernels|start): ' \
  >provenance.txt
out=$(<n16.result.json)
expect_times 'its certificate: every start' 3 '^start: ' "$(<provenance.txt)"
for end in started ended; do
  rest_of provenance.txt "$end: "
  is 'its certificate: the same times' "provenance.$end=$value"
done
exits 'a report' 0 "$NQUEENS" report n16.ckpt
expect_err 'a report' 'the report is in n16.report.html'
report=n16.report.html
expect_in $report 'the report: the result' "<p class=\"number\">$count solutions</p>"
page=$(<"$report")
expect_times 'the report: three starts' 3 \
  '^<tr><td[^>]*>[0-9]+</td><td[^>]*><[^>]*>[0-9-]+</span> [0-9:]+<' "$page"
sed -n '/<h2>Provenance/,/<.table>/p' $report |
  sed -n 's/<.\?span[^>]*>//g; s/^<tr><th>\([a-z]*\)<.th><td>\(.*\)<.td><.tr>$/\1: \2/p' \
    >shown.txt
expect_true 'the report: the provenance of the certificate' cmp provenance.txt shown.txt
matching "$page" 'stopped: SIG[A-Z0-9]*; saved'
expect_true 'the report: stops' [ "$value" -ge 2 ]
expect_in $report 'the report: the loss' 'lost</td>.*is gone'
expect_in $report 'the report: torn lines' '2 lines in the log could not be read'
expect_times 'the report: nothing from outside' 0 'https?:|<link| src=' "$page"
exits 'of the log alone' 0 "$NQUEENS" report n16.run.jsonl -o -
expect_says 'of the log alone' "<p class=\"number\">$count solutions</p>"

# The same facts as JSON.
look_up provenance "$(<n16.result.json)"
provenance=$value
exits 'as JSON' 0 "$NQUEENS" report n16.ckpt --json
is 'as JSON' starts.length=3 starts.0.end="stopped: SIGTERM; saved" starts.2.finished=true \
  result.solutions="$count" provenance="$provenance" incidents.0.kind=lost lines_skipped=2
expect_holds 'as JSON: processors were used' \
  '0 < starts[2].processor_seconds and 0 < use.processor_share <= 1'
refuse 2 '--output does not go with --json' report n16.ckpt --json -o n16.json

# What is no log, and what cannot be written.
exits 'no file' 4 "$NQUEENS" report none.ckpt
expect_one_line 'no file'
refuse 4 "^nqueens: cannot read 'none.run.jsonl': No such file or directory" report none.run.jsonl
: >empty.jsonl
echo hello >other.jsonl
mkdir folder.jsonl
for file in empty.jsonl other.jsonl folder.jsonl; do
  exits "$file" 4 "$NQUEENS" report $file
  expect_one_line "$file"
done
echo mine >mine.html
exits 'not over a file of others' 2 "$NQUEENS" report n16.ckpt -o mine.html
expect_true 'not over a file of others' [ "$(<mine.html)" = mine ]
exits 'no folder' 2 "$NQUEENS" report n16.ckpt -o none/report.html
# A run that was killed before its first line was whole.
printf '{"time":"2026-' >torn.run.jsonl
: >empty.run.jsonl
for log in torn empty; do
  refuse 4 "^nqueens: no run has written into '$log.run.jsonl' yet; name the checkpoint" \
    report $log.run.jsonl
  mv $log.run.jsonl n16.run.jsonl
  exits "a checkpoint with that log: $log" 0 "$NQUEENS" report n16.ckpt -o -
  expect_says "a checkpoint with that log: $log" 'There is no log of runs'
done
rm n16.run.jsonl
exits 'a checkpoint without a log' 0 "$NQUEENS" report n16.ckpt -o -
expect_says 'a checkpoint without a log' 'There is no log of runs.* copy n16.run.jsonl, too'
exits 'a checkpoint without a log: status' 0 "$NQUEENS" status n16.ckpt
expect_says 'a checkpoint without a log: status' '^log of runs: .*copy n16.run.jsonl, too$'

# What the lines of a log add up to is what the result says.
"$NQUEENS" count 14 --check-fraction 0.2 --threads 2 --checkpoint sums.ckpt --quiet >/dev/null
cat >sums.py <<'PYTHON'
import json
with open("sums.run.jsonl", encoding="utf-8") as file:
    lines = [json.loads(line) for line in file]
rates = [line for line in lines if line["event"] == "rate"]
result = lines[-1]["result"]
rows = [row for rate in rates for row in rate["ranks"]]
busy = sum(rate["busy"] for rate in rates)
units = sum(rate["units"] for rate in rates)
confirmed = sum(rate["confirmed"] for rate in rates)
rounding = 1e-3 * (len(rates) + len(rows))
assert abs(busy - result["kernel_seconds"]) < rounding, "seconds of all"
assert abs(sum(row[2] for row in rows) - busy) < rounding, "seconds by rank"
assert units == rates[-1]["tasks_done"] == result["tasks"], "first counts"
assert units == sum(amount for rate in rates for _, amount in rate["lengths"]), "lengths"
assert confirmed == result["tasks_confirmed"] > 0, "checks"
assert 0 < sum(row[5] for row in rows) < result["seconds"] * 2 + rounding, "processor time"
assert sum(row[1] for row in rows) == units + confirmed, "counts by rank"
PYTHON
ask run sums.py || fail "the log adds up to the result: ${complaint##*$'\n'}"

# --fresh begins a new log, and one that cannot be written stops nothing.
"$NQUEENS" count 12 --checkpoint a.ckpt --quiet >/dev/null
run "$NQUEENS" count 12 --checkpoint a.ckpt --fresh
expect_err 'fresh' 'the old log of runs is now a\.20.*\.run\.jsonl'
expect_events 'fresh' 1 start a.run.jsonl
with_limit "$NQUEENS" count 20 --checkpoint b.ckpt
ln -sf /dev/full b.run.jsonl
with_limit "$NQUEENS" count 20 --checkpoint b.ckpt
expect_code 'a full disk: the count goes on' 75
expect_err 'a full disk: the count goes on' 'saved to b.ckpt'
expect_times 'a full disk: one warning' 1 \
  "b.run.jsonl': No space left" "$err"

finish
