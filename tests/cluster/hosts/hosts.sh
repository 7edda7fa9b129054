# shellcheck shell=bash
# Three hosts on one machine: h1, h2 and h3. Each has its own network, host name, processes,
# /etc/hosts, /run and /dev/shm, and a real sshd at port 22; they share the file system. Sourced,
# not run; needs root.
#
# No namespace has a name, and no interface one outside of them: several labs can be up at a time,
# one per (sub)shell. All of it hangs on processes that the kernel kills when the shell that called
# bring_up ends, by whatever signal.

hosts=(h1 h2 h3)
declare -A host_pid=()    # a host's init, which is its sshd; as seen from outside
declare -A host_parent=() # the process that holds it
lab=                      # the folder of what was made for the hosts
switch_pid=               # holds the network namespace of the bridge

address_of() { echo "10.77.0.${1#h}"; }

# Why there can be no hosts here; nothing where there can.
what_is_missing() {
  local tool
  for tool in ip ssh ssh-keygen unshare nsenter setpriv pgrep; do
    if ! command -v "$tool" >/dev/null; then
      echo "needs $tool"
      return
    fi
  done
  if [ ! -x /usr/sbin/sshd ]; then
    echo 'needs openssh-server'
  elif ! unshare --net --uts --ipc --mount --pid --fork --mount-proc sh -c \
    'ip link add br0 type bridge && ip link add p1 type veth peer name p2 &&
      mount -t tmpfs tmpfs /run' \
    >/dev/null 2>&1; then
    echo 'may not make namespaces'
  fi
}

# Waits until a command succeeds, at most 10 s.
lab_wait() {
  local tries=0
  until "$@" >/dev/null 2>&1; do
    tries=$((tries + 1))
    [ "$tries" -lt 200 ] || return 1
    sleep 0.05
  done
}

# Starts a program that ends with this shell.
bound() { exec setpriv --pdeathsig KILL "$@"; }

# bring_up FOLDER: a new one, in which keys, configurations and the hosts' temporary files are kept.
bring_up() {
  local host
  lab=$1
  mkdir "$lab" || return 1
  ssh-keygen -q -t ed25519 -N '' -f "$lab/key"
  ssh-keygen -q -t ed25519 -N '' -f "$lab/host_key"
  cp "$lab/key.pub" "$lab/authorized_keys"
  {
    echo '127.0.0.1 localhost'
    for host in "${hosts[@]}"; do
      echo "$(address_of "$host") $host"
    done
  } >"$lab/hosts"
  cat >"$lab/ssh_config" <<CONFIG
IdentityFile $lab/key
IdentitiesOnly yes
BatchMode yes
StrictHostKeyChecking no
UserKnownHostsFile /dev/null
LogLevel ERROR
ConnectTimeout 5
CONFIG
  printf '#!/bin/sh\nexec ssh -F "%s" "$@"\n' "$lab/ssh_config" >"$lab/ssh"
  chmod +x "$lab/ssh"
  cat >"$lab/init" <<'INIT'
#!/bin/sh
# init LAB HOST
set -e
hostname "$2"
mount --bind "$1/hosts" /etc/hosts
mount -t tmpfs tmpfs /run
mount -t tmpfs tmpfs /dev/shm
mkdir /run/sshd
ip link set lo up
exec /usr/sbin/sshd -D -f "$1/$2/sshd_config" -E "$1/$2/sshd.log"
INIT
  chmod +x "$lab/init"
  bound unshare --net sleep infinity </dev/null >/dev/null 2>&1 &
  switch_pid=$!
  lab_wait other_network "$switch_pid" || return 1
  at_switch ip link add br0 type bridge || return 1
  at_switch ip link set br0 up
  for host in "${hosts[@]}"; do
    boot_host "$host" || return 1
  done
  for host in "${hosts[@]}"; do
    lab_wait on h1 ssh -F "$lab/ssh_config" "$host" true || return 1
  done
}

other_network() { [ "$(readlink "/proc/$1/ns/net")" != "$(readlink /proc/self/ns/net)" ]; }

at_switch() { nsenter -t "$switch_pid" -n "$@"; }

# boot_host HOST: also after kill_host.
boot_host() {
  local host=$1
  mkdir -p "$lab/$host/tmp"
  cat >"$lab/$host/sshd_config" <<CONFIG
Port 22
HostKey $lab/host_key
AuthorizedKeysFile $lab/authorized_keys
PermitRootLogin prohibit-password
PasswordAuthentication no
StrictModes no
UsePAM no
PidFile none
SetEnv TMPDIR=$lab/$host/tmp
CONFIG
  bound unshare --net --uts --ipc --mount --pid --fork --kill-child --mount-proc \
    "$lab/init" "$lab" "$host" </dev/null >"$lab/$host/init.log" 2>&1 &
  host_parent[$host]=$!
  lab_wait pgrep -P "${host_parent[$host]}" || return 1
  host_pid[$host]=$(pgrep -P "${host_parent[$host]}")
  at_switch ip link del "port-$host" 2>/dev/null
  # The same address of the card each time, which others may still have in mind.
  at_switch ip link add "port-$host" type veth peer name eth0 address "02:00:0a:4d:00:0${host#h}" \
    netns "${host_pid[$host]}" || return 1
  at_switch ip link set "port-$host" master br0 up
  nsenter -t "${host_pid[$host]}" -n ip address add "$(address_of "$host")/24" dev eth0
  nsenter -t "${host_pid[$host]}" -n ip link set eth0 up
}

is_up() { [ -n "${host_pid[$1]-}" ] && kill -0 "${host_pid[$1]}" 2>/dev/null; }

# on HOST COMMAND...: runs a command there, in this folder and environment.
on() {
  local host=$1
  shift
  # shellcheck disable=SC2016 # the inner shell's
  nsenter -t "${host_pid[$host]}" -m -u -i -n -p -- \
    env TMPDIR="$lab/$host/tmp" HOSTNAME="$host" sh -c 'cd "$0" && exec "$@"' "$PWD" "$@"
}

# The switch forgets the port: what is sent gets lost, and nobody is told.
cut_link() { at_switch ip link set "port-$1" nomaster; }

mend_link() { at_switch ip link set "port-$1" master br0; }

# Power loss: nothing more comes from the host, not even the end of a connection.
kill_host() {
  cut_link "$1"
  crash_host "$1"
}

# All processes end at once, and the kernel still closes their connections.
crash_host() {
  kill -9 "${host_pid[$1]}"
  wait "${host_parent[$1]}" 2>/dev/null
  host_pid[$1]=
}

# processes_of HOST [PATTERN]: the processes there whose command line matches, as numbered outside,
# oldest first.
processes_of() {
  is_up "$1" && pgrep --ns "${host_pid[$1]}" --nslist pid -f -- "${2-.}"
}

# What mpirun is to reach other hosts with: a program that MPICH takes as well as Open MPI.
agent() { echo "$lab/ssh"; }

tear_down() {
  local host
  for host in "${hosts[@]}"; do
    if is_up "$host"; then
      crash_host "$host"
    fi
  done
  if [ -n "$switch_pid" ]; then
    kill -9 "$switch_pid"
    wait "$switch_pid" 2>/dev/null
    switch_pid=
  fi
}
