#!/usr/bin/env bash
# The batch scripts under a real Slurm: to the end, over wall limits, after scancel, with ranks and
# nodes that die. Most jobs run side by side. Nothing here depends on how fast they are: those to
# which something happens are held up until it has shown.
source "$(dirname "${BASH_SOURCE[0]}")/../../support/alone.sh"
source "$(dirname "${BASH_SOURCE[0]}")/../../support/shell.sh"
source "$source_root/tests/cluster/slurm/slurm.sh"

reason=$(why_no_slurm)
if [ -n "$reason" ]; then
  echo "not run: $reason"
  exit 77
fi

declare -A count=([8]=92 [9]=352 [10]=724 [11]=2680 [12]=14200 [13]=73712 [17]=95815104
  [18]=666090624)
code=- # of fail(); these checks are about jobs, and show their logs instead
patience=480 # seconds; the machine may have more to do

trap 'tear_down; clean_up' EXIT
if ! bring_up 10; then
  echo "Slurm does not come up" >&2
  tail -n 20 "$slurm_lab"/log/* "$slurm_lab/munge/log" >&2
  exit 1
fi

# A tree that the user of the jobs may read, wherever the sources are.
tree=$slurm_lab/tree
mkdir -p "$tree/build/release/src"
cp -r "$source_root/jobs" "$source_root/slurm" "$tree/"
cp "$(realpath "${NQUEENS_FAULTY:?the program whose kernels can be held}")" \
  "$tree/build/release/src/nqueens"
chmod -R a+rX "$tree"
NQUEENS=$tree/build/release/src/nqueens
by_mpirun=$tree/slurm/count.sbatch
by_srun=$tree/slurm/count-srun.sbatch
for n in 17 18; do
  cat >"$slurm_lab/n$n.toml" <<TOML
[count]
n = $n
[run]
kernel = "scalar"
batch_seconds = 0.2
log_interval = 5
[checkpoint]
interval = 0.5
TOML
done
n17=$slurm_lab/n17.toml
n18=$slurm_lab/n18.toml

# Jobs by their names; each is submitted from a folder of its name.
declare -A job
folder() { echo "$slurm_home/$1"; }
# (Slurm 24.11 leaves null bytes where a job was started anew.)
log_of() { cat "$slurm_home/$1"/*.log 2>/dev/null | tr -d '\0'; }

# start NAME ARGUMENTS OF SBATCH...
start() { job[$1]=$(submit "$(folder "$1")" "${@:2}"); }

# start_slowly NAME ARGUMENTS OF SBATCH...: one that takes minutes, if it is not let go.
start_slowly() {
  : >"$slurm_lab/hold.$1"
  chmod 666 "$slurm_lab/hold.$1"
  holds=hold:$slurm_lab/hold.$1:pace=0.5 start "$@"
}

# let_go_when NAME WHAT COMMAND...: waits until the command succeeds, and holds up the job no more.
let_go_when() {
  expect_job "$1" "$2" wait_for "$patience" "${@:3}"
  rm -f "$slurm_lab/hold.$1"
}

tasks_done() { "$NQUEENS" status "$1" --json 2>/dev/null | json tasks_done; }

# Whether a job has saved finished tasks, and is not done.
has_progress() {
  local file
  for file in "$slurm_home/$1"/*.ckpt; do
    [ "$(tasks_done "$file")" -gt 0 ] 2>/dev/null && return
  done
  return 1
}

await_progress() { expect_job "$1" 'it counts and saves' wait_for "$patience" has_progress "$1"; }

# expect_job NAME WHAT COMMAND...: a failure shows the log of the job.
expect_job() {
  err=$(log_of "$1")
  checks=$((checks + 1))
  if ! "${@:3}"; then
    err=$(log_of "$1")
    out=$(scontrol show job "${job[$1]-}" 2>&1 | head -n 20)
    fail "$1: $2"
  fi
}

# (grep -q leaves at the first match; a pipe would fail then, since cat cannot write on.)
says() { grep -qE -- "$2" <<<"$(log_of "$1")"; }
says_nothing_of() { ! says "$1" "$2"; }
result() { json "$2" <"$(folder "$1")/n$3.result.json" 2>/dev/null; }
result_is() { [ "$(result "$@")" = "$4" ]; }

# Whether each start begins with just the tasks with which the one before said good-bye.
goes_on_where_it_stopped() {
  log_of "$1" | awk '
    match($0, /[0-9]+ of [0-9]+ tasks/) { tasks = substr($0, RSTART, RLENGTH) }
    / stopped \(/ { saved = tasks }
    / resuming n=/ { resumed++; if (saved != "" && tasks != saved) wrong = 1; saved = "" }
    END { exit !(resumed && !wrong) }'
}

# expect_done NAME N: the job ends well with the right count, in the file and in the log. The nodes
# that the search has visited are those of any other run of that board: none was searched twice or
# not at all.
declare -A nodes
expect_done() {
  local visited
  expect_job "$1" 'it completes' wait_for_state "${job[$1]}" COMPLETED "$patience"
  expect_job "$1" 'exit code' [ "$(job_field "${job[$1]}" ExitCode)" = 0:0 ]
  expect_job "$1" 'result file' result_is "$1" solutions "$2" "${count[$2]}"
  expect_job "$1" 'agrees' result_is "$1" agrees "$2" true
  expect_job "$1" 'answer' says "$1" "^${count[$2]}\$"
  visited=$(result "$1" nodes "$2")
  expect_job "$1" 'nodes of the search' [ "$visited" = "${nodes[$2]:=$visited}" ]
  # A worker that got no processor for seconds is late, and others count its tasks as well.
  says "$1" 'its lease of task' ||
    expect_job "$1" 'nothing is counted twice' says_nothing_of "$1" 'duplicate result'
}

expect_restarts() {
  expect_job "$1" 'it was started again' restarted "${job[$1]}"
  expect_job "$1" 'it says so' says "$1" 'resuming n='
}

# rank_of NAME RANK: its process.
rank_of() {
  local pid
  for pid in $(processes_with "SLURM_JOB_ID=${job[$1]}"); do
    if [ "$(readlink "/proc/$pid/exe")" = "$NQUEENS" ] &&
      grep -qzxE "PMIX_RANK=$2" "/proc/$pid/environ"; then
      echo "$pid"
    fi
  done
}

# The long ones first. No signal before the wall limit but one that bash ignores: the count itself
# has to be in time. Nor is there a job file: a board of that size is saved without one.
start_slowly wall-limit --cpus-per-task=1 --time=1 --signal=B:URG@1 "$by_mpirun" 18 \
  --kernel scalar
expect_job wall-limit 'its limit is too short' wait_for "$patience" says wall-limit \
  ' job [0-9]+: the wall limit leaves [0-9]+ s, .*; ask for --time'
# With --exclusive nothing else is on the three nodes of which one will die.
start_slowly batch-node-slurmd --exclusive --nodes=3 --cpus-per-task=2 "$by_mpirun" "$n18"
start_slowly node --exclusive --nodes=3 --cpus-per-task=2 "$by_srun" "$n18"
# This one may go on without a node.
start_slowly no-kill --no-kill --exclusive --nodes=2 --cpus-per-task=2 "$by_mpirun" "$n17"
await_progress batch-node-slurmd
await_progress node
await_progress no-kill

batch_node=$(job_field "${job[batch-node-slurmd]}" BatchHost)
kill_slurmd "$batch_node"
# other_node_of NAME: one that its batch script is not on.
other_node_of() {
  scontrol show hostnames "$(job_field "${job[$1]}" NodeList)" |
    grep -vx "$(job_field "${job[$1]}" BatchHost)" | head -n 1
}
other_node=$(other_node_of node)
kill_node "$other_node"
kill_node "$(other_node_of no-kill)"
misses() { grep -qE "^$1 down" <<<"$(sinfo -h -N -o '%N %t')"; }
let_go_when batch-node-slurmd 'Slurm misses the node' misses "$batch_node"
let_go_when node 'Slurm misses the node' misses "$other_node"
let_go_when no-kill 'it goes on without the node' \
  says no-kill 'launch: n[0-9]+ is left out: lost by Slurm'

# A worker that dies: the others count on. (Slurm's PMIx plugin may end a step in which a rank was
# killed; then the step is started again within the job.)
for how in mpirun srun; do
  script=by_$how
  start_slowly "worker-$how" --ntasks-per-node=3 --cpus-per-task=1 "${!script}" "$n17"
  await_progress "worker-$how"
  kill -9 "$(rank_of "worker-$how" 2)"
  let_go_when "worker-$how" 'it is missed' \
    says "worker-$how" 'warning (worker . on .* is lost|took over the lock)'
done

# Saved, requeued and done, on one node and on two.
for how in mpirun srun; do
  script=by_$how
  start_slowly "requeue-$how" --nodes=2 --cpus-per-task=2 "${!script}" "$n17"
  await_progress "requeue-$how"
  # Without --batch it reaches ranks only, under mpirun those on the other node.
  as_user "$slurm_home" scancel --signal=USR1 "${job[requeue-$how]}"
  let_go_when "requeue-$how" 'it is started again' restarted "${job[requeue-$how]}"
done

# Saved and requeued, though a library has taken SIGUSR1 and SIGTERM from mpirun.
if expect_true 'the library is built' cc -shared -fPIC -pthread -o "$tree/thief.so" \
  "$source_root/tests/machines/thief.c"; then
  extra=(LD_PRELOAD="$tree/thief.so" THIEF_OF=mpirun THIEF_LOG="$slurm_home/thief.log")
  start_slowly thief --nodes=2 --cpus-per-task=2 "$by_mpirun" "$n17"
  extra=()
  await_progress thief
  expect_job thief 'signals are taken' [ -s "$slurm_home/thief.log" ]
  as_user "$slurm_home" scancel --signal=USR1 --batch "${job[thief]}"
  let_go_when thief 'it is started again' restarted "${job[thief]}"
fi

# Each start saves slices of a task, and none a whole task: it goes on after the second, too.
cat >"$slurm_lab/n13.toml" <<TOML
[count]
n = 13
symmetry = "none"
order = "rows"
depth = 1
slice_seconds = 0.0001
[run]
kernel = "plain"
check_fraction = 0
[checkpoint]
interval = 0.2
TOML
: >"$slurm_lab/hold.slices"
chmod 666 "$slurm_lab/hold.slices"
# 40 prefixes of each process are not held; a slice has 16.
holds=hold:$slurm_lab/hold.slices:after=40 start slices --cpus-per-task=1 "$by_mpirun" \
  "$slurm_lab/n13.toml"
saved_more() { [ "$(mark)" != "$before" ]; }
mark() {
  as_user "$(folder slices)" "$NQUEENS" count "$slurm_lab/n13.toml" --saved 2>/dev/null |
    cut -d ' ' -f 1
}
has_restarts() { [ "$(restarts "${job[slices]}")" -ge "$1" ]; }
for restart in 1 2; do
  before=$(mark)
  expect_job slices 'slices are saved' wait_for "$patience" saved_more
  expect_job slices 'no task is' grep -qE '^[0-9]+\.0\.' <(mark)
  as_user "$slurm_home" scancel --signal=USR1 --batch "${job[slices]}"
  expect_job slices "restart $restart" wait_for "$patience" has_restarts "$restart"
done
rm "$slurm_lab/hold.slices"

# Cancelled: not requeued; the same command goes on from the last save. (Whether there is one more
# before it leaves is not sure: scancel signals mpirun as well, which kills its ranks a second
# later.)
start_slowly cancel --ntasks-per-node=2 --cpus-per-task=1 "$by_mpirun" "$n17"
await_progress cancel
as_user "$slurm_home" scancel "${job[cancel]}"
cancelled=${job[cancel]}
let_go_when cancel 'it is cancelled' in_state "$cancelled" CANCELLED
start cancel --ntasks-per-node=2 --cpus-per-task=1 "$by_mpirun" "$n17"

# Requeue is not allowed: a successor goes on.
start_slowly chain --no-requeue --ntasks-per-node=2 --cpus-per-task=1 "$by_mpirun" "$n17" \
  --master-only
await_progress chain
as_user "$slurm_home" scancel --signal=USR1 --batch "${job[chain]}"
let_go_when chain 'it has a successor' says chain ' job [0-9]+ goes on$'

# A script of the user's submits its successor while the first job still saves: it waits.
start_slowly successor --no-requeue --cpus-per-task=1 "$by_mpirun" "$n17"
await_progress successor
first=${job[successor]}
start successor --cpus-per-task=1 "$by_mpirun" "$n17"
expect_job successor 'it waits' wait_for "$patience" says successor 'another run has the lock of'
as_user "$slurm_home" scancel --signal=TERM --batch "$first"
let_go_when successor 'the first one ends' is_over "$first"

# Undisturbed, on two nodes, also as `plan` says; and an array.
start mpirun --nodes=2 "$by_mpirun" "$n17"
start srun --nodes=2 "$by_srun" "$n17"
planned=$("$NQUEENS" plan "$n17" --nodes 2 --cores-per-node 4 --seconds 0.1 |
  sed -n 's/^submit: sbatch //p')
# shellcheck disable=SC2086
start plan $planned
# The last element has the number of the whole array; when it is requeued, the others are left
# alone.
start_slowly sweep --array=8-12,17 --cpus-per-task=1 "$tree/slurm/sweep.sbatch" --kernel scalar
expect_job sweep 'the last element counts' wait_for "$patience" says sweep 'starting n=17'
as_user "$slurm_home" scancel --signal=USR1 --batch "${job[sweep]}_17"
one_is_requeued() { [ "$(scontrol show job -o "${job[sweep]}" | grep -c ' Restarts=1 ')" -eq 1 ]; }
let_go_when sweep 'one is requeued' one_is_requeued

# A start that dies by a signal is tried again, however soon it died.
cat >"$tree/crash_once" <<SH
#!/bin/sh
if ! [ -e crashed ]; then
  : >crashed
  kill -SEGV \$\$
fi
exec "$NQUEENS" "\$@"
SH
chmod 755 "$tree/crash_once"
run as_user "$slurm_home" "$tree/jobs/launch" --restarts 1 --srun --ntasks=1 -- \
  "$tree/crash_once" count 12
expect_code 'a start that crashes' 0
expect_out 'a start that crashes' 14200
expect_err 'a start that crashes' 'launch: the run failed \(srun ended with 139\)'

# Without PMI each process would count on its own.
run as_user "$slurm_home" srun --mpi=none --ntasks=3 env -u SLURM_STEP_ID -u SLURM_STEPID \
  "$NQUEENS" count 12
expect_code 'srun without PMI' 2
expect_out 'srun without PMI' ''
expect_err 'srun without PMI' \
  "this process is alone: start with 'mpirun nqueens' or 'srun --mpi=pmix nqueens'"
code=-

# One rank a node, with a thread for each core of its task.
for how in mpirun srun plan; do
  expect_done "$how" 17
  expect_job "$how" 'one start' says_nothing_of "$how" 'resuming'
  expect_job "$how" 'one rank a node' says "$how" 'counting on 2 ranks of 4 threads on 2 hosts$'
done
expect_job worker-mpirun 'one rank a core' says worker-mpirun \
  'counting on 3 ranks of 1 thread on 1 host$'
expect_job chain 'a master alone' says chain \
  'counting on 2 ranks of 1 thread on 1 host, beside the master alone on rank 0$'
expect_job srun 'srun has nothing to say' says_nothing_of srun '^srun:'
expect_done no-kill 17
expect_job no-kill 'it is the same start of the job' [ "$(restarts "${job[no-kill]}")" = 0 ]
expect_done thief 17
expect_restarts thief
expect_done slices 13
for how in mpirun srun; do
  expect_done "worker-$how" 17
  expect_job "worker-$how" 'it is the same start of the job' \
    [ "$(restarts "${job[worker-$how]}")" = 0 ]
  expect_done "requeue-$how" 17
  expect_restarts "requeue-$how"
  expect_job "requeue-$how" 'goes on where it stopped' goes_on_where_it_stopped "requeue-$how"
done

expect_job worker-mpirun 'it says so' says worker-mpirun 'warning 1 workers? (was|were) lost'
expect_job worker-mpirun 'the others count on' says_nothing_of worker-mpirun 'resuming'
expect_job worker-srun 'it says so' says worker-srun \
  'warning (1 workers? (was|were) lost|took over the lock)'

expect_done cancel 17
expect_job cancel 'goes on where it stopped' goes_on_where_it_stopped cancel
expect_job cancel 'it stays cancelled' in_state "$cancelled" CANCELLED

expect_done successor 17
expect_job successor 'goes on where it stopped' goes_on_where_it_stopped successor

expect_job chain 'it completes' wait_for_state "${job[chain]}" COMPLETED "$patience"
expect_job chain 'it is not requeued' [ "$(restarts "${job[chain]}")" = 0 ]
job[chain]=$(log_of chain | sed -nE 's/.* job ([0-9]+) goes on$/\1/p')
expect_job chain 'it has a successor' [ -n "${job[chain]}" ]
expect_job chain 'nor may that be requeued' [ "$(job_field "${job[chain]}" Requeue)" = 0 ]
expect_done chain 17
expect_job chain 'goes on where it stopped' goes_on_where_it_stopped chain

expect_job sweep 'it ends' wait_for "$patience" is_over "${job[sweep]}"
for n in 8 9 10 11 12 17; do
  expect_job sweep "N = $n" result_is sweep solutions "$n" "${count[$n]}"
done
expect_job sweep 'all complete' \
  [ "$(scontrol show job -o "${job[sweep]}" | grep -c 'JobState=COMPLETED .*ExitCode=0:0')" -eq 6 ]
expect_job sweep 'one is requeued' one_is_requeued
expect_job sweep 'the others are not' \
  [ "$(scontrol show job -o "${job[sweep]}" | grep -c ' Restarts=0 ')" -eq 5 ]

let_go_when wall-limit 'it is started again' restarted "${job[wall-limit]}"
expect_done wall-limit 18
expect_restarts wall-limit
expect_job wall-limit 'it is stopped in time' says wall-limit 'stopped \(time limit\) and saved'
expect_job wall-limit 'it is never cut off' says_nothing_of wall-limit 'DUE TO TIME LIMIT'
expect_job wall-limit 'goes on where it stopped' goes_on_where_it_stopped wall-limit

# Slurm misses a node after half a minute. Where the count takes longer, it has begun anew
# elsewhere.
for name in batch-node-slurmd node; do
  expect_done "$name" 18
  echo "$name: $(restarts "${job[$name]}") restarts"
done

wait_for 30 no_job_process
err=$(job_processes | xargs -r ps -o pid,etime,args -p)
expect_true 'no process is left behind' no_job_process
expect_true 'no process is left behind' nothing_runs
print_log "$(folder wall-limit)"
expect_true 'Slurm ends in order' tear_down
finish
