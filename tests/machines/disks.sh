#!/usr/bin/env bash
# Disks as users have them: that cannot sync, that fail, that have no hard links, that lose answers,
# that are read-only, that are full for one file.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"

if ! strace -o /dev/null true 2>/dev/null; then
  echo 'not run: strace is not installed, or may not trace'
  exit 77
fi

# with_fault CALLS:error=E[:when=W] COMMAND...: some system calls of the command fail. It ends with
# strace.
with_fault() {
  strace -f -qq -o /dev/null -e "trace=${1%%:*}" -e "inject=$1" setpriv --pdeathsig KILL "${@:2}"
}
is_finished() { [[ $("$NQUEENS" status "$1" --json) == *'"finished":true'* ]]; }

# A file system that cannot sync is worked with. It is said once for all saves and the result.
for error in EOPNOTSUPP EINVAL ENOSYS; do
  prints "no sync, $error" 14200 \
    with_fault fsync:error=$error "$NQUEENS" count 12 --checkpoint $error.ckpt
  expect_err "no sync, $error" "warning cannot sync '$error.ckpt': .*; a crash of this machine"
  expect_times "no sync, $error: said once" 1 'warning|error' "$err"
  expect_true "no sync, $error: saved" is_finished $error.ckpt
  is_in $error.result.json "no sync, $error: result" solutions=14200
done

# A folder that cannot be synced has the new file all the same.
for error in EIO EOPNOTSUPP; do
  slowly
  run with_fault fsync:error=$error:when=2+2 "$held" count 16 --checkpoint folder.ckpt --fresh \
    --max-time 1 --threads 1
  expect_code "folder, $error" 75
  expect_err "folder, $error" "warning cannot sync '.': .*; a crash of this machine"
  expect_times "folder, $error: said once" 1 warning "$err"
done
let_go

# A folder that may be written but not read cannot be opened for that.
cp "$(realpath "$NQUEENS")" program
chmod 711 .
if [ "$(id -u)" -eq 0 ]; then
  mkdir -m 733 unread
  run setpriv --reuid 65534 --regid 65534 --clear-groups env -C unread ../program count 12 \
    --checkpoint x.ckpt
  expect_code 'a folder that may not be read' 0
  expect_err 'a folder that may not be read' "warning cannot sync '.': Permission denied"
fi

# The file's own data: what the disk did not take is not saved, and the older generations stay.
for fault in EIO ENOSPC EDQUOT; do
  run with_fault fsync:error=$fault "$NQUEENS" count 12 --checkpoint EINVAL.ckpt --fresh
  expect_code "$fault" 1
  expect_out "$fault" 14200
  expect_err "$fault" "saving failed, .*: cannot write 'EINVAL.ckpt'"
  expect_err "$fault" 'error the result above is not on disk'
done
expect_true 'no temporary file stays' [ "$(find . -name '.*tmp*' | wc -l)" -eq 0 ]

# Other commands that write a checkpoint.
for part in 1 2; do
  "$NQUEENS" count 11 --part $part/2 --checkpoint part-$part.ckpt --quiet >/dev/null
done
run with_fault fsync:error=EOPNOTSUPP "$NQUEENS" merge part-1.ckpt part-2.ckpt -o n11.ckpt --json
expect_code 'merge without sync' 0
expect_one_line 'merge without sync'
expect_err 'merge without sync' "cannot sync 'n11.ckpt'"
expect_true 'merge without sync' is_finished n11.ckpt
run with_fault fsync:error=ENOSYS "$NQUEENS" verify n11.ckpt --repair --sample 3
expect_code 'repair without sync' 0
expect_err 'repair without sync' "cannot sync 'n11.ckpt'"

# Without hard links the lock is written in place, and keeps others out all the same.
for error in EXDEV EACCES EPERM EMLINK EIO; do
  prints "no links, $error" 14200 \
    with_fault link,linkat:error=$error "$NQUEENS" count 12 --checkpoint links.ckpt --fresh
  expect_true "no links, $error: no lock stays" [ -z "$(find . -name 'links.ckpt.lock*')" ]
done
slowly
start with_fault link,linkat:error=EXDEV "$held" count 16 --checkpoint locked.ckpt --threads 1
await at_work 1
run with_fault link,linkat:error=EACCES "$NQUEENS" count 16 --checkpoint locked.ckpt
expect_code 'a second start without links' 4
expect_err 'a second start without links' 'in use by process'
let_go
ended "$pid"
expect_out 'a run without links' 14772512

# Room and rights of the folder are still what the error names.
run with_fault link,linkat:error=EXDEV "$NQUEENS" count 12 --checkpoint none/x.ckpt
expect_code 'no links and no folder' 2
expect_err 'no links and no folder' "create the folder 'none'"

# A link that was made though its answer was lost: NFS sends the request again, and reports that it
# is there.
cat >lost.c <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
int link(const char* from, const char* to) {
  int (*real)(const char*, const char*) = dlsym(RTLD_NEXT, "link");
  if (real(from, to) == 0) {
    errno = EEXIST;
  }
  return -1;
}
END
"${CC:-cc}" -shared -fPIC -o lost.so lost.c -ldl
prints 'a lost answer' 14200 \
  env LD_PRELOAD="$work/lost.so" "$NQUEENS" count 12 --checkpoint lost.ckpt

# A finished job whose folder cannot be written has its answer: nothing has to be written.
if unshare --mount true 2>/dev/null; then
  mkdir -m 755 kept
  (cd kept && "$NQUEENS" count 12 --checkpoint x.ckpt --quiet >/dev/null)
  (cd kept && "$NQUEENS" count 11 --checkpoint half.ckpt --part 1/2 --quiet >/dev/null)
  # exec_in FOLDER COMMAND...: in it, as a user without rights, or on a file system that is
  # read-only or full.
  exec_in() {
    if [ "$1" = closed ]; then
      exec setpriv --reuid 65534 --regid 65534 --clear-groups env -C kept "${@:2}"
    fi
    # shellcheck disable=SC2016 # expanded within
    exec unshare --mount bash -c '
      case $0 in
        read_only) mount --bind kept kept && mount -o remount,bind,ro kept && cd kept ;;
        full) mount -t tmpfs -o size=64k none full && cp kept/x.ckpt full && cd full
          dd if=/dev/zero of=filler bs=1k 2>/dev/null ;;
      esac
      exec "$@"' "$@"
  }
  files() { find kept -type f -exec cksum {} + | sort; }
  before=$(files)
  for folder in read_only closed; do
    for start in 'count 12 --checkpoint x.ckpt' 'resume x.ckpt' \
      'count 12 --checkpoint x.ckpt --fundamental'; do
      # shellcheck disable=SC2086 # words of a command
      exits "$folder: $start" 0 exec_in $folder "$work/program" $start
      expect_true "$folder: $start" [ "$(head -1 <<<"$out")" = 14200 ]
    done
    expect_times "$folder: a warning of what has no file" 1 \
      'warning the result file is not written: cannot write' "$err"
    # What is not finished has to be saved.
    run exec_in $folder "$work/program" count 12 --checkpoint x.ckpt --double-check
    expect_code "$folder: a second count" 4
    expect_err "$folder: a second count" "make the folder '.' writable"
    exits "$folder: not finished" 4 exec_in $folder "$work/program" resume half.ckpt --part 1/1
    expect_err "$folder: not finished" "cannot write 'half.ckpt': .*; make the folder"
    exits "$folder: --fresh" 4 exec_in $folder "$work/program" count 12 --checkpoint x.ckpt --fresh
    exits "$folder: --repair" 4 exec_in $folder "$work/program" verify x.ckpt --repair
  done
  expect_true 'nothing was written' [ "$(files)" = "$before" ]
  mkdir full
  prints 'finished, and no room' 14200 exec_in full "$work/program" resume x.ckpt
  expect_err 'finished, and no room' 'the result file is not written: .*No space left'
else
  echo 'not run: a read-only folder needs root'
fi

# The limit of file sizes is named, not the room on the disk.
small=$(
  ulimit -f 1
  "$NQUEENS" count 12 --checkpoint small.ckpt 2>&1 >/dev/null
)
err=$small
expect_err 'a limit of file sizes' \
  "cannot write 'small.run.jsonl': File too large; raise the limit .*; the count goes on"
expect_times 'a limit of file sizes: not the disk' 0 'No space left' "$err"
finish
