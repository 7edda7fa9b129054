#!/usr/bin/env bash
# The commands about kernels, and how one is chosen.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"

exits 'kernels' 0 "$NQUEENS" kernels
for kernel in avx512 avx2 sse4 neon sve scalar plain; do
  expect_says "kernels: $kernel" "^$kernel +(yes|no) +(yes|no) +(yes|no) "
done
expect_times 'kernels: one is chosen' 1 '^[a-z0-9]+ +yes +yes +yes '
runnable=$(awk '$3 == "yes" { print $1 }' <<<"$out")
chosen=$(awk '$4 == "yes" { print $1 }' <<<"$out")

exits 'kernels as json' 0 "$NQUEENS" kernels --json
matching "$runnable" '^[^:]*$'
expect_times 'kernels as json: the same' "$value" '"runnable":true' "${out//,/$'\n'}"

# Devices, by drivers that are here or not.
expect_holds 'kernels as json: devices' 'devices is not None'
mkdir empty broken
touch broken/libOpenCL.so.1 broken/libnvidia-opencl.so.1 broken/libamdocl64.so
without_opencl() { LD_LIBRARY_PATH=$PWD/broken "$@"; }
exits 'no OpenCL' 0 without_opencl "$NQUEENS" kernels
expect_says 'no OpenCL' '^no devices: no OpenCL can be loaded: .*/libOpenCL.so.1: .*;'
expect_says 'no OpenCL: drivers' ';.*/libnvidia-opencl.so.1: .*;.*/libamdocl64.so: [^;]*$'
exits 'no OpenCL, as json' 0 without_opencl "$NQUEENS" kernels --json
is 'no OpenCL, as json' devices='[]'
expect_holds 'no OpenCL, as json: why' '"no OpenCL can be loaded" in no_devices'
exits 'no OpenCL: it counts' 0 without_opencl "$NQUEENS" count 12 --quiet
expect_out 'no OpenCL: it counts' 14200
exits 'no OpenCL: a device' 2 without_opencl "$NQUEENS" count 12 --devices 0
expect_one_line 'no OpenCL: a device'
expect_err 'no OpenCL: a device' 'there is no device 0; this machine has none: no OpenCL can'
expect_true 'the program does not need OpenCL' [ -z "$(ldd "$NQUEENS" | grep -i opencl)" ]

exits 'no driver' 0 env OCL_ICD_VENDORS="$PWD/empty" "$NQUEENS" kernels
expect_says 'no driver' \
  '^no devices: (libOpenCL.so.1 finds no driver: the files \*.icd|no OpenCL can be loaded)'

# Every kernel that runs here gives the right answer, by option and by environment.
for kernel in $runnable; do
  run "$NQUEENS" count 13 --kernel "$kernel" --json
  is "--kernel $kernel" solutions=73712 kernel="$kernel"
  expect_err "--kernel $kernel: the log says so" "kernel $kernel"
  run env NQUEENS_KERNEL="$kernel" "$NQUEENS" count 10 --json
  is "NQUEENS_KERNEL=$kernel" kernel="$kernel"
done
run "$NQUEENS" count 10 --json
is 'auto' kernel="$chosen"

# A kernel of another family of processors is refused, as an unknown one is, and the others are
# named.
other=$(uname -m | grep -q x86 && echo neon || echo avx2)
for kernel in "$other" vax "${runnable%%[[:space:]]*}:vax"; do
  refuse 2 "'$kernel' is .*choose one of: auto, .*scalar, plain" count 10 --kernel "$kernel"
  exits "NQUEENS_KERNEL=$kernel" 2 env NQUEENS_KERNEL="$kernel" "$NQUEENS" bench
  expect_err "NQUEENS_KERNEL=$kernel" "NQUEENS_KERNEL '$kernel' is"
done

# A job may go on with another kernel; the result names all that took part.
run_part 20 count "$sixteen" --kernel plain --checkpoint n16.ckpt
run "$NQUEENS" resume n16.ckpt --kernel "$chosen" --json
is 'another kernel' solutions=14772512
expect_holds 'another kernel: both are named' '"plain" in kernel'

exits 'bench' 0 "$NQUEENS" bench --n 11 --all
for kernel in $runnable; do
  expect_says "bench: $kernel" "^$kernel +[0-9.]+ "
done
exits 'bench as json' 0 "$NQUEENS" bench --n 11 --kernel scalar --json
is 'bench as json' 0.kernel=scalar
look_up 0.nodes
expect_true 'bench as json: fingerprint' [ "$value" -gt 1000 ]
# Of devices: all GPUs, or those that are named.
with_device() { NQUEENS_FAULT=device "$NQUEENS_FAULTY" bench --n 8 --kernel opencl "$@"; }
exits 'bench of a device' 0 with_device
expect_says 'bench of a device' '^opencl +[0-9.]+ '
expect_says 'bench of a device: which' 'of a run on device 0 \(played\) '
exits 'bench of a device as json' 0 with_device --devices 0 --json
is 'bench of a device as json' 0.kernel=opencl '0.device=device 0 (played)' length=1
exits 'bench of device 3' 2 with_device --devices 0,3
expect_one_line 'bench of device 3'
expect_err 'bench of device 3' 'there is no device 3; this machine has device 0 \(played\)$'
exits 'bench of no device' 2 with_device --devices none
expect_err 'bench of no device' 'no GPU is here, or --devices names none; give it'
exits 'bench of a device without its kernel' 2 "$NQUEENS" bench --devices 0

exits 'bench of no board' 2 "$NQUEENS" bench --n 33
exits 'bench of all and one' 2 "$NQUEENS" bench --all --kernel scalar

# The self-test compares every kernel that runs here, or the one that is named.
exits 'selftest' 0 "$NQUEENS" selftest --seconds 1
for kernel in $runnable; do
  expect_says "selftest: $kernel" "^$kernel +[1-9][0-9]* +[0-9.]+ +[0-9.]+ +0$"
done
exits 'selftest of more threads than cores' 0 "$NQUEENS" selftest --seconds 1 --threads 1000 --json
expect_holds 'selftest of more threads than cores' 'threads < 1000'
expect_err 'selftest of more threads than cores' '--threads is 1000, and this process may run on'
run on_a_terminal "$NQUEENS" selftest --seconds 1 --threads 1
expect_says 'selftest on a terminal: how far it is' \
  '[0-9.]+ s of 1\.00 s: [0-9]+ comparisons, 0 mismatches'
run "$NQUEENS" selftest --seconds 1 --kernel scalar --threads 1 --seed 7 --json
expect_code 'selftest as json' 0
is 'selftest as json' kernels.0.kernel=scalar threads=1 seed=7 first_mismatch=null
expect_holds 'selftest as json: compared' 'kernels[0].comparisons > 0'
exits 'selftest for no time' 2 "$NQUEENS" selftest --seconds 0
expect_one_line 'selftest for no time'
exits 'selftest of a kernel that does not run here' 2 "$NQUEENS" selftest --kernel "$other"
expect_out 'selftest of a kernel that does not run here' ''
start "$NQUEENS" selftest --seconds 86400 --devices none # drivers catch signals while they load
wait_for catches "$pid" TERM
kill -TERM "$pid"
expect_true 'selftest that is stopped: long before its time' wait_for has_ended "$pid"
ended "$pid" 'selftest that is stopped' 0
expect_says 'selftest that is stopped: what was compared' "^$chosen(:[a-z0-9-]+)? +[1-9]"
expect_err 'selftest that is stopped' 'stopped early'

finish
