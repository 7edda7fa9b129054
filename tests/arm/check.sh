#!/usr/bin/env bash
# Builds the program for 64-bit Arm with a cross compiler and counts with it under emulation: each
# kernel, NEON and SVE, on threads and as ranks; a checkpoint that this machine's program reads.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
for tool in aarch64-linux-gnu-g++ qemu-aarch64 apt-get; do
  if ! command -v "$tool" >/dev/null; then
    echo "not run: $tool is not installed (packages g++-aarch64-linux-gnu, qemu-user)"
    exit 77
  fi
done

build=$root/build/arm
if ! "$root/tests/arm/sysroot"; then
  echo 'not run: apt does not get the libraries for Arm; its words are above'
  exit 77
fi
(
  set -e
  cd "$root"
  cmake --preset release -B "$build" -DCMAKE_TOOLCHAIN_FILE=tests/arm/toolchain.cmake \
    -DNQUEENS_BUILD_TESTS=OFF -DNQUEENS_PUZZLES=OFF >/dev/null
  cmake --build "$build"
  aarch64-linux-gnu-g++ --sysroot="$build/sysroot" -std=c++20 -O1 -Wall -Wextra -Iinclude -Isrc \
    tests/arm/check.cpp "$build"/src/libnqueens_{kernel,core}.a -o "$build/check"
) || exit 1

# The program by the name of a script, as a shell and mpirun start it.
native=$NQUEENS
NQUEENS=$build/nqueens
printf '#!/bin/sh\nexec qemu-aarch64 "%s" "$@"\n' "$build/src/nqueens" >"$NQUEENS"
chmod +x "$NQUEENS"
export QEMU_LD_PREFIX=$build/sysroot QEMU_CPU
source "$root/tests/support/shell.sh"

# 128-bit vectors, then the longest ones that SVE allows, of which the kernel uses a part.
for QEMU_CPU in max,sve128=on,sve256=off max,sve-max-vq=16; do
  exits "kernels on $QEMU_CPU" 0 qemu-aarch64 "$build/check"
  # The same search on every instruction set: the fingerprints of tests/kernel, and as many nodes as
  # queens.
  for fingerprint in 'queens: right up to n=13, 384473' \
    'placements: right up to n=11, 213692' \
    'torus: right up to n=16, 23290' \
    'amazons: right up to n=14, 115483'; do
    for kernel in neon sve; do
      expect_says "$kernel on $QEMU_CPU: $fingerprint" "^$kernel, $fingerprint nodes\$"
    done
  done
  prints "count on $QEMU_CPU" 14200 "$NQUEENS" count 12 --threads 2
  expect_err "count on $QEMU_CPU" 'kernel sve on workers 1-2'
done

# A processor without SVE takes the kernel that it has.
QEMU_CPU=max,sve=off
run "$NQUEENS" kernels
expect_says 'without SVE' '^sve +yes +no +no '
expect_says 'without SVE' '^neon +yes +yes +yes '
prints 'count without SVE' 14200 "$NQUEENS" count 12 --threads 2
expect_err 'count without SVE' 'kernel neon on workers 1-2'
exits 'SVE without SVE' 2 "$NQUEENS" count 12 --kernel sve
QEMU_CPU=max

# Two ranks: mpirun of this machine starts programs for Arm, with the MPI library for Arm.
prints 'ranks' 14200 launch 2 "$NQUEENS" count 12
expect_err 'ranks' 'counting on 2 ranks of 1 thread on 1 host'

# What is stopped goes on, there and on another processor. A slow machine takes longer for the first
# prefix.
for seconds in 1 2 4 8 16 32 64; do
  exits 'stopped' 75 "$NQUEENS" count 16 --checkpoint n16.ckpt --kernel plain --threads 1 \
    --max-time "$seconds"
  ! is_saved n16.ckpt || break
done
cp n16.ckpt elsewhere.ckpt
prints 'resumed' 14772512 "$NQUEENS" resume n16.ckpt --threads 2
expect_err 'resumed' 'resuming n=16 from n16.ckpt'
prints 'resumed on another processor' 14772512 "$native" resume elsewhere.ckpt

# Certificates and solutions are the same on both, but for the commits of the builds, and each
# checks what the other wrote.
prints 'with a checkpoint' 724 "$NQUEENS" count 10 --checkpoint n10.ckpt
for program in "$NQUEENS" "$native"; do
  exits "certificate by $program" 0 "$program" certificate n10.ckpt
  certificates+=("$(grep '^count_sha256: ' <<<"$out")")
  exits "solutions by $program" 0 "$program" solve 8 --all
  solutions+=("$out")
done
expect_true 'one certificate' [ "${certificates[0]}" = "${certificates[1]}" ]
run "$NQUEENS" certificate n10.ckpt -o n10.cert
exits 'certificate' 0 python3 "$root/tests/certificate/check.py" n10.cert --all
expect_true 'one list of solutions' [ "${solutions[0]}" = "${solutions[1]}" ]
exits 'check' 0 "$NQUEENS" check <<<"${solutions[1]}"
exits 'check on another processor' 0 "$native" check <<<"${solutions[0]}"

finish
