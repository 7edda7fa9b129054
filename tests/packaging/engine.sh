# shellcheck shell=bash
# A Docker Engine of a test's own, and debian:12-slim in it without a registry. It leaves the
# machine's bridges, firewall and routing alone: images are built with the host's network, and
# Compose makes a bridge for each cluster and takes it away again.

# Debian's client, whichever else is installed.
docker() { /usr/bin/docker "$@"; }

engine_pid=
engine_folder=

# start_engine FOLDER: all that it writes goes there. Where none can run it fails, and engine_fault
# says why.
start_engine() {
  local folder=$1
  engine_folder=$folder
  if [ "$(id -u)" -ne 0 ] || ! command -v dockerd >/dev/null ||
    ! command -v docker-compose >/dev/null || ! command -v debootstrap >/dev/null; then
    engine_fault="it needs root, docker.io, docker-compose and debootstrap"
    return 1
  fi
  export DOCKER_HOST=unix://$folder/socket
  mkdir -p "$folder"
  dockerd --data-root "$folder/data" --exec-root "$folder/exec" --pidfile "$folder/pid" \
    --host "$DOCKER_HOST" --bridge none --iptables=false --ip-forward=false \
    >"$folder/log" 2>&1 &
  engine_pid=$!
  wait_for 60 engine_answers_or_ends
  if ! docker info >/dev/null 2>&1; then
    # shellcheck disable=SC2034 # whoever sources this file reads it
    engine_fault=$(tail -n 1 "$folder/log")
    return 1
  fi
}
engine_answers_or_ends() { docker info >/dev/null 2>&1 || is_gone "$engine_pid"; }

# Containers end with their engine only if they are told to, and a mount of its stays.
stop_engine() {
  local containers mounts
  [ -n "$engine_pid" ] || return 0
  mapfile -t containers < <(docker ps --quiet)
  [ ${#containers[@]} -eq 0 ] || docker kill "${containers[@]}" >/dev/null
  docker network prune --force >/dev/null
  kill "$engine_pid"
  wait "$engine_pid"
  engine_pid=
  mapfile -t mounts < <(awk -v under="$engine_folder/" 'index($2, under) == 1 { print $2 }' \
    /proc/mounts | sort -r)
  [ ${#mounts[@]} -eq 0 ] || umount "${mounts[@]}"
}

# make_slim FOLDER: debian:12-slim, made there and imported. As in the published image, the pages of
# packages are left out.
make_slim() {
  make_base "$1" bookworm || return 1
  rm -rf "$1"/usr/share/{doc,man,locale}/* "$1"/var/lib/apt/lists/* \
    "$1"/var/cache/apt/{*.bin,archives/*.deb}
  printf 'path-exclude /usr/share/%s/*\n' doc man locale >"$1/etc/dpkg/dpkg.cfg.d/docker"
  tar -C "$1" --create . | docker import - debian:12-slim >/dev/null
  rm -rf "$1"
}
