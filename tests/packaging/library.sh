#!/usr/bin/env bash
# The library as others have it: built without what only the program needs, static and shared;
# installed; found by CMake and by pkg-config; used from C++, C and Python.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"

version=$(sed -nE 's/^project\(nqueens VERSION ([0-9.]+).*/\1/p' "$source_root/CMakeLists.txt")
examples=$work/examples
mkdir "$examples" user
awk -v to="$examples" '/^```/ { on = /cpp$/; number += on; next }
  on { print >(to "/" number ".cpp") }' "$source_root/docs/library.md"
cp "$source_root/docs/example.c" "$examples/4.c"
expect_true 'the page has three examples' \
  [ "$(cd "$examples" && echo *)" = '1.cpp 2.cpp 3.cpp 4.c' ]

# --- A build that finds nothing but a compiler and Highway, not optimised since that is faster.

disabled=()
for package in MPI Boost spdlog CLI11 nlohmann_json OpenCLHeaders OpenCLHeadersCpp Gecode \
  GTest Python3; do
  disabled+=("-DCMAKE_DISABLE_FIND_PACKAGE_$package=ON")
done
# build OPTION...: configured anew, it compiles only what differs.
build() {
  run cmake -S "$source_root" -B build -DNQUEENS_LIBRARY_ONLY=ON -DCMAKE_BUILD_TYPE=Debug \
    -DCMAKE_CXX_FLAGS_DEBUG= -DCMAKE_UNITY_BUILD=ON -DFETCHCONTENT_FULLY_DISCONNECTED=ON \
    "${disabled[@]}" "$@"
  expect_code "cmake $*" 0
  run cmake --build build --parallel "$(nproc)"
  expect_code "the library alone, $*" 0
}

# --- What uses it

cat >user/CMakeLists.txt <<'EOF'
cmake_minimum_required(VERSION 3.24)
project(user ${languages})
find_package(nqueens 99 QUIET)
if(nqueens_FOUND)
  message(FATAL_ERROR "found as version 99")
endif()
find_package(nqueens ${version} REQUIRED)
foreach(number ${numbers})
  file(GLOB source ${examples}/${number}.c*)
  add_executable(example${number} ${source})
  target_link_libraries(example${number} PRIVATE nqueens::nqueens)
endforeach()
EOF
by_cmake() { # WHAT PREFIX LANGUAGES NUMBERS
  local what="$1 by CMake in ${3/;/ and }"
  run cmake -S user -B "user/$what" -DCMAKE_PREFIX_PATH="$2" -Dversion="${version%.*}" \
    -Dexamples="$examples" -Dlanguages="$3" -Dnumbers="$4"
  expect_code "$what: find_package" 0
  exits "$what: the examples" 0 cmake --build "user/$what"
  try_examples "$what" "user/$what"
}

by_pkg_config() { # WHAT LIBRARIES
  local number to="$work/user/$1 by pkg-config"
  mkdir "$to"
  # It quotes blanks.
  eval "flags=($(PKG_CONFIG_PATH=$2/pkgconfig pkg-config --cflags --libs nqueens) -Wl,-rpath,'$2')"
  for number in 1 2 3; do
    run c++ -std=c++20 -Wall -Wextra -Wpedantic -Werror "$examples/$number.cpp" \
      -o "$to/example$number" "${flags[@]}"
    expect_code "$1: example $number by pkg-config" 0
  done
  run cc -std=c17 -Wall -Wextra -Wpedantic -Werror "$examples/4.c" -o "$to/example4" "${flags[@]}"
  expect_code "$1: the example in C by pkg-config" 0
  try_examples "$1 by pkg-config" "$to"
}

try_examples() { # WHAT FOLDER
  local list=(1\ 3\ 5\ 0\ 2\ 4 2\ 5\ 1\ 4\ 0\ 3 3\ 0\ 4\ 1\ 5\ 2 4\ 2\ 0\ 5\ 3\ 1)
  if [ -e "$2/example1" ]; then
    prints "$1: count" 2279184 "$2/example1"
    expect_true "$1: the last call is 1" [ "${err##*$'\n'}" = '100 %' ]
    run "$2/example2"
    expect_says "$1: estimate" '^[1-9][0-9.]*e\+1[67] to [1-9][0-9.]*e\+1[78]$'
    prints "$1: list" "$(printf '%s \n' "${list[@]}")" "$2/example3"
  fi
  prints "$1: C" '2279184 solutions' "$2/example4"
}

# --- Static, in a prefix with a blank

build -DBUILD_SHARED_LIBS=OFF
system='/usr/include/((c\+\+|hwy|linux|asm-generic|[a-z0-9_]+-linux-gnu)/|[a-z0-9-]+\.h$)'
others=$(find build -name '*.d' -exec cat {} + | tr -s ' \134' '\n' | grep '^/' |
  grep -vE "^($source_root|$work|/usr/lib/gcc|$system)")
expect_true "headers of no other library, not ${others:0:200}" [ -z "$others" ]
prefix="$work/a prefix"
exits 'cmake --install' 0 cmake --install build --prefix "$prefix"
libraries=$(find "$prefix" -name libnqueens.a -printf '%h')
by_cmake static "$prefix" 'C;CXX' '1;2;3;4'
by_cmake static "$prefix" C 4
by_pkg_config static "$libraries"
exits 'in a shared library' 0 c++ -std=c++20 -shared -fPIC -Wl,--no-undefined "$examples/1.cpp" \
  -o example.so "${flags[@]}"
own='^(_Z(T[ISV])?NK?7nqueens|nqueens_)'
names=$(nm -g --defined-only "$libraries/libnqueens.a" |
  awk 'NF == 3 && $2 !~ /[WVu]/ { print $3 }' | grep -vE "$own")
expect_true "static: its own names, not $names" [ -z "$names" ]

# stops WHAT COMMAND...: Ctrl-C stops a long count, and its exit says so.
stops() {
  "${@:2}" >long.out 2>long.err &
  local pid=$!
  started+=("$pid")
  expect_true "$1: it counts" wait_for grep -q '%' long.err
  kill -INT "$pid"
  wait "$pid"
  code=$? out=$(cat long.out) err=$(tail -n 3 long.err)
  expect_code "$1: stopped" 130
  expect_out "$1: stopped" ''
  expect_true "$1: it says so" grep -qE 'stopped|KeyboardInterrupt' <<<"$err"
}
sed 's/count(15)/count(27)/' "$examples/1.cpp" >long.cpp
exits 'a longer count' 0 c++ -std=c++20 long.cpp -o long "${flags[@]}"
stops 'C++' ./long
stops 'C' "$work/user/static by pkg-config/example4" 27

# An older language is refused in the first line.
for header in count estimate number solutions; do
  echo "#include <nqueens/$header.hpp>" >older.cpp
  run c++ -std=c++17 -I"$prefix/include" -fsyntax-only older.cpp
  expect_true "$header.hpp in C++17" grep -q '#error "nqueens needs C++20: .* -std=c++20' \
    <<<"$(grep -m 1 error: <<<"$err")"
done

# --- Shared: libraries outside of the prefix; then below DESTDIR

build -DBUILD_SHARED_LIBS=ON -DCMAKE_INSTALL_LIBDIR="$work/all libraries" \
  -DCMAKE_INSTALL_INCLUDEDIR=headers -DCMAKE_INSTALL_PREFIX="$work/other prefix"
exits 'cmake --install' 0 cmake --install build
libraries="$work/all libraries"
by_cmake shared "$libraries/cmake" 'C;CXX' '1;2;3;4'
by_cmake shared "$libraries/cmake" C 4
by_pkg_config shared "$libraries"
cat >number.cpp <<'EOF'
#include <iostream>
#include <nqueens/number.hpp>
int main() {
  std::cout << (nqueens::Count{7} * 6 - 2) / 4 % 7 + *nqueens::parse_count("5") << '\n';
}
EOF
exits 'shared: numbers' 0 c++ -std=c++20 number.cpp -o number "${flags[@]}"
prints 'shared: numbers' 8 ./number
shared=$libraries/libnqueens.so.$version
expect_true 'shared: a version' \
  grep -qF "soname: [libnqueens.so.${version%.*}]" <<<"$(readelf -d "$shared")"
names=$(nm -D --defined-only "$shared" | awk '{ print $3 }')
expect_true "shared: its own names" [ -z "$(grep -vE "$own" <<<"$names")" ]
public='Count|Counter|Error|count|known_count|estimate|for_each_solution|construct|why_no_solution'
inner=$(c++filt <<<"$names" | grep -vE \
  "^(typeinfo (name )?for |vtable for )?nqueens(_|::operator|::($public|to_string|parse_count)\b)")
expect_true "shared: no inner names, as $inner" [ -z "$inner" ]

python=$source_root/docs/example.py
prints 'Python' 724 python3 -B "$python" 10 "$shared"
expect_true 'Python: progress' [ "${err##*$'\n'}" = '100%' ]
stops 'Python' python3 -B "$python" 27 "$shared"
# shellcheck disable=SC2016
exits 'Python: an exception of a callback' 1 \
  bash -c 'python3 -B "$1" 27 "$2" 2>/dev/full' - "$python" "$shared"
run python3 -B "$python" 33 "$shared"
expect_code 'Python: a board too large' 1
expect_err 'Python: a board too large' '^n is 33; it must be from 1 to 32$'

build -DCMAKE_INSTALL_LIBDIR=lib -DCMAKE_INSTALL_INCLUDEDIR=include \
  -DCMAKE_INSTALL_PREFIX=/opt/nqueens
exits 'DESTDIR' 0 env DESTDIR="$work/a stage" cmake --install build
expect_true 'DESTDIR: all is below' \
  [ "$(cd "$work/a stage/opt" && echo ./* ../*)" = './nqueens ../opt' ]
by_pkg_config staged "$work/a stage/opt/nqueens/lib"

# --- As a part of another project, which keeps its build type, its tests and its package

mkdir parent
cat >parent/CMakeLists.txt <<EOF
cmake_minimum_required(VERSION 3.24)
project(parent CXX)
add_subdirectory("$source_root" nqueens)
get_directory_property(tests DIRECTORY "$source_root" TESTS)
if(CMAKE_BUILD_TYPE OR CPACK_PACKAGE_NAME OR TARGET test_core OR TARGET nqueens OR tests)
  message(FATAL_ERROR "changed: \${CMAKE_BUILD_TYPE} \${CPACK_PACKAGE_NAME} \${tests}")
endif()
add_executable(example "$examples/1.cpp")
target_link_libraries(example PRIVATE nqueens::nqueens)
EOF
exits 'add_subdirectory' 0 cmake -S parent -B parent/build -DFETCHCONTENT_FULLY_DISCONNECTED=ON \
  "${disabled[@]}"

finish
