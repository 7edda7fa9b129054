#!/usr/bin/env bash
# Every shell script passes shellcheck, every C++ file has the layout of clang-format and opens with
# what it is for, batch scripts begin alike, and no line and no file is too long.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

fail() {
  echo "$1" >&2
  exit 1
}

# expect_none WHAT FILE...: that there is no such file.
expect_none() {
  [ $# -eq 1 ] || fail "$1: ${*:2}"
}

mapfile -t scripts < <(
  grep -rlE '^#!.*(ba)?sh( |$)|shellcheck shell=' jobs tests slurm docker .ci 2>/dev/null |
    grep -vE '\.(md|cpp|hpp|py)$'
)
[ "${#scripts[@]}" -ge 5 ] || fail "only ${#scripts[@]} scripts found"
shellcheck -x "${scripts[@]}"
echo "${#scripts[@]} scripts pass shellcheck"

mapfile -t sources < <(find src include tests -name '*.cpp' -o -name '*.hpp')
clang-format --dry-run --Werror "${sources[@]}"
echo "${#sources[@]} sources have the right layout"

# Slurm runs a copy of a batch script, so it cannot source what finds its folder: each has these
# lines, and all the same.
preambles=$(
  for script in slurm/*.sbatch; do
    sed -n '/^# Slurm runs a copy/,/^}/p' "$script" | sha256sum
  done
)
[ "$(sort -u <<<"$preambles" | wc -l)" -eq 1 ] ||
  fail "the batch scripts find their folder in different ways"
echo "$(wc -l <<<"$preambles") batch scripts find their folder in one way"

# Every source opens with what it is for.
unopened=()
for source in "${sources[@]}"; do
  [ "$(head -c 2 "$source")" = // ] || unopened+=("$source")
done
expect_none "these do not open with what they are for" "${unopened[@]}"

# The layout of C++ is clang-format's: it has 100 columns but for some texts.
mapfile -t settings < <(
  find CMakeLists.txt src tests docs jobs -path tests/fuzz/corpus -prune -o \
    '(' -name CMakeLists.txt -o -name '*.cmake' -o -name '*.toml' ')' -print
)
mapfile -t wide < <(LC_ALL=C.UTF-8 grep -lE '.{101}' "${scripts[@]}" "${settings[@]}")
expect_none "these have lines of more than 100 columns" "${wide[@]}"

# A file is one room's worth of lines.
mapfile -t long < <(
  wc -l "${sources[@]}" "${scripts[@]}" tests/*/*.py | awk '$1 > 400 && $2 != "total" { print $2 }'
)
expect_none "these have more than 400 lines" "${long[@]}"
echo "no line is above 100 columns, no file above 400 lines"
