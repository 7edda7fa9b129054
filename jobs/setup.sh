# shellcheck shell=bash disable=SC2034
# Packages and the build, for jobs/run and tests/run, which source this.

nqueens_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# Debian 12 packages that the build and the program need.
nqueens_packages=(
  g++ cmake ninja-build git
  openmpi-bin libopenmpi-dev libboost-serialization-dev libspdlog-dev
  libcli11-dev libhwy-dev libtomlplusplus-dev nlohmann-json3-dev libgecode-dev
  libgtest-dev
)

# Installs missing packages as root or through sudo. Exits 2 if neither works.
install_packages() {
  local missing=() package as_root=()
  for package in "$@"; do
    if ! dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed'; then
      missing+=("$package")
    fi
  done
  if [ ${#missing[@]} -eq 0 ]; then
    return
  fi
  if [ "$(id -u)" -ne 0 ]; then
    as_root=(sudo)
    if ! command -v sudo >/dev/null || ! { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
      as_root=()
    fi
  fi
  if { [ "$(id -u)" -ne 0 ] && [ ${#as_root[@]} -eq 0 ]; } || ! command -v apt-get >/dev/null; then
    echo "packages are missing and cannot be installed here; run as root:" >&2
    echo "  apt-get update && apt-get install -y --no-install-recommends ${missing[*]}" >&2
    exit 2
  fi
  echo "installing ${missing[*]}" >&2
  if ! "${as_root[@]}" apt-get update -qq >&2 ||
    ! "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
      apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2; then
    echo "the packages could not be installed; run as root:" >&2
    echo "  apt-get update && apt-get install -y --no-install-recommends ${missing[*]}" >&2
    exit 2
  fi
}

# Whether stderr is a terminal on which a line can be redrawn.
redraws() { [ -t 2 ] && [ "${TERM:-dumb}" != dumb ]; }

# build_progress LOG: copies ninja's output to the log, and says how far a build of some length is:
# on a terminal in one line, elsewhere after each quarter.
build_progress() {
  local line quarters=0 done_now
  while IFS= read -r line; do
    printf '%s\n' "$line" >>"$1"
    if ! [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]] || [ "${BASH_REMATCH[2]}" -lt 20 ]; then
      continue
    fi
    done_now=$((4 * BASH_REMATCH[1] / BASH_REMATCH[2]))
    if redraws; then
      printf '\rbuilt %s of %s files\033[K' "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}" >&2
    elif [ "$done_now" -gt "$quarters" ]; then
      echo "built ${BASH_REMATCH[1]} of ${BASH_REMATCH[2]} files" >&2
    fi
    quarters=$done_now
  done
  ! redraws || printf '\r\033[K' >&2
}

# build PRESET TARGET...: configures and builds. Prints the whole output if that fails.
build() (
  set -o pipefail
  preset=$1
  shift
  cd "$nqueens_root" || exit 1
  mkdir -p build || exit 1
  log=build/$preset.log
  : >"$log" || exit 1
  if [ ! -f "build/$preset/build.ninja" ] || [ ! -f "build/$preset/src/nqueens" ]; then
    takes=
    [ "$*" != nqueens ] || takes="; this takes about 90 seconds on two cores"
    echo "building the $preset preset$takes" >&2
  fi
  if [ ! -f "build/$preset/build.ninja" ]; then
    cmake --preset "$preset" >"$log" 2>&1 || fail_with_log "$log"
  fi
  cmake --build --preset "$preset" --target "$@" 2>&1 | build_progress "$log" ||
    fail_with_log "$log"
)

fail_with_log() {
  cat "$1" >&2
  echo "the build failed; its output is above" >&2
  exit 1
}
