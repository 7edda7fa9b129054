# shellcheck shell=bash
# Sourced first by tests of daemons or whole systems: restarts the script with its own processes,
# mounts and temporary files, which all end with it. The kernel sees to that, even if the script is
# killed by ctest after its time limit, or together with ctest. Needs root. TMPDIR is $own_tmp, a
# file system in memory.

if [ -z "${NQUEENS_ALONE-}" ]; then
  unshared=(unshare --mount --pid --fork --kill-child --mount-proc)
  if [ "$(id -u)" -ne 0 ]; then
    echo "not run: it needs root"
    exit 77
  elif ! "${unshared[@]}" mount -t tmpfs tmpfs /mnt 2>/dev/null; then
    echo "not run: namespaces and mounts cannot be made here"
    exit 77
  fi
  # A shell cannot catch signals that were ignored when it began, such as SIGHUP under nohup.
  exec env --default-signal NQUEENS_ALONE=yes setpriv --pdeathsig KILL \
    "${unshared[@]}" bash "$0" "$@"
fi
unset NQUEENS_ALONE
# The first process of a namespace gets only signals that it catches.
trap 'exit 130' INT
trap 'exit 143' TERM
own_tmp=/mnt
mount -t tmpfs -o mode=1777 tmpfs "$own_tmp" || exit 1
export TMPDIR=$own_tmp
