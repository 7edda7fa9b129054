#!/usr/bin/env bash
# Placements, the torus and amazons, without a launcher: answers, profiles, checkpoints, mistakes.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"

# Published values; OEIS counts the empty board as a placement, too.
while read -r oeis key word symmetries cases; do
  for case in $cases; do
    for symmetry in ${symmetries//,/ }; do
      what="$word $case, $symmetry"
      prints "$what" "${case#*:}" \
        "$NQUEENS" count "${case%:*}" "--$key" "$word" --symmetry "$symmetry"
      expect_err "$what" "agrees with OEIS $oeis"
    done
  done
done <<'LIST'
A319283 quantity placements none,mirror 1:1 2:2 3:5 4:16 5:53 8:2056 12:856188
A051906 board torus none,mirror,full 1:1 2:0 4:0 5:10 6:0 7:28 9:0 11:88 13:4524
A032522 fixed-by half-turn none,mirror 1:1 3:0 6:4 15:1240 20:144620
A033148 fixed-by quarter-turn none,mirror 1:1 2:0 5:2 16:64 21:704 33:667904
A051223 piece amazon none,mirror,full 1:1 4:0 9:0 10:4 11:44 12:156 14:5180
LIST
prints 'amazons up to symmetry' $'202900\n25411' \
  "$NQUEENS" count 16 --piece amazon --fundamental --quiet

# The profile, whatever part of it is counted by tasks; its last row is the number of solutions.
eight=$'2056\n1\t8\n2\t42\n3\t140\n4\t344\n5\t568\n6\t550\n7\t312\n8\t92'
for option in '--depth 2' '--depth 5' '--depth 8' '--symmetry none' '--kernel plain' \
  '--threads 1'; do
  # shellcheck disable=SC2086
  prints "profile, $option" "$eight" "$NQUEENS" count 8 --quantity placements --profile $option
done
run "$NQUEENS" count 5 --quantity placements --json --quiet
expect_says 'json: profile' '"profile":\["5","12","14","12","10"\]'
is 'json' placements=53 mirrored_placements=27
run "$NQUEENS" count 7 --board torus --json --quiet
is 'json' board=torus solutions=28

run "$NQUEENS" count 11 --piece amazon --json --quiet
is 'json' chess_piece=amazon solutions=44

for job in amazon20:chess_piece=amazon torus23:board=torus placements18:quantity=placements; do
  run "$NQUEENS" plan "$source_root/jobs/${job%%:*}.toml" --seconds 0.1 --json
  is "the job ${job%%:*}" "${job#*:}"
done

# A count that stops and goes on with other threads and another kernel has the same profile.
run "$NQUEENS" count 14 --quantity placements --profile --quiet
whole=$out
expect_true 'the whole count' [ "${whole%%$'\n'*}" = 27358552 ]
run_part 200 count 14 --quantity placements --checkpoint p14.ckpt --kernel plain --threads 1
run "$NQUEENS" status p14.ckpt
expect_says 'status' '^placements so far: +[1-9]'
expect_says 'status: job' '^job: *n=14 placements, symmetry mirror'
look_up placements "$("$NQUEENS" status p14.ckpt --json)"
expect_true 'status: not all of it' [ "$value" -lt 27358552 ]
refuse 4 'it has quantity=placements, this job quantity=solutions' count 14 --checkpoint p14.ckpt
prints 'resumed' "$whole" "$NQUEENS" resume p14.ckpt --profile --threads 3
look_up placements "$("$NQUEENS" status p14.ckpt --json)"
expect_true 'status: all of it' [ "$value" = 27358552 ]
exits 'fundamental placements, resumed' 0 "$NQUEENS" resume p14.ckpt --fundamental
expect_err 'fundamental placements, resumed' \
  'warning --fundamental is ignored'
run "$NQUEENS" count 13 --board torus --checkpoint t13.ckpt
prints 'profile of solutions, resumed' 4524 "$NQUEENS" resume t13.ckpt --profile
expect_err 'profile of solutions, resumed' 'warning --profile is ignored'
refuse 4 'it has board=torus, this job board=square' count 13 --checkpoint t13.ckpt

# Amazons stop and go on as well, with another kernel and in slices, and are counted twice.
run_part 40 count 15 --piece amazon --checkpoint a15.ckpt --kernel plain --threads 1 \
  --slice-seconds 0.0001
run "$NQUEENS" status a15.ckpt
expect_says 'amazons, status' '^job: *n=15 amazon, symmetry full'
refuse 4 'it has chess_piece=amazon, this job chess_piece=queen' count 15 --checkpoint a15.ckpt
prints 'amazons, resumed' 32516 "$NQUEENS" resume a15.ckpt --double-check --threads 2
exits 'amazons, verified' 0 "$NQUEENS" verify a15.ckpt --quiet
exits 'amazons, planned' 0 "$NQUEENS" plan 14 --piece amazon

# Amazons that turns leave as they are: a kernel checks another, and a count goes on.
for case in half-turn:20:15312 quarter-turn:21:164; do
  IFS=: read -r turn rows right <<<"$case"
  run_part 3 count "$rows" --piece amazon --fixed-by "$turn" --checkpoint "$turn.ckpt" --depth 9 \
    --threads 1 --kernel plain
  run "$NQUEENS" status "$turn.ckpt"
  expect_says "$turn, status" "^job: *n=$rows amazon-$turn, symmetry mirror"
  refuse 4 "it has fixed_by=$turn, this job fixed_by=nothing" count "$rows" --piece amazon \
    --symmetry mirror --checkpoint "$turn.ckpt"
  prints "$turn, resumed" "$right" "$NQUEENS" resume "$turn.ckpt" --double-check
  exits "$turn, verified" 0 "$NQUEENS" verify "$turn.ckpt" --quiet
done
run "$NQUEENS" count 12 --fixed-by half-turn --json --quiet
is 'json' fixed_by=half-turn chess_piece=queen solutions=80
exits 'a turn, planned' 0 "$NQUEENS" plan 24 --fixed-by half-turn --seconds 0.1
exits 'a turn, measured' 0 "$NQUEENS" bench -n 20 --fixed-by quarter-turn --all
refuse 2 'n is 33; it must be a whole number from 1 to 32' count 33 --fixed-by half-turn
refuse 2 'n=9 half-turn has only mirror symmetry' count 9 --fixed-by half-turn --symmetry full
refuse 2 'board torus with fixed_by half-turn is not counted' count 7 --board torus \
  --fixed-by half-turn

refuse 2 'board torus with quantity placements is not counted' \
  count 8 --quantity placements --board torus
# What a file says counts once options have overridden it.
printf '[count]\nn = 8\nboard = "torus"\nquantity = "placements"\n' >mixed.toml
exits 'an option that mends a file' 0 "$NQUEENS" plan mixed.toml --board square --seconds 0.1
refuse 2 'mixed.toml: board torus with quantity placements is not counted' plan mixed.toml
refuse 2 'choose mirror or none' count 8 --quantity placements --symmetry full
refuse 2 'depth is 1; for n=8 placements it must be from 2 to 8' count 8 \
  --quantity placements --depth 1
refuse 2 'it must be from 2 to 8' count 18 --quantity placements --depth 9
refuse 2 'add --quantity placements' count 8 --profile
refuse 2 'is for solutions on the square board without --fixed-by; leave it out$' \
  count 7 --board torus --fundamental
refuse 2 'is for solutions on the square board without --fixed-by; leave it out$' \
  count 7 --quantity placements --fundamental
refuse 2 'board torus with piece amazon is not counted' count 8 --piece amazon --board torus
refuse 2 'leave one of them out' count 8 --piece amazon --quantity placements
refuse 2 "--piece 'pawn' is unknown; choose queen" count 8 --piece pawn
refuse 2 'board' count 8 --board moebius
refuse 2 'quantity' count 8 --quantity queens
finish
