#!/usr/bin/env bash
# plan: what a count is expected to cost. tests/node has the statistics.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"

# A board that the time is enough for is counted.
exits 'small board' 0 "$NQUEENS" plan 12 --seconds 600
expect_says 'small board: counted' '^n=12: 14200 solutions, all counted$'
expect_says 'small board: the line to copy' \
  "^submit: sbatch .* --time=00:10:00 $source_root/slurm/count.sbatch 12\$"
line=$'(^|\n)submit: [^\n]* ([^ \n]*) 12(\n|$)' path=
[[ $out =~ $line ]] && path=${BASH_REMATCH[2]}
expect_true 'small board: a path that is there' [ -e "$path" ]
run "$NQUEENS" plan 12 --seconds 600 --json
is 'small board as json' solutions.high=14200.0

# Without a solution the rate is 0, and yet the time is known.
for board in '8 --fixed-by quarter-turn' '6 --board torus --seconds 0.5'; do
  # shellcheck disable=SC2086
  exits "no solution: $board" 0 "$NQUEENS" plan $board
  expect_says "no solution: $board" '^wall time: 0.00 s on 1 host of '
  expect_says "no solution: $board" '^submit: sbatch .* --time=00:10:00 '
done

# A large one is sampled: about 2.3e17 solutions, wherever it runs.
run "$NQUEENS" plan 27 --threads 1 --seconds 0.5 --seed 7 --nodes 4 --cores-per-node 64 \
  --max-time 12:00:00 --json
expect_code 'large board' 0
expect_holds 'large board: a fair estimate' '1.1e17 < solutions.estimate < 4.7e17'
expect_holds 'large board: a range' 'solutions.low < solutions.estimate'
expect_holds 'large board: several starts' 'starts > 1'
is 'large board' seed=7 \
  sbatch="sbatch --nodes=4 --ntasks-per-node=1 --cpus-per-task=64 --time=12:00:00 \
$source_root/slurm/count.sbatch 27"
start "$NQUEENS" count 27 --no-checkpoint --threads 1
expect_true 'a count: it begins' wait_for says 'starting n=27: '
kill -TERM "$pid"
ended "$pid"
[[ $err =~ 'starting n=27: '([0-9]+)' tasks' ]]
tasks=${BASH_REMATCH[1]}

# With a rate the time does not depend on this machine.
run "$NQUEENS" plan 27 --threads 1 --seconds 0.5 --rate 1e8 --json
is 'tasks as those of count' tasks="$tasks"
expect_holds 'rate: time' 'abs(core_hours.estimate * 3600 * 1e8 / solutions.estimate - 1) < 1e-9'
run "$NQUEENS" plan 27 --threads 1 --seconds 0.5 --rate 1e7
expect_says 'rate: core-years in words' 'core-years: 1,000 cores need [0-9]* days'

# Devices count as much as so many cores; one core of a node serves each.
run "$NQUEENS" plan 24 --rounds 9 --seed 3 --rate 1e8 --cores-per-node 64 --json
look_up wall_seconds.estimate
alone=$value
run "$NQUEENS" plan 24 --rounds 9 --seed 3 --rate 1e8 --cores-per-node 64 --devices-per-node 4 \
  --device-rate 1e10 --json
is 'devices' devices_per_host=4 device_rate=10000000000.0
expect_says 'devices: the line to copy' '--cpus-per-task=64 --gpus-per-node=4 --time='
expect_holds 'devices: 60 cores, and 4 devices that do the work of 100 each' \
  "abs($alone / wall_seconds.estimate - 460 / 64) < 1e-6"
refuse 2 'this count would use no devices' plan 24 --devices none --devices-per-node 4
refuse 2 'this count would use no devices' plan 12 --devices-per-node 4 --device-rate 1e10
refuse 2 'is of no use without devices' plan 24 --devices none --device-rate 1e10
"$NQUEENS" kernels --json | grep -q '"gpu":true' ||
  refuse 2 'no GPU is here to measure; name .* with --device-rate' plan 24 --devices-per-node 4
refuse 2 'devices count queens on the square board' plan 20 --board torus --rounds 8 \
  --devices-per-node 1 --device-rate 1e10

# Other problems, kernels and job files.
exits 'torus' 0 "$NQUEENS" plan 31 --board torus --threads 1 --seconds 0.5
expect_says 'torus: the line to copy' 'count.sbatch 31 --board torus$'
run "$NQUEENS" plan 32 --quantity placements --seconds 0.5 --kernel scalar --threads 1 --json
expect_holds 'placements' 'placements.low > 1e24'
printf '[count]\nn = 30\nsymmetry = "mirror"\n' >"my job.toml"
exits 'job file' 0 "$NQUEENS" plan 'my job.toml' --threads 1 --seconds 0.5
expect_says 'job file: the line to copy' "count.sbatch 'my job.toml'$"

# The same sample again; another one with another seed.
sample() { "$NQUEENS" plan 20 --rounds 9 --seed "$1" --json; }
once=$(sample 3)
out=$(sample 3)
for field in solutions.estimate solutions.low prefixes rounds; do
  look_up "$field" "$once"
  is "the same sample" "$field=$value"
done
look_up solutions.estimate "$once"
out=$(sample 4)
expect_holds 'another sample' "solutions.estimate != $value"

# A start that is too short to save anything.
refuse 2 "max-time is '10s'; it must be a time of 120 s or more" plan 26 --max-time 10s
refuse 2 'a limit of 2:00 min is too short: the longest task takes .* of a core.*a larger --depth' \
  plan 17 --max-time 2m --rate 1e2 --seconds 0.1
# By the name of 1.0.
refuse 2 'the longest slice takes .*; choose a longer --max-time or shorter slices' \
  plan 27 --limit 2m --rate 1e5 --seconds 0.5

# A signal ends it early; what it knows is printed, if it knows enough.
start "$NQUEENS" plan 27 --seconds 86400
wait_for catches "$pid" TERM
kill -TERM "$pid"
expect_true 'a signal: long before its time' wait_for has_ended "$pid"

finish
