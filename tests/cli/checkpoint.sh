#!/usr/bin/env bash
# Checkpoints from the outside: stop, go on, start over, damage, locks, full disks. On threads.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"

printf '[count]\nn = 15\n' >n15.toml
n15=2279184

# Stopped by its time limit as often as it takes; every part goes on from the last. The first rounds
# are slow. Each has a second more than the last: a slow machine needs longer for one prefix.
rounds=0
hold pace=0.05
while :; do
  run "$held" count n15.toml --kernel plain --threads 1 --max-time "$((++rounds))"
  if [ "$code" -ne 75 ] || [ "$rounds" -ge 30 ]; then
    break
  fi
  [ "$rounds" -lt 3 ] || let_go
  expect_err "round $rounds" 'stopped \(time limit\) and saved to n15.ckpt'
  expect_out "round $rounds" ''
done
expect_code 'time-limited rounds' 0
expect_out 'time-limited rounds' $n15
expect_err 'the last round' \
  'resuming n=15 from n15.ckpt: [0-9.e-]+ %, [0-9]+ of [0-9]+ tasks, saved 20[0-9T:-]+[+-][0-9:]{5}'
expect_true 'it took more than one round' [ "$rounds" -gt 1 ]

# A finished job answers at once, from the checkpoint.
exits 'finished' 0 "$NQUEENS" count n15.toml --json
is 'finished' solutions=$n15 resumed=true
prints 'resume of a finished job' $n15 "$NQUEENS" resume n15.ckpt
is_in n15.result.json 'result file' solutions=$n15

exits 'status' 0 "$NQUEENS" status n15.ckpt
expect_says 'status' '100'
run "$NQUEENS" status n15.ckpt --json
is 'status as json' solutions=$n15

# Shown again, a result keeps what is in its file; a number that was not there yet is added.
prints 'fundamental later' "$n15"$'\n285053' "$NQUEENS" count n15.toml --fundamental
is_in n15.result.json 'fundamental later: in the file' fundamental=285053
run "$NQUEENS" count n15.toml
is_in n15.result.json 'fundamental stays in the file' fundamental=285053
run "$NQUEENS" resume n15.ckpt --json
is 'resume as json' fundamental=285053

# Mistaken for a job file.
refuse 2 "is a checkpoint, .* 'nqueens resume' goes on from it" count n15.ckpt

# Leftovers of killed runs go when the next one has the lock.
touch .n15.ckpt.tmp.elsewhere.4711 n15.ckpt.lock.new.abc
touch -d '2 hours ago' n15.ckpt.lock.broken.def
run "$NQUEENS" count n15.toml
expect_true 'temporary file removed' [ ! -e .n15.ckpt.tmp.elsewhere.4711 ]
expect_true 'old part of a lock removed' [ ! -e n15.ckpt.lock.broken.def ]
expect_true 'young part of a lock stays' [ -e n15.ckpt.lock.new.abc ]
rm n15.ckpt.lock.new.abc

# The log file has the reason of a fatal end too.
run "$NQUEENS" count 14 --checkpoint n15.ckpt --log-file fatal.log
expect_one_line 'fatal end: one line on stderr'
expect_in fatal.log 'fatal end: in the log file' 'belongs to another job'

# Stopped without a checkpoint: nothing is saved, and the exit code does not say so.
slowly
exits 'stopped without a checkpoint' 1 "$held" count 16 --threads 2 --max-time 0.5 --no-checkpoint
expect_err 'stopped without a checkpoint' 'without a checkpoint they are lost'

# A board that is one prefix is left in time as well.
run timeout 600 "$NQUEENS" count 28 --depth 0 --symmetry none --slice-seconds 0 --threads 1 \
  --checkpoint n28.ckpt --max-time 1
expect_code 'a long prefix' 75

# What workers finish until they have stopped is saved: slices, too.
with_limit "$NQUEENS" count 19 --depth 0 --symmetry none --slice-seconds 0.05 --threads 1 \
  --checkpoint slices.ckpt
expect_code 'stopped in slices' 75
said=0
slices='saved to slices.ckpt: .* and ([0-9]+) of [0-9]+ slices'
[[ $err =~ $slices ]] && said=${BASH_REMATCH[1]}
run "$NQUEENS" status slices.ckpt --json
is 'stopped in slices' slices_done="$said"

# A fatal end waits for no thread that is in the kernel for minutes; its reason is in the log file
# too.
cat >n26.toml <<'END'
[count]
n = 26
depth = 0
symmetry = "none"
slice_seconds = 0
[run]
kernel = "plain"
[checkpoint]
interval = 0.2
END
start "$NQUEENS" count n26.toml --threads 1 --log-file n26.log
wait_for has_line n26.log 'kernel plain on worker 1'
rm n26.ckpt.lock
expect_true 'a fatal end waits for no worker' wait_for is_gone "$pid"
ended "$pid" 'a lost lock' 4
expect_err 'a lost lock' 'is gone; this run stops'
expect_in n26.log 'a lost lock: in the log file' 'is gone'

# Another job under the same name.
refuse 4 'n15.ckpt.*n' count 14 --checkpoint n15.ckpt
refuse 4 'depth' count n15.toml --depth 6
refuse 4 'it has order=fewest, this job order=rows; leave out --order, or' \
  count n15.toml --order rows
prints 'another depth, fresh' $n15 "$NQUEENS" count n15.toml --depth 6 --fresh
expect_err 'another depth, fresh' 'starting n=15'

# A cut that nobody names is the checkpoint's, so that it outlives another default.
prints 'no depth named' $n15 "$NQUEENS" count n15.toml
expect_err 'no depth named' 'is finished already'
printf '[count]\nn = 15\ndepth = 5\ntasks = 70\n' >cut15.toml
exits 'half of a cut' 0 "$NQUEENS" count cut15.toml --part 1/2 --checkpoint cut15.ckpt
run "$NQUEENS" status cut15.ckpt --json
look_up tasks
tasks=$value
for wish in 'depth = 6' 'tasks = 60' $'depth = 5\ntasks = 60' $'depth = 4\ntasks = 70'; do
  printf '[count]\nn = 15\n%s\n' "$wish" >other15.toml
  exits "another cut: $wish" 4 "$NQUEENS" count other15.toml --checkpoint cut15.ckpt
  expect_err "another cut: $wish" 'has this count in another cut: .*(depth|tasks)'
done
for wish in '' 'depth = 5' 'tasks = 70' $'depth = 5\ntasks = 70'; do
  cp cut15.ckpt half15.ckpt
  printf '[count]\nn = 15\n%s\n' "$wish" >same15.toml
  exits "the same cut: $wish" 0 "$NQUEENS" count same15.toml --checkpoint half15.ckpt --json
  is "the same cut: $wish" solutions=$n15 tasks="$tasks" resumed=true
done

# Without a wish for one no checkpoint is written.
run "$NQUEENS" count 10
expect_true 'no checkpoint by default' [ ! -e n10.ckpt ]
printf '[count]\nn = 10\n' >n10.toml
run "$NQUEENS" count n10.toml --no-checkpoint
expect_true 'no checkpoint' [ ! -e n10.ckpt ]

# Signals.
stop_by() {
  local signal=$1
  rm -f n16.ckpt*
  hold after=20
  start_at_work 2 "$held" count "$sixteen" --checkpoint n16.ckpt --threads 2
  kill "-$signal" "$pid"
  ended "$pid" "stopped by $signal" 75
  cause=SIG$signal
  [ "$signal" != INT ] || cause=interrupted
  expect_err "stopped by $signal" "stopped \($cause\) and saved to n16.ckpt"
  run "$NQUEENS" status n16.ckpt --json
  expect_holds "something was saved on $signal" 'tasks_done > 0'
}
for signal in INT TERM USR1 HUP; do
  stop_by "$signal"
done
prints 'resumed with another kernel' 14772512 "$NQUEENS" resume n16.ckpt --kernel scalar
expect_err 'resumed with another kernel' 'resuming n=16'

# SIGUSR2 saves and goes on; status reads along and names the holder of the lock; a second run is
# refused.
rm -f n16.ckpt*
slowly
start_at_work 2 "$held" count "$sixteen" --checkpoint n16.ckpt --threads 2
saved() {
  kill -USR2 "$pid" # the first may be there before any result
  is_saved n16.ckpt
}
expect_true 'saved on SIGUSR2' wait_for saved
run "$NQUEENS" status n16.ckpt
expect_says 'status names the holder' "process $pid"
refuse 4 "in use by process $pid" count 16 --checkpoint n16.ckpt
kill -9 "$pid"
wait "$pid" 2>/dev/null

# After kill -9 the lock of the dead is no obstacle.
prints 'after kill -9' 14772512 "$NQUEENS" count 16 --checkpoint n16.ckpt
expect_err 'after kill -9' 'resuming n=16'

# What follows within a fifth of a second is the same SIGINT.
slowly
start_at_work 1 "$held" count 15 --threads 1 --checkpoint double.ckpt
kill -INT "$pid" "$pid"
let_go
ended "$pid" 'a double SIGINT' 75

# A second SIGINT leaves at once, whatever came in between. Otherwise the process waits for its
# worker, which heeds nothing here.
for between in '' TERM; do
  hold deaf
  start_at_work 1 "$held" count 12 --threads 1
  for signal in INT $between; do
    kill "-$signal" "$pid"
    wait_for has_taken_signals "$pid"
  done
  freeze "$pid"
  sleep 0.3 # else it is the same one
  kill -INT "$pid"
  kill -CONT "$pid"
  ended "$pid" "a second SIGINT after INT $between" 130
  expect_err "a second SIGINT after INT $between" 'ended at once by a second SIGINT'
done
let_go

# Under nohup a hangup is no reason to stop.
slowly
start_at_work 1 nohup "$held" count 15 --threads 1 --no-checkpoint
kill -HUP "$pid"
let_go
ended "$pid" 'SIGHUP under nohup' 0
expect_out 'SIGHUP under nohup' $n15

# Damage: the newest generation is set aside, the one before is used.
run_part 100 count n15.toml --fresh --depth 4 --threads 1
expect_err 'a part of it' 'run the same command again without --fresh to go on'
cp n15.ckpt good.ckpt
printf 'x' | dd of=n15.ckpt bs=1 seek=300 conv=notrunc 2>/dev/null
exits 'status of a bad generation' 4 "$NQUEENS" status n15.ckpt
expect_err 'status of a bad generation' "'n15.ckpt' is damaged"
exits 'status of a bad generation in a folder' 4 "$NQUEENS" status .
expect_err 'status of a bad generation in a folder' "'./n15.ckpt' is damaged"
exits 'report of a bad generation' 4 "$NQUEENS" report n15.ckpt -o -
prints 'one bad generation' $n15 "$NQUEENS" count n15.toml --depth 4
expect_err 'one bad generation' 'n15.ckpt.*(damaged|set aside)'
expect_true 'the bad file is kept' [ -e n15.ckpt.bad ]

# All generations bad: never a silent restart.
for file in n15.ckpt n15.ckpt.1 n15.ckpt.2; do
  head -c 200 good.ckpt >"$file"
done
refuse 4 'n15.ckpt' count n15.toml --depth 4

# A newer format, of which nothing is known but the first line's scheme, is left alone.
rm -f n15.ckpt*
printf 'nqueens checkpoint 99 length=0 crc32c=747a704d\n' >n15.ckpt
cp good.ckpt n15.ckpt.1
refuse 4 'newer' count n15.toml --depth 4
expect_in n15.ckpt 'a newer format is left alone' 'checkpoint 99'

# A damaged file whose format number happens to be a higher one is damaged.
sed '1s/checkpoint 8 /checkpoint 9 /' good.ckpt >n15.ckpt
prints 'a damaged format number' $n15 "$NQUEENS" count n15.toml --depth 4
expect_in n15.ckpt.bad 'a damaged format number: the file is kept' 'checkpoint 9'

# A disk that fills up: the run goes on and says so, and the older generation survives.
if [ "$(id -u)" -eq 0 ] && mkdir disk && mount -t tmpfs -o size=512k none disk 2>/dev/null; then
  printf '[count]\nn = 16\n[checkpoint]\npath = "disk/n16.ckpt"\ninterval = 0.2\n' >disk.toml
  slowly
  start "$held" count disk.toml --threads 2
  full() { dd if=/dev/zero of=disk/filler bs=1k 2>/dev/null; says 'No space left'; }
  full_or_over() { full || is_gone "$pid"; }
  await is_saved disk/n16.ckpt
  expect_true 'disk full: the run warns' wait_for full
  exits 'disk full: the old generation survives' 0 "$NQUEENS" status disk/n16.ckpt
  let_go
  ended "$pid" 'disk full to the end' 1
  expect_out 'disk full to the end: the answer is given all the same' 14772512
  # The result is small: it may find room.
  expect_err 'disk full to the end' 'the result above is (not on disk|in .*, but the last save)'
  expect_true 'disk full: no temporary file stays' [ "$(find disk -name '.*tmp*' | wc -l)" -eq 0 ]
  # Stopped by its limit while nothing can be saved: not the exit code of a run that saved. Where
  # the limit comes before the disk is full, it was too short for this machine.
  for limit in 3 12 48 192; do
    rm -f disk/n16.ckpt* disk/filler
    slowly
    start "$held" count disk.toml --threads 2 --max-time $limit
    await is_saved disk/n16.ckpt
    wait_for full_or_over
    ended "$pid"
    [ "$code" -eq 75 ] || break
  done
  expect_code 'disk full at the limit' 1
  expect_err 'disk full at the limit' 'stopped \(time limit\).*; the last save failed'
  rm disk/filler
  prints 'disk freed' 14772512 "$NQUEENS" count disk.toml
  umount disk
else
  echo 'not run: a full disk needs root and mount'
fi

finish
