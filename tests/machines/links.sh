#!/usr/bin/env bash
# A checkpoint that is a symbolic link: data, generations, lock, result and log are those of its
# target, under every name, also where the target is yet to come.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"

mkdir big home home/deep
ln -s ../big/n16.ckpt home/n16.ckpt
ln -s "$work/home/n16.ckpt" home/deep/again.ckpt
links() { find home -type l -printf '%p %l\n' | sort; }
before=$(links)

# Through a chain to a target that is not there yet.
slowly
start_at_work 1 "$held" count 16 --checkpoint home/deep/again.ckpt --threads 1
expect_true 'it runs' wait_for has_line big/n16.run.jsonl '"event":"now"'
# A second start by any name is kept out, and others that read see the run.
for name in big/n16.ckpt home/n16.ckpt home/deep/again.ckpt; do
  exits "a second start, $name" 4 "$NQUEENS" count 16 --checkpoint "$name"
  expect_err "a second start, $name" "checkpoint '.*big/n16.ckpt' is in use by process $pid"
  run "$NQUEENS" status "$name"
  expect_says "status, $name" "process $pid, seen"
  expect_says "status, $name: live" '^last save: '
done
kill -TERM "$pid"
ended "$pid" 'through links' 75
let_go
expect_times 'said in one line' 1 \
  'info home/deep/again.ckpt is a link to .*big/n16.ckpt$' "$err"
expect_err 'through links' 'saved to .*big/n16.ckpt'

exits 'what is saved' 0 "$NQUEENS" count 16 --checkpoint home/n16.ckpt --saved
expect_says 'what is saved' ' .*big/n16.ckpt: [0-9]+ of '
prints 'resume' 14772512 "$NQUEENS" resume home/n16.ckpt
expect_true 'the links stay' [ "$(links)" = "$before" ]
expect_true 'all files are beside the target' [ -z "$(find home -type f)" ]
for file in n16.ckpt n16.ckpt.1 n16.result.json n16.run.jsonl; do
  expect_true "beside the target: $file" [ -f big/$file ]
done

# What reads a checkpoint finds its older generations, its log and its page by any name.
cp big/n16.ckpt good.ckpt
printf 'x' | dd of=big/n16.ckpt bs=1 seek=300 conv=notrunc 2>/dev/null
for command in status 'verify --sample 1 --quiet'; do
  # shellcheck disable=SC2086 # words of a command
  run "$NQUEENS" $command home/n16.ckpt
  expect_true "an older generation, $command" matches "$out$err" "big/n16.ckpt('|:) is damaged"
done
expect_true 'an older generation' [ -e big/n16.ckpt.1 ]
cp good.ckpt big/n16.ckpt
exits 'a certificate' 0 "$NQUEENS" certificate home/n16.ckpt
exits 'a page' 0 "$NQUEENS" report home/n16.ckpt
expect_true 'a page' [ -s big/n16.report.html ]
exits 'a repair' 0 "$NQUEENS" verify home/n16.ckpt --repair --sample 2 --quiet
expect_true 'a repair' [ "$(links)" = "$before" ]

# --fresh moves the target's files, not the link.
exits 'fresh' 0 "$NQUEENS" count 12 --checkpoint home/n16.ckpt --fresh
expect_true 'fresh: moved beside the target' compgen -G 'big/n16.20*.ckpt' >/dev/null
expect_true 'fresh: the links stay' [ "$(links)" = "$before" ]
expect_true 'fresh: a file under the target' [ -f big/n16.ckpt ]

# Merging into a link, and a result that is one.
for part in 1 2; do
  "$NQUEENS" count 11 --part $part/2 --checkpoint part-$part.ckpt --quiet >/dev/null
done
ln -s big/n11.ckpt n11.ckpt
exits 'merge' 0 "$NQUEENS" merge part-1.ckpt part-2.ckpt -o n11.ckpt
expect_true 'merge' [ -L n11.ckpt ] && expect_true 'merge' [ -f big/n11.ckpt ]
ln -s ../shown.json big/n11.result.json
prints 'a result that is a link' 2680 "$NQUEENS" resume n11.ckpt
is_in shown.json 'a result that is a link' solutions=2680

# Links in a circle, and folders that are not there.
ln -s b.ckpt a.ckpt
ln -s a.ckpt b.ckpt
for command in 'count 12 --checkpoint' resume status verify certificate; do
  # shellcheck disable=SC2086
  refuse 4 "'a.ckpt' is a symbolic link that leads back to itself" $command a.ckpt
done
"$NQUEENS" count 12 --checkpoint n12.ckpt --quiet >/dev/null
rm n12.result.json
ln -s n12.result.json n12.result.json
exits 'a result in a circle' 1 "$NQUEENS" count 12 --checkpoint n12.ckpt
expect_out 'a result in a circle' 14200
expect_err 'a result in a circle' "'n12.result.json' is a symbolic link that leads back to itself"
ln -s none/n12.ckpt nowhere.ckpt
exits 'no folder' 2 "$NQUEENS" count 12 --checkpoint nowhere.ckpt
expect_err 'no folder' "create the folder 'none'"

# A checkpoint must be a regular file: others are refused, not waited for or moved.
mkfifo pipe.ckpt pipe.run.jsonl
for command in 'count 12 --fresh --checkpoint' 'count 12 --checkpoint' \
  resume status report verify certificate; do
  # shellcheck disable=SC2086
  exits "a pipe, $command" 4 timeout 600 "$NQUEENS" $command pipe.ckpt
  expect_true "a pipe, $command" matches "$out$err" "'pipe.ckpt': it is a pipe or a device; name a"
done
exits 'a pipe for a log' 4 timeout 600 "$NQUEENS" report pipe.run.jsonl
expect_true 'a pipe stays' [ -p pipe.ckpt ]
rm pipe.ckpt
mkfifo pipe.ckpt.lock pipe.result.json
"$NQUEENS" count 11 --checkpoint ok.ckpt --quiet >/dev/null
cp ok.ckpt pipe.ckpt
exits 'pipes beside a checkpoint' 0 timeout 600 "$NQUEENS" status pipe.ckpt
rm pipe.ckpt.lock
prints 'pipes beside a checkpoint' 2680 timeout 600 "$NQUEENS" count 11 --checkpoint pipe.ckpt

# What may be a pipe, is.
prints 'a job from a pipe' 2680 "$NQUEENS" count <(printf '[count]\nn = 11\n') --no-checkpoint
exits 'an open file' 0 "$NQUEENS" status /dev/stdin <ok.ckpt
finish
