#!/usr/bin/env bash
# The kernels of devices compile for GPUs that are not here: without spills, with a bound on their
# instructions. Drivers have compilers of their own; those of NVIDIA and AMD are made with LLVM, as
# well.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"

clang=clang-15 libclc=/usr/lib/clc
if ! command -v "$clang" >/dev/null || [ ! -e "$libclc/nvptx64--nvidiacl.bc" ]; then
  echo "not run: $clang or libclc-15 is not installed"
  exit 77
fi
ptxas=$(PATH=$PATH:/usr/local/cuda/bin command -v ptxas)

# number NAME: of a constant of the host.
number() {
  grep -ohP "constexpr .* $1 = \K[0-9]+(?=;)" "$source_root"/src/{kernel/crown.hpp,device/*.?pp}
}
# text KERNEL GROUP: what the host has compiled, with what it defines.
text() {
  printf '#define %s %s\n' GROUP "$2" MAX_ROWS "$(number max_rows)" \
    COVERED_ROWS "$(number covered_rows)" \
    COVERED_ROWS_OF_LARGE "$(number covered_rows_of_large)" \
    FEWEST_ROWS_OF_LARGE "$(number fewest_rows_of_large)" \
    SCRATCH_PAIRS "$(($(number scratch_pairs) * $2))"
  cat "$source_root/src/device/crowns.cl" "$source_root/src/device/$1.cl"
}

# compile KERNEL TARGET GROUP ARGUMENTS...: assembly by clang, in KERNEL.s.
compile() {
  text "$1" "$3" >"$1.cl"
  exits "$1 for $2" 0 "$clang" -x cl -cl-std=CL1.2 -O3 -Xclang -finclude-default-header \
    -Wall -Wno-linker-warnings -Wno-unused-function -Werror -target "$2" "${@:4}" \
    -S "$1.cl" -o "$1.s"
}
# at_most WHAT NUMBER LIMIT
at_most() { expect_true "$1: $2, at most $3" [ "$2" -le "$3" ]; }

for kernel in grids:2050 stack:360; do
  limit=${kernel#*:} kernel=${kernel%:*}
  compile "$kernel" nvptx64-nvidia-cuda 32 -DVOTE_PTX \
    -Xclang -target-cpu -Xclang sm_80 -Xclang -target-feature -Xclang +ptx70 \
    -Xclang -mlink-builtin-bitcode -Xclang "$libclc/nvptx64--nvidiacl.bc"
  at_most "$kernel for NVIDIA, instructions" \
    "$(sed -n '/\.entry/,$p' "$kernel.s" | grep -c '^\s.*;$')" "$limit"
  if [ -n "$ptxas" ]; then
    for architecture in sm_80 sm_90 sm_100 sm_120; do
      exits "$kernel for $architecture" 0 \
        "$ptxas" -v "-arch=$architecture" "$kernel.s" -o "$kernel.cubin"
      expect_err "$kernel for $architecture: no spills" \
        ' 0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads'
      at_most "$kernel for $architecture, registers" \
        "$(grep -oE 'Used [0-9]+' <<<"$err" | grep -oE '[0-9]+')" 64
    done
  else
    echo "not run: ptxas is not installed, which sees spills of NVIDIA's GPUs"
  fi
  compile "$kernel" amdgcn-amd-amdhsa 64 -DVOTE_AMDGCN -mcpu=gfx90a -nogpulib \
    -Xclang -mlink-builtin-bitcode -Xclang "$libclc/amdgcn--amdhsa.bc"
  for fault in private_segment_fixed_size sgpr_spill_count vgpr_spill_count; do
    expect_true "$kernel for gfx90a: no $fault" grep -qE "^ +\.$fault: +0$" "$kernel.s"
  done
  at_most "$kernel for gfx90a, vector registers" \
    "$(sed -nE 's/^ +\.vgpr_count: +//p' "$kernel.s")" 64
done
# Intel's vote; LLVM has no code generator to look at.
exits 'grids for SPIR' 0 "$clang" -x cl -cl-std=CL3.0 -target spir64 \
  -Xclang -finclude-default-header -DVOTE_SUBGROUPS -fsyntax-only - <<<"$(text grids 32)"
finish
