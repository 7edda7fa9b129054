#!/usr/bin/env bash
# How hosts are written for mpirun, and which of them the launcher takes for dead, by the answers of
# a program in the place of ssh.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"

cat >agent <<'SH'
#!/bin/sh
while [ $# -gt 2 ]; do shift; done
case $1 in
  *dead*) echo "ssh: connect to host $1 port 22: Connection timed out" >&2; exit 255 ;;
  *refused*) echo "ssh: connect to host $1 port 22: Connection refused" >&2; exit 255 ;;
  *unknown*) echo "ssh: Could not resolve hostname $1: Name or service not known" >&2; exit 255 ;;
  *pod*) echo "Error from server (NotFound): pods \"$1\" not found" >&2; exit 1 ;;
  *mute*) exit 7 ;;
  *denied*) echo "$1: Permission denied (publickey)." >&2; exit 255 ;;
esac
SH
chmod +x agent

# The options for the next start, and in place of a changed file its lines.
cat >living <<SH
kind=\${kind-openmpi} scratch=$work/scratch in_scratch=$work/scratch
say() { echo "launch: \$*" >&2; }
usage_error() { say "\$1"; exit 2; }
source '$source_root/jobs/mpi.sh'
mkdir -p "\$scratch"
read_options --mca plm_rsh_agent $PWD/agent "\$@"
\${of_first_start-find_living} "\$(lost_hosts)"
for option in "\${living[@]:3}"; do
  case \$option in "\$scratch"/*) cat "\$option" ;; *) printf '%s\\n' "\$option" ;; esac
done
SH
living() { run env -u SLURM_JOB_ID bash -u living "$@"; }

printf '%s\n' '# nodes' 'node1 slots=4' '' 'user@dead2 slots=2 max_slots=4' \
  $'node3\tslots=1 # dead' dead4:8 node5:8 refused6 denied7 fe80::7 >'my hosts'
living --hostfile 'my hosts' -n 4
expect_code 'a file' 0
left=('node1 slots=4' $'node3\tslots=1 ' node5:8 refused6 denied7 fe80::7)
expect_out 'a file' "$(printf '%s\n' --hostfile "${left[@]}" -n 4)"
expect_err 'a file' 'launch: dead4 is left out: .* Connection timed out'
expect_err 'a file' 'launch: user@dead2 is left out: '

living --hostfile='my hosts' -host node1:2,dead2:3,node3
expect_out 'a file and a list' \
  "$(printf '%s\n' --hostfile "${left[@]}" -host node1:2,node3)"

living -H dead1,dead2 -n 2
expect_out 'none is left' "$(printf '%s\n' -H dead1,dead2 -n 2)"
expect_err 'none is left' 'launch: no host is left, of dead1 .*; trying all of them'

# An agent that is not ssh has other codes for what it cannot reach.
living -H node1,pod2,mute3
expect_out 'another agent' "$(printf '%s\n' -H node1)"
expect_err 'another agent' 'launch: pod2 is left out: Error from server \(NotFound\): pods'
expect_err 'another agent' "launch: mute3 is left out: '.*agent mute3 true' ends with 7"

# Files that other systems have written, and those that only the environment names.
printf '\xef\xbb\xbfnode1 slots=4\r\n# two\r\ndead2:8\r\nnode3 slots = 2\r\n' >windows
printf '%s\n' 'node1 2 all.q@node1 UNDEFINED' 'dead2 4 all.q@dead2 <NULL>' 'node3 1 q 0,1' >grid
as_given() { OMPI_MCA_orte_default_hostfile=$1 living -n 4; }
for by in 'living --hostfile' as_given 'living --mca orte_default_hostfile'; do
  $by windows
  expect_says "$by windows" '^node1 slots=4$'
  expect_says "$by windows" '^node3 slots = 2$'
  expect_times "$by windows" 0 $'dead2|\r|\xef'
  $by grid
  expect_times "$by grid" 1 '^node1 slots=2$'
  expect_times "$by grid" 1 '^node3 slots=1$'
  expect_times "$by grid" 0 'dead2|UNDEFINED'
done
kind=hydra HYDRA_HOST_FILE=grid living -n 4
expect_says 'MPICH' '^node1:2$'
living --hostfile <(echo node1; echo dead2)
expect_out 'a pipe' "$(printf '%s\n' --hostfile node1)"
living -H $'node1\r,node2\r'
expect_out 'a list of Windows' "$(printf '%s\n' -H node1,node2)"
for line in 'node1 2' 'node1 slots' 'node1,node2' $'node1\e[31m' $'\xff\xfen\0o\0'; do
  printf '%s\n' 'node0 slots=1' "$line" >wrong
  living --hostfile wrong
  expect_refusal "the line $line" 2 "^launch: line 2 of the hosts in 'wrong' is .*; write HOST"
done

# Before the first start a name that nobody knows is left out, and nothing is begun if all are so.
of_first_start=leave_out_unknown living --host node1,unknown2,dead3
expect_out 'an unknown host' "$(printf '%s\n' --host node1,dead3)"
expect_err 'an unknown host' 'launch: unknown2 is left out: .*Could not resolve hostname unknown2'
of_first_start=leave_out_unknown living --host unknown1:4,unknown2
expect_refusal 'unknown hosts' 2 'launch: no host is known: unknown1 .*,unknown2 .*; correct --host'

# This host is never asked, whatever it is called.
cp agent was
printf '#!/bin/sh\necho asked >&2\nexit 255\n' >agent
living --host "localhost,127.0.0.1,::1,$(uname -n),localhost:3"
expect_true 'this host is not asked' [ -z "$err" ]
cp was agent

# More than are asked at a time.
seq -f 'node%g slots=2' 70 >many
echo 'dead71 slots=2' >>many
living --machinefile many
expect_true 'many hosts' [ "$out" = "--machinefile"$'\n'"$(head -n 70 many)" ]

# What the batch scripts say of a job that does less than was asked for.
warns() {
  # shellcheck disable=SC2016 # expanded within
  run env -u NQUEENS_SLURM_JOB SLURM_JOB_ID=7 NQUEENS_ROOT="$source_root" "${@:2}" bash -uc '
    source "$NQUEENS_ROOT/slurm/job.sh"
    warn_of_job ${left:+$(($(now) + left))}' ''
  expect_times "warnings: ${*:2}" "$1" '^20[0-9T:+-]+ job 7: ' "$err"
}
warns 0
warns 0 left=600
warns 1 left=60
expect_err 'a wall limit of a minute' 'leaves (60|59) s, .*; ask for --time of five minutes or'
warns 0 SLURM_HET_SIZE=1
warns 1 SLURM_HET_SIZE=2
expect_err 'groups of unlike nodes' 'only the first of the 2 groups of this job counts; submit one'
for script in count count-srun sweep; do
  run env -u SLURM_JOB_ID bash "$source_root/slurm/$script.sbatch" my.toml
  expect_refusal "$script without Slurm" 2 "^this is for Slurm: sbatch .*/$script.sbatch my.toml; "
done

living --hostfile missing
expect_code 'no such file' 2
expect_err 'no such file' "launch: the file of hosts 'missing' cannot be read"
living -n 4 --hostfile
expect_code 'no file' 2
expect_err 'no file' 'launch: --hostfile has no value'
finish
