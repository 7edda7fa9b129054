#!/usr/bin/env bash
# What measures a GPU on another machine, on PoCL: packed, without the environment of this machine,
# with small boards.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"

needs_device

exits 'packed' 0 "$source_root/tests/device/measure" --pack packed "$NQUEENS"
measured() {
  env -i PATH=/usr/bin:/bin POCL_CACHE_DIR="${POCL_CACHE_DIR-$work}" \
    ${POCL_WORK_GROUP_METHOD:+"POCL_WORK_GROUP_METHOD=$POCL_WORK_GROUP_METHOD"} \
    packed/measure --quick 2
}
exits 'measured' 0 measured
expect_times 'measured: the counts are right' 2 'agrees with the published number: true$'
expect_says 'measured: a row' '^\| .opencl. \| [0-9.]+ \| [0-9.]+ \|$'
expect_says 'measured: it is resumed' 'info stopped \(time limit\) and saved to long.ckpt'
expect_true 'measured: kept' diff <(echo "$out") packed/measured.txt
finish
