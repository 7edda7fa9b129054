#!/usr/bin/env bash
# clang-tidy finds nothing in src and include; .clang-tidy says what it looks for.
set -euo pipefail
build=$(realpath "$(dirname "$NQUEENS")/..") # has compile_commands.json
cd "$(dirname "${BASH_SOURCE[0]}")/.."

mapfile -t sources < <(find src -name '*.cpp')
[ "${#sources[@]}" -ge 50 ] || { echo "only ${#sources[@]} sources found" >&2; exit 1; }
log=$(mktemp) # "N warnings generated", of headers that are not ours
trap 'rm -f "$log"' EXIT
if ! printf '%s\0' "${sources[@]}" |
  xargs -0 -n 1 -P "$(nproc)" clang-tidy -p "$build" --quiet 2>"$log"; then
  grep -vE '^[0-9]+ warnings? (generated|treated)' "$log" >&2 || :
  exit 1
fi
echo "${#sources[@]} sources, with their headers, have nothing that clang-tidy finds"
