#!/usr/bin/env bash
# The log of runs, the report that is made of it, and what a result says of its runs.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"
source "$source_root/tests/support/deaths.sh"

# events NAME [FILE]: how many lines of the log hold the event.
events() { grep -c "\"event\":\"$1\"" "${2-n16.run.jsonl}"; }
has_rates() { [ "$(events rate)" -gt "$1" ]; }
shows() { grep -qE -- "$2" "$1"; }

# A count under mpirun is stopped twice and loses a worker.
for start in 1 2; do
  start_slowly 3 --checkpoint n16.ckpt --threads 1
  rates=$(events rate)
  expect_true "start $start: rates are written" wait_for 120 has_rates "$((rates + 2))"
  if [ "$start" -eq 2 ]; then
    kill -9 "$(ranks_of "$mpirun_pid" | tail -1)"
    expect_true 'the loss is written' wait_for 120 shows n16.run.jsonl '"kind":"lost".*is gone'
  fi
  kill -TERM "$launcher_pid" # held, it cannot finish before that arrives
  expect_true "start $start: it ends" wait_for 120 is_gone "$launcher_pid"
  let_go
  kill -9 "$mpirun_pid" 2>/dev/null
  ended "$launcher_pid" 2>/dev/null
  # A run that is killed tears a line at worst.
  printf '{"time":"2026-' >>n16.run.jsonl
done
exits 'an unfinished count' 0 "$NQUEENS" report n16.ckpt -o unfinished.html
expect_true 'an unfinished count' shows unfinished.html '<h2>Checkpoint</h2>'
prints 'the last start' $count launch 3 "$NQUEENS" count $n --checkpoint n16.ckpt
expect_true 'every start has a line' [ "$(events start)" -eq 3 ]
expect_true 'both stops have' [ "$(events stop)" -eq 2 ]
expect_true 'the end has' [ "$(events finish)" -eq 1 ]
expect_true 'and so have saves' [ "$(grep -c '"kind":"save"' n16.run.jsonl)" -gt 2 ]
run "$NQUEENS" count $n --checkpoint n16.ckpt --json
expect_true 'a finished count: the same provenance' \
  [ "$(field provenance <<<"$out")" = "$(field provenance <n16.result.json)" ]
expect_true 'a finished count writes no more' [ "$(events start)" -eq 3 ]

out=$(cat n16.result.json)
is 'the result: its sequence' sequence='OEIS A000170'
# The provenance: all three starts, the same in the result, the certificate and the report.
expect_true 'the result: its times' grep -qE \
  '"started":"[0-9T:.-]+[+-][0-9:]+","ended":"[0-9T:.-]+[+-]' n16.result.json
expect_true 'the result: its hosts' grep -qF "\"hosts\":[\"$(uname -n)\"]" n16.result.json
is 'the result: its starts' provenance.starts.length=3 provenance.starts_without_log=0 \
  provenance.starts.0.ranks=3 provenance.starts.0.threads=3 provenance.starts.0.master="$(uname -n)"
model=$(sed -n 's/^model name[[:blank:]]*: //p' /proc/cpuinfo | head -n 1)
is 'the result: its processors' "provenance.processors.0=${model:-$(uname -m)}"
build=$("$NQUEENS" --version)
for line in version:nqueens compiler:compiler: mpi:MPI:; do
  is "the result: ${line%%:*}" \
    "provenance.starts.2.${line%%:*}=$(sed -n "s/^${line#*:} //p" <<<"$build")"
done
expect_true 'the result: it began with the first start' [ \
  "$(sed -nE '1s/.*"time":"([^"]*)".*/\1/p' n16.run.jsonl | cut -c 1-16)" = \
  "$(field provenance.started <<<"$out" | cut -c 1-16)" ]
expect_true 'the result: its command line' \
  grep -qE '"command":"[^"]*nqueens count 16 --checkpoint n16.ckpt"' n16.result.json

exits 'its certificate' 0 "$NQUEENS" certificate n16.ckpt -o n16.cert
sed -n '/^count_sha256/,$p' n16.cert | grep -E '^(started|ended|hosts|processors|kernels|start): ' \
  >provenance.txt
out=$(cat n16.result.json)
expect_true 'its certificate: every start' [ "$(grep -c '^start: ' provenance.txt)" -eq 3 ]
is 'its certificate: the same times' \
  "provenance.started=$(sed -n 's/^started: //p' provenance.txt)" \
  "provenance.ended=$(sed -n 's/^ended: //p' provenance.txt)"
exits 'a report' 0 "$NQUEENS" report n16.ckpt
expect_err 'a report' 'the report is in n16.report.html'
report=n16.report.html
expect_true 'the report: the result' shows $report "<data value=\"$count\">.*</data> solutions"
expect_true 'the report: three starts' [ \
  "$(grep -cE '^<tr><td[^>]*>[0-9]+</td><td[^>]*>[0-9T:-]+[+-][0-9:]+<' $report)" -eq 3 ]
sed -n '/<h2>Provenance/,/<.table>/p' $report |
  sed -n 's/^<tr><td>\([a-z]*\)<.td><td[^>]*>\(.*\)<.td><.tr>$/\1: \2/p' >shown.txt
expect_true 'the report: the provenance of the certificate' cmp provenance.txt shown.txt
expect_true 'the report: stops' [ "$(grep -c 'stopped: SIG[A-Z0-9]*; saved' $report)" -ge 2 ]
expect_true 'the report: the loss' shows $report '>lost</td>.*is gone'
expect_true 'the report: torn lines' shows $report '2 lines in the log could not be read'
expect_true 'the report: charts' [ "$(grep -c "<svg" $report)" -ge 6 ]
expect_true 'the report: nothing from outside' \
  [ -z "$(grep -E 'https?:|<script|<link' $report)" ]
exits 'of the log alone' 0 "$NQUEENS" report n16.run.jsonl -o -
expect_says 'of the log alone' "<data value=\"$count\">.*solutions"

# A browser that NQUEENS_BROWSER names draws it, in dark and in light. Every picture has
# something in it, and nothing is cut at the right, however narrow the window is.
browse() {
  "$browser" --headless --no-sandbox --disable-gpu --hide-scrollbars --enable-logging=stderr \
    --user-data-dir="$work/browser" --window-size=1000,4000 "${@:2}" "file://$work/$1" 2>browser.txt
}
look() { browse "$1" "${@:3}" --screenshot="$work/$2.png"; }
width_of() {
  echo "<iframe id=page src=$1 width=$2 height=900></iframe><script>onload = () => {
    document.body.id = 'width-' + page.contentDocument.documentElement.scrollWidth
  }</script>" >frame.html
  browse frame.html --allow-file-access-from-files --dump-dom |
    sed -nE 's/.*id="width-([0-9]+)".*/\1/p'
}
browser=${NQUEENS_BROWSER-}
if [ -n "$browser" ]; then
  for colours in 0 1; do
    exits 'in a browser' 0 look $report "$colours" --blink-settings=preferredColorScheme="$colours"
    expect_true 'in a browser: no errors of the page' \
      [ -z "$(grep -E 'CONSOLE' browser.txt)" ]
    run python3 -IS "$source_root/tests/support/picture.py" "$colours.png"
    expect_code 'in a browser: a picture' 0
    echo "$out" >"$colours.txt"
  done
  expect_true 'in a browser: dark differs from light' [ "$(cat 0.txt)" != "$(cat 1.txt)" ]
  for width in 400 800 1200; do
    for page in $report unfinished.html; do
      expect_true "in a browser: $page in $width pixels" [ "$(width_of "$page" $width)" = $width ]
    done
  done
else
  echo 'the report was not looked at: NQUEENS_BROWSER names no browser'
fi

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
expect_true 'not over a file of others' [ "$(cat mine.html)" = mine ]
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
expect_says 'a checkpoint without a log' 'There is no log of runs'

# --fresh begins a new log, and one that cannot be written stops nothing.
"$NQUEENS" count 12 --checkpoint a.ckpt --quiet >/dev/null
run "$NQUEENS" count 12 --checkpoint a.ckpt --fresh
expect_err 'fresh' 'the log of runs that was there is now a\.20.*\.run\.jsonl'
expect_true 'fresh' [ "$(events start a.run.jsonl)" -eq 1 ]
"$NQUEENS" count 20 --checkpoint b.ckpt --quiet --max-time 1
ln -sf /dev/full b.run.jsonl
exits 'a full disk: the count goes on' 75 "$NQUEENS" count 20 --checkpoint b.ckpt --max-time 1
expect_err 'a full disk: the count goes on' 'saved to b.ckpt'
expect_true 'a full disk: one warning' \
  [ "$(grep -c "b.run.jsonl': No space left" <<<"$err")" -eq 1 ]

finish
