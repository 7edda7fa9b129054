#!/usr/bin/env bash
# clang-tidy finds nothing in src; .clang-tidy says what it looks for.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# A build in which each source is compiled by itself; of it only the list of commands is used, and
# the source that has the commit.
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DNQUEENS_BUILD_TESTS=OFF >/dev/null
cmake --build "$build" --target nqueens_commit >/dev/null
sed -i 's/ -fno-tree-pre//' "$build/compile_commands.json" # which only GCC knows

mapfile -t sources < <(find src -name '*.cpp')
[ "${#sources[@]}" -ge 50 ] || { echo "only ${#sources[@]} sources found" >&2; exit 1; }
log=$build/log # "N warnings generated", of headers that are not ours
if ! printf '%s\0' "${sources[@]}" |
  xargs -0 -n 1 -P "$(nproc)" clang-tidy -p "$build" --quiet 2>"$log"; then
  grep -vE '^[0-9]+ warnings? (generated|treated)' "$log" >&2 || :
  exit 1
fi
echo "${#sources[@]} sources, with their headers, have nothing that clang-tidy finds"
