# shellcheck shell=bash
# Sourced by the batch scripts inside a job. They set NQUEENS_ROOT, the folder with slurm/ and
# jobs/, and $script, the path of the batch script, with which a successor is submitted.

script_arguments=("$@") # sourced without arguments, it has the script's
launch_options=()

# Each element of an array has its own job number, but the last one shares the array's.
slurm_job=$SLURM_JOB_ID
if [ -n "${SLURM_ARRAY_JOB_ID-}" ]; then
  slurm_job=${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID
fi
export NQUEENS_SLURM_JOB=$slurm_job # for the launcher

# shellcheck source-path=SCRIPTDIR source=../jobs/mpi.sh
source "$NQUEENS_ROOT/jobs/mpi.sh" || exit 2

say() { log_line "job $slurm_job: $*"; }

# Finds the program in this tree or in PATH.
find_program() {
  nqueens=$NQUEENS_ROOT/build/release/src/nqueens
  [ -x "$nqueens" ] || nqueens=$(command -v nqueens) || {
    say "nqueens is not built; run ./jobs/run jobs/n16.toml in '$NQUEENS_ROOT' once," \
      "or load its module"
    exit 2
  }
}

# Number of tasks of the allocation; without --ntasks, as many as fit.
tasks_of_job() {
  local total=${SLURM_NTASKS-}
  [ -n "$total" ] || total=$(tasks_of_nodes | paste -sd +)
  echo $((total > 0 ? total : 1))
}

# Prints a field of "squeue", e.g. %e: the end of the job. Tries three times, since the controller
# may be busy.
ask_slurm() {
  local answer try
  for try in 1 2 3; do
    answer=$(SLURM_TIME_FORMAT=standard squeue -h -j "$slurm_job" -o "$1" 2>/dev/null | head -n 1)
    [ -z "$answer" ] || break
    sleep "$try"
  done
  echo "$answer"
}

# Time at which the wall limit ends the job, in seconds since 1970; nothing without a limit.
end_of_job() {
  local end
  end=$(ask_slurm %e)
  [ -z "$end" ] || date -d "$end" +%s 2>/dev/null
}

# warn_of_job [END]: warns if the job does less than requested. Slurm sends its signal up to 90 s
# before the wall limit.
warn_of_job() {
  local left=$((${1:-$(now) + 3600} - $(now)))
  if [ "$left" -lt 180 ]; then
    say "the wall limit leaves $left s, of which a minute or more is for the last save;" \
      "ask for --time of five minutes or more"
  fi
  if [ "${SLURM_HET_SIZE:-1}" -gt 1 ]; then
    say "only the first of the $SLURM_HET_SIZE groups of this job counts;" \
      "submit one job for each kind of nodes, with --part"
  fi
}

# Submits a job like this one, to start when this one has ended. Settings that Slurm does not show
# to a job (--gres, --constraint, --output ...) come from the script's #SBATCH lines.
submit_successor() {
  local options=(
    "--dependency=afterany:$slurm_job" "--job-name=$SLURM_JOB_NAME" "--chdir=$PWD"
    "--nodes=$SLURM_JOB_NUM_NODES" \
      "--ntasks-per-node=$(((tasks + SLURM_JOB_NUM_NODES - 1) / SLURM_JOB_NUM_NODES))"
    "--time=$(ask_slurm %l)" "--partition=$SLURM_JOB_PARTITION" --no-requeue
  )
  [ -z "${SLURM_CPUS_PER_TASK-}" ] || options+=("--cpus-per-task=$SLURM_CPUS_PER_TASK")
  [ -z "${SLURM_GPUS_PER_NODE-}" ] || options+=("--gpus-per-node=$SLURM_GPUS_PER_NODE")
  [ -z "${SLURM_GPUS_PER_TASK-}" ] || options+=("--gpus-per-task=$SLURM_GPUS_PER_TASK")
  [ -z "${SLURM_GPUS-}" ] || [ -n "${SLURM_GPUS_PER_NODE-}${SLURM_GPUS_PER_TASK-}" ] ||
    options+=("--gpus=$SLURM_GPUS")
  [ -z "${SLURM_JOB_ACCOUNT-}" ] || options+=("--account=$SLURM_JOB_ACCOUNT")
  [ -z "${SLURM_JOB_QOS-}" ] || options+=("--qos=$SLURM_JOB_QOS")
  [ -z "${SLURM_MEM_PER_CPU-}" ] || options+=("--mem-per-cpu=$SLURM_MEM_PER_CPU")
  [ -z "${SLURM_MEM_PER_NODE-}" ] || options+=("--mem=$SLURM_MEM_PER_NODE")
  [ -z "${SLURM_ARRAY_TASK_ID-}" ] || options+=("--array=$SLURM_ARRAY_TASK_ID")
  NQUEENS_STARTS=$((${NQUEENS_STARTS:-0} + 1)) \
    sbatch --parsable "${options[@]}" "${script:?}" ${script_arguments[@]+"${script_arguments[@]}"}
}

# A word that changes with every save.
saved() { saved_by "$nqueens" count "${arguments[@]}" | cut -d ' ' -f 1; }

# Removes --fresh from the arguments once the new count has saved something. Until then, a file has
# the number of the old count, for later starts of the job.
heed_fresh() {
  local number
  number=$(saved | cut -d . -f 1)
  if [ ! -e "$fresh_file" ]; then
    echo "$number" >"$fresh_file"
  elif [ -n "$number" ] && [ "$number" != "$(<"$fresh_file")" ]; then
    drop_fresh arguments
    drop_fresh script_arguments
  fi
}

# leave CODE: ends the job.
leave() {
  is_superseded || rm -f "$fresh_file"
  exit "$1"
}

# Lets the job continue later, under its own number or, if that is not allowed, as a successor.
go_on_later() {
  local successor
  if is_superseded; then
    say "Slurm has requeued this job already"
    exit 0
  fi
  if scontrol requeue "$slurm_job" 2>/dev/null; then
    say "requeued"
    exit 0
  fi
  [ -z "$fresh" ] || heed_fresh
  if successor=$(submit_successor); then
    say "requeue is not allowed here; job $successor goes on"
  else
    say "neither requeue nor sbatch is allowed here; submit the same command again" \
      "${fresh:+without --fresh }to go on"
    leave 75
  fi
  leave 0
}

# Signals may come at any time. Those before the count starts are held until then.
pid=
held=
cancelled=
pass_on() {
  if [ -n "$pid" ]; then
    kill "-$1" "$pid" 2>/dev/null
  else
    held=$1
  fi
}

# count_job ARGUMENTS...: counts with $launch_options for the launcher. If the count is stopped, the
# job continues later. Exits with the code of nqueens, or 0 if the job continues later.
count_job() {
  local options=(${launch_options[@]+"${launch_options[@]}"}) end before code again argument
  local fresh='' master_only='' arguments=("$@") fresh_file=$PWD/.nqueens-fresh.$slurm_job
  for argument in "$@"; do
    case $argument in
      --fresh) fresh=yes ;;
      --master-only) master_only=yes ;;
    esac
  done
  trap 'pass_on USR1' USR1
  trap 'cancelled=yes; pass_on TERM' TERM
  trap 'pass_on USR2' USR2

  find_program
  starts=$((${SLURM_RESTART_COUNT:-0} + ${NQUEENS_STARTS:-0} + 1))
  [ -z "$fresh" ] || heed_fresh
  tasks=$(tasks_of_job)
  end=$(end_of_job)
  [ -z "$end" ] || options+=(--until "$end")
  if [ -n "$master_only" ]; then
    # Rank 0 is an additional rank, which mostly sleeps. srun needs --overcommit for it.
    options+=(-n $((tasks + 1)))
    [[ " ${options[*]} " != *' --srun '* ]] || options+=(--overcommit)
    unset SLURM_NTASKS_PER_NODE
  else
    options+=(-n "$tasks")
  fi
  warn_of_job "$end"
  before=$(saved)
  say "start $starts on ${SLURM_JOB_NODELIST-this node}," \
    "$tasks x ${SLURM_CPUS_PER_TASK:-1} cores${end:+, until $(date -d "@$end" -Iseconds)}"

  "$NQUEENS_ROOT/jobs/launch" ${options[@]+"${options[@]}"} -- "$nqueens" count "${arguments[@]}" &
  pid=$!
  [ -z "$held" ] || pass_on "$held"
  while true; do # a signal ends wait, but not the count
    code=0
    wait "$pid" || code=$?
    kill -0 "$pid" 2>/dev/null || break
  done
  if [ "$code" -gt 128 ]; then # perhaps the signal that ended the last wait
    again=0
    wait "$pid" 2>/dev/null || again=$?
    [ "$again" -eq 127 ] || code=$again # 127: nothing left to wait for
  fi
  if [ "$code" -ne 75 ] || [ -n "$cancelled" ]; then
    leave "$code"
  fi
  if [ "$before" = "$(saved)" ] && [ "$starts" -gt 1 ]; then
    say "nothing was saved since the last start; ask for more --time," \
      "or begin anew with shorter slices (--slice-seconds)"
    leave 75
  fi
  go_on_later
}
