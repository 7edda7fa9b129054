#!/usr/bin/env bash
# Placements, the torus and amazons, without a launcher: answers, profiles, checkpoints, mistakes.
# shellcheck source-path=SCRIPTDIR source=../support/shell.sh
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"

# Published values: OEIS A319283 less one, and A051906.
for case in 1:1 2:2 3:5 4:16 5:53 8:2056 12:856188; do
  for symmetry in none mirror; do
    run "$NQUEENS" count "${case%:*}" --quantity placements --symmetry "$symmetry"
    expect_code "placements $case, $symmetry" 0
    expect_out "placements $case, $symmetry" "${case#*:}"
    expect_err "placements $case, $symmetry" 'agrees with OEIS A319283'
  done
done
for case in 1:1 2:0 4:0 5:10 6:0 7:28 9:0 11:88 13:4524; do
  for symmetry in none mirror full; do
    run "$NQUEENS" count "${case%:*}" --board torus --symmetry "$symmetry"
    expect_code "torus $case, $symmetry" 0
    expect_out "torus $case, $symmetry" "${case#*:}"
    expect_err "torus $case, $symmetry" 'agrees with OEIS A051906'
  done
done
for case in 1:1 4:0 9:0 10:4 11:44 12:156 14:5180; do
  for symmetry in none mirror full; do
    run "$NQUEENS" count "${case%:*}" --piece amazon --symmetry "$symmetry"
    expect_code "amazons $case, $symmetry" 0
    expect_out "amazons $case, $symmetry" "${case#*:}"
    expect_err "amazons $case, $symmetry" 'agrees with OEIS A051223'
  done
done
run "$NQUEENS" count 16 --piece amazon --fundamental --quiet
expect_out 'amazons up to symmetry' $'202900\n25411'

# The profile, whatever part of it is counted by tasks; its last row is the number of solutions.
eight=$'2056\n1\t8\n2\t42\n3\t140\n4\t344\n5\t568\n6\t550\n7\t312\n8\t92'
for option in '--depth 2' '--depth 5' '--depth 8' '--symmetry none' '--kernel plain' \
  '--threads 1'; do
  # shellcheck disable=SC2086
  run "$NQUEENS" count 8 --quantity placements --profile $option
  expect_out "profile, $option" "$eight"
done
run "$NQUEENS" count 5 --quantity placements --json --quiet
expect_true 'json: profile' grep -qF '"profile":["5","12","14","12","10"]' <<<"$out"
expect_true 'json: placements' [ "$(json placements <<<"$out")" = 53 ]
expect_true 'json: half' [ "$(json mirrored_placements <<<"$out")" = 27 ]
run "$NQUEENS" count 7 --board torus --json --quiet
expect_true 'json: board' [ "$(json board <<<"$out")" = torus ]
expect_true 'json: solutions' [ "$(json solutions <<<"$out")" = 28 ]

run "$NQUEENS" count 11 --piece amazon --json --quiet
expect_true 'json: chess piece' [ "$(json chess_piece <<<"$out")" = amazon ]
expect_true 'json: amazons' [ "$(json solutions <<<"$out")" = 44 ]

run "$NQUEENS" count "$source_root/jobs/amazon20.toml" --dry-run
expect_true 'a job of amazons' grep -qx 'chess_piece: amazon' <<<"$out"
run "$NQUEENS" count "$source_root/jobs/torus23.toml" --dry-run
expect_true 'a job of a torus' grep -qx 'board: torus' <<<"$out"
run "$NQUEENS" count "$source_root/jobs/placements18.toml" --dry-run
expect_true 'a job of placements' grep -qx 'quantity: placements' <<<"$out"

# A count that stops and goes on with other threads and another kernel has the same profile.
run "$NQUEENS" count 14 --quantity placements --profile --quiet
whole=$out
expect_true 'the whole count' grep -qx 27358552 <<<"$(head -n 1 <<<"$whole")"
run_part 200 count 14 --quantity placements --checkpoint p14.ckpt --kernel plain --threads 1
expect_code 'stopped' 75
run "$NQUEENS" status p14.ckpt
expect_true 'status' grep -qE '^placements so far: +[1-9]' <<<"$out"
expect_true 'status: job' grep -q '^job: *n=14 placements, symmetry mirror' <<<"$out"
expect_true 'status: not all of it' \
  [ "$("$NQUEENS" status p14.ckpt --json | json placements)" -lt 27358552 ]
run "$NQUEENS" count 14 --checkpoint p14.ckpt
expect_code 'another quantity' 4
expect_err 'another quantity' 'it has quantity=placements, this job quantity=solutions'
run "$NQUEENS" resume p14.ckpt --profile --threads 3
expect_code 'resumed' 0
expect_out 'resumed' "$whole"
expect_true 'status: all of it' \
  [ "$("$NQUEENS" status p14.ckpt --json | json placements)" = 27358552 ]
run "$NQUEENS" resume p14.ckpt --fundamental
expect_code 'fundamental placements, resumed' 0
expect_err 'fundamental placements, resumed' \
  'warning --fundamental is ignored'
run "$NQUEENS" count 13 --board torus --checkpoint t13.ckpt
run "$NQUEENS" resume t13.ckpt --profile
expect_out 'profile of solutions, resumed' 4524
expect_err 'profile of solutions, resumed' 'warning --profile is ignored'
run "$NQUEENS" count 13 --checkpoint t13.ckpt
expect_code 'another board' 4
expect_err 'another board' 'it has board=torus, this job board=square'

# Amazons stop and go on as well, with another kernel and in slices, and are counted twice.
run_part 40 count 15 --piece amazon --checkpoint a15.ckpt --kernel plain --threads 1 \
  --slice-seconds 0.0001
expect_code 'amazons, stopped' 75
run "$NQUEENS" status a15.ckpt
expect_true 'amazons, status' grep -q '^job: *n=15 amazon, symmetry full' <<<"$out"
run "$NQUEENS" count 15 --checkpoint a15.ckpt
expect_code 'another chess piece' 4
expect_err 'another chess piece' 'it has chess_piece=amazon, this job chess_piece=queen'
run "$NQUEENS" resume a15.ckpt --double-check --threads 2
expect_code 'amazons, resumed' 0
expect_out 'amazons, resumed' 32516
run "$NQUEENS" verify a15.ckpt --quiet
expect_code 'amazons, verified' 0
run "$NQUEENS" plan 14 --piece amazon
expect_code 'amazons, planned' 0

refused() {
  run "$NQUEENS" count "${@:3}"
  expect_code "$1" 2
  expect_one_line "$1"
  expect_err "$1" "$2"
}
refused 'placements on a torus' 'board torus with quantity placements is not counted' 8 \
  --quantity placements --board torus
refused 'all symmetries' 'choose mirror or none' 8 --quantity placements --symmetry full
refused 'a depth too small' 'depth is 1; for n=8 placements it must be from 2 to 8' 8 \
  --quantity placements --depth 1
refused 'a depth too large' 'it must be from 2 to 8' 18 --quantity placements --depth 9
refused 'profile of solutions' 'add --quantity placements' 8 --profile
refused 'fundamental on a torus' 'is for queens and amazons only' 7 --board torus --fundamental
refused 'fundamental placements' 'is for queens and amazons only' 7 --quantity placements \
  --fundamental
refused 'amazons on a torus' 'board torus with piece amazon is not counted' 8 --piece amazon \
  --board torus
refused 'amazons of placements' 'leave one of them out' 8 --piece amazon --quantity placements
refused 'unknown chess piece' "--piece 'pawn' is unknown; choose queen" 8 --piece pawn
refused 'unknown board' 'board' 8 --board moebius
refused 'unknown quantity' 'quantity' 8 --quantity queens
finish
