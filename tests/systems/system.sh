# shellcheck shell=bash disable=SC2034
# Fresh Debian systems for tests: each in a folder of the test's own, which is in memory. A test
# installs what a cluster has, and is an ordinary user there, or root of a new machine. Sourced, not
# run.

source "$(dirname "${BASH_SOURCE[0]}")/../support/alone.sh"
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"
source "$source_root/tests/support/debian.sh"

for tool in debootstrap git ip pivot_root; do
  if ! command -v "$tool" >/dev/null; then
    echo "not run: $tool is not installed"
    exit 77
  fi
done

# What a cluster has: a compiler, CMake, Open MPI and Boost.
cluster_packages=(g++ cmake ninja-build git openmpi-bin libopenmpi-dev libboost-serialization-dev)

stage() { echo "--- $1, $SECONDS s"; }

# What begins a command in the system of the folder $1. $2 is its network: that of this machine,
# "none", or "silent", which swallows all that is sent.
# shellcheck disable=SC2016 # the names are those of the inner shell
enter='
  set -e
  root=$1 network=$2
  shift 2
  [ "$network" = machine ] || ip link set lo up
  if [ "$network" = silent ]; then
    ip link add outside type veth peer name nobody
    ip link set outside up
    ip link set nobody up
    ip address add 192.0.2.2/24 dev outside
    ip route add default via 192.0.2.1
    ip neighbour add 192.0.2.1 lladdr 02:00:00:00:00:01 dev outside
  fi
  hostname "${root##*/}"
  mount --rbind "$root" "$root"
  mount -t proc proc "$root/proc"
  mount --rbind /sys "$root/sys"
  mount --rbind /dev "$root/dev"
  mount -t tmpfs tmpfs "$root/dev/shm"
  cd "$root"
  pivot_root . .
  umount --lazy .
  cd /root
  exec env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
    LANG=C.UTF-8 TERM=xterm USER=root DEBIAN_FRONTEND=noninteractive "$@"
'

# as_root FOLDER COMMAND...: in that system, with the network of this machine. as_user FOLDER LINE:
# a line of shell, in a home folder, without rights; with the network $network.
as_root() { unshare --mount --uts --ipc bash -c "$enter" - "$1" machine "${@:2}" </dev/null; }
network=none
as_user() {
  unshare --mount --uts --ipc --net bash -c "$enter" - "$1" "$network" \
    su --login --shell /bin/bash --command "$2" somebody </dev/null
}

# make_system FOLDER SUITE PACKAGE...: a fresh system with these packages, and the user somebody.
make_system() {
  stage "a system of $2"
  if ! make_base "$1" "$2" ||
    ! as_root "$1" sh -ec "
      echo '127.0.0.1 localhost $(basename "$1")' >/etc/hosts
      useradd --create-home somebody
      apt-get update -qq
      apt-get install -y -qq --no-install-recommends ${*:3}" >"$1.log" 2>&1; then
    echo "FAILED: a system of $2"
    tail -n 40 "$1.log"
    exit 1
  fi
  echo "$(du -sxm "$1" | cut -f1) MB${3+ with ${*:3}}"
}

# give_tree FOLDER [OWNER]: a repository of this tree, as it is now, in /srv/nqueens of that system.
give_tree() {
  local to=$1/srv/nqueens as=(git -c safe.directory='*' -c user.name=nobody -c user.email=nobody)
  mkdir "$to"
  "${as[@]}" -C "$source_root" ls-files -z --cached --others --exclude-standard |
    tar -C "$source_root" --create --null --files-from - --ignore-failed-read 2>/dev/null |
    tar -C "$to" --extract --no-same-owner
  "${as[@]}" -C "$to" init --quiet
  "${as[@]}" -C "$to" add --all
  "${as[@]}" -C "$to" commit --quiet --message 'this tree' || exit 1
  as_root "$1" chown -R "${2-root}:" /srv/nqueens
}

# give_sources FOLDER: the sources that can be built in, in /srv/downloads of that system: those of
# the folder NQUEENS_DOWNLOADS, else Debian's. Of Highway and nlohmann-json these are the pinned
# archives. The others are unpacked, whichever version Debian has.
give_sources() {
  local to=$1/srv/downloads orig=$1/srv/orig
  stage 'sources of libraries'
  mkdir "$to"
  if [ -n "${NQUEENS_DOWNLOADS-}" ]; then
    cp -r "$NQUEENS_DOWNLOADS"/. "$to"
    return
  fi
  mkdir "$orig"
  debian_sources trixie | awk '$2 == "trixie" { print "deb-src", $0 }' \
    >"$1/etc/apt/sources.list.d/sources.list"
  as_root "$1" sh -c 'cd /srv/orig
    apt-get download -qq libcli11-dev opencl-c-headers opencl-clhpp-headers
    apt-get update -qq
    apt-get source --download-only -qq highway nlohmann-json3 spdlog fmtlib' >"$1.log" 2>&1
  rm "$1/etc/apt/sources.list.d/sources.list"
  if ! cp "$orig"/highway_*.orig.tar.gz "$to/$(pinned hwy).tar.gz" ||
    ! cp "$orig"/nlohmann-json3_*.orig.tar.gz "$to/$(pinned nlohmann_json).tar.gz" ||
    ! headers "$orig"/libcli11-dev_*.deb "$to/$(pinned CLI11)" ||
    ! headers "$orig"/opencl-clhpp-headers_*.deb "$to/$(pinned OpenCLHeadersCpp)" ||
    ! headers "$orig"/opencl-c-headers_*.deb "$to/$(pinned OpenCLHeaders)" ||
    ! mv "$to/$(pinned OpenCLHeaders)"/include/CL "$to/$(pinned OpenCLHeaders)" ||
    ! unpack "$orig"/spdlog_*.orig.tar.* 1 "$to/$(pinned spdlog)" ||
    ! unpack "$orig"/fmtlib_*.orig.tar.* 3 "$to/$(pinned spdlog)/include/spdlog/fmt/bundled" \
      --wildcards '*/include/fmt/*'; then
    echo "not run: not all sources are to be had: $(grep '^E:' "$1.log" | tail -n 1)"
    exit 77
  fi
  rm -r "$orig"
  ls "$to"
}
# pinned NAME: the folder in the pinned archive.
pinned() {
  sed -nE "s/^nqueens_source\($1 [^ ]+ ([^ ]+).*/\1/p" "$source_root/src/pinned_sources.cmake"
}
# headers FILE FOLDER: the headers of a package, as the source of a library that has nothing else.
headers() { mkdir "$2" && dpkg-deb --extract "$1" "$2/deb" && mv "$2/deb/usr/include" "$2"; }
# unpack FILE DEPTH FOLDER [OPTION OF TAR]...
unpack() {
  mkdir "$3" && tar -C "$3" --extract --strip-components "$2" --file "$1" "${@:4}"
}
