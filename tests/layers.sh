#!/usr/bin/env bash
# The include table of docs/architecture.md, checked on every source file; and no circle among
# files.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# What each layer may include: own layers, then a pattern for headers from outside the standard
# library.
declare -A layers=(
  [include/nqueens]="nqueens" # what the library declares; all layers may include it
  [core]="core"
  [kernel]="core kernel"
  [device]="core system kernel device"
  [system]="core system"
  [boards/solutions]="core boards/solutions"
  [boards/puzzles]="core boards/solutions boards/puzzles"
  [job]="core job"
  [queue]="core job queue"
  [store]="core system job queue store"
  [net]="core system job queue net"
  [node]="core system kernel device job node"
  [report]="core job node report"
  [api]="core system kernel job node api boards/solutions"
  [serve]="core system kernel device job queue net node serve"
  [run]="core system kernel device job queue store net report node serve run"
  [cli]="core system kernel device job queue store net report node serve run cli"
  [boards/commands]="core system report cli boards/solutions boards/puzzles boards/commands"
)
declare -A packages=(
  [include/nqueens]='^$'
  [core]='^$'
  [kernel]='^hwy/'
  [device]='^$' # and OpenCL, in opencl*
  [system]='^$'
  [boards/solutions]='^$'
  [boards/puzzles]='^$' # and Gecode, in its sources
  [job]='^toml\+\+/'
  [queue]='^$'
  [store]='^boost/(archive|serialization|crc)'
  [net]='^boost/crc'
  [report]='^(spdlog/|nlohmann/|boost/version)'
  [node]='^boost/math/'
  [api]='^$'
  [serve]='^spdlog/'
  [run]='^spdlog/'
  [cli]='^(CLI/|spdlog/|nlohmann/)'
  [boards/commands]='^(CLI/|nlohmann/)'
)
# Standard headers that a layer must do without, since it has no clocks, threads, files or streams.
declare -A banned=(
  [core]='chrono|thread|mutex|iostream|fstream|sstream|filesystem'
  [kernel]='chrono|thread|mutex|iostream|fstream|sstream|filesystem'
  [device]='mutex|iostream|fstream|sstream|filesystem'
  [boards/solutions]='chrono|thread|mutex|iostream|fstream|filesystem'
  [boards/puzzles]='chrono|iostream|fstream|sstream|filesystem'
  [queue]='chrono|thread|mutex|iostream|fstream|sstream|filesystem'
  [net]='fstream|filesystem|iostream'
  [node]='fstream|filesystem|iostream'
  [serve]='fstream|filesystem|iostream'
)

failures=0
fail() {
  echo "$1" >&2
  failures=$((failures + 1))
}

checked=0
while IFS=: read -r file include; do
  checked=$((checked + 1))
  layer=$(dirname "${file#src/}")
  header=$(sed -E 's/^#include *[<"]([^>"]+)[>"].*/\1/' <<<"$include")
  if [ -z "${layers[$layer]-}" ]; then
    # main() joins the tables of commands.
    [ "$file" = src/main.cpp ] || fail "$file: layer '$layer' is not in the table"
  elif [[ $header == mpi.h || $header == mpi-ext.h ]]; then
    [[ $file == src/net/mpi_wire.cpp ]] ||
      fail "$file: only mpi_wire.cpp may include $header"
  elif [[ $header == gecode/* ]]; then
    [[ $file == src/boards/puzzles/* ]] || fail "$file: only sources of puzzles may include $header"
  elif [[ $header == CL/* ]]; then
    [[ $file == src/device/opencl* ]] || fail "$file: only opencl* may include $header"
  elif [[ $include == *'"'* && $header != *.inc ]]; then
    [ -e "src/$header" ] || [ -e "include/$header" ] ||
      fail "$file: $header is no path in src or include"
    [[ " ${layers[$layer]} nqueens " == *" $(dirname "$header") "* ]] ||
      fail "$file: $layer must not include $header"
  elif [[ $header == */* || $header == *.hpp ]] && ! [[ $header =~ ^sys/ ]]; then
    [[ $header =~ ${packages[$layer]} || $header == *.inc ]] ||
      fail "$file: $layer must not include $header"
  elif [ -n "${banned[$layer]-}" ] && [[ $header =~ ^(${banned[$layer]})$ ]]; then
    # A transport waits; nothing else in net may look at a clock.
    [[ $layer == net ]] || fail "$file: $layer must not include <$header>"
  fi
done < <(grep -rHE '^#include' src include --include='*.cpp' --include='*.hpp')

[ "$checked" -gt 100 ] || fail "only $checked includes found: this test looks in the wrong place"
if [ "$failures" -gt 0 ]; then
  echo "$failures includes break the table of layers" >&2
  exit 1
fi
echo "$checked includes keep to the table of layers"

# A source and the headers that declare what it defines are one node; nodes include each other in no
# circle.
python3 - <<'EOF'
import glob
import graphlib
import os
import re
import sys

files = {}
for path in sorted(glob.glob("src/**/*.?pp", recursive=True) + glob.glob("include/nqueens/*.hpp")):
    with open(path, encoding="utf-8") as file:
        files[path] = file.read()


def included(path):
    names = re.findall(r'^#include ["<](.+)[">]', files[path], re.M)
    return [top + name for name in names for top in ("src/", "include/") if top + name in files]


def declared(path):
    """The functions and classes that a header declares."""
    text = files[path]
    classes = re.findall(r"^(?:class|struct) (\w+)[^;]*?\{", text, re.M)
    functions = re.findall(r"^\w[^\n(={;]*?(\w+)\([^;{}]*(?:\{\}[^;{}]*)*;", text, re.M)
    return {*classes, *functions}


def defined(path):
    """The functions that a source defines for others, and the classes of those it defines."""
    text = re.sub(r"^namespace \{\n.*?^\}  // namespace\n", "", files[path], flags=re.S | re.M)
    definition = r"^\w[^\n(={;]*?(\w+)(?:::~?\w+)?\([^;{}]*(?:\{\}[^;{}]*)*\{"
    return set(re.findall(definition, text, re.M))


def belongs(source, header):
    names = {os.path.splitext(os.path.basename(path))[0] for path in (source, header)}
    if len(names) == 1:
        return True
    # A layer defines nothing for another; the cli has commands of the names of what they call.
    same_layer = os.path.dirname(source) == os.path.dirname(header)
    return same_layer and defined(source) & declared(header)


node = {path: path for path in files}
for source in files:
    for header in included(source) if source.endswith(".cpp") else []:
        if belongs(source, header):
            joined = node[source]
            node = {path: node[header] if name == joined else name for path, name in node.items()}
includes = {}
for path in files:
    others = {node[other] for other in included(path)} - {node[path]}
    includes.setdefault(node[path], set()).update(others)
try:
    graphlib.TopologicalSorter(includes).prepare()
except graphlib.CycleError as error:
    sys.exit("a circle of files, each included by the next: " + ", ".join(error.args[1]))
if len(includes) > len(files) - 50:
    sys.exit(f"{len(includes)} nodes of {len(files)} files: what belongs together is not seen")
print(f"{len(files)} files include each other in no circle")
EOF
