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
  *denied*) echo "$1: Permission denied (publickey)." >&2; exit 255 ;;
esac
SH
chmod +x agent

# The options for the next start, and in place of a changed file its lines.
cat >living <<SH
kind=openmpi scratch=$work/scratch
say() { echo "launch: \$*" >&2; }
usage_error() { say "\$1"; exit 2; }
source '$source_root/jobs/mpi.sh'
mkdir -p "\$scratch"
read_options --mca plm_rsh_agent $PWD/agent "\$@"
find_living "\$(lost_hosts)"
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

living --hostfile missing
expect_code 'no such file' 2
expect_err 'no such file' "launch: the file of hosts 'missing' cannot be read"
living -n 4 --hostfile
expect_code 'no file' 2
expect_err 'no file' 'launch: --hostfile has no value'
finish
