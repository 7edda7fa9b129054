# shellcheck shell=bash
# Fresh Debian 12 trees to install and build in: debootstrap and chroot, for tests that need a clean
# machine. Mounts and processes live in namespaces of their own and go with the command that needed
# them.

roots_work() {
  [ "$(id -u)" -eq 0 ] && command -v debootstrap >/dev/null &&
    unshare --mount --pid --fork true 2>/dev/null
}

# Where this machine gets Debian 12 from: URI, suite and components, a line each. Its other sources
# are left out.
debian_sources() {
  # shellcheck disable=SC2016 # the names are apt's
  apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' \
    'Origin: Debian' 2>/dev/null |
    grep -E ' bookworm(-updates|-security)? ' | sort -u
}

# make_base FOLDER: the smallest Debian 12, with this machine's way to the mirror.
make_base() {
  local folder=$1 mirror uri suite component
  mirror=$(debian_sources | awk '$2 == "bookworm" { print $1; exit }')
  if [ -z "$mirror" ]; then
    echo "no source of Debian 12 in /etc/apt" >&2
    return 1
  fi
  debootstrap --variant=minbase bookworm "$folder" "$mirror" >"$folder.log" 2>&1 || {
    tail -n 20 "$folder.log" >&2
    return 1
  }
  debian_sources | while read -r uri suite component; do
    echo "deb $uri $suite $component"
  done >"$folder/etc/apt/sources.list"
  apt-config dump | grep '^Acquire::' >"$folder/etc/apt/apt.conf.d/90outside"
  echo force-unsafe-io >"$folder/etc/dpkg/dpkg.cfg.d/throwaway"
  cp /etc/resolv.conf "$folder/etc/resolv.conf"
}

# enter_root ROOT COMMAND...: with what a container has mounted. For a mount namespace of its own.
enter_root() {
  local root=$1
  shift
  mount -t proc proc "$root/proc" &&
    mount -t sysfs -o ro sysfs "$root/sys" &&
    mount -t tmpfs tmpfs "$root/dev/shm" &&
    mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts" &&
    exec chroot "$@"
}

# in_root ROOT USER:GROUP FOLDER COMMAND...: runs it there with a container's environment and
# nothing of this one's. root_environment has variables for it.
root_environment=()
in_root() {
  local root=$1 user=$2 folder=$3 home
  shift 3
  home=$(awk -F: -v id="${user%%:*}" '$3 == id { print $6; exit }' "$root/etc/passwd")
  # shellcheck disable=SC2016 # what is quoted expands inside
  env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME="${home:-/}" \
    "${root_environment[@]}" \
    unshare --mount --pid --fork --kill-child bash -c "$(declare -f enter_root)"'
      enter_root "$@"' enter "$root" --userspec="$user" "$root" \
      /bin/sh -c 'cd "$0" && exec "$@"' "$folder" "$@" </dev/null
}
