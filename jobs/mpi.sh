# shellcheck shell=bash disable=SC2034,SC2154
# Differences between MPIs and batch systems: flags, signals, lost hosts, and how they end. For
# jobs/launch; slurm/job.sh uses the functions for Slurm. Sourcing it only sets variables and
# functions.

# Seconds since 1970.
now() { printf '%(%s)T' -1; }

# one_line TEXT: sets $line to the text as one line that is safe on a terminal, with ? for whatever
# moves the cursor, changes the direction of text or is not UTF-8.
one_line() {
  local LC_ALL=C rest=$1 more=$'[\x80-\xbf]'
  local shown=$'^([ -~]|\xc2[\xa0-\xbf]|[\xc3-\xdf]'"$more"$'|[\xe0-\xef]'"$more$more"
  shown+=$'|[\xf0-\xf4]'"$more$more$more)+"
  line=
  while [ -n "$rest" ]; do
    if [[ $rest =~ $shown ]]; then
      line+=${BASH_REMATCH[0]} rest=${rest:${#BASH_REMATCH[0]}}
    else
      line+='?' rest=${rest:1}
    fi
  done
  line=${line//$'\xd8\x9c'/?} line=${line//$'\xe2\x80'[$'\x8e\x8f\xa8'-$'\xae']/?}
  line=${line//$'\xe2\x81'[$'\xa6'-$'\xa9']/?}
}

# log_line TEXT...: prints it on stderr with the time. Starts no process: Slurm may be ending them.
log_line() {
  local time line
  printf -v time '%(%FT%T%z)T' -1
  one_line "${time::-2}:${time: -2} $*"
  echo "$line" >&2
}

# kind_of LAUNCHER: prints srun, openmpi or hydra, the mpirun of MPICH and its derivatives.
kind_of() {
  case $1-$("$1" --version 2>/dev/null) in
    srun-*) echo srun ;;
    *HYDRA* | *'Intel(R) MPI'*) echo hydra ;;
    *) echo openmpi ;;
  esac
}

# Flags with which a count survives dead ranks and notices lost hosts. Open MPI ignores names after
# --mca that its version does not know.
#   --enable-recovery        a dead rank does not end the job
#   orte_abort_on_non_zero   nor does a rank that exits non-zero
#   state_base_error         the same since Open MPI 5
#   mpi_ft_enable            nor does a lost connection, since Open MPI 5
#   --oversubscribe          with --master-only rank 0 is one rank more than cores; it mostly sleeps
#   --bind-to none           otherwise mpirun may put two ranks on one core
#   oob_tcp_keepalive        a silent host is given up after 6 s instead of 8 minutes
#   prte_keepalive           the same since Open MPI 6
openmpi_flags=(
  --enable-recovery --mca orte_abort_on_non_zero_status 0
  --mca state_base_error_non_zero_exit 0 --mca mpi_ft_enable 1
  --oversubscribe --bind-to none
  --mca oob_tcp_keepalive_time 3 --mca oob_tcp_keepalive_intvl 1 --mca oob_tcp_keepalive_probes 3
  --mca prte_keepalive_time 3 --mca prte_keepalive_intvl 1 --mca prte_keepalive_probes 3
  -x NQUEENS_EXIT_CODE_FILE -x NQUEENS_START_SECONDS -x UCX_LOG_FILE
  ${NQUEENS_KERNEL:+-x NQUEENS_KERNEL}
)

# The same for srun: a dead rank does not end the step. Since Slurm 22.05, srun must be told again
# how many cores a task has.
srun_flags=(--mpi=pmix --export=ALL --kill-on-bad-exit=0 --no-kill --wait=0)
srun_flags+=(${SLURM_CPUS_PER_TASK:+"--cpus-per-task=$SLURM_CPUS_PER_TASK"})

# prepare_launcher: sets $prefix to the launcher with its flags, $stdout to the descriptor to use as
# its stdout, and $end_signal to a signal that ends it and all ranks at once.
prepare_launcher() {
  stdout=1 end_signal=INT
  case $kind in
    openmpi)
      # Two runs that start in the same second would use the same session folder.
      prefix=(env TMPDIR="$scratch" mpirun "${openmpi_flags[@]}")
      ;;
    hydra)
      # Hydra writes its own messages to stdout, too. So the answer comes through a pipe.
      exec {answer}> >(trap '' INT TERM HUP XCPU PWR USR1 USR2 && exec tee "$in_scratch/answer")
      answer_pid=$!
      prefix=(mpirun -outfile-pattern "/dev/fd/$answer")
      stdout=2 end_signal=KILL # it would need two more INT
      ;;
    srun)
      # Threads get all cores of their task; some versions of Open MPI would give them one.
      export OMPI_MCA_hwloc_base_binding_policy=none
      prefix=(srun "${srun_flags[@]}")
      end_signal=TERM # it would need two more INT
      ;;
  esac
}

# A field of this job in Slurm, such as Restarts; nothing outside of Slurm.
slurm_says() {
  [ -n "${SLURM_JOB_ID-}" ] || return
  scontrol show job "${NQUEENS_SLURM_JOB:-$SLURM_JOB_ID}" 2>/dev/null |
    sed -nE "s/^(.* )?$1=([^ ]*).*/\2/p;T;q"
}

# Whether Slurm has restarted this job elsewhere while this start still runs, because its node lost
# its slurmd. The new start must not be disturbed.
is_superseded() {
  local starts
  starts=$(slurm_says Restarts)
  [ -n "$starts" ] && [ "$starts" -ne "${SLURM_RESTART_COUNT:-0}" ]
}

# saved_by COMMAND...: prints a word that changes with every save, and a text. The word begins with
# the number of the count. No output if nothing is saved, or only count $old, which --fresh moves
# aside.
saved_by() {
  local saved
  saved=$("$@" --saved 2>/dev/null </dev/null)
  if [ "${saved%%.*}" != "${old-}" ]; then
    echo "$saved"
  fi
}

# drop_fresh ARRAY: removes --fresh, which is for starts before the first save.
drop_fresh() {
  local -n words=$1
  local word rest=()
  for word in ${words[@]+"${words[@]}"}; do
    [ "$word" = --fresh ] || rest+=("$word")
  done
  words=(${rest[@]+"${rest[@]}"})
}

# --- Lost hosts

# Seconds for a host to answer.
patience_with_hosts=5

# read_options OPTION...: sets $options to the user's options, "--hostfile=FILE" as two words;
# ${hosts_at[PLACE]} to file or list, if the option has hosts; ${hosts_text[PLACE]} to the content
# of a file that mpirun cannot read as it is; and $agent to mpirun's command to reach hosts.
declare -A hosts_at=() hosts_text=()
options=()
read_options() {
  local option name place default previous=
  if [ "$kind" = srun ]; then
    options=("$@")
    return
  fi
  agent_options=${OMPI_MCA_plm_rsh_args-}
  agent=${OMPI_MCA_plm_rsh_agent:-${PRTE_MCA_plm_ssh_agent:-${HYDRA_LAUNCHER_EXEC:-ssh}}}
  for option; do
    case $previous in
      plm_rsh_agent | plm_ssh_agent | -launcher-exec | --launcher-exec) agent=$option ;;
      plm_rsh_args | plm_ssh_args) agent_options=$option ;;
      orte_default_hostfile | prte_default_hostfile) hosts_at[${#options[@]}]='file' ;;
    esac
    name=${option%%=*}
    case $name in
      -hostfile | --hostfile | -machinefile | --machinefile | -f | \
        -default-hostfile | --default-hostfile)
        hosts_at[$((${#options[@]} + 1))]='file'
        ;;
      -host | --host | -hosts | --hosts | -H)
        hosts_at[$((${#options[@]} + 1))]='list'
        ;;
      *) name=$option ;;
    esac
    options+=("$name")
    [ "$name" = "$option" ] || options+=("${option#*=}")
    previous=$option
  done
  name=--default-hostfile
  default=${OMPI_MCA_orte_default_hostfile:-${PRTE_MCA_prte_default_hostfile-}}
  [ "$kind" != hydra ] || name='-f' default=${HYDRA_HOST_FILE:-${I_MPI_HYDRA_HOST_FILE-}}
  if [ -n "$default" ] && [ "$default" != none ] && [[ " ${hosts_at[*]-} " != *' file '* ]]; then
    options+=("$name" "$default")
    hosts_at[$((${#options[@]} - 1))]='file'
  fi
  for place in "${!hosts_at[@]}"; do
    if [ "$place" -ge ${#options[@]} ]; then
      usage_error "${options[place - 1]} has no value"
    elif [ "${hosts_at[$place]}" = file ] && [ ! -r "${options[$place]}" ]; then
      usage_error "the file of hosts '${options[$place]}' cannot be read"
    elif [ "${hosts_at[$place]}" = file ]; then
      read_hosts "$place"
    else
      options[place]=${options[place]//$'\r'/}
    fi
  done
}

# read_hosts PLACE: reads a file of hosts, which may come from other systems: removes a byte order
# mark and carriage returns, and converts lines of Grid Engine's $PE_HOSTFILE (HOST SLOTS QUEUE
# PROCESSORS) for mpirun. A pipe can be read only once.
read_hosts() {
  local file=${options[$1]} slots=' slots=' given text
  [ "$kind" != hydra ] || slots=:
  given=$(tr '\000' '?' <"$file")
  text=${given#$'\xef\xbb\xbf'}
  text=$(LC_ALL=C awk -v slots="$slots" '{ line = $0; sub(/#.*/, "") }
    NF == 4 && $2 ~ /^[0-9]+$/ && $3 !~ /=/ { print $1 slots $2; next }
    { gsub(/[ \t]*=[ \t]*/, "="); wrong = NF && $1 !~ /^[][A-Za-z0-9_.:@+^%~-]+$/ }
    { for (i = 2; i <= NF; i++) wrong = wrong || $i !~ /=/ }
    wrong { print "\n" NR; exit 1 }
    { print line }' <<<"${text//$'\r'/}") || {
    text=${text##*$'\n'}
    given=$(sed -n "${text}p" <<<"$given")
    usage_error "line $text of the hosts in '$file' is ${given@Q}; write HOST${slots}NUMBER"
  }
  [ "$text" = "$given" ] && [ -f "$file" ] || hosts_text[$1]=$text
}

# hosts_of PLACE: prints a line for each host of this option: its name and its entry.
hosts_of() {
  case ${hosts_at[$1]} in
    file) echo "${hosts_text[$1]-$(<"${options[$1]}")}" ;;
    list) tr , '\n' <<<"${options[$1]}" ;;
  esac | awk '{ sub(/#.*/, "") }
    NF { name = $1; if (split(name, part, ":") == 2) name = part[1]; print name, $0 }'
}

# is_here HOST ADDRESS...: whether a host is this one, with these addresses, or not a single host.
is_here() {
  case ${1#*@} in
    localhost | 127.* | ::1 | "$(uname -n)" | [+^]*) return ;;
  esac
  getent ahosts "${1#*@}" 2>/dev/null | cut -d ' ' -f 1 |
    grep -qxE "127[.].*|::1$(printf '|%s' "${@:2}" | sed 's/[.]/[.]/g')"
}

# ask_host HOST: prints the host and a reason if it does not answer. If ssh is refused a connection
# or a login, that is an answer; other agents have other codes and messages for unreachable hosts.
# If ssh takes too long, as on a busy machine, it is tried again.
ask_host() {
  local how answer code try
  read -ra how <<<"${agent%%:*} $agent_options"
  [ "${how[0]##*/}" != ssh ] ||
    how+=(-o BatchMode=yes -o ControlPath=none -o "ConnectTimeout=$patience_with_hosts")
  for try in 1 2; do
    answer=$(timeout -k 1 $((patience_with_hosts + 3)) "${how[@]}" "$1" true 2>&1 </dev/null)
    code=$?
    case $code-$answer in
      124-* | 137-*) answer="no answer within $((patience_with_hosts + 3)) s" ;;
      0-* | 255-*[Dd]enied* | 255-*refused* | 255-*'verification failed'*) return ;;
      *) break ;;
    esac
  done
  answer=${answer##*$'\n'}
  echo "$1 ${answer:-"'${how[*]} $1 true' ends with $code"}"
}

# Prints the hosts of the options, each once.
named_hosts() {
  local place
  for place in "${!hosts_at[@]}"; do
    hosts_of "$place"
  done | cut -d ' ' -f 1 | sort -u
}

# Prints hosts that do not answer. Asks 32 at a time.
silent_hosts() {
  local addresses host asked=0
  read -ra addresses <<<"$(hostname -I 2>/dev/null)"
  named_hosts | {
    while read -r host; do
      is_here "$host" ${addresses[@]+"${addresses[@]}"} || ask_host "$host" &
      asked=$((asked + 1))
      [ $((asked % 32)) -ne 0 ] || wait
    done
    wait
  } | sort
}

# Prints nodes that this job has lost or that do not work.
lost_nodes() {
  local own
  own=$(slurm_says NodeList) && [ -n "$own" ] || return
  scontrol show hostnames "$SLURM_JOB_NODELIST" | grep -vxFf <(
    scontrol show hostnames "$own" | grep -vxFf <(
      sinfo -h -N -n "$own" -o '%N %t' | awk '$2 ~ /^(down|fail|err|unk)|[*]$/ { print $1 }'
    )
  ) | sed 's/$/ lost by Slurm/'
}

# Prints how many tasks fit on each node of this job, one per line; Slurm writes "4(x2),3".
tasks_of_nodes() {
  tr , '\n' <<<"$SLURM_TASKS_PER_NODE" |
    awk -F '[(x)]+' '{ for (i = 0; i < ($2 ? $2 : 1); i++) print $1 }'
}

# Prints the nodes of this job as "n1:4,n2:4", as mpirun gets them from Slurm.
nodes_with_slots() {
  paste -d : <(scontrol show hostnames "$SLURM_JOB_NODELIST") <(tasks_of_nodes) | paste -sd ,
}

lost_hosts() {
  if [ -n "${SLURM_JOB_ID-}" ]; then
    lost_nodes
  else
    silent_hosts
  fi
}

# put_hosts PLACE TEXT: writes hosts to a file for the next start.
put_hosts() {
  echo "$2" >"$in_scratch/hosts.$1"
  living[$1]=$scratch/hosts.$1
}

# find_living LOST: sets $living to the user's options without these hosts, and reports them.
find_living() {
  local lost=$1 names place rest name why
  living=(${options[@]+"${options[@]}"})
  for place in "${!hosts_text[@]}"; do
    put_hosts "$place" "${hosts_text[$place]}"
  done
  [ -n "$lost" ] || return
  names=" $(cut -d ' ' -f 1 <<<"$lost" | xargs) "
  if [ "$kind" = srun ]; then
    living+=("--exclude=$(xargs <<<"$names" | tr ' ' ,)"
      "--nodes=$((SLURM_JOB_NUM_NODES - $(wc -l <<<"$lost")))" --overcommit)
  elif [ ${#hosts_at[@]} -eq 0 ]; then
    options+=(--host "$(nodes_with_slots)")
    living=("${options[@]}")
    hosts_at[$((${#options[@]} - 1))]='list'
  fi
  for place in "${!hosts_at[@]}"; do
    rest=$(hosts_of "$place" | awk -v names="$names" '!index(names, " " $1 " ")' |
      cut -d ' ' -f 2-)
    case ${#rest}-${hosts_at[$place]} in
      0-*)
        say "no host is left, of $(paste -sd , <<<"$lost"); trying all of them"
        find_living ''
        return
        ;;
      *-file) put_hosts "$place" "$rest" ;;
      *-list) living[place]=$(paste -sd , <<<"$rest") ;;
    esac
  done
  while read -r name why; do
    say "$name is left out: $why"
  done <<<"$lost"
}

# Before the first start: a host name that cannot be resolved, not even by ssh, is a mistake, about
# which mpirun would complain for half a minute.
leave_out_unknown() {
  local names unknown
  read -ra names <<<"$(named_hosts | xargs)"
  if [ -n "${SLURM_JOB_ID-}" ] || [ ${#names[@]} -eq 0 ] ||
    getent ahosts "${names[@]#*@}" >/dev/null 2>&1; then
    return
  fi
  unknown=$(silent_hosts | grep -a 'not resolve')
  [ "$(grep -c . <<<"$unknown")" -lt ${#names[@]} ] ||
    usage_error "no host is known: $(paste -sd , <<<"$unknown"); correct --host or the hostfile"
  find_living "$unknown"
}

# Ends a launcher that waits for dead or unreachable ranks, and its connections to them.
end_launcher() {
  local signal connections
  connections=$(pgrep -P "$pid" -x ssh)
  for signal in TERM KILL; do
    if runs; then
      say "$launcher does not end by itself; sending it SIG$signal"
      pass_on "$signal"
      wait_at_most 5 || :
    fi
  done
  if [ -n "$connections" ]; then
    xargs kill 2>/dev/null <<<"$connections"
  fi
}

# Removes the devices from $arguments.
drop_devices() {
  local all=("${arguments[@]}") i
  arguments=()
  for ((i = 0; i < ${#all[@]}; i++)); do
    case ${all[i]} in
      --devices) i=$((i + 1)) ;;
      --devices=*) ;;
      *) arguments+=("${all[i]}") ;;
    esac
  done
  arguments+=(--devices none)
}
