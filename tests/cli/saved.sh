#!/usr/bin/env bash
# No work is lost without a word: checkpoints that nobody asked for, files that are moved aside, and
# what is said when something cannot be saved.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"

# A large board is saved. tests/cli/unnamed.sh has the others.
with_limit "$NQUEENS" count 20 --threads 1
expect_code 'a limit' 75
expect_err 'a limit' 'starting n=20: .*, saved in n20.ckpt$'
expect_err 'a limit' 'saved to n20.ckpt'
with_limit "$NQUEENS" count 20 --threads 1
expect_err 'the same command' 'resuming n=20 from n20.ckpt'
with_limit "$NQUEENS" count 23 --board torus --threads 1
expect_err 'another board' 'saved in torus23.ckpt'
with_limit "$NQUEENS" count 20 --quantity placements --threads 1
expect_err 'another quantity' 'saved in placements20.ckpt'
with_limit "$NQUEENS" count 20 --no-checkpoint --threads 1
expect_code 'no checkpoint' 1
expect_err 'no checkpoint' 'without a checkpoint they are lost'

# A long count warns of years, and says what to expect, unless a sample takes too long here: on one
# processor with other work.
processor=$(taskset -cp $$) processor=${processor##*: } processor=${processor%%[,-]*}
start taskset -c "$processor" sh -c 'while :; do :; done'
other=$pid
start taskset -c "$processor" "$NQUEENS" count 28 --checkpoint long.ckpt
expect_true 'a warning' \
  await says 'this count takes (about|at least) [0-9.]+ years'
kill "$pid" "$other"
ended "$pid" 'a warning' 75
if ! matches "$err" 'takes at least'; then
  expect_err 'what to expect' \
    "expecting [0-9.e+]+ \([0-9.e+]+ to [0-9.e+]+\) solutions, in about [0-9.]+ years on $(
    )1 worker as busy as now \([0-9.]+ years if other work on their cores ends\)\$"
fi

# A part is for `merge`, and its sum is no count.
exits 'a part' 0 "$NQUEENS" count 18 --part 1/99
expect_true 'a part: saved' test -e n18.part-1-of-99.ckpt
expect_says 'a part: no bare number' '^sum of part 1/99: [0-9]+$'

# files_aside: what was moved. dateless: without the dates in their names.
files_aside() { find . -name 'a.20*'; }
dateless() { sed -E 's/\.[0-9T-]{19}(-[0-9]+)?\./.DATE./'; }

# --fresh moves everything aside that has the name, once the job is known to be valid.
with_limit "$NQUEENS" count 20 --checkpoint a.ckpt --threads 1
before=$(cksum a.ckpt* a.run.jsonl | sed 's/ a\./ a.DATE./')
exits 'another job' 4 "$NQUEENS" count 12 --checkpoint a.ckpt
expect_times 'another job: no word of --fresh' 0 '--fresh' "$err"
printf '[count]\nn = 18\ndepth = 6\ntasks = 1\n' >refused.toml
exits 'a job that is refused' 2 "$NQUEENS" count refused.toml --checkpoint a.ckpt --fresh
expect_err 'a job that is refused' 'tasks is 1; the 188645 prefixes of this job need at least 2'
expect_true 'a job that is refused' [ -z "$(files_aside)" ]
exits 'fresh' 0 "$NQUEENS" count 12 --checkpoint a.ckpt --fresh
expect_true 'fresh: all of the unfinished count is there' \
  [ "$(cksum a.20* | dateless)" = "$before" ]
run "$NQUEENS" count 12 --checkpoint a.ckpt --fresh
expect_err 'fresh again' 'the old checkpoint is now a\.20.*\.ckpt'
expect_err 'fresh again' 'the old result is now a\.20.*\.result\.json'
# What is no checkpoint any more is moved aside like one. The plain start names --fresh.
spoil() {
  case $1 in
    zeros) head -c 4096 /dev/zero ;;
    cut) printf 'nqueens ch' ;;
    header) printf 'nqueens checkpoint 7 n=12' ;;
    garbage) printf '\xff\x00\xfejunk' ;;
    empty) : ;;
  esac >spoilt.ckpt
}
for kind in zeros cut header garbage empty; do
  spoil $kind
  exits "spoilt, $kind" 4 "$NQUEENS" count 12 --checkpoint spoilt.ckpt
  expect_one_line "spoilt, $kind"
  expect_err "spoilt, $kind" "'spoilt.ckpt' is .*, or start over with 'nqueens count --fresh'"
  cp spoilt.ckpt kept.ckpt
  prints "spoilt, $kind, fresh" 14200 "$NQUEENS" count 12 --checkpoint spoilt.ckpt --fresh
  expect_err "spoilt, $kind, fresh" 'the old checkpoint is now spoilt\.20'
  expect_true "spoilt, $kind: it is kept" cmp kept.ckpt spoilt.20*.ckpt
  rm spoilt.*
done

# The file of a result is written again unless it holds this job and number.
"$NQUEENS" count 12 --checkpoint held.ckpt --fundamental --quiet >/dev/null
cp held.result.json whole.json
again() {
  exits "a result file: $what" 0 "$NQUEENS" count 12 --checkpoint held.ckpt "$@"
  is_in held.result.json "a result file: $what" solutions=14200
}
what=whole
again --fundamental
expect_true "$what: untouched" cmp held.result.json whole.json
for what in empty cut 'of another kind' of_another_number of_another_job; do
  case $what in
    empty) : ;;
    cut) head -c 200 whole.json ;;
    'of another kind') echo '[14200]' ;;
    of_another_number) sed 's/"solutions":"14200"/"solutions":"14201"/' whole.json ;;
    of_another_job) sed 's/"n":12/"n":11/' whole.json ;;
  esac >held.result.json
  again
  case $what in
    of_another_number) expect_err "$what" 'has the number "14201", but "14200" was counted; it' ;;
    of_another_job) expect_err "$what" 'warning .*is of another job: n is 11; it' ;;
    *) expect_err "$what" 'warning .*is empty or damaged; it is written again' ;;
  esac
done
what='a wrong number of fundamental solutions'
sed 's/"fundamental":"[0-9]*"/"fundamental":"7"/' whole.json >held.result.json
again --fundamental
is_in held.result.json "$what" fundamental=1787

# A result without its checkpoint is not replaced, either.
rm a.ckpt*
for n in 8 9 10; do
  run "$NQUEENS" count $n --checkpoint a.ckpt
  expect_err 'a result alone' 'the old result is now'
  rm a.ckpt*
done
expect_true 'results alone: none is lost' [ "$(find . -name 'a.20*.result.json' | wc -l)" -eq 4 ]
run "$NQUEENS" count 11 --checkpoint a.ckpt

# A limit of file sizes is a full disk.
printf '[count]\nn = 17\ntasks = 5000\n' >big.toml
printf '[count]\nn = 17\ntasks = 2\n' >few.toml
(
  ulimit -f 8
  run "$NQUEENS" count big.toml --checkpoint big.ckpt
  echo "$code" >code
  echo "$err" >said
)
expect_true 'a limit of file sizes: the code' [ "$(<code)" = 1 ]
expect_in said 'a limit of file sizes' "cannot write 'big.ckpt': File too large; raise"
expect_in said 'a limit of file sizes: the result is on disk' \
  "the result above is in its file, but the last save"
(
  ulimit -f 8
  run "$NQUEENS" count big.toml --part 1/2 --checkpoint part.ckpt
  echo "$code" >code
  echo "$err" >said
)
expect_true 'the sum of a part has no file of its own: the code' [ "$(<code)" = 1 ]
expect_in said 'the sum of a part has no file of its own' \
  "the result above is not on disk: the last save failed"
(
  ulimit -f 7 # enough for the first count
  run "$NQUEENS" count few.toml --double-check=mirror --checkpoint twice.ckpt
  echo "$code $out" >code
  echo "$err" >said
)
expect_true 'only the second count is not saved: the code' [ "$(<code)" = '1 95815104' ]
expect_in said 'only the second count is not saved' \
  "cannot write 'twice.second.ckpt': File too large"
expect_times 'only the second count is not saved' 0 "cannot write 'twice.ckpt'" "$(<said)"
expect_in said 'only the second count is not saved' 'the result above is in its file, but the last'

# A checkpoint that may not be read.
as_nobody=()
if [ "$(id -u)" -eq 0 ]; then
  chmod 755 .
  as_nobody=(setpriv --reuid 65534 --clear-groups)
fi
cp "$NQUEENS" program
chmod 000 a.ckpt
exits 'not readable' 4 "${as_nobody[@]}" ./program status a.ckpt
expect_true 'not readable' [ "$err" = \
  "nqueens: cannot read checkpoint 'a.ckpt': Permission denied; make it readable" ]
mkdir closed closed/within
cp n18.part-1-of-99.ckpt closed/within/a.ckpt
chmod 000 closed
exits 'a folder that cannot be searched' 4 "${as_nobody[@]}" ./program status closed/within/a.ckpt
expect_err 'a folder that cannot be searched' \
  "closed/within/a.ckpt': Permission denied; give yourself access to the folder 'closed'$"
chmod 755 closed
mkdir fixed
chmod 555 fixed
run "${as_nobody[@]}" env -C fixed ../program count 20 --max-time 1h
expect_code 'a folder that cannot be written' 4
expect_one_line 'a folder that cannot be written'
expect_err 'a folder that cannot be written' \
  "cannot save 'n20.ckpt': Permission denied; make the folder '.' writable, or .* --no-checkpoint$"
expect_own_options count

"$NQUEENS" count 12 --checkpoint "it's \"mine\".ckpt" --quiet >/dev/null
refuse 2 "is a checkpoint, not a job file; 'nqueens resume'" count "it's \"mine\".ckpt"
: >empty.toml
refuse 2 '^nqueens: empty.toml: .*n is missing' count empty.toml
finish
