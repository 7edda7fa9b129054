#!/usr/bin/env bash
# The page that `report` makes of a log of runs: its tables in any browser, and its charts in one
# that runs them: NQUEENS_BROWSER, or chromium if it is installed.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"

export PYTHONDONTWRITEBYTECODE=1
exits 'logs' 0 "$python" "$source_root/tests/report/logs.py"
for log in three many merged; do
  exits "$log" 0 "$NQUEENS" report $log.run.jsonl -o $log.html
  exits "$log: JSON" 0 "$NQUEENS" report $log.run.jsonl --json
  echo "$out" >$log.json
done
page=$(<three.html)
expect_times 'a hostile host: two scripts, which are those of the page' 2 '<script' "$page"
expect_times 'a hostile host: its text' 4 '>&lt;/script&gt;&lt;script&gt;[^<]*&quot;&#39;<' "$page"
expect_times 'the rows of three starts' 3 'data-name="start">[123]</td>.*"began"><[^>]*>2026' \
  "$(sed -n '/<h2>Starts/,/<.section>/p' three.html)"
expect_times 'a row of each incident' 13 'class="moment" data-name="time"' "$page"
expect_in three.html 'CPU time of a host' \
  'data-name="kernel time">7 days [^<]*</td><td class="n" data-name="CPU time">23:[0-9:]* h<'
expect_in many.html 'many ranks' '3000 ranks: the least busy 0 %, a tenth below'
expect_in many.html 'many hosts' 'and [0-9]* more rows'
expect_in merged.html 'merged files' 'there is no chart of them'

browser=${NQUEENS_BROWSER-$(type -P chromium)}
if [ -n "$browser" ]; then
  exits 'in a browser' 0 "$python" "$source_root/tests/report/in_browser.py" "$browser"
  [ -z "$out" ] || echo "$out"
  for colours in 0 1; do
    exits 'in a browser: a picture' 0 "$browser" --headless --no-sandbox --disable-gpu \
      --user-data-dir="$work/browser" --window-size=600,900 \
      --blink-settings=preferredColorScheme=$colours --screenshot="$work/$colours.png" \
      "file://$work/three.html"
    exits 'in a browser: something is in it' 0 "$python" -IS \
      "$source_root/tests/support/picture.py" $colours.png
  done
else
  echo 'the pages were not looked at: chromium is not installed'
fi

finish
