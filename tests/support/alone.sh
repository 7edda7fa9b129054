# shellcheck shell=bash
# Sourced first by a test of daemons or of whole systems: begins its script again with processes,
# mounts and temporary files of its own, and none of them stays when the script ends. That is the
# kernel's doing, so it holds for a script that is killed, too, by ctest after its time limit or
# together with ctest. Needs root. $own_tmp, where TMPDIR is, is a file system in memory.

if [ -z "${NQUEENS_ALONE-}" ]; then
  unshared=(unshare --mount --pid --fork --kill-child --mount-proc)
  if [ "$(id -u)" -ne 0 ]; then
    echo "not run: it needs root"
    exit 77
  elif ! "${unshared[@]}" mount -t tmpfs tmpfs /mnt 2>/dev/null; then
    echo "not run: namespaces and mounts cannot be made here"
    exit 77
  fi
  # A shell cannot catch what was ignored when it began, as SIGHUP under nohup.
  exec env --default-signal NQUEENS_ALONE=yes setpriv --pdeathsig KILL \
    "${unshared[@]}" bash "$0" "$@"
fi
unset NQUEENS_ALONE
# What the first process of a namespace does not ask for it does not get.
trap 'exit 130' INT
trap 'exit 143' TERM
own_tmp=/mnt
mount -t tmpfs -o mode=1777 tmpfs "$own_tmp" || exit 1
export TMPDIR=$own_tmp
