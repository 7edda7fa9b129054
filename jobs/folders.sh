# shellcheck shell=bash disable=SC2034,SC2154
# Folders for files of the launcher and of mpirun, which no other user can read, write or replace.
# For jobs/launch.

# make_private TEMPLATE: a folder that only this user may enter. Leaves its name in $made, and in
# $reached one that stays when somebody moves the folder away and puts another in its place, as
# anybody may in a shared folder that is not sticky.
private=() # the names of all of them
make_private() {
  local opened of
  made=$(mktemp -d "$1" 2>/dev/null) && exec {opened}<"$made" || return
  reached=/proc/self/fd/$opened
  [ -d "$reached/" ] || reached=$made
  private+=("$made" "$reached")
  # A file server may give all that a user makes another owner.
  (set -C && : >"$reached/code") 2>/dev/null &&
    mapfile -t of <<<"$(stat -Lc $'%u\n%a' "$reached/" "$reached/code")" &&
    [ "${of[0]}" = "${of[2]}" ] && [[ ${of[1]} = *700 ]]
}

# Where TMPDIR and /tmp may be missing, full or read-only. On a full disk folders can be made, but
# no files. Open MPI 4.1 takes 8.3 MB and 17 files, and one more a rank; its mpirun may hang for
# want of them.
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
# Makes $scratch in the next of these, and in $in_scratch its lasting name. If there is no room in
# any, it fails, and all stays as it is.
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
