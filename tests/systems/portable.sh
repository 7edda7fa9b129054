#!/usr/bin/env bash
# The preset "portable": what is built on Debian 12 with Open MPI 4.1 counts on Debian 13 under Open
# MPI 5, which has neither its Boost nor its libraries. Without OpenCL it says so, and on PoCL it
# counts.
source "$(dirname "${BASH_SOURCE[0]}")/system.sh"

root=$work/bookworm
make_system "$root" bookworm "${cluster_packages[@]}"
give_tree "$root" somebody
give_sources "$root"
other=$work/trixie
make_system "$other" trixie openmpi-bin pocl-opencl-icd

stage 'the preset portable'
run as_user "$root" 'git clone --quiet /srv/nqueens nqueens && cd nqueens &&
  cmake --preset portable -DNQUEENS_DOWNLOADS=/srv/downloads &&
  cmake --build --preset portable --target nqueens'
expect_code 'the preset portable' 0
program=$root/home/somebody/nqueens/build/portable/src/nqueens
needs=$(objdump -p "$program" | awk '$1 == "NEEDED" { print $2 }' | sort | xargs)
expect_true "it needs $needs" [ "$needs" = 'ld-linux-x86-64.so.2 libc.so.6 libm.so.6 libmpi.so.40' ]
ls -sh "$program"
echo "it needs $needs"

count_in() {
  as_user "$1" 'cd carried && mpirun --version | head -n 1 >&2; ./nqueens --version >&2
    jobs/launch -n 3 -- ./nqueens count 16 --no-checkpoint'
}
for system in "$root" "$other"; do
  name=${system##*/}
  stage "three ranks on $name"
  mkdir "$system/home/somebody/carried"
  cp -r "$program" "$source_root/jobs" "$system/home/somebody/carried"
  as_root "$system" chown -R somebody: /home/somebody/carried
  prints "$name" 14772512 count_in "$system"
  expect_err "$name" 'on 3 ranks'
  echo "$err"
done

stage 'devices'
run as_user "$root" 'cd carried && ./nqueens kernels'
expect_says 'without OpenCL' \
  '^no devices: (no OpenCL can be loaded|libOpenCL.so.1 finds no driver)'
run as_user "$other" 'cd carried && ./nqueens kernels &&
  ./nqueens bench --n 12 --kernel opencl --devices 0'
expect_says 'with PoCL' '^0 .*Portable Computing Language'
expect_says 'with PoCL: it counts' '^opencl .* [0-9]+$'
tail -n 2 <<<"$out"

stage 'done'
finish
