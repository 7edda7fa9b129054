#!/usr/bin/env bash
# A device of OpenCL whose driver fails: its results do not arrive, or those of another launch; it
# hangs, has errors, ends the process. The count is right, by the others, and the log says why.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"
source "$source_root/tests/support/deaths.sh"

: "${FAULTY_OPENCL:?the driver that fails}"
# with FAULT COMMAND...
with() {
  LD_PRELOAD=$FAULTY_OPENCL NQUEENS_OPENCL_FAULT=$1 NQUEENS_OPENCL_FAULT_LOG=$work/faults.txt \
    NQUEENS_OPENCL_FAULT_AFTER=$work/begin.txt "${@:2}"
}

needs_device

# --- A driver without the loader of OpenCL: PoCL, by the name of NVIDIA's. It looks for its parts
# beside itself.
pocl=$(ldconfig -p | sed -n '/libpocl.so/s/.* => //p' | head -n 1)
mkdir -p driver/lib/here driver/share
touch driver/lib/here/libOpenCL.so.1
ln -s "$pocl" driver/lib/here/libnvidia-opencl.so.1
ln -s "$(dirname "$pocl")/pocl" driver/lib/here/pocl
ln -s /usr/share/pocl driver/share/pocl
exits 'a driver alone' 0 env LD_LIBRARY_PATH="$PWD/driver/lib/here" \
  "$NQUEENS" bench --n 10 --kernel opencl --devices 0
expect_says 'a driver alone: it counts' '^opencl .* [0-9]+$'
# Also if there is a loader that finds no driver.
mkdir driver/lib/beside none
cp -P driver/lib/here/{pocl,libnvidia-opencl.so.1} driver/lib/beside
exits 'a driver that the loader does not find' 0 env LD_LIBRARY_PATH="$PWD/driver/lib/beside" \
  OCL_ICD_VENDORS="$PWD/none" "$NQUEENS" kernels
expect_says 'a driver that the loader does not find' '^0 .*Portable Computing Language'

# One whose table lacks functions, or that has none, is not used.
for table in '&table' NULL; do
  cat >bare.c <<END_OF_C
#include <CL/cl_icd.h>
#include <string.h>
static cl_icd_dispatch table;
static cl_icd_dispatch* platform;
static cl_int list(cl_uint room, cl_platform_id* platforms, cl_uint* number) {
  platform = $table;
  if (room > 0) *platforms = (cl_platform_id)&platform;
  if (number != NULL) *number = 1;
  return 0;
}
void* clGetExtensionFunctionAddress(const char* name) {
  return strcmp(name, "clIcdGetPlatformIDsKHR") == 0 ? (void*)list : NULL;
}
END_OF_C
  cc -shared -fPIC -w -DCL_TARGET_OPENCL_VERSION=120 bare.c -o driver/lib/here/libamdocl64.so
  rm -f driver/lib/here/libnvidia-opencl.so.1
  exits "a driver with $table" 0 env LD_LIBRARY_PATH="$PWD/driver/lib/here" "$NQUEENS" kernels
  expect_says "a driver with $table" \
    '^no devices: no OpenCL can be loaded: .*libamdocl64.so (has no cl|is here, but shows no plat)'
done

# --- What a device says of itself

# units N WHAT: all devices are listed with the reason why they cannot count.
for units in 0 4000000000; do
  exits "$units units" 0 with "units=$units" "$NQUEENS" kernels
  expect_says "$units units" "^0 +$units.*: it says that it has $units compute units\$"
  exits "$units units: it does not count" 2 with "units=$units" "$NQUEENS" count 12 --devices 0
  expect_err "$units units: it does not count" 'device 0 .* cannot count: it says that it has'
done
for fault in name retain; do
  exits "$fault" 0 with $fault "$NQUEENS" kernels
  expect_says "$fault: the first" \
    '^0 .* a device without a name, .*: its driver does not answer: (cl|Retain)'
  expect_says "$fault: the one behind it" '^1 +[1-9][0-9]* '
  exits "$fault: it counts" 0 with $fault "$NQUEENS" count 12 --devices 1
  expect_out "$fault: it counts" 14200
done

# --- A GPU that two drivers show is used once, unless both are named. PoCL plays it, listed twice.
mkdir two
for driver in one other; do basename "$pocl" >two/$driver.icd; done
twice() { with gpu=7 env OCL_ICD_VENDORS="$PWD/two" "$NQUEENS" "$@"; }
exits 'shown twice' 0 twice kernels
expect_says 'shown twice' '^1 .*: another driver shows it as device 0; if they are two'
exits 'shown twice: one is used' 0 twice bench --n 8 --kernel opencl
expect_times 'shown twice: one is used' 1 '^opencl '
expect_err 'shown twice: one is used' 'device 1 .* left out: .* shows it as device 0; if'
exits 'shown twice: both are named' 0 twice bench --n 8 --kernel opencl --devices 0,1
expect_times 'shown twice: both are named' 2 '^opencl '

# --- What comes back. The thread is slow until the fault has happened, and devices take no tasks
# before all are ready: the first ones would count everything.
part=(count 16 --part 1/2 --check-fraction 0 --checkpoint part.ckpt)
right=$("$NQUEENS" "${part[@]}" --devices none --quiet)

happened() { [ -s faults.txt ]; }
# spoil FAULT [at-once]: a count with it, once the devices have passed their self-tests or at once.
# A driver may compile for minutes.
spoil() {
  rm -f faults.txt begin.txt part.ckpt* part.run.jsonl
  hold pace=0.5
  if [ $# -gt 1 ]; then
    touch begin.txt
  else
    touch idle
    NQUEENS_FAULT+=,hold:$work/idle:kernel=opencl
  fi
  start with "$1" "$held" "${part[@]}" --devices "${devices-0}" --threads 1
  [ $# -gt 1 ] || expect_true "$1: all are ready" await 900 says 'opencl on worker 2'
  touch begin.txt
  rm -f idle
  expect_true "$1: it happens" await 900 happened
  let_go
  ended "$pid" "$1" 0
  expect_out "$1" "$right"
}
# wrong_results_test.cpp has more of these.
for fault in left-out:3 slots:2 no-write:3; do
  spoil $fault
  expect_err "$fault" 'worker 2 on .* is lost: device 0 .*: a result is not that of its crown'
done
spoil lost:3
expect_err 'an error' 'worker 2 on .* is lost: device 0 .* OpenCL error -5'
# What was never written holds no crowns.
spoil no-write:1+ at-once
expect_err 'nothing is written' 'device 0 .*: a result is not that of its crown'
spoil hang:1+ at-once
spoil hang:3+
expect_err 'it hangs' 'worker 2 on .* is lost: its lease of'

# --- Of several devices one is lost, or never ready, and the others count on.
export POCL_DEVICES='pthread pthread pthread'
devices=0,1,2
spoil error:1
expect_err 'one of three' 'info counting on 1 thread and 3 devices$'
expect_times 'one of three' 1 'is lost: device [0-2] .*OpenCL error -5' "$err"

rm -f faults.txt part.ckpt* part.run.jsonl
hold pace=0.5
printf '[count]\nn = 16\n[checkpoint]\ninterval = 1\n' >several.toml
start with stuck "$held" count several.toml --part 1/2 --checkpoint part.ckpt --devices 0,1 \
  --threads 1
expect_true 'one never ready: the other counts' await 900 has_device_seconds part.ckpt
expect_true 'one never ready: it happens' happened
let_go
ended "$pid" 'one never ready' 0
expect_out 'one never ready' "$right"
unset POCL_DEVICES

# --- The burn-in finds a device that counts wrong now and then.
touch begin.txt
exits 'selftest' 3 with bit:3+ "$NQUEENS" selftest --devices 0 --kernel opencl --seconds 1h
expect_err 'selftest' 'the first mismatch: device 0 .*: a result is not that of its crown'

# --- A driver that ends the process: the launcher starts it without devices.
touch begin.txt
restarts=3
for fault in list build abort:3; do
  rm -f n15.*
  exits "$fault" 0 with $fault launch 1 "$NQUEENS" count 15 --devices=0 --threads 1 --kernel plain
  expect_out "$fault" 2279184
  expect_err "$fault" 'launch: rank 0 died while it used devices; the next start is without them'
  expect_true "$fault: two starts" [ "$(grep -c 'starting again' <<<"$err")" -eq 1 ]
done
expect_true 'no process is left behind' nothing_runs

# --- Random faults: two of them, and by hand an hour.
exits 'random faults' 0 python3 -B "$source_root/tests/device/faults.py" --rounds 2 \
  "$NQUEENS" "$FAULTY_OPENCL"
finish
