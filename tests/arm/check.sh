#!/usr/bin/env bash
# Builds the kernels for 64-bit Arm with a cross compiler and counts with them under emulation: NEON and SVE.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

for tool in aarch64-linux-gnu-g++ qemu-aarch64; do
  if ! command -v "$tool" >/dev/null; then
    echo "SKIPPED: $tool is not installed (packages g++-aarch64-linux-gnu, qemu-user)"
    exit 77
  fi
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
aarch64-linux-gnu-g++ -std=c++20 -O2 -static -Wall -Wextra -I"$root/include" -I"$root/src" \
  "$root/tests/arm/check.cpp" "$root"/src/kernel/*.cpp \
  "$root"/src/core/{count,known_counts,prefix_stream,symmetry}.cpp -o "$work/check"

# 128-bit vectors, then the longest ones that SVE allows, of which the kernel uses a part.
for processor in max,sve128=on,sve256=off max,sve-max-vq=16; do
  echo "processor $processor"
  output=$(qemu-aarch64 -cpu "$processor" "$work/check")
  echo "$output"
  for kernel in neon sve; do
    grep -q "^$kernel: right" <<<"$output"
  done
  # The same search on every instruction set: the fingerprint of tests/kernel/kernel_test.cpp.
  [ "$(grep -E '^(neon|sve):' <<<"$output" | grep -oE '[0-9]+ nodes' | sort -u)" = '415062 nodes' ]
done
