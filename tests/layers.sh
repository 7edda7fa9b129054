#!/usr/bin/env bash
# The include table of docs/architecture.md, checked on every source file.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# What each layer may include: own layers, then a pattern for headers from outside the standard library.
declare -A layers=(
  [core]="core"
  [kernel]="core kernel"
  [system]="core system"
  [boards]="core boards"
  [job]="core kernel job"
  [queue]="core job queue"
  [store]="core system job queue store"
  [net]="core system job queue net"
  [report]="core report"
  [node]="core system kernel job report node"
  [serve]="core system kernel job queue net serve"
  [run]="core system kernel job queue store net report node serve run"
  [cli]="core system kernel boards job queue store net report node serve run cli"
)
declare -A packages=(
  [core]='^$'
  [kernel]='^hwy/'
  [system]='^$'
  [boards]='^$'
  [job]='^toml\+\+/'
  [queue]='^$'
  [store]='^(boost/(archive|serialization|crc)|openssl/evp)'
  [net]='^boost/(archive|serialization|crc)'
  [report]='^(spdlog/|nlohmann/|boost/version)'
  [node]='^$'
  [serve]='^spdlog/'
  [run]='^spdlog/'
  [cli]='^(CLI/|spdlog/|nlohmann/)'
)
# Standard headers that a layer must do without, since it has no clocks, threads, files or streams.
declare -A banned=(
  [core]='chrono|thread|mutex|iostream|fstream|sstream|filesystem'
  [kernel]='chrono|thread|mutex|iostream|fstream|sstream|filesystem'
  [boards]='chrono|thread|mutex|iostream|fstream|filesystem'
  [queue]='chrono|thread|mutex|iostream|fstream|sstream|filesystem'
  [net]='fstream|filesystem|iostream'
)

failures=0
fail() {
  echo "$1" >&2
  failures=$((failures + 1))
}

checked=0
while IFS=: read -r file include; do
  checked=$((checked + 1))
  layer=$(sed -E 's#^(src|include/nqueens)/([a-z]+)/.*#\2#' <<<"$file")
  header=$(sed -E 's/^#include *[<"]([^>"]+)[>"].*/\1/' <<<"$include")
  if [ -z "${layers[$layer]-}" ]; then
    fail "$file: layer '$layer' is not in the table"
  elif [[ $header == nqueens/* ]]; then
    target=$(cut -d/ -f2 <<<"$header")
    [[ " ${layers[$layer]} " == *" $target "* ]] || fail "$file: $layer must not include $header"
  elif [[ $header == mpi.h ]]; then
    [[ $file == src/net/mpi_transport.cpp ]] || fail "$file: only mpi_transport.cpp may include mpi.h"
  elif [[ $include == *'"'* ]]; then
    [ -e "$(dirname "$file")/$header" ] || [[ $header == *.inc ]] || fail "$file: $header is not beside it"
  elif [[ $header == */* || $header == *.hpp ]] && ! [[ $header =~ ^sys/ ]]; then
    [[ $header =~ ${packages[$layer]} ]] || fail "$file: $layer must not include $header"
  elif [ -n "${banned[$layer]-}" ] && [[ $header =~ ^(${banned[$layer]})$ ]]; then
    # A transport waits; nothing else in net may look at a clock.
    [[ $layer == net ]] || fail "$file: $layer must not include <$header>"
  fi
done < <(grep -rHE '^#include' src include --include='*.cpp' --include='*.hpp' | grep -v '^src/[a-z]*/CMake')

[ "$checked" -gt 100 ] || fail "only $checked includes found: this test looks in the wrong place"
if [ "$failures" -gt 0 ]; then
  echo "$failures includes break the table of layers" >&2
  exit 1
fi
echo "$checked includes keep to the table of layers"
