#!/usr/bin/env bash
# A fresh Debian 13: root runs both commands of the README, the second one for all that an MPI or a
# Slurm of another version may break.
source "$(dirname "${BASH_SOURCE[0]}")/system.sh"

root=$work/trixie
make_system "$root" trixie
give_tree "$root"
in_tree() { as_root "$root" sh -ec 'cd /srv/nqueens && exec "$@"' - "$@"; }

stage './jobs/run jobs/n16.toml'
prints 'jobs/run' 14772512 in_tree ./jobs/run jobs/n16.toml
as_root "$root" mpirun --version | head -n 1

stage './tests/run'
groups=(--only unit --only cli --only mpi --only deaths --only hosts --only slurm)
in_tree ./tests/run "${groups[@]}" 2>&1 | tee tests.txt
code=${PIPESTATUS[0]} out='' err=$(tail -n 40 tests.txt)
expect_code 'tests/run' 0
expect_true 'tests/run: all hosts and batch systems are there' \
  [ "$(grep -c '^not run: cluster' tests.txt)" -eq 0 ]

nothing_else_runs() { [ "$(exec pgrep --count .)" -eq 1 ]; }
expect_true 'no process is left' wait_for 20 nothing_else_runs
stage 'done'
finish
