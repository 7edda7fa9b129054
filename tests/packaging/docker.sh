#!/usr/bin/env bash
# The images of docker/ in a real Docker Engine, which this test starts and ends: built by both
# builders, run, stopped; a cluster by Compose, and faults while it counts; the steps of the
# Apptainer recipe; the Debian package, installed and removed; the tests in a container.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"
source "$source_root/tests/support/debian.sh"
source "$source_root/tests/packaging/engine.sh"
trap 'stop_engine; clean_up' EXIT
if ! start_engine "$work/engine"; then
  echo "not run: no Docker Engine runs here: $engine_fault"
  exit 77
fi

stage() { echo "--- $1, $SECONDS s"; }

# build FILE TAG [OPTION]...: leaves the end of what it printed in $err if it fails.
build() {
  run docker build --network host -f "$source_root/docker/$1" -t "$2" "${@:3}" "$source_root"
  expect_code "docker build -f docker/$1 -t $2" 0
  [ "$code" -eq 0 ] || exit 1
}

# With the plain kernel 20 rows take a core hours: no count is over while a fault is tried.
jobs=$work/jobs
mkdir -p "$jobs"
job() {
  printf '[count]\nn = 20\n[run]\nkernel = "%s"\n[checkpoint]\ninterval = 1\n' "$1" \
    >"$jobs/n20.toml"
}
saved_tasks() {
  docker exec "$1" nqueens status /data/n20.ckpt --json 2>/dev/null | json tasks_done
}
# saves_more CONTAINER TASKS: whether its checkpoint has more than so many finished tasks.
saves_more() { [ "$(saved_tasks "$1")" -gt "$2" ] 2>/dev/null; }
exit_code_of() { docker inspect --format '{{.State.ExitCode}}' "$1"; }
is_running() { [ "$(docker inspect --format '{{.State.Running}}' "$1")" = true ]; }

stage 'debian:12-slim'
exits 'debian:12-slim' 0 make_slim "$work/slim"

# --- Images

stage 'the image, by BuildKit'
DOCKER_BUILDKIT=1 build Dockerfile nqueens:buildkit
prints 'docker run' 365596 docker run --rm nqueens:buildkit count 14
stage 'the image, by the classic builder'
export DOCKER_BUILDKIT=0
build Dockerfile nqueens
prints 'docker run' 14772512 docker run --rm nqueens count 16
docker images
run docker run --rm nqueens kernels
expect_says 'OpenCL without a driver' '^no devices: libOpenCL.so.1 finds no driver'
run docker run --rm --entrypoint nqueens-launch nqueens -n 3 -- nqueens count 12
expect_out 'ranks in a container' 14200

stage 'a device in a container'
mkdir "$work/pocl"
cat >"$work/pocl/Dockerfile" <<'END'
FROM nqueens
USER root
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends pocl-opencl-icd
USER nqueens
END
exits 'the image with PoCL' 0 docker build --network host -t nqueens-pocl "$work/pocl"
run docker run --rm nqueens-pocl kernels
expect_says 'a device in a container' '^0 .* Portable Computing Language'
prints 'a device in a container: count' 365596 docker run --rm nqueens-pocl count 14 --devices 0
run docker run --rm nqueens-pocl bench --n 12 --kernel opencl --devices 0
expect_says 'a device in a container: it counts' '^opencl .* [0-9]+$'

stage 'docker stop'
job plain
docker volume create data >/dev/null
of_volume=(-v data:/data -v "$jobs:/jobs:ro")
docker run --detach --name counter "${of_volume[@]}" nqueens count /jobs/n20.toml >/dev/null
wait_for 120 saves_more counter 0
run docker stop --time 60 counter
prints 'docker stop saves, and the exit code says so' 75 exit_code_of counter
run docker logs counter
expect_err 'docker stop' 'stopped .* and saved to .*n20\.ckpt'
docker rm counter >/dev/null
job auto
run docker run --rm "${of_volume[@]}" nqueens count /jobs/n20.toml
expect_err 'the volume keeps the checkpoint' 'resuming n=20'
expect_out 'stopped and resumed' 39029188884

# --- A cluster

stage 'the image of the cluster'
build Dockerfile nqueens-cluster --target cluster
export WORKERS=3 JOB=n20.toml JOBS=$jobs COMPOSE_PROJECT_NAME=cluster
compose() { docker-compose -f "$source_root/docker/compose.yaml" "$@"; }
# up: starts what does not run. Sets master and workers.
up() {
  exits 'compose up' 0 compose up --detach
  master=$(compose ps --quiet master)
  mapfile -t workers < <(compose ps --quiet worker)
}
says() { grep -qE -- "$1" <<<"$(docker logs "$master" 2>&1)"; }
# goes_on FAULT: whether more tasks are done, of those that others hold by now, too.
goes_on() {
  local begin=$SECONDS tasks
  tasks=$(saved_tasks "$master")
  wait_for 120 saves_more "$master" "$tasks"
  code=$? err=$(docker logs "$master" 2>&1)
  expect_code "$1: the count goes on" 0
  echo "$1: from $tasks tasks to $(saved_tasks "$master"), $((SECONDS - begin)) s"
}
# notices FAULT PATTERN COMMAND...: runs it, and waits for another such line of the master's log.
notices() {
  local begin=$SECONDS before
  before=$(lines "$2")
  "${@:3}" >/dev/null
  wait_for 180 more_lines "$2" "$before"
  code=$? err=$(docker logs "$master" 2>&1)
  expect_code "$1: the log says '$2'" 0
  echo "$1: noticed after $((SECONDS - begin)) s"
}
lines() { docker logs "$master" 2>&1 | grep -cE -- "$1"; }
more_lines() { [ "$(lines "$1")" -gt "$2" ]; }

stage 'compose up'
job plain
up
wait_for 120 saves_more "$master" 0
goes_on 'a cluster of three workers'

stage 'a worker is stopped and continued'
lost='worker [1-3] on .* is lost'
notices 'docker pause' "$lost" docker pause "${workers[0]}"
goes_on 'docker pause'
notices 'docker unpause' 'worker [1-3] is back' docker unpause "${workers[0]}"

stage 'a worker loses its network'
notices 'docker network disconnect' "$lost" docker network disconnect cluster_ranks "${workers[1]}"
goes_on 'docker network disconnect'
docker network connect --alias worker cluster_ranks "${workers[1]}"
goes_on 'docker network connect'

stage 'a worker is killed'
notices 'docker kill of a worker' "$lost" docker kill "${workers[2]}"
goes_on 'docker kill of a worker'

stage 'the master is killed, and started again'
tasks=$(saved_tasks "$master")
docker kill "$master" >/dev/null
up
wait_for 300 saves_more "$master" "$tasks"
goes_on 'docker kill of the master'
run docker logs "$master"
expect_err 'the new master' 'resuming n=20'

stage 'compose stop, and up again'
run compose stop master
prints 'compose stop saves, and the exit code says so' 75 exit_code_of "$master"
job auto
up
wait_for 300 says '^39029188884$'
prints 'after all of that' 39029188884 docker logs "$master"
exits 'compose down' 0 compose down --volumes

# --- The recipe for Apptainer, which Debian 12 does not have

# steps PART STAGE: the lines of a part of the recipe, as "%post", of its first or second stage.
steps() {
  awk -v part="$1" -v stage="$2" '/^Bootstrap:/ { stages++ } /^(%|Bootstrap:)/ { on = 0 }
    on && stages == stage; $1 == part { on = 1 }' "$source_root/docker/nqueens.def"
}
stage 'the steps of nqueens.def'
docker volume create package >/dev/null
run docker run --rm --network host -v "$source_root:/src:ro" -v package:/package debian:12-slim \
  sh -ec "$(steps %post 1)"
expect_code 'the first stage of nqueens.def' 0
run docker run --rm --network host -v package:/built:ro debian:12-slim \
  sh -ec "cp -r /built /package; $(steps %post 2; steps %environment 2)
    cd /proc # where nothing can be written, as in a container of Apptainer
    $(steps %test 2)
    nqueens kernels"
expect_code 'the second stage of nqueens.def, and its test' 0
expect_says 'nqueens.def: OpenCL without a driver' '^no devices: libOpenCL.so.1 finds no driver'

stage 'the Debian package in a fresh Debian'
run docker run --rm --network host -v package:/package:ro debian:12-slim bash -ec '
  names() { find / -xdev -name "*nqueens*" | sort; }
  names >/tmp/before
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends /package/*.deb >&2
  nqueens count 16
  useradd --create-home somebody
  su -c "mpirun --oversubscribe -n 3 nqueens count 10" somebody
  dpkg --audit
  apt-get purge -y -qq nqueens >&2
  names | diff /tmp/before -'
expect_code 'installed and removed' 0
expect_out 'on threads and under mpirun; nothing is left' $'14772512\n724'

# --- The tests

stage 'the tests in a container'
build test.Dockerfile nqueens-test
exits 'docker run nqueens-test' 0 docker run --rm --init nqueens-test
tail -n 4 <<<"$out"
stage 'done'

finish
