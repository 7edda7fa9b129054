# shellcheck shell=bash disable=SC2034
# What jobs/run and tests/run share: packages, the build, and how a count is launched. Sourced, not run.

nqueens_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# Debian 12 packages that the build and the program need.
nqueens_packages=(
  g++ cmake ninja-build git
  openmpi-bin libopenmpi-dev libboost-serialization-dev libspdlog-dev
  libcli11-dev libhwy-dev libtomlplusplus-dev nlohmann-json3-dev libgtest-dev
)

# Installs those of the named packages that are missing; as root, else through sudo. Exits 2 where neither works.
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
    echo "packages are missing and cannot be installed from here; as root run:" >&2
    echo "  apt-get update && apt-get install -y --no-install-recommends ${missing[*]}" >&2
    exit 2
  fi
  echo "installing ${missing[*]}" >&2
  if ! "${as_root[@]}" apt-get update -qq >&2 ||
    ! "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
      apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2; then
    echo "the packages could not be installed; as root run:" >&2
    echo "  apt-get update && apt-get install -y --no-install-recommends ${missing[*]}" >&2
    exit 2
  fi
}

# build PRESET TARGET...: configures and builds; silent where nothing is to be done, all of it on failure.
build() (
  preset=$1
  shift
  cd "$nqueens_root" || exit 1
  log=$(mktemp)
  trap 'rm -f "$log"' EXIT
  if [ ! -f "build/$preset/build.ninja" ]; then
    echo "building the $preset preset; this takes a minute or two" >&2
    cmake --preset "$preset" >"$log" 2>&1 || fail_with_log "$log"
  fi
  cmake --build --preset "$preset" --target "$@" >"$log" 2>&1 || fail_with_log "$log"
)

fail_with_log() {
  cat "$1" >&2
  echo "the build failed; its output is above" >&2
  exit 1
}

# Flags with which mpirun lets a count survive the death of a worker on this machine.
#   --enable-recovery  a rank that dies does not take the job with it, nor does one that exits non-zero
#   --oversubscribe    the master is one rank more than there are cores; it sleeps nearly all the time
#   --bind-to none     else mpirun may put two ranks on one core
nqueens_mpirun_flags=(--enable-recovery --mca orte_abort_on_non_zero_status 0 --oversubscribe --bind-to none)

# mpirun refuses root unless told twice; a container has no other user.
if [ "$(id -u)" -eq 0 ]; then
  export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
fi

# launch RANKS COMMAND...: runs nqueens under mpirun and returns the exit code of nqueens.
#
# With recovery mpirun's own exit code is always 0, so rank 0 leaves its code in a file. Signals to this shell
# go on to mpirun once: it has a process group of its own, which the terminal's Ctrl-C does not reach.
# To stop it gets SIGUSR1: that it only passes on, while a second after any other it kills all ranks, in the
# middle of a large save. (A longer odls_base_sigkill_timeout is no way out: mpirun 4.1 then waits for all of it.)
# Only a second SIGINT goes on as it is.
launch() {
  local ranks=$1 pid status code_file code interrupts=0
  shift
  code_file=$(mktemp)
  set -m
  NQUEENS_EXIT_CODE_FILE=$code_file mpirun "${nqueens_mpirun_flags[@]}" -n "$ranks" "$@" </dev/null &
  pid=$!
  set +m
  trap 'kill -USR1 "$pid" 2>/dev/null' TERM HUP USR1
  trap 'kill -USR2 "$pid" 2>/dev/null' USR2
  trap 'interrupts=$((interrupts + 1))
    if [ "$interrupts" -eq 1 ]; then kill -USR1 "$pid"; else kill -INT "$pid"; fi 2>/dev/null' INT
  status=0
  wait "$pid" || status=$?
  while kill -0 "$pid" 2>/dev/null; do # a signal has ended wait, but not mpirun
    status=0
    wait "$pid" || status=$?
  done
  trap - INT TERM HUP USR1 USR2
  code=$(cat "$code_file")
  rm -f "$code_file"
  if [ -n "$code" ]; then
    return "$code"
  fi
  if [ "$interrupts" -gt 1 ]; then
    return 130
  fi
  if [ "$status" -eq 0 ]; then
    echo "the master died; run the same command again to go on from its checkpoint" >&2
    return 1
  fi
  return "$status"
}
