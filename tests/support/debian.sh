# shellcheck shell=bash
# Debian systems in folders, from the mirror of this machine's apt.

# debian_sources SUITE: prints the Debian sources of this machine, as lines of URI, suite and
# components, with this release instead of the machine's own. Leaves out other sources.
debian_sources() {
  # shellcheck disable=SC2016 # the names are apt's
  apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' \
    'Origin: Debian' 2>/dev/null |
    sed -nE "s/ $(. /etc/os-release && echo "$VERSION_CODENAME")(-updates|-security)? / $1\1 /p" |
    sort -u
}

# make_base FOLDER SUITE: makes the smallest system of a release, with this machine's mirror.
make_base() {
  local folder=$1 suite=$2 mirror uri release component
  mirror=$(debian_sources "$suite" | awk -v suite="$suite" '$2 == suite { print $1; exit }')
  if [ -z "$mirror" ]; then
    echo "no source of Debian in /etc/apt" >&2
    return 1
  fi
  debootstrap --variant=minbase "$suite" "$folder" "$mirror" >"$folder.log" 2>&1 || {
    tail -n 20 "$folder.log" >&2
    return 1
  }
  debian_sources "$suite" | while read -r uri release component; do
    echo "deb $uri $release $component"
  done >"$folder/etc/apt/sources.list"
  apt-config dump | grep '^Acquire::' >"$folder/etc/apt/apt.conf.d/90outside"
  echo force-unsafe-io >"$folder/etc/dpkg/dpkg.cfg.d/throwaway"
}
