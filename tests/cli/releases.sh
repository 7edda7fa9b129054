#!/usr/bin/env bash
# Files of each release are read by this program, as docs/checkpoint.md promises. A release adds a
# folder to tests/releases, and changes none. These commands made its files:
#   count job.toml                         finished, with a second count
#   count stopped.toml -k plain            ended by --max-time, with whole tasks and slices
#   certificate job.ckpt -o job.cert; certificate job.cert --open 5 -o task.cert
#   verify job.cert --sample 9 --seed words --save kept.ckpt   (1.0.0, which could)
#   count 11 --quantity placements --part 1/2 -c part1.ckpt; and the same for part 2
#   tests/docs/reference.py --names >names, which tests/docs/reference.py reads
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"

for folder in "$source_root"/tests/releases/*/; do
  release=$(basename "$folder")
  case $release in # the order of its prefixes, the cut of its stopped job, how far that was
    1.0.0) order=rows cut='depth 3, slices of depth [0-9]+' done='42\.5 %' ;;
    *) order=fewest cut='order fewest, depths 3 and 4' done='41\.2 %' ;;
  esac
  cp -r "$folder" "$release"
  cd "$release" || exit 1

  exits "$release: a finished job" 0 "$NQUEENS" count job.toml --quiet
  expect_true "$release: its count" [ "$out" = 14200 ]
  expect_true "$release: its result stays" cmp job.result.json "$folder/job.result.json"
  exits "$release: its state" 0 "$NQUEENS" status job.ckpt --json
  expect_says "$release: its second count" '"second_count":\{.*"finished":true'
  exits "$release: its report" 0 "$NQUEENS" report job.ckpt --json
  expect_says "$release: its log" '"starts":\[\{[^]]*"version":"'"$release "
  exits "$release: a page" 0 "$NQUEENS" report job.ckpt

  exits "$release: a certificate" 0 "$NQUEENS" verify job.cert --all --json --quiet
  expect_says "$release: a certificate" '"confirmed":24,'
  if [ "$release" = 1.0.0 ]; then
    exits "$release: kept counts of one" 0 "$NQUEENS" status kept.ckpt --json
    expect_says "$release: kept counts of one" '"tasks_done":9,'
  fi
  exits "$release: an opened task" 0 "$NQUEENS" verify task.cert --all --quiet
  exits "$release: two cuts" 0 "$NQUEENS" compare job.cert task.cert
  run_python "$source_root/tests/certificate/check.py" job.cert --all
  expect_code "$release: a certificate by check.py" 0
  run_python "$source_root/tests/certificate/check.py" task.cert --of job.cert --all
  expect_code "$release: an opened task by check.py" 0

  exits "$release: parts" 0 "$NQUEENS" merge part1.ckpt part2.ckpt -o whole.ckpt
  exits "$release: what they are" 0 "$NQUEENS" count 11 --quantity placements -c whole.ckpt --quiet
  expect_true "$release: their sum" [ "$out" = 166925 ]

  {
    printf '[count]\nn = 11\nquantity = "placements"\n'
    sed -nE '1s/.* depth=([0-9]+) .* tasks=([0-9]+) .*/depth = \1\ntasks = \2/p' part1.ckpt
  } >part.toml
  exits "$release: a part of today" 0 "$NQUEENS" count part.toml --part 2/2 -c today.ckpt --quiet
  exits "$release: its part and one of today" 0 \
    "$NQUEENS" merge part1.ckpt today.ckpt -o both.ckpt
  exits "$release: their sum" 0 "$NQUEENS" count 11 --quantity placements -c both.ckpt --quiet
  expect_true "$release: their sum" [ "$out" = 166925 ]

  mkdir audit
  cp job.* audit
  exits "$release: an audit" 0 "$NQUEENS" verify audit --quiet

  exits "$release: a stopped job is verified" 0 "$NQUEENS" verify stopped.ckpt
  expect_says "$release: all of it" '^counted .*: ([0-9]+) of \1 tasks and slices confirmed$'
  cp stopped.ckpt resumed.ckpt
  exits "$release: a stopped job goes on as it was cut" 0 "$NQUEENS" resume resumed.ckpt --json
  is "$release: a stopped job goes on as it was cut" solutions=14772512 depth=3
  exits "$release: it is verified" 0 "$NQUEENS" verify resumed.ckpt
  expect_says "$release: as it was cut" \
    "^proved .*all tasks of n=16 \\(symmetry full, $cut: .* 14772512\$"
  other=$([ "$order" = rows ] && echo fewest || echo rows)
  refuse 4 "it has order=$order, this job order=$other" count stopped.toml --order "$other"
  exits "$release: a stopped job goes on" 0 "$NQUEENS" count stopped.toml
  expect_true "$release: its count" [ "$out" = 14772512 ]
  expect_err "$release: from where it was" "resuming n=16 .*$done"
  cd ..
done

finish
