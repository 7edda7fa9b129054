#!/usr/bin/env bash
# The oldest compilers that the documents promise take all sources without a warning; older ones are
# refused in words.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

for compiler in g++-11 clang++-14; do
  if ! command -v "$compiler" >/dev/null; then
    echo "not run: $compiler is not installed (packages g++-11, clang-14)"
    exit 77
  fi
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset CMAKE_CXX_COMPILER_LAUNCHER

configure() { # COMPILER FOLDER
  cmake --preset release -B "$2" -DCMAKE_CXX_COMPILER="$1" -DNQUEENS_BUILD_TESTS=OFF \
    -DNQUEENS_WARNINGS_AS_ERRORS=ON >"$work/log" 2>&1
}

# The sources as a build compiles them, but without code for them.
for compiler in g++-11 clang++-14; do
  build=$work/$compiler
  configure "$compiler" "$build" || { cat "$work/log"; exit 1; }
  cmake --build "$build" --target nqueens_commit >/dev/null
  python3 -IS - "$build/compile_commands.json" <<'END' |
import json, sys
for each in json.load(open(sys.argv[1])):
    print(f"cd '{each['directory']}' && {each['command']} -fsyntax-only", end="\0")
END
    xargs -0 -n 1 -P "$(nproc)" bash -c
  echo "$compiler takes all sources without a warning"
done

# GCC 10, as its macros tell.
printf '#!/bin/sh\nexec g++-11 -U__GNUC__ -D__GNUC__=10 "$@"\n' >"$work/g++-10"
chmod +x "$work/g++-10"
if configure "$work/g++-10" "$work/old" || ! grep -q 'is GNU 10' "$work/log"; then
  echo "GCC 10 is not refused:"
  cat "$work/log"
  exit 1
fi
echo "GCC 10 is refused"
