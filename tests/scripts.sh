#!/usr/bin/env bash
# Every shell script passes shellcheck, every C++ file has the layout of clang-format and opens with what it is for,
# batch scripts begin alike.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

mapfile -t scripts < <(grep -rlE '^#!.*(ba)?sh( |$)|shellcheck shell=' jobs tests slurm docker .ci 2>/dev/null | grep -vE '\.(md|cpp|hpp)$')
[ "${#scripts[@]}" -ge 5 ] || { echo "only ${#scripts[@]} scripts found" >&2; exit 1; }
shellcheck -x "${scripts[@]}"
echo "${#scripts[@]} scripts pass shellcheck"

mapfile -t sources < <(find src include tests -name '*.cpp' -o -name '*.hpp')
clang-format --dry-run --Werror "${sources[@]}"
echo "${#sources[@]} sources have the right layout"

# Slurm runs a copy of a batch script, so it cannot source what finds its folder: each has these lines, and all the same.
preambles=$(for script in slurm/*.sbatch; do sed -n '/^# Slurm runs a copy/,/^}/p' "$script" | sha256sum; done)
[ "$(sort -u <<<"$preambles" | wc -l)" -eq 1 ] || { echo "the batch scripts find their folder in different ways" >&2; exit 1; }
echo "$(wc -l <<<"$preambles") batch scripts find their folder in one way"

# Every file of src and include opens with what it is for, and has one room's worth of lines.
mapfile -t sources < <(find src include -name '*.cpp' -o -name '*.hpp')
unopened=() long=()
for source in "${sources[@]}"; do
  [ "$(head -c 2 "$source")" = // ] || unopened+=("$source")
  [ "$(wc -l <"$source")" -le 400 ] || long+=("$source")
done
[ "${#unopened[@]}" -eq 0 ] || { echo "these do not open with what they are for: ${unopened[*]}" >&2; exit 1; }
[ "${#long[@]}" -eq 0 ] || { echo "these have more than 400 lines: ${long[*]}" >&2; exit 1; }
echo "${#sources[@]} sources open with what they are for, in 400 lines at most"
