#!/usr/bin/env bash
# Every shell script passes shellcheck, every C++ file has clang-format's layout.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

mapfile -t scripts < <(grep -rlE '^#!.*(ba)?sh( |$)|shellcheck shell=' jobs tests slurm docker .ci 2>/dev/null | grep -vE '\.(md|cpp|hpp)$')
[ "${#scripts[@]}" -ge 5 ] || { echo "only ${#scripts[@]} scripts found" >&2; exit 1; }
shellcheck -x "${scripts[@]}"
echo "${#scripts[@]} scripts pass shellcheck"

mapfile -t sources < <(find src include tests -name '*.cpp' -o -name '*.hpp')
clang-format --dry-run --Werror "${sources[@]}"
echo "${#sources[@]} sources have the right layout"
