#!/usr/bin/env bash
# nqueens-cluster worker | master JOB.toml [options of nqueens count] | keys
#
# Runs in the containers of docker/compose.yaml, as an ordinary user. A worker waits for ssh on port
# 2222. The master waits until NQUEENS_WORKERS workers answer, and counts on all of them with
# NQUEENS_SLOTS ranks each (default: one per core). NQUEENS_WORKER_NAME is the workers' name in DNS
# (default worker). keys makes the key pairs, once, in the image.
set -euo pipefail

port=2222
ssh_folder=$HOME/.ssh

make_keys() {
  umask 077
  mkdir -p "$ssh_folder"
  ssh-keygen -q -t ed25519 -N '' -C nqueens-login -f "$ssh_folder/id_ed25519"
  ssh-keygen -q -t ed25519 -N '' -C nqueens-host -f "$ssh_folder/host_key"
  cp "$ssh_folder/id_ed25519.pub" "$ssh_folder/authorized_keys"
  # All containers have the same host key, whatever their address.
  echo "* $(cut -d' ' -f1,2 "$ssh_folder/host_key.pub")" >"$ssh_folder/known_hosts"
  cat >"$ssh_folder/config" <<END
Host *
  Port $port
  User $(id -un)
  IdentitiesOnly yes
  IdentityFile $ssh_folder/id_ed25519
  StrictHostKeyChecking yes
  BatchMode yes
  ConnectTimeout 5
  LogLevel ERROR
END
  # Without root sshd can only log in the user that it runs as.
  cat >"$ssh_folder/sshd_config" <<END
Port $port
HostKey $ssh_folder/host_key
PidFile none
UsePAM no
PasswordAuthentication no
KbdInteractiveAuthentication no
AuthorizedKeysFile $ssh_folder/authorized_keys
AllowUsers $(id -un)
MaxStartups 100
END
}

# Addresses of the workers, one per line. Docker's DNS finds a service by its name, Swarm its tasks
# by tasks.NAME.
addresses() {
  local name=${NQUEENS_WORKER_NAME-worker}
  { getent ahostsv4 "tasks.$name" || getent ahostsv4 "$name" || true; } | awk '{ print $1 }' |
    sort -u
}

# Waits for the workers and writes a hostfile: the master for rank 0, then the workers that answer.
# After NQUEENS_WAIT seconds [120], those are enough.
find_workers() {
  local wanted=${NQUEENS_WORKERS-1} limit=$((SECONDS + ${NQUEENS_WAIT-120})) address cores found
  while true; do
    found=0
    echo "$(hostname) slots=1" >"$1"
    for address in $(addresses); do
      if cores=$(ssh -n "$address" nproc 2>/dev/null); then
        echo "$address slots=${NQUEENS_SLOTS:-$cores}" >>"$1"
        found=$((found + 1))
      fi
    done
    if [ "$found" -ge "$wanted" ]; then
      echo "$found workers answer" >&2
      return
    fi
    if [ "$SECONDS" -ge "$limit" ]; then
      echo "only $found of $wanted workers answer on port $port;" \
        "set NQUEENS_WAIT to wait longer, in seconds" >&2
      [ "$found" -eq 0 ] || return 0
      exit 1
    fi
    sleep 1
  done
}

case "${1-}" in
  keys)
    make_keys
    ;;
  worker)
    exec /usr/sbin/sshd -D -e -f "$ssh_folder/sshd_config"
    ;;
  master)
    shift
    if [ $# -eq 0 ]; then
      echo "nqueens-cluster master: name a job, for example /data/n20.toml" >&2
      exit 2
    fi
    hostfile=$(mktemp)
    find_workers "$hostfile"
    exec nqueens-launch --hostfile "$hostfile" -- nqueens count "$@" --master-only
    ;;
  *)
    sed -n '2,6s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2
    exit 2
    ;;
esac
