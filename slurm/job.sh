# shellcheck shell=bash
# What the batch scripts share. Sourced by them inside a job, with $script, the path of the batch script, and
# NQUEENS_ROOT, the folder that has slurm/ and jobs/.

: "${script:?the path of the batch script}"
script_arguments=("$@") # sourced without arguments, it sees the script's
launch_options=()

say() { echo "$(date +%H:%M:%S) job ${SLURM_JOB_ID}: $*" >&2; }

# The launcher and the program: of this tree, else of the installation in PATH.
find_programs() {
  launch=$NQUEENS_ROOT/jobs/launch
  [ -x "$launch" ] || launch=$(command -v nqueens-launch) || {
    say "there is no nqueens-launch in PATH; load the module of nqueens"
    exit 2
  }
  nqueens=$NQUEENS_ROOT/build/release/src/nqueens
  [ -x "$nqueens" ] || nqueens=$(command -v nqueens) || {
    say "nqueens is not built; run ./jobs/run jobs/n16.toml in '$NQUEENS_ROOT' once, or load its module"
    exit 2
  }
}

# One line of "squeue", e.g. %e: the end of the job.
ask_slurm() { squeue -h -j "$SLURM_JOB_ID" -o "$1" 2>/dev/null | head -n 1; }

# When the wall limit ends the job, in seconds since 1970; nothing where it has none.
end_of_job() { date -d "$(ask_slurm %e)" +%s 2>/dev/null; }

# Another job with the same resources, which begins when this one has ended.
submit_successor() {
  local options=(
    "--dependency=afterany:$SLURM_JOB_ID" "--job-name=$SLURM_JOB_NAME" "--chdir=$SLURM_SUBMIT_DIR"
    "--nodes=$SLURM_JOB_NUM_NODES" "--ntasks-per-node=$(((SLURM_NTASKS + SLURM_JOB_NUM_NODES - 1) / SLURM_JOB_NUM_NODES))"
    "--time=$(ask_slurm %l)" "--partition=$SLURM_JOB_PARTITION" --no-requeue
  )
  [ -z "${SLURM_JOB_ACCOUNT-}" ] || options+=("--account=$SLURM_JOB_ACCOUNT")
  [ -z "${SLURM_JOB_QOS-}" ] || options+=("--qos=$SLURM_JOB_QOS")
  [ -z "${SLURM_ARRAY_TASK_ID-}" ] || options+=("--array=$SLURM_ARRAY_TASK_ID")
  sbatch --parsable "${options[@]}" "$script" "${script_arguments[@]}"
}

# The job goes on later: under its own number, or where that is not allowed, as a successor. A script whose node has
# lost its slurmd runs on while Slurm has started the job anew elsewhere; that one must be left alone.
go_on_later() {
  local successor starts
  starts=$(scontrol show job "$SLURM_JOB_ID" | sed -n 's/.*Restarts=\([0-9]*\).*/\1/p;T;q')
  if [ "${starts:-0}" -ne "${SLURM_RESTART_COUNT:-0}" ]; then
    say "Slurm has requeued this job already"
    exit 0
  fi
  if scontrol requeue "$SLURM_JOB_ID" 2>/dev/null; then
    say "requeued"
  elif successor=$(submit_successor); then
    say "requeue is not allowed here; job $successor goes on"
  else
    say "neither requeue nor sbatch is allowed here; submit the same command again to go on"
    exit 75
  fi
  exit 0
}

# count_job ARGUMENTS...: counts, with $launch_options for the launcher, and sees to it that the job goes on where it was
# stopped before its end. Exits with the code of nqueens; 0 where the job goes on later.
count_job() {
  local options=("${launch_options[@]}") end before after pid code=0
  find_programs
  end=$(end_of_job)
  [ -z "$end" ] || options+=(--until "$end")
  # The master, one rank more than there are tasks, sleeps nearly all the time.
  options+=(-n $((${SLURM_NTASKS:-1} + 1)))
  before=$("$launch" --tasks-done -- "$nqueens" count "$@")
  say "start $((${SLURM_RESTART_COUNT:-0} + 1)) on ${SLURM_JOB_NODELIST-this node}, ${SLURM_NTASKS:-1} workers," \
    "until ${end:+$(date -d "@$end" '+%F %T')}"

  "$launch" "${options[@]}" -- "$nqueens" count "$@" &
  pid=$!
  cancelled=
  trap 'kill -USR1 "$pid" 2>/dev/null' USR1
  trap 'cancelled=yes; kill -TERM "$pid" 2>/dev/null' TERM
  trap 'kill -USR2 "$pid" 2>/dev/null' USR2
  wait "$pid" || code=$?
  while kill -0 "$pid" 2>/dev/null; do # a signal has ended wait, but not the count
    code=0
    wait "$pid" || code=$?
  done
  if [ "$code" -ne 75 ] || [ -n "$cancelled" ]; then
    exit "$code"
  fi
  after=$("$launch" --tasks-done -- "$nqueens" count "$@")
  if [ "$before" = "$after" ] && [ "${SLURM_RESTART_COUNT:-0}" -gt 0 ]; then
    say "no task was finished between two starts; ask for more --time, or cut the job into more tasks"
    exit 75
  fi
  go_on_later
}
