#!/usr/bin/env bash
# Ranks that count on threads and devices: who counts on a device that several ranks see, and what
# becomes of the count when it fails, or its rank dies or stops. The device is played; at the end
# it is one of OpenCL, if this machine has one.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"
source "$source_root/tests/support/deaths.sh"
needs_recovery

faulty=$(realpath "$NQUEENS_FAULTY")
with_device() { NQUEENS_FAULT=device${device-} "$@"; }
# until_said PATTERN COMMAND...: as run does, with a device; threads wait until stderr matches.
until_said() {
  hold
  export NQUEENS_FAULT=device${device-},$NQUEENS_FAULT
  run_until "$@"
  unset NQUEENS_FAULT
}

# Two ranks that see one device, which is for the first that may have it.
until_said 'opencl on worker 2' launch 2 "$faulty" count 13 --threads 1 --devices 0 \
  --check-fraction 1 --json
expect_code 'two ranks' 0
is 'two ranks' solutions=73712 workers=3 lost_workers=0 agrees=true
expect_err 'two ranks: the device is counted once' \
  'info counting on 2 ranks of 1 thread on 1 host and 1 device$'
expect_err 'two ranks: its worker' 'opencl on worker 2, device 0 \(played\)'
until_said 'opencl on worker 2' launch 2 "$faulty" count 13 --threads 1 --devices 0 --json \
  --master-only
is 'beside a master' solutions=73712 workers=2
expect_err 'beside a master' 'opencl on worker 2, device 0 \(played\)'

# What has counted nothing is not said to have counted: one task is for one worker.
until_said 'opencl on worker 2' "$faulty" count 8 --part 7/1000 --threads 1 --devices 0 --json
expect_code 'one task' 0
is 'one task' tasks=1
look_up kernel
expect_true "one task: $value" [ "$value" = "${value%,*}" ]

# Parts of one GPU, of which each rank sees one, are devices. They differ by their UUID, or by what
# makes a rank see them. The last two ranks see the same part.
before parts "$faulty" <<'SH'
export NQUEENS_FAULT=device
case $rank in
  1) NQUEENS_FAULT=device:part ;;
  2) export CUDA_VISIBLE_DEVICES=MIG-a,MIG-b ;;
  3) export CUDA_VISIBLE_DEVICES=MIG-a ;;
esac
SH
run launch 4 ./parts count 13 --threads 1 --devices 0 --json
is 'parts of a GPU' solutions=73712 workers=7
expect_err 'parts of a GPU' 'info counting on 4 ranks of 1 thread on 1 host and 3 devices$'

# None, short counts, and a job file that says so.
run with_device launch 2 "$faulty" count 13 --threads 1 --devices none --json
is 'none' solutions=73712 workers=2
run with_device "$faulty" count 13 --threads 1 --json
is 'a short count has devices only if they are named' workers=1
printf '[count]\nn = 13\n[run]\ndevices = 0\n' >job.toml
run with_device launch 2 "$faulty" count job.toml --threads 1 --json --no-checkpoint
is 'a job file' solutions=73712 workers=3

# Numbers that are not there: what is there is named, and nothing is counted.
exits 'no such device' 2 with_device "$faulty" count 12 --devices 0,3
expect_one_line 'no such device'
expect_err 'no such device' \
  '^nqueens: there is no device 3; this machine has device 0 \(played\)$'
exits 'no such device, under a launcher' 2 with_device launch 2 "$faulty" count 12 --devices 3
expect_err 'no such device, under a launcher' 'there is no device 3; this machine has'

# A device that turns out to be of no use is lost, also one that the user has named; if nobody else
# counts the run ends, and says why.
no_use='(device 0 \(played, tests 1.0\): .*|kernel opencl\.[0-9]+ failed its self-test: .*)'
for device in :build :memory :wrong; do
  until_said 'is lost' "$faulty" count 14 --devices 0 --threads 1 \
    --no-checkpoint # what a slow machine has saved would be found by the next one
  expect_code "a device$device" 0
  expect_out "a device$device" 365596
  expect_err "a device$device" "warning worker 2 on .* is lost: $no_use; 0 tasks go to others"
  exits "a device$device alone" 1 taskset -c 0 env NQUEENS_FAULT=device$device "$faulty" count 12 \
    --devices 0
  expect_out "a device$device alone" ''
  expect_err "a device$device alone" "^nqueens: no worker is left \(the last one said: $no_use\)"
done

# It is lost in the middle: its worker ends, the others count all.
device=:lost:after=210
run with_device launch 2 "$faulty" count 16 --threads 1 --devices 0 --kernel plain --json \
  --no-checkpoint
is 'a lost device' solutions=$count agrees=true lost_workers=1
expect_err 'a lost device' \
  'worker 2 on .* is lost: device 0 \(played, tests 1.0\): CL_DEVICE_NOT_AVAILABLE; [0-9]+ task'

# The same where nobody else counts: what it has counted is saved.
exits 'a lost device alone' 1 taskset -c 0 env NQUEENS_FAULT=device$device "$faulty" \
  count "$sixteen" --devices 0 --kernel plain --checkpoint alone.ckpt
expect_out 'a lost device alone' ''
expect_err 'a lost device alone' '^nqueens: no worker is left \(the last one said: device 0 .*ckpt'
expect_true 'a lost device alone: it is saved' is_saved alone.ckpt
prints 'a lost device alone: resumed' $count "$NQUEENS" resume alone.ckpt --devices none
device=

# One that never answers, from its first launch on or later, holds up nobody.
for device in :open :hang :mute:after=200; do
  exits "a device$device" 0 with_device "$faulty" count 15 --threads 1 --devices 0 --kernel plain \
    --no-checkpoint
  expect_out "a device$device" 2279184
done
expect_err 'a call that never returns' 'the device does not answer'
expect_err 'a call that never returns' 'worker 2 on .* is lost: its lease of task [0-9]+ has ended'
device=

# The rank with the device dies, the count goes on; with a slow device and slow threads until then.
slow_device() { export NQUEENS_FAULT=$NQUEENS_FAULT,device:slow:after=200; }
hold pace=0.5
slow_device
start_launcher 3 "$held" count "$sixteen" --threads 1 --devices 0 --master-only --json \
  --no-checkpoint
expect_true 'its rank dies: the device counts' await 120 says 'opencl on worker 2'
kill -9 "$(ranks_of "$mpirun_pid" | sed -n 2p)"
expect_true 'its rank dies: it is missed' \
  await 60 says 'workers 1-2 on .* are lost: process [0-9]* is gone'
end 'its rank dies' 0
is 'its rank dies' solutions=$count lost_workers=2

# A stop does not wait for the device: all say goodbye, and nobody is lost.
hold pace=0.5
slow_device
start_launcher 2 "$held" count "$sixteen" --threads 1 --devices 0 --verbose --checkpoint stop.ckpt
expect_true 'a stop: the device counts' await 120 says 'opencl on worker 2'
kill -TERM "$launcher_pid"
ended "$launcher_pid" 'a stop' 75
let_go
for worker in 1 2 3; do
  expect_err "a stop: worker $worker says goodbye" "worker $worker leaves"
done
expect_true 'a stop: nobody is lost' says_nothing_of 'is lost'

# A stop does not wait for the driver, which compiles, and nothing is lost that others have counted.
device_compiles() { export NQUEENS_FAULT=$NQUEENS_FAULT,device:open; }
hold pace=0.5
device_compiles
start_launcher 3 "$held" count "$sixteen" --threads 1 --devices 0 --master-only \
  --checkpoint open.ckpt
expect_true 'a stop while the driver compiles: it does' await 120 says 'the device compiles'
expect_true 'a stop while the driver compiles: others count' await 120 at_work 2
kill -TERM "$launcher_pid"
ended "$launcher_pid" 'a stop while the driver compiles' 75
let_go
expect_err 'a stop while the driver compiles' 'stopped \(.*\) and saved to open\.ckpt'
expect_true 'a stop while the driver compiles: nothing is left' wait_for 60 nothing_runs

# A count that is finished waits for no driver: this one would compile for ever.
"$NQUEENS" count 13 --checkpoint done.ckpt --quiet >done.txt
exits 'finished while the driver compiles' 0 env NQUEENS_FAULT=device:open timeout 600 "$faulty" \
  count 13 --checkpoint done.ckpt --devices 0 --threads 1
expect_out 'finished while the driver compiles' 73712

# A device of OpenCL counts most of a job, is interrupted, and goes on; and it has counted what a
# processor counts.
unset NQUEENS_FAULT
if has_device; then
  hold pace=0.5
  printf '[count]\nn = 17\n[run]\nbatch_seconds = 60\n[checkpoint]\ninterval = 1\n' >opencl.toml
  start_at_work 1 "$held" count opencl.toml --devices 0 --threads 1 --checkpoint device.ckpt
  # A driver may compile for minutes.
  expect_true 'OpenCL: the device counts' await 900 says 'opencl on worker 2'
  expect_true 'OpenCL: what it has counted is saved' await 300 has_device_seconds device.ckpt
  kill -INT "$pid"
  ended "$pid" 'OpenCL: interrupted' 75
  let_go
  prints 'OpenCL: resumed' 95815104 "$NQUEENS" resume device.ckpt --devices 0 --threads 1
  prints 'OpenCL: a processor' 95815104 "$NQUEENS" count 17 --devices none --checkpoint cpu.ckpt
  for name in device cpu; do
    exits "OpenCL: certificate of $name" 0 "$NQUEENS" certificate $name.ckpt -o $name.cert
    echo "$out" >$name.sha256
  done
  expect_true 'OpenCL: the device has counted' grep -q '^kernels: .*opencl' device.cert
  expect_says 'OpenCL: its hash' '^count_sha256: '
  expect_true 'OpenCL: the same counts' diff device.sha256 cpu.sha256
  run "$NQUEENS" status device.ckpt --json
  expect_true 'OpenCL: seconds of the device' \
    ask holds '0 < device_seconds < kernel_seconds' "$out"
  run "$NQUEENS" plan 14 --seconds 0.5 --devices 0
  expect_says 'OpenCL: a plan' '^a device: [0-9.]+ [kMGT]? ?solutions a second, as many as '
fi

finish
