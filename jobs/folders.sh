# shellcheck shell=bash disable=SC2034,SC2154
# Private folders for files of the launcher and of mpirun: no other user can read, write or replace
# them. Sourced by jobs/launch.

# make_private TEMPLATE: makes a folder that only this user may enter. Sets $made to its name, and
# $reached to a path that still works if somebody replaces the folder, as anybody may in a shared
# folder without sticky bit.
private=() # of all such folders
make_private() {
  local opened of
  made=$(mktemp -d "$1" 2>/dev/null) && exec {opened}<"$made" || return
  reached=/proc/self/fd/$opened
  [ -d "$reached/" ] || reached=$made
  private+=("$made" "$reached")
  # A file server may map users to another owner.
  (set -C && : >"$reached/code") 2>/dev/null &&
    mapfile -t of <<<"$(stat -Lc $'%u\n%a' "$reached/" "$reached/code")" &&
    [ "${of[0]}" = "${of[2]}" ] && [[ ${of[1]} = *700 ]]
}

# TMPDIR and /tmp may be missing, full or read-only. On a full disk, folders can be made, but not
# files. Open MPI 4.1 needs 8.3 MB and 17 files, plus one per rank; without them its mpirun may
# hang.
has_room() {
  local need=65536 inodes
  if [ "$kind" = openmpi ]; then
    need=16000000
    inodes=$(stat -f -c '%c %d' "$1/")
    [ "${inodes% *}" -eq 0 ] || [ "${inodes#* }" -ge 1000 ] || return
  fi
  { head -c "$need" /dev/zero >"$1/room" && rm "$1/room" && mkfifo "$1/silence"; } 2>/dev/null
}
temporary=("${TMPDIR:-/tmp}" /tmp /var/tmp /dev/shm "$PWD")
# Makes the next possible $scratch, and sets $in_scratch to its lasting path. Fails without changes
# if none has room.
next_scratch() {
  local made reached folder
  while [ ${#temporary[@]} -gt 0 ]; do
    folder=${temporary[0]}
    temporary=("${temporary[@]:1}")
    if make_private "$folder/nqueens.XXXXXX" && has_room "$reached"; then
      scratch=$made in_scratch=$reached
      return
    fi
  done
  return 1
}

remove_private() {
  local i
  for ((i = ${#private[@]} - 2; i >= 0; i -= 2)); do
    rm -rf "${private[i + 1]:?}"/{*,.[!.]*}
    rmdir "${private[i]}" 2>/dev/null
  done
}
