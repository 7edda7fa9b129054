#!/usr/bin/env bash
# A count over three hosts, with real ssh and a network of its own, in which ranks, daemons, links
# and hosts fail: the number is right, in the same run or after the restart that jobs/launch or the
# user makes, and no process stays. Exits 77 where there can be no such hosts.
source "$(dirname "${BASH_SOURCE[0]}")/../../support/alone.sh"
source "$(dirname "${BASH_SOURCE[0]}")/hosts.sh"
missing=$(what_is_missing)
if [ -n "$missing" ]; then
  echo "not run: a test with several hosts $missing" >&2
  exit 77
fi
source "$(dirname "${BASH_SOURCE[0]}")/../../support/shell.sh"

count=14772512

# What an MPI survives: Open MPI 4 all, since 5 no loss of a host, MPICH no death of a rank.
if is_hydra; then
  mpi=mpich daemon='(/usr/bin/)?hydra_pmi_proxy ' slots_of=: agent_option=-launcher-exec
else
  mpi=openmpi5 daemon='(/usr/bin/)?prted ' slots_of=' slots=' agent_option='--mca plm_rsh_agent'
  [[ $(mpirun --version) != *'Open MPI) 4.'* ]] || mpi=openmpi4 daemon='orted '
fi
host_missed='worker . on h2 is lost' rank_missed=$host_missed
[ "$mpi" != openmpi5 ] || host_missed=resuming
[ "$mpi" != mpich ] || rank_missed=resuming

# Seconds, with room for a machine that is busy with other things. What ranks take to see that their
# mpirun or their network is gone: three probes of the connection, 6 s.
notice=60
[ "$mpi" != mpich ] || notice=250 # they miss rank 0
# Leases (5 s and twice a task's time), the work that is left, and the 10 s that launch leaves an
# mpirun that hangs.
same_run=300
# The same, and a restart.
restarted=300
# The 120 s that a worker far from a dead master waits, and a restart.
patience=400
# The 60 s that a lock on another host must be silent, and the rest of the count.
lock=300

# start_on HOSTS COMMAND...: launches the job from the first of the hosts, $slots ranks on each.
slots=2
start_on() {
  local first=${1%%,*}
  rm -f out.txt err.txt
  # shellcheck disable=SC2086 # a word for each host
  printf "%s$slots_of$slots\n" ${1//,/ } >hostfile
  # shellcheck disable=SC2086 # two words
  on "$first" "$source_root/jobs/launch" $agent_option "$(agent)" \
    --hostfile hostfile -- "${@:2}" >out.txt 2>err.txt </dev/null &
  launcher_pid=$!
}

tasks_done() { sed -nE '1s/.* done=([0-9]+) .*/\1/p;q' job.ckpt 2>/dev/null; }

# goes_on_from TASKS: whether some more are done since.
goes_on_from() { [ "$(tasks_done)" -ge $(($1 + 20)) ] 2>/dev/null; }

in_the_middle() { [ "$(tasks_done)" -ge 8 ] 2>/dev/null; }

# run_of HOSTS OPTIONS...: starts a new job and waits until a part is done: the fault comes then. On
# a processor of any speed the job takes minutes; it is let go when the fault has shown. ssh and
# mpirun take no environment along.
run_of() {
  rm -f job.*
  : >hold
  cat >slow <<SH
#!/bin/sh
NQUEENS_FAULT=hold:$PWD/hold:pace=0.5 exec "$held" "\$@"
SH
  chmod +x slow
  cat >job.toml <<TOML
[count]
n = 16
depth = 0
tasks = 2000
[run]
kernel = "scalar"
[checkpoint]
path = "job.ckpt"
interval = 0.5
TOML
  start_on "$1" "$PWD/slow" count job.toml "${@:2}"
  expect_true "$name: it counts" wait_for 180 in_the_middle
  mark
}

# let_go_when WHAT SECONDS COMMAND...: holds up the run no more when the command succeeds.
let_go_when() {
  expect_true "$name: $1" wait_for "${@:2}"
  rm -f hold
}

says() { grep -qE -- "$1" err.txt; }

ranks_on() { processes_of "$1" "^$held count"; }

# Whether no process of a run is left on a host. What ssh keeps is idle and told apart: its ends of
# a connection whose other end is lost stay until TCP gives up, a quarter of an hour, unless
# ClientAliveInterval is set. (Not ServerAliveInterval: mpirun takes the end of an ssh for a reason
# to give up the run.)
nothing_on() {
  [ -z "$(processes_of "$1" "$NQUEENS|^$daemon|^(env .*)?(mpirun|prterun|mpiexec)|jobs/launch")" ]
}

idle_ssh() { processes_of "$1" '^(/usr/bin/)?ssh ' | grep -c .; }

no_rank_on() { [ -z "$(ranks_on "$1")" ]; }

# now: in tenths of a second
now() { echo $(($(date +%s%N) / 100000000)); }

# The moment of the fault: what follows is measured from here.
mark() {
  marked=$(now)
  : >marked
}

since_mark() {
  local tenths=$(($(now) - marked))
  echo "$((tenths / 10)).$((tenths % 10))"
}

# ends_within SECONDS: what the launcher has left then.
ends_within() {
  expect_true "$name: ends within $1 s" wait_for "$1" is_gone "$launcher_pid"
  if ! is_gone "$launcher_pid"; then
    processes_of h1 jobs/launch | xargs -r kill -9
  fi
  ended "$launcher_pid" 2>/dev/null
  took=$(since_mark)
}

# expect_number SECONDS: the run has ended with the right number by then, and has left nothing on
# any host.
expect_number() {
  local host lost restarts
  ends_within "$1"
  expect_code "$name" 0
  expect_out "$name" $count
  for host in "${hosts[@]}"; do
    expect_true "$name: nothing is left on $host" wait_for "$notice" nothing_on "$host"
  done
  if [ "$(idle_ssh h1)" -gt 0 ]; then
    remark+="${remark:+, }$(idle_ssh h1) ssh stays"
    processes_of h1 '^(/usr/bin/)?ssh ' | xargs -r kill
  fi
  lost=$(sed -nE 's/.*warning ([0-9]+) workers? (was|were) lost.*/\1/p' err.txt | tail -1)
  restarts=$(grep -c 'launch: .*starting again' err.txt)
  row "exit $code, ${lost:-0} lost, $restarts restarts${remark:+, $remark}" "$took"
  remark=
}

# row WHAT SECONDS: a line of the table.
row() { printf '%s|%s|%s\n' "$name" "$1" "$2" >>rows.txt; }

no_fault() {
  name='none'
  run_of h1,h2,h3
  let_go_when 'all are ready' 60 says 'kernel scalar on workers'
  expect_number $same_run
  expect_true "$name: on three hosts" grep -q 'kernel scalar on workers 1-6' err.txt
}

worker_killed() {
  name='a worker on another host, kill -9'
  run_of h1,h2,h3
  kill -9 "$(ranks_on h2 | sed -n 1p)"
  let_go_when 'it is missed' 60 says "$rank_missed"
  expect_number $same_run
}

# The others wait in MPI_Init, and the launcher starts again without a checkpoint.
unborn_killed() {
  name='a worker on another host, before MPI is up'
  before unborn <<SH
if [ "\$rank" = 3 ] && ! [ -e $PWD/born ]; then
  : >$PWD/born
  kill -9 \$\$
fi
SH
  start_on h1,h2,h3 "$PWD/unborn" count 16
  mark
  expect_number $restarted
  if [ "$mpi" != mpich ]; then
    expect_err "$name" 'MPI did not start within 15 s( \(.*\))?: a rank died'
    expect_err "$name" 'launch: starting again, with 45 s for MPI'
  fi
}

rank_killed() {
  name='a rank of two threads on another host, kill -9'
  slots=1 run_of h1,h2,h3 --threads 2
  expect_true "$name: one rank a host" says 'counting on 3 ranks of 2 threads on 3 hosts$'
  kill -9 "$(ranks_on h2)"
  let_go_when 'it is missed' 60 says "$rank_missed"
  expect_number $same_run
  if [ "$mpi" != mpich ]; then
    expect_err "$name" 'worker 3 on h2 is lost'
    expect_err "$name" 'worker 4 on h2 is lost'
  fi
}

daemon_killed() {
  name='the daemon of mpirun on another host, kill -9'
  run_of h1,h2,h3
  kill -9 "$(processes_of h2 "^$daemon" | sed -n 1p)"
  let_go_when 'it counts on' 60 goes_on_from "$(tasks_done)"
  expect_number $same_run
}

link_blinks() {
  name='link of a host down for 3 s'
  run_of h1,h2,h3
  cut_link h2
  sleep 3
  mend_link h2
  let_go_when 'it counts on' 60 goes_on_from "$(tasks_done)"
  expect_number $same_run
}

link_cut() {
  name='link of a host down for good'
  run_of h1,h2,h3
  cut_link h2
  if [ "$mpi" != mpich ]; then
    expect_true "$name: ranks leave the host" wait_for $notice no_rank_on h2
    remark="ranks left the host after $(since_mark) s"
  fi
  let_go_when 'it is missed' $notice says "$host_missed"
  expect_number $same_run
  [ "$mpi" != openmpi5 ] || expect_err "$name" 'launch: h2 is left out: '
  mend_link h2
}

host_killed() {
  name='another host, power loss'
  run_of h1,h2,h3
  kill_host h2
  let_go_when 'it is missed' $notice says "$host_missed"
  expect_number $same_run
  [ "$mpi" != openmpi5 ] || expect_err "$name" 'launch: h2 is left out: '
  boot_host h2
}

# The kernel of a host that is shut down ends its connections, ssh among them, for which mpirun may
# give up the whole run.
host_shut_down() {
  name='another host, shut down'
  run_of h1,h2,h3
  crash_host h2
  boot_host h2 # within the pause before the restart
  let_go_when 'it is missed' $restarted says 'resuming|worker . on h2 is lost'
  expect_number $restarted
}

master_killed() {
  name='rank 0, kill -9'
  run_of h1,h2,h3
  kill -9 "$(ranks_on h1 | sed -n 1p)"
  let_go_when 'it goes on' $patience says 'resuming'
  expect_number $patience
}

mpirun_killed() {
  name='mpirun, kill -9'
  slots=1 run_of h1,h2,h3 --threads 2
  kill -9 "$(processes_of h1 '^(mpirun|prterun|mpiexec)' | sed -n 1p)"
  let_go_when 'it goes on' $restarted says 'resuming'
  expect_number $restarted
}

master_host_killed() {
  name="the master's host, power loss"
  run_of h1,h2,h3
  kill_host h1
  wait "$launcher_pid" 2>/dev/null
  for host in h2 h3; do
    expect_true "$name: nothing is left on $host" wait_for $notice nothing_on "$host"
  done
  remark="started again on h2 after $(since_mark) s"
  rm hold
  start_on h2,h3 "$PWD/slow" count job.toml
  expect_number $lock
  expect_err "$name" 'resuming'
}

# A host that does not answer at the start, but later.
host_left_out() {
  name='another host, dead before the start and there later'
  kill_host h2
  run_of h1,h2,h3
  expect_true "$name: it is left out" says 'launch: h2 is left out: .*h2'
  expect_true "$name: two hosts count" says 'counting on 4 ranks of 1 thread on 2 hosts'
  boot_host h2
  mark
  kill -9 "$(processes_of h1 '^(mpirun|prterun|mpiexec)' | sed -n 1p)"
  let_go_when 'it takes part again' $restarted says 'counting on 6 ranks of 1 thread on 3 hosts'
  expect_number $restarted
}

# track NAME CASE...: three hosts of its own for a few cases; in the background, since some only
# wait for long.
track() {
  mkdir "$work/$1"
  (
    trap tear_down EXIT
    trap 'exit 1' INT TERM HUP
    cd "$work/$1" || exit 1
    code=0 remark=
    if bring_up "$PWD/lab"; then
      for each in "${@:2}"; do
        "$each"
      done
    else
      err=$(cat lab/*/*.log) fail 'the hosts could not be brought up'
    fi
    echo "$checks $failures" >totals.txt
  ) &
  started+=($!)
  tracks+=("$1")
}

tracks=()
# Those that wait for minutes come first, and have the processors for themselves until they do.
track 1 master_killed
track 2 master_host_killed
wait_for 60 eval '[ -e 1/marked ] && [ -e 2/marked ]'
track 3 worker_killed unborn_killed link_blinks no_fault
track 4 host_shut_down mpirun_killed daemon_killed
track 5 link_cut rank_killed host_killed
track 6 host_left_out
wait
for each in "${tracks[@]}"; do
  read -r its_checks its_failures <"$work/$each/totals.txt" || its_checks=1 its_failures=1
  checks=$((checks + its_checks))
  failures=$((failures + its_failures))
done
printf '%s\n' 'FAULT|WHAT HAPPENED|SECONDS FROM THE FAULT TO THE END' | cat - "$work"/*/rows.txt |
  column -t -s '|'
finish
