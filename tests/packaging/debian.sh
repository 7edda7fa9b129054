#!/usr/bin/env bash
# The Debian package in a Debian of its own, with its dependencies from the mirror and nothing else:
# install, run, removal.
# shellcheck source-path=SCRIPTDIR source=../support/shell.sh
binary=$(realpath "${NQUEENS-.}")
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"
# shellcheck source-path=SCRIPTDIR source=roots.sh
source "$source_root/tests/packaging/roots.sh"
if ! roots_work; then
  echo "not run: installing into a fresh Debian needs root and debootstrap"
  exit 77
fi

build_folder=$(dirname "$(dirname "$binary")")
run cpack -G DEB --config "$build_folder/CPackConfig.cmake" -B "$work/deb"
expect_code 'cpack' 0
deb=$(find "$work/deb" -name 'nqueens_*.deb')

root=$work/debian
run make_base "$root"
expect_code 'a fresh Debian' 0
cp "$deb" "$root/tmp/nqueens.deb"
run in_root "$root" 0:0 /tmp sh -c 'apt-get update -qq && find / -xdev -name "*nqueens*"'
expect_code 'before' 0
before=$out
run in_root "$root" 0:0 /tmp env DEBIAN_FRONTEND=noninteractive \
  apt-get install -y -qq --no-install-recommends ./nqueens.deb
expect_code 'apt-get install' 0
run in_root "$root" 65534:65534 /tmp nqueens count 10
expect_out 'in a fresh Debian, on threads' 724
run in_root "$root" 65534:65534 /tmp env HOME=/tmp mpirun --oversubscribe -n 3 nqueens count 10
expect_out 'in a fresh Debian, under mpirun' 724
run in_root "$root" 0:0 /tmp dpkg --audit
expect_out 'dpkg --audit' ''
run in_root "$root" 0:0 /tmp apt-get purge -y -qq nqueens
expect_code 'apt-get purge' 0
run in_root "$root" 0:0 /tmp find / -xdev -name '*nqueens*'
expect_out 'in a fresh Debian, removed' "$before"

finish
