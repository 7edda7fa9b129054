#!/usr/bin/env bash
# No command that writes a file overwrites one that somebody needs: each way to write onto each kind
# of file, and files that have a name by chance that a job uses.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"
source "$source_root/tests/support/answers.sh"

for n in 10 11; do
  "$NQUEENS" count $n --checkpoint "n$n.ckpt" --quiet >/dev/null
  "$NQUEENS" certificate "n$n.ckpt" -o "n$n.cert" >/dev/null
done
for half in 1 2; do
  "$NQUEENS" count 10 --part $half/2 --checkpoint "half-$half.ckpt" --quiet >/dev/null
done
has_puzzles=yes
"$NQUEENS" puzzle dominate 3 >/dev/null 2>&1 || has_puzzles=no

# --- each way onto each kind

mkdir kept
cp n10.ckpt kept/checkpoint
cp n10.cert kept/certificate
cp n11.cert kept/other-certificate
"$NQUEENS" certificate n11.cert --open 1 --quiet -o kept/opened >/dev/null 2>&1
gzip -c n10.cert >kept/packed
cp n10.result.json kept/result
cp n10.run.jsonl kept/runs
"$NQUEENS" report n10.ckpt -o kept/page 2>/dev/null
printf '# 05:04, by hand\n[count]\nn = 10\n' >kept/job
echo 'limit = "02:00:00"' >kept/limit
printf '#!/bin/sh\n# sweep\necho 1\n' >kept/script
echo 'Buy 8 eggs' >kept/notes
printf '1,2\n3,4\n' >kept/table
echo '{"n":8,"who":"me"}' >kept/json
printf '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg">\n</svg>\n' >kept/drawing
printf '2 4 1 3\n\0\1\2' >kept/binary
"$NQUEENS" solve 8 -o kept/rows
"$NQUEENS" solve 4 --all --format board --unicode -o kept/board
"$NQUEENS" solve 4 --all --format json -o kept/rows.jsonl
"$NQUEENS" solve 4 --format svg -o kept/picture
printf '# sizes\n\n8 # the classic\n' >kept/sizes
printf 'Started by hand\n2026-11-28T05:04:13+0000 info counting\n' >kept/log
: >kept/empty
mkdir is
cp kept/* is/
boards='rows board rows.jsonl picture sizes'
# The codes are those for a wrong option, and for a checkpoint that is none or of another job.
while IFS='|' read -r codes own command; do
  [[ $has_puzzles == yes || $command != puzzle* ]] || continue
  for file in kept/*; do
    # shellcheck disable=SC2206
    words=(${command//@/$file})
    name=${file#kept/}
    run "$NQUEENS" "${words[@]}"
    if [[ " $own " == *" $name "* ]]; then
      expect_code "$command onto $name, which is its own" 0
    else
      expect_true "$command onto $name: exit code $code" [ "${codes/$code/}" != "$codes" ]
      expect_out "$command onto $name" ''
      expect_one_line "$command onto $name"
      expect_err "$command onto $name" "$file"
      expect_true "$command onto $name: it is as it was" cmp "$file" "is/$name"
    fi
    cp "is/$name" "$file"
  done
done <<END
2|$boards empty|solve 8 -o @
2|$boards empty|puzzle dominate 4 -o @
2|page empty|report n10.ckpt -o @
2|certificate empty|certificate n10.ckpt -o @
2|other-certificate empty|certificate n11.ckpt -o @
2|opened empty|certificate n11.cert --open 1 --quiet -o @
2|log empty|count 8 --quiet --log-file @
2|log empty|verify n10.ckpt --sample 1 --quiet --log-file @
2||merge half-1.ckpt half-2.ckpt -o @
4|checkpoint|count 10 --quiet --checkpoint @
END
rm -r kept

# Names through links are no way past it. A file that appears meanwhile stays, too.
ln -s n10.ckpt link
refuse 2 "'link' holds something else than solutions" solve 8 -o link
refuse 2 "'link' is not a log" count 8 --log-file link
if [ "$has_puzzles" = yes ]; then
  start "$NQUEENS" puzzle pieces 20 --piece rook --all -o late.txt
  expect_true 'a file that appears: it writes' wait_for compgen -G '.late.txt.tmp.*'
  cp n10.ckpt late.txt
  kill -TERM "$pid"
  ended "$pid" 'a file that appears' 2
  expect_true 'a file that appears: it stays' cmp n10.ckpt late.txt
  for puzzle in 'latin 4' 'knights 3'; do # a sentence is the answer
    # shellcheck disable=SC2086
    exits "$puzzle" 1 "$NQUEENS" puzzle $puzzle -o none.txt
  done
fi
if [ "$(id -u)" -ne 0 ] || command -v setpriv >/dev/null; then
  unpowered=() powers=-dac_override,-dac_read_search
  [ "$(id -u)" -ne 0 ] || unpowered=(setpriv "--bounding-set=$powers" "--inh-caps=$powers")
  echo 1 >closed.txt
  chmod 200 closed.txt
  exits 'what cannot be read' 2 "${unpowered[@]}" "$NQUEENS" solve 8 -o closed.txt
  expect_err 'what cannot be read' "'closed.txt' cannot be read .* and will not be replaced"
fi

# --- logs

# No log has the name of a file that the command is going to make, or reads.
printf '[count]\nn = 8\n' >j.toml
: >empty.txt
for file in p.ckpt p.ckpt.1 p.ckpt.lock p.result.json p.run.jsonl p.second.ckpt ./p.ckpt; do
  refuse 2 "the log cannot go to '$file', which this command reads or writes" \
    count 8 --checkpoint p.ckpt --log-file "$file"
done
refuse 2 "the log cannot go to 'n8.ckpt'" count 8 --checkpoint n8.ckpt \
  --log-file n8.ckpt
refuse 2 "the log cannot go to 'j.toml'" count j.toml --log-file j.toml
refuse 2 "the log cannot go to 't.cert'" certificate n11.cert --open 1 -o t.cert --log-file t.cert
refuse 2 "'j.toml' is the job file itself" count j.toml --checkpoint j.toml --fresh
for stream in 1 2; do
  exits "a log that is also stream $stream" 2 \
    bash -c "'$NQUEENS' count 8 --log-file both.log $stream>both.log"
  exits "a log that is also stream $stream, appended" 0 \
    bash -c "'$NQUEENS' count 8 --log-file both.log $stream>>both.log"
done
exits 'a log like the job' 0 "$NQUEENS" count 8 --checkpoint p.ckpt --log-file p.log
exits 'a log that goes on' 0 "$NQUEENS" count 8 --checkpoint p.ckpt --log-file p.log

# A disk that is full from the start, or gets full, costs the log and one warning.
prints 'a log on a full disk' 92 "$NQUEENS" count 8 --log-file /dev/full
warning="^nqueens: warning: cannot write the log '[a-z./]*': .*; the rest of the log may be missing"
expect_times 'a log on a full disk' 1 "$warning" "$err"
expect_times 'a log on a full disk: no other words' 0 'LOG ERROR|spdlog|flush' "$err"
for ((line = 0; line < 46; ++line)); do echo '2026-11-28T05:04:13 x'; done >small.log # 1012 bytes
run bash -c "ulimit -f 1 && '$NQUEENS' count 8 --no-checkpoint --log-file small.log"
expect_code 'a log that fills its disk' 0
expect_out 'a log that fills its disk' 92
expect_times 'a log that fills its disk' 1 "$warning" "$err"

# --- files that have a name by chance that a job uses

"$NQUEENS" count 12 --checkpoint c.ckpt --quiet >/dev/null
for file in c.ckpt.1 c.ckpt.2 c.result.json c.run.jsonl; do
  echo "mine, $file" >"$file"
done
prints 'names by chance' 14200 "$NQUEENS" count 12 --checkpoint c.ckpt --check-fraction 1
for file in c.ckpt.1 c.ckpt.2 c.result.json c.run.jsonl; do
  expect_true "names by chance: $file is kept" [ "$(<"$file.bad")" = "mine, $file" ]
done
echo 'name = "of a package"' >d.lock
refuse 4 "'d.lock' is no lock of nqueens; move it away, or name another checkpoint" \
  count 12 --checkpoint d
finish
