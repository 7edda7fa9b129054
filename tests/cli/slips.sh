#!/usr/bin/env bash
# Slips of the hand: options given twice, without a value or by another name, names of outputs, job
# files with options, paths that no shell has expanded. One line says what was meant.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"

# What has one value is given once, whatever takes it.
for arguments in 'count 8 --threads 2 --threads 3' 'count 8 -k plain --kernel plain' \
  'count 8 --double-check --double-check' 'plan 20 --nodes 2 --nodes 2' \
  'merge a.ckpt b.ckpt -o c.ckpt --output d.ckpt' 'puzzle magic 5 -f json -f json'; do
  # shellcheck disable=SC2086 # words
  refuse 2 '^nqueens: --[a-z-]+ is given twice; give it once$' $arguments
done
refuse 2 '^nqueens: --part is given 3 times; give it once$' \
  count 8 --part 1/2 --part 1/2 --part 2/2

# No option is the value of another, and no value is missing or empty.
refuse 2 '^nqueens: --checkpoint needs a value, and -q after it is an option; see' count 8 -c -q
refuse 2 '^nqueens: --log-file is empty; give a value$' count 8 --log-file ''
refuse 2 '^nqueens: CHECKPOINT is empty; give a value$' merge '' n9.ckpt -o all.ckpt
refuse 2 '^nqueens: the value of -t begins with =; write -t 2$' count 8 -t=2
refuse 2 '^nqueens: -j takes no value, and 2 follows it; did you mean -t2\?$' count 8 -j2
refuse 2 '^nqueens: -q takes no value; leave out =1$' count 8 -q=1
run "$NQUEENS" verify
expect_refusal 'a help of two lines' 2 'is missing: checkpoints, .*; of a folder all files$'

# Names of other programs, of job files, and of values.
refuse 2 'unknown option --cores; did you mean --threads\?$' count 8 --cores 4
refuse 2 'unknown option --size; the number of rows needs no name: nqueens count N$' count --size 8
refuse 2 "unknown command 'continue'; did you mean resume\?$" continue n9.ckpt
refuse 2 'unknown option --path; did you mean --checkpoint\?$' count 8 --path x.ckpt
refuse 2 'unknown option --depth; it is an option of plan and count$' resume n9.ckpt --depth 3
refuse 2 'unknown option --half-turn; did you mean --fixed-by half-turn\?$' count 8 --half-turn
refuse 2 'unknown option --tasks; see nqueens compare --help$' compare a.cert b.cert --tasks 3
refuse 2 'unknown option --threads; it is an option of plan, count, ' --threads 2
refuse 2 "unexpected 'x.ckpt' after 5: status takes one CHECKPOINT.FOLDER; see" \
  status --watch 5 x.ckpt
refuse 2 "unexpected 'x': kernels takes options only; see" kernels x
refuse 2 "unexpected '60'; did you mean --seconds 60\?$" selftest 60

# No path has a beginning that a shell would have replaced.
# shellcheck disable=SC2088 # as a user has it who quotes it, or writes it behind =
for arguments in 'count 8 --log-file=~/x' 'count 8 -c ~otto/x' 'report ~/n9.ckpt' \
  'solve 8 -o ~/x.txt' 'check ~' 'status ~/runs'; do
  read -ra words <<<"$arguments"
  refuse 2 "'~.*' begins with ~, which is not expanded here; write the whole path$" "${words[@]}"
done
# shellcheck disable=SC2016 # likewise
refuse 2 "begins with .," merge '$HOME/a.ckpt' b.ckpt -o all.ckpt
# shellcheck disable=SC2016,SC2088 # likewise
for path in '~/x.ckpt' '$SCRATCH/x.ckpt' -; do
  printf '[count]\nn = 8\n[checkpoint]\npath = "%s"\n' "$path" >unexpanded.toml
  refuse 2 "^nqueens: unexpanded.toml:4: path is .*; it must be a path without ~ and .HOME, " \
    count unexpanded.toml
done

# The name of an output is none of another format.
while read -r what name arguments; do
  # shellcheck disable=SC2086 # words
  refuse 2 "is no name for $what.*; name a file $name$" $arguments
done <<END
a x.svg solve 8 -o x.json --format svg
JSON x.json solve 8 -o x.svg --format json
text x.txt puzzle magic 5 -o x.svg --format board
text x.txt solve 8 -o x.html
a x.ckpt count 8 -c x.json
END

# Files of a job in each other's place.
printf '[count]\nn = 9\n' >n9.toml
"$NQUEENS" count n9.toml --quiet >n9.txt
"$NQUEENS" certificate n9.ckpt -o n9.cert >n9.txt
for ending in pdf json; do
  refuse 2 "'n9.$ending' is no name for a report, which is HTML; name a file n9.html$" \
    report n9.ckpt -o n9.$ending
done
refuse 2 "'all.cert' is no name for a checkpoint; name a file all.ckpt$" \
  merge n9.ckpt n9.ckpt -o all.cert
refuse 2 "'n9.json' is no name for a certificate; name a file n9.cert$" \
  certificate n9.ckpt -o n9.json
refuse 2 'a checkpoint does not go to standard output; name a file$' merge n9.ckpt n9.ckpt -o -
expect_true 'nothing is written' [ ! -e n9.json ]
refuse 2 "'n9.result.json' is a result, not a job file; 'nqueens verify FOLDER' checks" \
  count n9.result.json
refuse 2 "'n9.toml' is a job file, not solutions of a board; name its checkpoint, n9.ckpt$" \
  check n9.toml
refuse 4 "check it with 'nqueens verify', or compare two with 'nqueens compare'$" \
  merge n9.cert n9.cert -o all.ckpt
for line in 'log_file = "x"' 'fresh = 1' 'master-only = 1'; do
  printf '[count]\nn = 9\n[run]\n%s\n' "$line" >option.toml
  name=${line%% =*}
  refuse 2 "unknown key '$name' in .run.; that is the option --${name/_/-}$" count option.toml
done

# A checkpoint of another name goes on, as a part, too; one that is not written may have any.
printf '[count]\nn = 12\n[checkpoint]\npath = "odd.txt"\n' >odd.toml
refuse 2 "'odd.txt' is no name for a checkpoint" count odd.toml
prints 'no checkpoint, whatever its name' 14200 "$NQUEENS" count odd.toml --no-checkpoint --quiet
"$NQUEENS" count 12 --part 1/2 -c odd.part-1-of-2.ckpt --quiet >/dev/null
mv odd.part-1-of-2.ckpt odd.part-1-of-2.txt
exits 'a part of another name' 0 "$NQUEENS" count odd.toml --part 1/2 --quiet
exits 'a seed is no path' 0 "$NQUEENS" verify odd.part-1-of-2.txt --sample 3 --seed '~ two/three'
finish
