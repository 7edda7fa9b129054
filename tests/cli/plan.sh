#!/usr/bin/env bash
# plan: what a count is expected to cost. tests/node has the statistics.
# shellcheck source-path=SCRIPTDIR source=../support/shell.sh
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"

# field EXPRESSION: of the JSON object in $out.
field() { python3 -c "import json, sys; print(json.load(sys.stdin)$1)" <<<"$out"; }

# A board that the time is enough for is counted.
run "$NQUEENS" plan 12 --seconds 600
expect_code 'small board' 0
expect_true 'small board: counted' grep -q '^n=12: 14200 solutions, all counted$' <<<"$out"
expect_true 'small board: the line to copy' \
  grep -qE '^submit: sbatch .* slurm/count.sbatch 12$' <<<"$out"
run "$NQUEENS" plan 12 --seconds 600 --json
expect_true 'small board as json' [ "$(field '["solutions"]["high"]')" = 14200.0 ]

# A large one is sampled: about 2.3e17 solutions, wherever it runs.
run "$NQUEENS" plan 27 --seconds 0.5 --seed 7 --nodes 4 --cores-per-node 64 --limit 12:00:00 --json
expect_code 'large board' 0
expect_true 'large board: a fair estimate' \
  python3 -c "assert 1.1e17 < $(field '["solutions"]["estimate"]') < 4.7e17"
expect_true 'large board: seed' [ "$(field '["seed"]')" = 7 ]
expect_true 'large board: a range' python3 -c "
assert $(field '["solutions"]["low"]') < $(field '["solutions"]["estimate"]')"
expect_true 'large board: several starts' [ "$(field '["starts"]')" -gt 1 ]
line='sbatch --nodes=4 --cpus-per-task=64 --time=12:00:00'
line+=' slurm/count.sbatch 27'
expect_true 'large board: the line to copy' [ "$(field '["sbatch"]')" = "$line" ]
run "$NQUEENS" count 27 --dry-run --json
tasks=$(field '["tasks"]')

# With a rate the time does not depend on this machine.
run "$NQUEENS" plan 27 --seconds 0.5 --rate 1e8 --json
expect_true 'tasks as those of count' [ "$(field '["tasks"]')" = "$tasks" ]
expect_true 'rate: time' python3 -c "
count, hours = $(field '["solutions"]["estimate"]'), $(field '["core_hours"]["estimate"]')
assert abs(hours * 3600 * 1e8 / count - 1) < 1e-9"
run "$NQUEENS" plan 27 --seconds 0.5 --rate 1e7
expect_true 'rate: core-years in words' grep -q 'core-years: 1,000 cores need [0-9]* days' <<<"$out"

# Other problems, kernels and job files.
run "$NQUEENS" plan 31 --board torus --seconds 0.5
expect_code 'torus' 0
expect_true 'torus: the line to copy' \
  grep -q 'count.sbatch 31 --board torus$' <<<"$out"
run "$NQUEENS" plan 32 --quantity placements --seconds 0.5 --kernel scalar --threads 1 --json
expect_true 'placements' python3 -c "assert $(field '["placements"]["low"]') > 1e24"
printf '[count]\nn = 30\nsymmetry = "mirror"\n' >"my job.toml"
run "$NQUEENS" plan 'my job.toml' --seconds 0.5
expect_code 'job file' 0
expect_true 'job file: the line to copy' grep -q "count.sbatch 'my job.toml'$" <<<"$out"

# A signal ends it early; what it knows is printed, if it knows enough.
start "$NQUEENS" plan 27 --seconds 86400
wait_for 60 catches "$pid" TERM
kill -TERM "$pid"
expect_true 'a signal: long before its time' wait_for 120 has_ended "$pid"

finish
