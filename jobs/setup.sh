# shellcheck shell=bash disable=SC2034
# Packages and the build, for jobs/run and tests/run, which source this.

nqueens_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# Packages that the build and the program need: of Debian or Ubuntu, else of Fedora and its
# relatives. There CMake builds in the small libraries.
if command -v apt-get >/dev/null || ! command -v dnf >/dev/null; then
  package_install='apt-get update -qq && apt-get install -y -qq --no-install-recommends'
  nqueens_packages=(
    g++ cmake ninja-build git
    openmpi-bin libopenmpi-dev libboost-serialization-dev
    libhwy-dev libspdlog-dev libcli11-dev nlohmann-json3-dev
    opencl-c-headers opencl-clhpp-headers
  )
else
  package_install='dnf install -y -q'
  nqueens_packages=(gcc-c++ make cmake git openmpi-devel boost-devel)
  PATH=$PATH:/usr/lib64/openmpi/bin # its folder there, unless a module is loaded
fi
# What the tests need besides: GoogleTest, Gecode for the puzzles, and PoCL, a device for any
# processor.
nqueens_test_packages=(libgtest-dev libgecode-dev pocl-opencl-icd)

# Sets as_root to what runs a command as root: nothing, or sudo if it asks for no password.
find_root() {
  as_root=()
  [ "$(id -u)" -ne 0 ] || return 0
  as_root=(sudo)
  command -v sudo >/dev/null && sudo -n true 2>/dev/null
}

# missing_of PACKAGE...: those that are not installed. A newer CMake from elsewhere serves as well.
# dnf has only the packages of the build, and other systems have none here: the build and the tests
# name what they lack.
missing_of() {
  local package
  for package in "$@"; do
    if [ "$package" = cmake ] && [ -z "$(cmake_fault)" ]; then
      continue
    elif command -v dpkg-query >/dev/null; then
      dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' ||
        echo "$package"
    elif command -v dnf >/dev/null && [[ " ${nqueens_packages[*]} " == *" $package "* ]]; then
      rpm -q --quiet "$package" || echo "$package"
    fi
  done
}

# Installs missing packages as root or through sudo. Exits with 2 if neither works.
install_packages() {
  local missing=() as_root=()
  mapfile -t missing < <(missing_of "$@")
  if [ ${#missing[@]} -eq 0 ]; then
    return
  fi
  if ! find_root; then
    echo "packages are missing and cannot be installed here; run as root:" >&2
    echo "  $package_install ${missing[*]}" >&2
    exit 2
  fi
  echo "installing ${missing[*]}" >&2
  if ! "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    sh -c "$package_install \"\$@\"" - "${missing[@]}" >&2; then
    echo "the packages could not be installed; run as root:" >&2
    echo "  $package_install ${missing[*]}" >&2
    exit 2
  fi
}

# Whether stderr is a terminal that can redraw a line.
redraws() { [ -t 2 ] && [ "${TERM:-dumb}" != dumb ]; }

# build_progress LOG: copies the output of ninja or make to the log, and shows the progress of
# longer builds: in one line on a terminal, otherwise after each quarter.
build_progress() {
  local line quarters=0 percent
  while IFS= read -r line; do
    printf '%s\n' "$line" >>"$1"
    if [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]] && [ "${BASH_REMATCH[2]}" -ge 20 ]; then
      percent=$((100 * BASH_REMATCH[1] / BASH_REMATCH[2]))
    elif [[ $line =~ ^\[\ *([0-9]+)%\]\ Building ]]; then
      percent=${BASH_REMATCH[1]}
    else
      continue
    fi
    if redraws; then
      printf '\rbuilt %s %%\033[K' "$percent" >&2
    elif [ $((percent / 25)) -gt "$quarters" ]; then
      echo "built $percent %" >&2
    fi
    quarters=$((percent / 25))
  done
  ! redraws || printf '\r\033[K' >&2
}

# Why cmake cannot be used here; nothing if it can.
cmake_fault() {
  local version
  command -v cmake >/dev/null || { echo 'cmake is not installed' && return; }
  version=$(cmake --version | sed -n '1s/.* //p')
  [ "$(printf '%s\n' 3.24 "$version" | sort -V | head -n 1)" = 3.24 ] ||
    echo "cmake $version is too old"
}

# configure PRESET LOG: starts anew unless this tree was configured before.
configure() {
  local fault options=(--fresh)
  fault=$(cmake_fault)
  if [ -n "$fault" ]; then
    echo "$fault; load or install version 3.24 or later (docs/install.md)" >"$2"
    return 1
  fi
  ! is_configured "$1" || options=()
  if [ -f "build/$1/Makefile" ] || ! command -v ninja >/dev/null; then
    options+=(-G 'Unix Makefiles')
  fi
  cmake --preset "$1" ${options[@]+"${options[@]}"} >"$2" 2>&1
}

# Whether there is a build of this tree, not of one copied or moved with its build folder.
is_configured() {
  local tree
  [ -f "build/$1/build.ninja" ] || [ -f "build/$1/Makefile" ] || return
  tree=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "build/$1/CMakeCache.txt" 2>/dev/null)
  [ "$tree" -ef . ]
}

# Why an existing program is not built again; nothing if it may be.
why_it_stays() {
  if [ ! -w build ] || [ ! -w "build/$1" ]; then
    echo "$nqueens_root cannot be written"
  else
    cmake_fault
  fi
}

# alone FILE COMMAND...: runs the command when no other run of a command with this file in build is
# at work. The lock always ends with this shell: programs that the command starts and may leave
# running do not inherit its descriptor.
alone() {
  local lock code=0
  if ! mkdir -p build 2>/dev/null || ! { exec {lock}>>"$1"; } 2>/dev/null; then
    echo "$nqueens_root/build cannot be written; make it writable, or build a clone of your own" >&2
    return 1
  fi
  flock -n "$lock" 2>/dev/null || code=$?
  if [ "$code" -eq 1 ]; then # other codes: this system or disk has no locks
    echo "another run is at work in $nqueens_root/build; waiting until it is done" >&2
    flock "$lock"
  fi
  code=0
  "${@:2}" {lock}>&- || code=$?
  exec {lock}>&-
  return "$code"
}

# build [--configure] PRESET TARGET...: builds, after configuring if needed or requested. Installs
# packages, if it can, only if configuring fails without them. Prints the whole output on failure. A
# second build of the preset waits for the first.
build() (
  set -o pipefail
  configure=
  if [ "$1" = --configure ]; then
    configure=yes
    shift
  fi
  preset=$1
  cd "$nqueens_root" || exit 1
  if [ "${*:2}" = nqueens ] && [ -x "build/$preset/src/nqueens" ] &&
    [ -n "$(why_it_stays "$preset")" ]; then
    echo "$(why_it_stays "$preset"); the $preset preset stays as it is built" >&2
    exit 0
  fi
  alone "build/$preset.log" build_now "$configure" "$@"
)

# build_now CONFIGURE PRESET TARGET...: the part of build under the lock. CONFIGURE is yes or empty.
build_now() {
  local configure=$1 preset=$2 log=build/$2.log takes jobs
  shift 2
  : >"$log"
  if ! is_configured "$preset" || [ ! -f "build/$preset/src/nqueens" ]; then
    takes=
    [ "$*" != nqueens ] || takes="; this takes 2 to 3 minutes on two cores"
    echo "building the $preset preset$takes" >&2
  fi
  is_configured "$preset" || configure=yes
  if [ -n "$configure" ] && ! configure "$preset" "$log"; then
    if [ -z "$(missing_of "${nqueens_packages[@]}")" ] || ! find_root; then
      cannot_configure "$log"
    fi
    install_packages "${nqueens_packages[@]}"
    configure "$preset" "$log" || cannot_configure "$log"
  fi
  jobs=()
  [ -f "build/$preset/build.ninja" ] || jobs=(--parallel "$(nproc)")
  cmake --build --preset "$preset" ${jobs[@]+"${jobs[@]}"} --target "$@" 2>&1 |
    build_progress "$log" || fail_with_log "$log"
}

fail_with_log() {
  cat "$1" >&2
  echo "the build failed; its output is above" >&2
  exit 1
}

# cannot_configure LOG: prints its errors and warnings, and which packages would help.
cannot_configure() {
  local missing
  if grep -q '^CMake Error' "$1"; then
    sed -n '/^CMake \(Error\|Warning\)/,/^Call Stack\|^--/{/^Call Stack\|^--/!p}' "$1" >&2
  else
    cat "$1" >&2
  fi
  echo "the build cannot be configured; docs/install.md has what it needs," \
    "and $nqueens_root/$1 all output" >&2
  missing=$(missing_of "${nqueens_packages[@]}" | xargs)
  [ -z "$missing" ] || echo "root may run: $package_install $missing" >&2
  exit 1
}
