# shellcheck shell=bash disable=SC2034
# A real Slurm on one machine for tests: munge, a controller and several slurmd of its own, beside
# whatever else runs there. Needs root, but neither systemd nor cgroups. Sourced after
# tests/support/alone.sh and shell.sh, not run.
#
# All of it lies under $slurm_lab: not the test's own folder, since jobs run as an unprivileged user
# who may not enter that, but beside it, and with a short name, since a socket's path ends after 107
# characters.

slurm_packages=(slurm-wlm slurm-wlm-basic-plugins munge libpmix-dev)

# Who submits the jobs. Slurm 22.05 gives no credential to a user whom the password file does not
# know.
slurm_user=nobody

extra=() # of the environment of jobs
slurm_lab=
slurm_home= # the user's own folder

# Prints why no Slurm can be brought up here; nothing where it can.
why_no_slurm() {
  local package missing=()
  for package in "${slurm_packages[@]}"; do
    if ! dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed'; then
      missing+=("$package")
    fi
  done
  [ ${#missing[@]} -eq 0 ] ||
    echo "packages are missing: apt-get install --no-install-recommends ${missing[*]}"
}

# choose_ports COUNT: leaves as many TCP ports in $ports as are asked for. Nobody listens on them,
# and they are below those that Linux gives to outgoing connections.
choose_ports() {
  local port
  ports=()
  while [ ${#ports[@]} -lt "$1" ]; do
    port=$((10000 + RANDOM % 20000))
    if [[ " ${ports[*]} " != *" $port "* ]] && ! (: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
      ports+=("$port")
    fi
  done
}

# SchedulerParameters, KillWait and cred_expire make it quick: a job is started anew 6 to 10 s after
# a requeue, in place of minutes. config_overrides lets a node have more CPUs than this machine. (A
# node that is gone is noticed after 25 to 30 s whatever SlurmdTimeout says below that.)
write_slurm_conf() {
  local nodes=$1 node
  choose_ports $((nodes + 1))
  cat <<CONF
ClusterName=lab
SlurmctldHost=$(hostname)(127.0.0.1)
SlurmctldPort=${ports[0]}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=$slurm_lab/munge/socket,cred_expire=5
StateSaveLocation=$slurm_lab/state
SlurmdSpoolDir=$slurm_lab/spool/%n
TmpFS=$slurm_lab/tmp/%n
SlurmctldPidFile=$slurm_lab/run/slurmctld.pid
SlurmdPidFile=$slurm_lab/run/slurmd.%n.pid
SlurmctldLogFile=$slurm_lab/log/slurmctld
SlurmdLogFile=$slurm_lab/log/slurmd.%n
PlugStackConfig=$slurm_lab/plugstack.conf
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerType=sched/backfill
SchedulerParameters=sched_interval=2,bf_interval=2,sched_min_interval=0
SlurmdParameters=config_overrides
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/none
MpiDefault=none
MailProg=/bin/true
ReturnToService=2
KillWait=5
SlurmdTimeout=15
MinJobAge=3600
CONF
  for ((node = 1; node <= nodes; node++)); do
    echo "NodeName=n$node NodeAddr=127.0.0.1 Port=${ports[node]} CPUs=4 RealMemory=1000" \
      "State=UNKNOWN"
  done
  echo 'PartitionName=p Nodes=ALL Default=YES MaxTime=INFINITE State=UP'
}

# bring_up NODES: starts a Slurm with the nodes n1, n2 ... of four CPUs. What belongs to it has
# SLURM_CONF in its environment: daemons, jobs, and what is left of them.
bring_up() {
  local nodes=$1 node folder
  slurm_lab=$(mktemp -d "${own_tmp:?}/slurm.XXXXXX") || return 1
  slurm_home=$slurm_lab/home
  for folder in munge state spool tmp log of runs home; do
    mkdir "$slurm_lab/$folder"
  done
  chmod 755 "$slurm_lab" "$slurm_lab"/*
  chown "$slurm_user:" "$slurm_home"
  chmod 1777 "$slurm_lab/tmp" # for jobs, whose nodes die and leave what they had there
  for ((node = 1; node <= nodes; node++)); do
    mkdir -m 755 "$slurm_lab/spool/n$node"
    mkdir -m 1777 "$slurm_lab/tmp/n$node"
  done
  : >"$slurm_lab/plugstack.conf"
  write_slurm_conf "$nodes" >"$slurm_lab/slurm.conf"
  export SLURM_CONF=$slurm_lab/slurm.conf

  # munged insists that its files belong to the user that runs it, and that nobody else can read the
  # key.
  (umask 077 && head -c 128 /dev/urandom >"$slurm_lab/munge/key")
  munged --key-file="$slurm_lab/munge/key" --socket="$slurm_lab/munge/socket" \
    --pid-file="$slurm_lab/munge/pid" --log-file="$slurm_lab/munge/log" \
    --seed-file="$slurm_lab/munge/seed" || return 1
  slurmctld -c || return 1
  for ((node = 1; node <= nodes; node++)); do
    start_slurmd "n$node" || return 1
  done
  wait_for 120 all_idle "$nodes"
}

all_idle() { [ "$(sinfo -h -N -t idle -o %N 2>/dev/null | wc -l)" -eq "$1" ]; }

# start_slurmd NODE. Each has a host name of its own, as a node has: by it mpirun knows which ranks
# are its own, and the names of shared-memory segments differ, else ranks of two nodes take each
# other's and crash.
start_slurmd() {
  unshare --uts sh -c "hostname $1 && exec slurmd -N $1"
}

slurmd_of() { cat "$slurm_lab/run/slurmd.$1.pid"; }

# kill_slurmd NODE: only the daemon; the jobs that it has started run on.
kill_slurmd() { kill -9 "$(slurmd_of "$1")"; }

# kill_node NODE: all that runs on it, as if its power were gone.
kill_node() {
  local host pid
  host=$(readlink "/proc/$(slurmd_of "$1")/ns/uts")
  for pid in $(slurm_processes); do
    if [ "$(readlink "/proc/$pid/ns/uts")" = "$host" ]; then
      kill -9 "$pid" 2>/dev/null
    fi
  done
}

# processes_with VARIABLE=VALUE [USER]: those with that in their environment; not this shell and
# what it runs.
processes_with() {
  local pids
  pids=$(grep -lzxF "$1" /proc/[0-9]*/environ 2>/dev/null | cut -d/ -f3 | paste -sd,)
  [ -z "$pids" ] || ps -o pid=,pgid=,user= -p "$pids" |
    awk -v own="$(ps -o pgid= -p $$)" -v user="${2-}" \
      '$2 != own + 0 && (user == "" || user == $3) { print $1 }'
}

slurm_processes() { processes_with "SLURM_CONF=$slurm_lab/slurm.conf"; }

# Processes of jobs; those of the daemons, slurmstepd among them, are root's.
job_processes() { processes_with "SLURM_CONF=$slurm_lab/slurm.conf" "$slurm_user"; }

# as_user FOLDER COMMAND...: as the user of the jobs, with nothing of this shell's environment.
as_user() (
  cd "$1" || exit 1
  exec setpriv --reuid "$slurm_user" --regid "$(id -gn "$slurm_user")" --clear-groups \
    env -i PATH="$PATH" HOME="$slurm_home" TMPDIR="$slurm_lab/tmp" SLURM_CONF="$SLURM_CONF" \
      OMPI_MCA_btl_tcp_disable_family=6 "${@:2}"
)

# submit FOLDER ARGUMENTS OF SBATCH...: from a folder of the user's, which it makes; prints the
# job's number. What counts in it can be held: as $holds says, which is for NQUEENS_FAULT, if it is
# not empty. The job gets the environment "${extra[@]}", too.
submit() {
  [ -d "$1" ] || as_user "$slurm_home" mkdir "$1"
  as_user "$1" env NQUEENS_FAULT="${holds-}" ${extra[@]+"${extra[@]}"} sbatch --parsable "${@:2}"
}

# job_field JOB NAME: e.g. "job_field 7 BatchHost"; of an array's first job.
job_field() { scontrol show job -o "$1" 2>/dev/null | sed -nE "1s/.* $2=([^ ]*).*/\1/p"; }
state() { job_field "$1" JobState; }
restarts() { job_field "$1" Restarts; }
in_state() { [ "$(state "$1")" = "$2" ]; }
restarted() { [ "$(restarts "$1")" -gt 0 ]; }

# wait_for_state JOB STATE SECONDS
wait_for_state() { wait_for "$3" in_state "$1" "$2"; }

# Whether a job neither waits nor runs, and has nothing to clean up any more.
is_over() { [ -z "$(squeue -h -j "$1" 2>/dev/null)" ]; }

# print_log FOLDER: what the jobs submitted from there have said.
print_log() {
  local log
  for log in "$1"/*.log; do
    echo "--- $(basename "$1")/$(basename "$log")"
    cat "$log"
  done
}

no_job_process() { [ -z "$(job_processes)" ]; }
no_slurm_process() { [ -z "$(slurm_processes)" ]; }

# Ends the jobs, then the daemons, which would leave the jobs behind. Returns 1 where something had
# to be killed.
tear_down() {
  local file clean=0
  [ -n "$slurm_lab" ] || return 0
  squeue -h -o %A 2>/dev/null | sort -u | xargs -r scancel
  wait_for 15 no_job_process || clean=1
  for file in "$slurm_lab"/run/*.pid "$slurm_lab/munge/pid"; do
    if grep -qxF "$(cat "$file" 2>/dev/null)" <<<"$(slurm_processes)"; then
      kill "$(cat "$file")" 2>/dev/null
    fi
  done
  if ! wait_for 10 no_slurm_process; then
    clean=1
    slurm_processes | xargs -r kill -9 2>/dev/null
    wait_for 5 no_slurm_process
  fi
  rm -rf "$slurm_lab"
  slurm_lab=
  return "$clean"
}
