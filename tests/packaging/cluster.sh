#!/usr/bin/env bash
# cluster.sh IMAGE USER:GROUP FOLDER WORKERS COMMAND [ARGUMENT]...
#
# The containers of docker/compose.yaml without Docker: WORKERS times `COMMAND worker`, then
# `COMMAND master ARGUMENT...`, each in a copy of the tree IMAGE with namespaces of its own for
# mounts, processes, host name and network, on a bridge that leads nowhere else. /data is shared.
# Output and exit code are those of the master. As root. CLUSTER_ENVIRONMENT has the image's
# variables. CLUSTER_LOSS=PATTERN ends the first worker's container, and all that runs in it, when a
# line of the master's stderr matches the pattern, and has it back two seconds later.
set -euo pipefail

if [ "${1-}" != inside ]; then
  # Whatever happens in there ends with it: mounts, processes, network.
  exec unshare --mount --pid --net --fork --kill-child --mount-proc \
    bash "${BASH_SOURCE[0]}" inside "$@"
fi
shift
# shellcheck source-path=SCRIPTDIR source=roots.sh
source "$(dirname "${BASH_SOURCE[0]}")/roots.sh"
image=$1 user=$2 folder=$3 workers=$4 command=$5
shift 5
trees=$(dirname "$image")/containers
mkdir -p "$trees"
pids=()
read -ra environment <<<"${CLUSTER_ENVIRONMENT-}"

ip link set lo up
ip link add ranks type bridge
ip link set ranks up

# container NUMBER NAME COMMAND...: sets pid.
container() {
  local number=$1 name=$2 tree=$trees/$2 index
  shift 2
  rm -rf "$tree"
  cp -a "$image" "$tree"
  {
    echo "127.0.0.1 localhost"
    echo "10.77.0.$number $name"
    for ((index = 1; index <= workers; index++)); do
      echo "10.77.0.$((index + 1)) worker"
    done
  } >"$tree/etc/hosts"
  # shellcheck disable=SC2016 # expands inside
  env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/home/nqueens \
    "${environment[@]}" NQUEENS_WORKERS="$workers" NQUEENS_SLOTS=1 NQUEENS_WAIT=30 \
    unshare --mount --pid --net --uts --fork --kill-child bash -c "$(declare -f enter_root)"'
      tree=$1 data=$2 name=$3 number=$4 user=$5 folder=$6
      shift 6
      until ip link show eth0 >/dev/null 2>&1; do sleep 0.05; done
      hostname "$name"
      ip link set lo up
      ip address add "10.77.0.$number/24" dev eth0
      ip link set eth0 up
      mount --bind "$data" "$tree/data"
      enter_root "$tree" --userspec="$user" "$tree" \
        /bin/sh -c '\''cd "$0" && exec "$@"'\'' "$folder" "$@"
    ' container "$tree" "$image/data" "$name" "$number" "$user" "$folder" "$@" </dev/null &
  pid=$!
  pids+=("$pid")
  while [ "$(readlink "/proc/$pid/ns/net")" = "$(readlink /proc/self/ns/net)" ]; do sleep 0.05; done
  ip link delete "to$number" 2>/dev/null || true
  ip link add "to$number" type veth peer name eth0 netns "$pid"
  ip link set "to$number" master ranks up
}

for ((worker = 1; worker <= workers; worker++)); do
  container $((worker + 1)) "container$worker" "$command" worker
done
said=$trees/master.err
container 100 master "$command" master "$@" 2>"$said"
master=$pid
if [ -n "${CLUSTER_LOSS-}" ]; then
  until grep -qE -- "$CLUSTER_LOSS" "$said" || ! kill -0 "$master" 2>/dev/null; do sleep 0.05; done
  echo "container1 is ended" >&2
  disown "${pids[0]}"
  kill -9 "${pids[0]}"
  sleep 2
  container 2 container1 "$command" worker
  echo "container1 is back" >&2
fi
code=0
wait "$master" || code=$?
cat "$said" >&2
exit "$code"
