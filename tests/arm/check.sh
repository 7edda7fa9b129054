#!/usr/bin/env bash
# Builds the kernels for 64-bit Arm with a cross compiler and counts with them under emulation: NEON
# and SVE.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

for tool in aarch64-linux-gnu-g++ qemu-aarch64; do
  if ! command -v "$tool" >/dev/null; then
    echo "not run: $tool is not installed (packages g++-aarch64-linux-gnu, qemu-user)"
    exit 77
  fi
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
aarch64-linux-gnu-g++ -std=c++20 -O2 -static -Wall -Wextra -I"$root/include" -I"$root/src" \
  "$root/tests/arm/check.cpp" "$root"/src/kernel/*.cpp \
  "$root"/src/core/{chess_piece,count,known_counts,prefix_stream,problem,symmetry}.cpp \
  -o "$work/check"

# 128-bit vectors, then the longest ones that SVE allows, of which the kernel uses a part.
for processor in max,sve128=on,sve256=off max,sve-max-vq=16; do
  echo "processor $processor"
  output=$(qemu-aarch64 -cpu "$processor" "$work/check")
  echo "$output"
  # The same search on every instruction set: the fingerprints of tests/kernel, and as many nodes as
  # queens.
  for fingerprint in 'square solutions of queens: right up to n=13, 384474' \
    'square placements of queens: right up to n=11, 213692' \
    'torus solutions of queens: right up to n=16, 23290' \
    'square solutions of amazons: right up to n=14, 115483'; do
    for kernel in neon sve; do
      grep -qx "$kernel, $fingerprint nodes" <<<"$output"
    done
  done
done
