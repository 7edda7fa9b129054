#!/usr/bin/env bash
# The commands as a user gives them, without a launcher: answers, JSON, options.
# shellcheck disable=SC2016
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"

for case in 1:1 2:0 3:0 4:2 8:92 10:724 12:14200; do
  prints "count $case" "${case#*:}" "$NQUEENS" count "${case%:*}"
  expect_err "count $case" 'agrees with OEIS A000170'
done

prints 'quiet' 14200 "$NQUEENS" count 12 --quiet
expect_true 'quiet: nothing on stderr' [ -z "$err" ]

for option in '--symmetry none' '--symmetry mirror' '--symmetry full' '--depth 0' '--depth 11' \
  '--kernel plain' '--kernel scalar' '--threads 1' '--threads 5' '--verbose' '--progress none' \
  '--progress log' '--progress bar' '--max-time UNLIMITED' '--max-time 1:00:00' \
  '--no-checkpoint'; do
  # shellcheck disable=SC2086
  prints "count 11 $option" 2680 "$NQUEENS" count 11 $option
done

run env NQUEENS_KERNEL=plain "$NQUEENS" count 10 --json --quiet
is 'the environment chooses the kernel' kernel=plain

prints 'fundamental solutions' $'14200\n1787' "$NQUEENS" count 12 --fundamental --quiet

exits 'json' 0 "$NQUEENS" count 12 --json --threads 2 --quiet
is 'json' n=12 solutions=14200 fundamental=1787 agrees=true ranks=1 workers=2 resumed=false \
  symmetry=full lost_workers=0
# A board without tasks: nobody has counted, at no time.
exits 'json of nothing to count' 0 "$NQUEENS" count 2 --json --quiet
is 'json of nothing to count' solutions=0 kernel=null provenance.started=null \
  provenance.ended=null provenance.kernels=null provenance.starts.length=0
# As many threads as processors that the process may use; more get a warning.
processor=$(taskset -cp $$) processor=${processor##*: } processor=${processor%%[,-]*}
run taskset -c "$processor" "$NQUEENS" count 12 --json
is 'on one processor' workers=1
expect_times 'on one processor: no warning' 0 warning "$err"
prints 'more threads than processors' 14200 taskset -c "$processor" "$NQUEENS" count 12 --threads 3
expect_err 'more threads than processors' 'info counting on 3 threads'
expect_err 'more threads than processors' 'warning rank 0 has 3 threads and may use 1 processor$'
expect_times 'more threads than processors: once' 1 warning "$err"

run "$NQUEENS" count 12 --json --threads 2 --quiet
expect_holds 'json: nodes' 'int(nodes) > 14200'
for field in seconds kernel_seconds kernel tasks version; do
  look_up "$field"
  expect_true "json: $field" [ -n "$value" ]
done

prints 'one of each' 1 "$NQUEENS" count 1 --checkpoint n1.ckpt --threads 1
expect_err 'one of each' 'starting n=1: 1 task, 1 prefix, '
expect_err 'one of each' 'counted 1 solution for n=1 in'
run "$NQUEENS" status n1.ckpt
expect_says 'one of each' '^done: +100 % of the work, 1 of 1 task$'
exits 'one of each' 0 "$NQUEENS" verify n1.ckpt --all
expect_says 'one of each' '^counted +n1.ckpt: 1 of 1 task confirmed$'
expect_err 'one of each' 'counting 1 of 1 task of n1.ckpt again'
# Lines are filled in either order, and placements by rows only.
declare -A by_rows
for order in rows fewest; do
  for problem in '13' '12 --board torus' '12 --fixed-by half-turn' '9 --piece amazon'; do
    # shellcheck disable=SC2086 # a board and its options
    exits "$problem by $order" 0 "$NQUEENS" count $problem --order $order
    expect_true "$problem by $order: $out" [ "$order" = rows -o "$out" = "${by_rows[$problem]-}" ]
    expect_true "$problem by $order: the log says it" \
      [ "$(grep -c ', order fewest, depth' <<<"$err")" -eq "$([ $order = rows ]; echo $?)" ]
    by_rows[$problem]=$out
  done
done
refuse 2 'order fewest does not go with placements' count 8 --quantity placements \
  --order fewest
refuse 2 'choose rows or fewest' count 8 --order columns
run "$NQUEENS" count 18 --order rows --depth 4 --part 1/9999 --no-checkpoint
expect_err 'the cut of a board' 'starting n=18: 1 task, 4458 prefixes, .*, part 1/9999$'
start "$NQUEENS" count 32 --depth 7 # has 682 million prefixes
expect_true 'a long start is not silent' await says ' info enumerating'
kill -KILL "$pid"
ended "$pid"

run "$NQUEENS" count 10 --log-file log.txt --quiet
expect_true 'log file' [ -e log.txt ]
run "$NQUEENS" count 10 --log-file log.txt
expect_in log.txt 'log file' 'agrees with OEIS'

exits 'version' 0 "$NQUEENS" --version
for word in '^nqueens [0-9]+\.[0-9]+\.[0-9]+' '^compiler: ' '^MPI: Open MPI' '^Boost: 1\.'; do
  expect_says "version: $word" "$word"
done
for command in '' count resume status kernels; do
  # shellcheck disable=SC2086
  exits "$command --help" 0 "$NQUEENS" $command --help
  expect_says "$command --help" '[Uu][Ss][Aa][Gg][Ee]'
done
run "$NQUEENS" kernels
expect_says 'kernels' '^scalar +'
expect_says 'kernels' '^plain +'

# As in the background of a script.
exits 'SIGINT is ignored' 0 bash -c "trap '' INT; exec \"$NQUEENS\" count 8"
expect_err 'SIGINT is ignored' 'SIGINT is ignored, .*kill -TERM'
exits 'SIGINT is heeded' 0 env --default-signal=INT "$NQUEENS" count 8

expect_true 'SIGINT is heeded: no line' [ "${err/SIGINT is ignored/}" = "$err" ]

finish
