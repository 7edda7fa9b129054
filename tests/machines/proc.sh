#!/usr/bin/env bash
# What is known of processes that /proc does not show: hidden from other users, not there at all,
# empty, of another time namespace, or made up by an emulator. Nobody is declared dead.
if [ -z "${IN_NAMESPACES-}" ]; then
  if ! unshare --mount --pid --fork --mount-proc true 2>/dev/null; then
    echo 'not run: namespaces of mounts and processes need root'
    exit 77
  fi
  IN_NAMESPACES=yes exec unshare --mount --pid --fork --mount-proc --kill-child bash "$0"
fi
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"

# For users that may not read the build.
chmod 755 .
for program in nqueens nqueens_faulty; do
  cp --remove-destination "$(realpath "$program")" $program
done
mkdir runs
chmod 777 runs
as_user=(setpriv --reuid 65533 --regid 65533 --clear-groups)
as_other=(setpriv --reuid 65534 --regid 65534 --clear-groups)

# exec_in_world WORLD COMMAND...: with a /proc of this kind. $holder is the process to hide.
exec_in_world() {
  local world=$1
  if [ "$world" = late ]; then
    exec unshare --time --boottime 100000 --fork --kill-child "${@:2}"
  fi
  # shellcheck disable=SC2016 # expanded within
  exec env world="$world" unshare --mount bash -c '
    stats="/proc/$holder/stat /proc/$holder/task/$holder/stat"
    case $world in
      hidden) mount -t proc -o hidepid=2 none /proc ;;
      none) mount -t tmpfs none /proc ;;
      empty) for stat in $stats; do mount --bind /dev/null "$stat"; done ;;
      zeros) for stat in $stats; do mount --bind zeros "$stat"; done ;;
    esac && exec "$@"' in_world "${@:2}"
}
export holder=
head -c 400 /dev/zero >zeros

# A process that sees nothing of itself counts all the same.
prints 'no /proc' 14200 exec_in_world none "$NQUEENS" count 12 --threads 2
run exec_in_world none mpirun --oversubscribe -n 2 true
if [ "$code" -eq 0 ]; then
  prints 'the launcher without /proc' 14200 \
    exec_in_world none "$source_root/jobs/launch" -n 2 -- "$NQUEENS" count 12 --quiet
  expect_times 'the launcher without /proc: no word but of the log' 0 '^[^2]' "$err"
  prints 'ranks without /proc' 14200 \
    exec_in_world none mpirun --oversubscribe -n 2 "$NQUEENS" count 12
fi

# A rank that sees others, but not itself, knows nothing: it does not wait for one that it takes for
# the first, and names none as dead.
cat >blind <<'END'
case $OMPI_COMM_WORLD_RANK in
  0) exec unshare --mount sh -c 'mount --bind /dev/null /proc/$$/environ; exec "$@"' sh "$@" ;;
  1) exit 0 ;;
esac
exec "$@"
END
NQUEENS_START_SECONDS=2 exits 'a blind census' 69 \
  timeout 600 mpirun --oversubscribe --bind-to none -n 3 bash blind "$NQUEENS" count 12
expect_err 'a blind census' 'MPI did not start within 2 s( \(.*\))?: a rank died, or a host is slow'

# A run at work is not disturbed by anybody who cannot see it.
slowly
chmod 666 hold
start "${as_user[@]}" "$held" count 16 --checkpoint runs/n16.ckpt --threads 1
holder=$pid
await at_work 1
start exec_in_world none "$held" count 16 --checkpoint runs/blind.ckpt --threads 1
blind=$pid
await at_work 2
pid=$holder

worlds='hidden none empty zeros'
! unshare --time --boottime 100000 --fork true 2>/dev/null || worlds+=' late'
for world in $worlds; do
  status=("$NQUEENS" status runs/n16.ckpt)
  exits "status, $world" 0 exec_in_world "$world" "${as_other[@]}" "${status[@]}"
  expect_says "status, $world: who has it" "in use by: .*process $holder,"
done
run "$NQUEENS" status runs/blind.ckpt
expect_says 'status of a run without /proc' "in use by: .*process $blind,"

# starts_here WORLD CHECKPOINT: a second start. It waits until the lock is touched.
seconds=()
starts_here() {
  exec_in_world "$1" "${as_other[@]}" "$NQUEENS" count 16 --checkpoint "runs/$2" --threads 1 \
    >/dev/null 2>"second-$1.txt" &
  seconds+=("$!")
  started+=("$!")
}
for world in $worlds; do
  starts_here "$world" n16.ckpt
done
starts_here plain blind.ckpt
worlds+=' plain'
for world in $worlds; do
  wait "${seconds[0]}"
  code=$? out='' err=$(<"second-$world.txt")
  seconds=("${seconds[@]:1}")
  expect_code "a second start, $world" 4
  expect_err "a second start, $world" 'another run has the lock of .*; waiting until'
  expect_err "a second start, $world" "in use by process [0-9]+ on host"
done
expect_true 'both runs go on' kill -0 "$holder" "$blind"

# Who is gone is gone for everybody, hidden or not.
kill -9 "$holder"
wait "$holder" 2>/dev/null
let_go
prints 'a hidden run that has died' 14772512 \
  exec_in_world hidden "${as_other[@]}" "$NQUEENS" count 16 --checkpoint runs/n16.ckpt
expect_err 'a hidden run that has died' "took over the lock of process $holder"
kill -9 "$blind" 2>/dev/null
wait "$blind" 2>/dev/null

# An emulator of another processor makes up what it shows of its own process, for each thread anew.
if emulator=$(command -v "qemu-$(uname -m)"); then
  prints 'under qemu-user' 2680 "$emulator" "$NQUEENS" count 11 --threads 2 --kernel scalar
  slowly
  start_at_work 1 "$emulator" "$held" count 16 --checkpoint runs/q.ckpt --threads 1 --kernel scalar
  refuse 4 "in use by process $pid" count 16 --checkpoint runs/q.ckpt
else
  echo "not run: under an emulator; qemu-$(uname -m) is not installed (package qemu-user)"
fi
finish
