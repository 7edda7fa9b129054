#!/usr/bin/env bash
# Debian 12 with MPICH and without Open MPI: a user builds the tree unchanged, counts, and the
# launcher does with its mpirun, Hydra, what can be done.
source "$(dirname "${BASH_SOURCE[0]}")/system.sh"

root=$work/bookworm
make_system "$root" bookworm g++ cmake ninja-build git mpich libmpich-dev procps python3 \
  libboost-serialization-dev libhwy-dev libspdlog-dev libcli11-dev nlohmann-json3-dev \
  opencl-c-headers opencl-clhpp-headers libgtest-dev
give_tree "$root" somebody

stage 'built'
run as_user "$root" 'git clone --quiet /srv/nqueens nqueens && cd nqueens &&
  cmake --preset release && cmake --build --preset release --target nqueens nqueens_faulty'
expect_code 'built' 0
as_user "$root" 'mpirun --version | head -n 2'

stage './jobs/run with three ranks'
prints 'jobs/run' 14772512 as_user "$root" 'cd nqueens && NQUEENS_RANKS=3 ./jobs/run jobs/n16.toml'
expect_err 'jobs/run' 'on 3 ranks'
echo "$err"

stage 'tests/mpi/hydra.sh'
built=/home/somebody/nqueens/build/release
exits 'tests/mpi/hydra.sh' 0 as_user "$root" "cd nqueens && NQUEENS=$built/src/nqueens \
  NQUEENS_FAULTY=$built/tests/nqueens_faulty bash tests/mpi/hydra.sh"
echo "$out"

stage 'done'
finish
