#!/usr/bin/env bash
# The launcher of another MPI starts processes of which each is alone: none counts.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"

# Of the two launchers the program's MPI obeys one.
if [[ $("$NQUEENS" --version) != *'Open MPI'* ]] || ! command -v mpiexec.hydra >/dev/null; then
  echo "not run: it needs a program of Open MPI, and mpiexec.hydra of MPICH"
  exit 77
fi

# Where processes of Open MPI without an mpirun have their files. Two that make it at a time fail.
mkdir -p "$TMPDIR/ompi.$(uname -n).$(id -u)"

alone='this process is alone: '
build=$alone'this program is built with Open MPI v[0-9.]+; start it with the mpirun of that MPI'

for command in 'count 12 -c none.ckpt' 'count 12 --no-checkpoint -t 2' 'resume none.ckpt' \
  'verify none.ckpt'; do
  # shellcheck disable=SC2086
  run mpiexec.hydra -n 2 "$NQUEENS" $command
  expect_refusal "Hydra, $command" 2 "^nqueens: .*MPICH .*started 2 ranks \(PMI_SIZE\), but $build"
done
run compgen -G 'none*'
expect_out 'nothing was written' ''

# A single rank is whole, and other commands have one answer.
prints 'Hydra, one rank' 14200 mpiexec.hydra -n 1 "$NQUEENS" count 12 -c n12.ckpt
exits 'Hydra, status' 0 mpiexec.hydra -n 3 "$NQUEENS" status n12.ckpt
expect_times 'Hydra, status: one answer' 1 '^job:  *n=12'

# Of nested launchers MPI obeys the one that is its own; several programs are one launch. (The
# mpirun of Debian 13 dies of a colon, its prterun does not.)
run mpiexec.hydra -n 2 mpirun -n 1 "$NQUEENS" count 12 --quiet --no-checkpoint
expect_out 'mpirun -n 1 inside of Hydra' "$(printf '14200\n14200')"
run "$(command -v prterun || echo mpirun)" --oversubscribe -n 1 "$NQUEENS" count 11 : \
  -n 1 "$NQUEENS" count 11
expect_out 'two programs under mpirun' 2680
expect_err 'two programs under mpirun' 'counting on 2 ranks'

# Launchers that are not here, by what they set. Ranks other than 0 say nothing.
for variables in MV2_COMM_WORLD_RANK,MV2_COMM_WORLD_SIZE JSM_NAMESPACE_RANK,JSM_NAMESPACE_SIZE \
  MPI_LOCALRANKID,MPI_LOCALNRANKS; do
  rank=${variables%,*} ranks=${variables#*,}
  run env "$rank=0" "$ranks=3" "$NQUEENS" count 12
  expect_refusal "$ranks" 2 "^nqueens: .*started 3 ranks \($ranks\), but $build"
done
exits 'another rank' 2 env MPI_LOCALRANKID=1 MPI_LOCALNRANKS=2 "$NQUEENS" count 12
expect_true 'another rank is silent' [ -z "$out$err" ]

run env FLUX_TASK_RANK=0 FLUX_JOB_SIZE=3 "$NQUEENS" count 12
expect_refusal 'Flux without PMI' 2 "^nqueens: flux run started 3 ranks \(FLUX_JOB_SIZE\), but $(
  )${alone}start with 'mpirun nqueens', or begin"
# Those that do not say how many there are, and what is left in a shell of one that has ended.
for variable in PMIX_RANK PALS_RANKID ALPS_APP_PE; do
  run env "$variable=1" PMIX_NAMESPACE=gone "$NQUEENS" count 12
  expect_refusal "$variable" 2 "^nqueens: .* says that this is rank 1 \($variable\), but MPI $(
  )finds 1 rank: start it with the mpirun of Open MPI v[0-9.]+, or, .* 'env -u $variable'"
done

# What has ended, and what no launcher has set up: other commands answer, and count says what to do.
for gone in 'PMIX_RANK=1 PMIX_NAMESPACE=gone' \
  'OMPI_COMM_WORLD_RANK=1 OMPI_COMM_WORLD_SIZE=2 PMIX_SERVER_TMPDIR=/gone' \
  'PMI_RANK=1 PMI_SIZE=2 PMI_FD=99'; do
  read -ra gone <<<"$gone"
  prints "${gone[0]}: solve" '1 5 8 6 3 7 2 4' env "${gone[@]}" "$NQUEENS" solve 8
  exits "${gone[0]}: status" 0 env "${gone[@]}" "$NQUEENS" status n12.ckpt
  expect_says "${gone[0]}: status" '^job: +n=12'
  exits "${gone[0]}: plan" 0 env "${gone[@]}" "$NQUEENS" plan 12 --seconds 0.1
  expect_says "${gone[0]}: plan" '^tasks: '
  run env "${gone[@]}" "$NQUEENS" plan 99
  expect_refusal "${gone[0]}: a slip" 2 'n is 99; it must be'
  run env "${gone[@]}" "$NQUEENS" count 12
  expect_refusal "${gone[0]}: count" 2 "'env -u ${gone[0]%=*}"
done

# A step of Slurm in which the tasks know nothing of each other, whatever the threads.
step=(SLURM_STEP_NUM_TASKS=4 SLURM_NTASKS=4)
run env "${step[@]}" SLURM_PROCID=0 "$NQUEENS" count 12 --threads 2
expect_refusal 'srun without PMI' 2 "^nqueens: srun started 4 ranks .*${alone}$(
  )start with 'mpirun nqueens' or 'srun --mpi=pmix nqueens'"
run env "${step[@]}" SLURM_PROCID=0 PMIX_RANK=0 PMIX_SERVER_TMPDIR=. "$NQUEENS" count 12 --threads 2
expect_refusal 'a PMIx that this MPI does not know' 2 "^nqueens: .*srun started 4 ranks .*$build"
# What does not count answers each of them, as do parts of a job, which are separate counts.
prints 'an answer in each task' '1 5 8 6 3 7 2 4' env "${step[@]}" SLURM_PROCID=1 "$NQUEENS" solve 8
run env "${step[@]}" SLURM_PROCID=1 "$NQUEENS" count 12 --part 2/4 --threads 1
expect_code 'a part in each task' 0
expect_err 'a part in each task' 'part 2/4 is counted'

# Launches of one rank, and a batch script outside any step.
for one in PMI_RANK=0,PMI_SIZE=1 SLURM_STEP_NUM_TASKS=1,SLURM_PROCID=0 \
  SLURM_NTASKS=4,SLURM_PROCID=0; do
  prints "$one" 14200 env "${one%,*}" "${one#*,}" "$NQUEENS" count 12 --threads 2 --quiet
done

finish
