#!/usr/bin/env bash
# Wrong input: one clear line on stderr, the documented exit code, nothing on stdout.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"
source "$source_root/tests/support/findings.sh"

for n in 0 33 99999999999999999999; do
  refuse 2 "n is $n; it must be a whole number from 1 to 32" count "$n"
done
for n in abc 1e3 8.0 ' 8' -5; do
  refuse 2 'neither a number of rows from 1 to 32 nor a job file' count "$n"
done
refuse 2 'N.JOB.toml is missing: number of rows' count
refuse 2 'no command is given; see nqueens --help'
refuse 2 "unknown command 'cuont'; did you mean count\?" cuont 8
refuse 2 "unknown command '8'; did you mean nqueens count 8\?" 8
refuse 2 "unknown command 'xyz'; see nqueens --help" xyz --json
refuse 2 "unknown command 'chekc'; did you mean check\?" help chekc
refuse 2 'unknown option --no-such-flag; see nqueens count --help' count 8 --no-such-flag
refuse 2 'unknown option --thread; did you mean --threads\?' count --thread 2
refuse 2 'unknown option --thread; did you mean --threads\?' count 8 --thread=2
refuse 2 'unknown option --versoin; did you mean --version\?' --versoin
refuse 2 'unknown option --n; the number of rows needs no name: nqueens count N$' count --n 8
refuse 2 'unknown option --resume; did you mean nqueens resume\?$' count 8 --resume
refuse 2 'unknown option --slice-prefixes; see nqueens count --help$' count 8 --slice-prefixes 2
refuse 2 'unknown option --batch-seconds; write batch_seconds into a job file, under .run.$' \
  count 8 --batch-seconds 2
refuse 2 'unknown option --fresh; it is an option of count$' resume n8.ckpt --fresh
refuse 2 'unknown option --save; see nqueens count --help$' count 8 --save
refuse 2 "unknown command 'n9.ckpt'; did you mean nqueens resume n9.ckpt\?$" n9.ckpt
refuse 2 '^nqueens: --json takes no value; see nqueens count --help$' count 8 --json=pretty
refuse 2 "max-time is '0'; it must be a time above 0: seconds, .10m., .hh:mm:ss. or .UNLIMITED.$" \
  count 8 --max-time 0
refuse 2 'one of: auto, .*plain; devices are chosen with --devices$' count 8 -k opencl
refuse 2 "unknown command 'version'; did you mean nqueens --version\?$" version
refuse 2 "unexpected '8'; did you mean --n 8\?$" bench 8
refuse 2 'unknown option --a\\nb; see' count 8 $'--a\nb'
refuse 2 'option --threads is before the command; write nqueens count ... --threads' \
  --threads 2 count 8
refuse 2 "unexpected '9' after 8: count takes one N.JOB.toml; see nqueens count --help" count 8 9
refuse 2 '^nqueens: --threads needs a value: T' count 8 --threads
refuse 2 'N does not go with --input; see nqueens solve --help$' solve 8 --input list.txt
refuse 2 '^nqueens: --keep-going needs --input; see nqueens solve --help$' solve 8 --keep-going
refuse 2 "one checkpoint of two or more, but only 'one.ckpt' is named" merge one.ckpt -o all.ckpt
refuse 2 "board 'squre' is unknown; did you mean square\?" count 8 --board squre
refuse 2 "board 'x' is unknown; choose square or torus" count 8 --board x
refuse 2 "threads is 'two'; it must be a whole number from 1 to 4096" count 8 -t two
refuse 2 "seconds is '1y'; it must be a time from 1 to 31536000 s" selftest --seconds 1y
refuse 2 "max-time is '1:75'; it must be a time above 0" count 8 --max-time 1:75
refuse 2 'checkpoint is empty' count 8 --checkpoint ''
refuse 2 'quiet' count 8 --quiet --verbose
refuse 2 'symmetry' count 8 --symmetry half
refuse 2 'depth' count 8 --depth 9
refuse 2 'depth' count 8 --depth -1
refuse 2 'threads' count 8 --threads 0
refuse 2 "'vax' is unknown; choose one of: auto, .*scalar, plain" count 8 --kernel vax
NQUEENS_KERNEL=vax refuse 2 "NQUEENS_KERNEL 'vax' is unknown" count 8 --quiet
refuse 2 "max-time is '5x'; it must be a time" count 8 --max-time 5x
refuse 2 "max-time is '1.n2'; it must be a time" count 8 --max-time $'1\n2'
refuse 2 "part is '3/2'; it must be a part K/M, such as 2/5, with K from 1 to M$" count 8 --part 3/2
refuse 2 "is 'nan'; it must be a number from 0 to 1" count 8 --check-fraction nan
for fraction in nan 0 -1; do
  refuse 2 "fraction is '$fraction'; it must be a number above 0, up to 1$" \
    verify none.ckpt "--fraction=$fraction"
done
refuse 2 'seed' selftest --seconds 1 --seed -1
refuse 2 'progress' count 8 --progress loud
refuse 2 'write the log' count 8 --log-file /proc/log
exits 'a depth that takes seconds to refuse' 2 "$NQUEENS" count 32 --depth 12
expect_err 'a depth that takes seconds to refuse' \
  '^nqueens: depth 12 .* more than 1000000000 prefixes; choose a smaller depth$'

# The help explains what --quantity and --fixed-by take.
run "$NQUEENS" count --help
expect_says 'help: placements' \
  ' What to count: solutions, or placements: the queens that the plain$'
expect_says 'help: turns' ' Count only solutions that this turn leaves unchanged:$'
expect_says 'help: turns' ' nothing, or half-turn, or quarter-turn \[nothing\]$'

# Plans.
for n in 0 4 33; do
  refuse 2 "n is $n; it must be a whole number from 5 to 32" plan "$n"
done
refuse 2 'neither a number of rows from 1 to 32 nor a job file' plan 20.5

# What lies beside a checkpoint is called by its name, and the checkpoint, too.
printf '[count]\nn = 9\n[checkpoint]\npath = "other.ckpt"\n' >job.toml
printf '[count]\nn = 9\n' >n9.toml
"$NQUEENS" count n9.toml --quiet >n9.txt
"$NQUEENS" report n9.ckpt 2>/dev/null
for command in status report resume certificate; do
  refuse 2 "'job.toml' is a job file; start it with 'nqueens count job.toml'$" $command job.toml
  refuse 2 "'n9.toml' is a job file; name its checkpoint, n9.ckpt$" $command n9.toml
  refuse 2 "'n9.result.json' is a result; name its checkpoint, n9.ckpt$" $command n9.result.json
  refuse 2 "'n9.report.html' is a report; name its checkpoint, n9.ckpt$" $command n9.report.html
  [ $command = report ] ||
    refuse 2 "'n9.run.jsonl' is the log of its runs; name its checkpoint, n9.ckpt$" \
      $command n9.run.jsonl
  refuse 2 "there is no checkpoint '9'; did you mean n9.ckpt\?$" $command 9
  refuse 2 "there is no checkpoint 'n9'; did you mean n9.ckpt\?$" $command n9
done
refuse 2 "'n9.result.json' is a result; name its checkpoint, n9.ckpt$" \
  merge n9.ckpt n9.result.json -o all.ckpt
cp n9.ckpt strange.result.json
"$NQUEENS" certificate n9.ckpt -o n9.cert >n9.txt
gzip n9.cert
refuse 2 "'n9.cert.gz' is a packed certificate; check it with 'nqueens verify'$" \
  status n9.cert.gz
for word in 9 n9; do
  refuse 2 "there is no checkpoint '$word'; did you mean n9.ckpt\?$" verify $word
done
finds 4 said n9.report.html 'not looked at' verify . # strange.result.json is none
refuse 2 "'n9.ckpt' is a checkpoint, not solutions of a board; .* 'nqueens verify' checks it$" \
  check n9.ckpt
refuse 2 "is the log of its runs, not solutions of a board; 'nqueens verify FOLDER' checks" \
  check n9.run.jsonl
exits 'a checkpoint of any name' 0 "$NQUEENS" status strange.result.json
"$NQUEENS" count 9 --checkpoint my.dat --quiet >n9.txt
refuse 2 "'my.dat.run.jsonl' is the log of its runs; name its checkpoint, my.dat$" \
  status my.dat.run.jsonl
refuse 4 "'no.toml' does not exist; 'nqueens status FOLDER' lists those of a folder$" status no.toml
echo 'no checkpoint' >text.ckpt
refuse 4 "'text.ckpt' is not a checkpoint of nqueens; restore a good one, or name another \
checkpoint$" status text.ckpt
refuse 2 "there is no folder 'jobs' here$" count jobs/n8.toml
refuse 2 'unknown option -threads; did you mean --threads\?$' count 8 -threads 2
refuse 2 'unknown option -sample; did you mean --sample\?$' verify n9.ckpt -sample=3
prints 'a value behind its letter' 92 "$NQUEENS" count 8 -t2 --quiet
for picture in png jpg pdf; do
  refuse 2 "'board.$picture' is no name for a picture, which is SVG; name a file board.svg$" \
    solve 8 -o board.$picture
done
printf '[count]\nn = 9\n[run]\nthreads = 2\n' >threads.toml
refuse 2 "threads.toml:4: unknown key 'threads' in .run.; that is the option --threads$" \
  count threads.toml
refuse 2 "is a job file; start it with 'nqueens count threads.toml'$" status threads.toml
refuse 2 'N.JOB.toml is missing' plan
for time in 5x 0 -1 nan inf 119; do
  refuse 2 'max-time is .*; it must be a time of 120 s or more' plan 20 "--max-time=$time"
done
for rate in 0 -3e8 nan inf fast; do
  refuse 2 "rate is '$rate'; it must be what a core counts in a second, such as 3e8$" \
    plan 20 "--rate=$rate"
done
for option in seconds nodes cores-per-node threads; do
  refuse 2 "$option" plan 20 "--$option" 0
  refuse 2 "$option" plan 20 "--$option" many
done
refuse 2 'seed' plan 20 --seed -1
refuse 2 "'vax' is unknown" plan 20 --kernel vax
refuse 2 'is not counted' plan 20 --board torus --quantity placements

# Job files.
mkdir folder.toml
refuse 4 "no checkpoint .NAME.ckpt. is in 'folder.toml'; name another folder$" status folder.toml
refuse 4 "'folder.toml' holds no checkpoint, certificate, log or result of a job" \
  verify folder.toml
refuse 4 "'no.cert' does not exist" compare n9.cert.gz no.cert
refuse 2 'No such file or directory; name another file$' count 8 -c /proc/x.ckpt
printf '[count]\nn = 8\ntaks = 5\n' >unknown.toml
printf '[count]\nn = 8\n[run]\nkernel = "vax"\n' >kernel.toml
refuse 2 "unknown.toml:3: unknown key 'taks' in .count.; did you mean tasks\?" count unknown.toml
printf '[count]\nn = 8\n[run]\ndepth = 3\n' >section.toml
refuse 2 "section.toml:4: unknown key 'depth' in .run.; write depth under .count.\$" \
  count section.toml
refuse 2 'folder' count folder.toml
for command in count plan; do
  refuse 2 "cannot read job file 'nothing.toml': No such file or directory; name another file$" \
    $command nothing.toml
done
cp unknown.toml large.toml
truncate -s 10G large.toml # takes no room on the disk
refuse 2 "job file 'large.toml' is larger than 16 KiB; name a job file" count large.toml
refuse 2 "job file '/dev/zero' is larger than 16 KiB" count /dev/zero
run "$NQUEENS" count /dev/stdin --no-checkpoint < <(printf '[count]\nn = 8\n')
expect_out 'a job file from a pipe' 92
refuse 2 "'vax' is unknown" count kernel.toml --no-checkpoint
if [ "$(id -u)" -ne 0 ]; then
  printf '[count]\nn = 8\n' >unreadable.toml
  chmod 000 unreadable.toml
  refuse 2 'unreadable.toml' count unreadable.toml
fi

# Started by srun without MPI: many processes that would each count everything.
SLURM_NTASKS=4 SLURM_PROCID=2 refuse 2 'Slurm reserved 4 tasks' count 8
run env SLURM_NTASKS=4 "$NQUEENS" count 8 --threads 1 --quiet
expect_out 'threads on purpose inside an allocation' 92

# Checkpoints.
"$NQUEENS" count 9 --checkpoint own.ckpt --quiet >/dev/null
"$NQUEENS" certificate own.ckpt -o own.cert >/dev/null
refuse 4 "'none.ckpt' does not exist; start .* 'nqueens count', a small .* --checkpoint FILE$" \
  resume none.ckpt --quiet
for arguments in 'status none.ckpt' 'report none.ckpt' 'certificate none.ckpt' \
  'merge own.ckpt none.ckpt -o all.ckpt'; do
  # shellcheck disable=SC2086 # words
  refuse 4 "'none.ckpt' does not exist; 'nqueens status FOLDER' lists those of a" $arguments
done
refuse 4 "'none.run.jsonl': No such file or directory; name another file$" report none.run.jsonl
for file in none.ckpt none.cert none.result.json; do
  refuse 4 "'$file' does not exist; name a checkpoint, a certificate, a log, a result or a folder" \
    verify own.ckpt $file
done
refuse 4 "'none.cert' does not exist" compare own.cert none.cert
refuse 4 "'none.cert' cannot be read: No such file or directory; name another file$" \
  certificate none.cert --open 0
refuse 2 "'none.txt': No such file or directory; name a text file$" check none.txt
echo 'my notes' >notes.txt
refuse 4 "'notes.txt' is not a checkpoint of nqueens; restore a good one, or name another" \
  merge own.ckpt notes.txt -o all.ckpt
refuse 2 'no/folder' count 8 --checkpoint no/folder/n8.ckpt --quiet

# What is advised fits the command.
cp own.ckpt kept.second.ckpt
refuse 4 "restore it, name another checkpoint, or start over with 'nqueens count --fresh'$" \
  resume kept.ckpt
finds 4 unusable own.ckpt "'nqueens verify CHECKPOINT' checks it as it is$" \
  compare own.ckpt own.cert
"$NQUEENS" count 10 --checkpoint ten.ckpt --quiet >/dev/null
mv ten.ckpt kept.ckpt
none="it counts n=9; 'nqueens count --double-check=none' moves it aside\$"
refuse 4 "$none" certificate kept.ckpt
for command in status report; do # which show the first count
  exits "$command, no second count" 4 "$NQUEENS" $command kept.ckpt
  expect_err "$command, no second count" "$none"
done

# A missing folder is never made.
"$NQUEENS" count 8 --checkpoint n8.ckpt --quiet >/dev/null
cp n8.ckpt other.ckpt
missing="'no/folder'"
refuse 2 "create the folder $missing" count 8 --log-file no/folder/log.txt
refuse 2 "cannot write 'no/folder/n8.ckpt': .*; create the folder $missing" \
  count 8 --checkpoint no/folder/n8.ckpt
printf '[count]\nn = 8\n[checkpoint]\npath = "no/folder/n8.ckpt"\n' >nowhere.toml
refuse 2 "create the folder $missing" count nowhere.toml
refuse 2 "create the folder $missing" report n8.ckpt -o no/folder/n8.html
refuse 2 "'n8.ckpt/x.ckpt': Not a directory; name another file$" count 8 -c n8.ckpt/x.ckpt
refuse 2 "create the folder $missing" merge n8.ckpt other.ckpt -o no/folder/all.ckpt
refuse 2 "create the folder $missing" certificate n8.ckpt -o no/folder/n8.cert
refuse 2 "create the folder $missing" solve 8 -o no/folder/8.txt
expect_true 'no folder is made' [ ! -e no ]

# The log file has what --quiet keeps from stderr.
run "$NQUEENS" count 8 --quiet --log-file log.txt
expect_true '--quiet is quiet' [ -z "$err" ]
expect_in log.txt 'the log file has it all' 'info counted 92 solutions'

# Somebody else's file is neither read as a checkpoint nor lost to one.
echo 'my notes' >notes.txt
refuse 4 'is not a checkpoint' count 8 --checkpoint notes.txt --quiet
run "$NQUEENS" count 8 --checkpoint notes.txt --fresh
expect_err '--fresh' 'the old checkpoint is now notes\.20.*\.txt'
expect_true '--fresh: the file is as it was' [ "$(cat notes.20*.txt)" = 'my notes' ]
rm notes.20*.txt
refuse 4 "cannot replace '.': Is a directory" count 8 --checkpoint . --fresh --quiet
mkdir folder
for command in 'report folder' 'certificate folder' 'resume folder' 'count 8 --checkpoint folder' \
  'merge folder folder -o new.ckpt'; do
  # shellcheck disable=SC2086 # words
  refuse 2 "'folder' is a folder; name a checkpoint \(NAME.ckpt\) in it" $command
done

# Help and version, by the names that people try.
"$NQUEENS" --help >help.txt
"$NQUEENS" count --help >count.txt
for command in help -h; do
  prints "nqueens $command" "$(<help.txt)" "$NQUEENS" "$command"
done
for arguments in 'help count' 'count -h'; do
  # shellcheck disable=SC2086 # two words
  prints "nqueens $arguments" "$(<count.txt)" "$NQUEENS" $arguments
done
prints 'nqueens -V' "$("$NQUEENS" --version)" "$NQUEENS" -V
prints 'short options' 92 "$NQUEENS" count 8 -qt 1

# Colours are for terminals, and for who wants them.
coloured() { matches "$out" $'\x1b\\[[0-9;]*m'; }
is_plain() { ! coloured; }
run on_a_terminal env -u NO_COLOR TERM=xterm "$NQUEENS" help
expect_true 'bold headings on a terminal' coloured
run on_a_terminal env NO_COLOR=1 TERM=xterm "$NQUEENS" help
expect_true 'no colours with NO_COLOR' is_plain
run on_a_terminal env -u NO_COLOR TERM=dumb "$NQUEENS" help
expect_true 'no colours on a dumb terminal' is_plain
run on_a_terminal env -u NO_COLOR TERM=xterm "$NQUEENS" count 8 --threads 1
expect_true 'a coloured log on a terminal' coloured
run on_a_terminal env NO_COLOR=1 TERM=xterm "$NQUEENS" count 8 --threads 1
expect_true 'a log without colours' is_plain
expect_says 'the log is there' 'counted 92 solutions'

# An answer that cannot be written is a failure.
for arguments in --help --version help 'count --help' 'count 8 --quiet'; do
  # shellcheck disable=SC2086 # several words
  exits "$arguments to a full disk" 1 to_full_disk "$NQUEENS" $arguments
  expect_err "$arguments to a full disk" 'cannot write the answer'
done

# What jobs/run refuses before it builds.
run env NQUEENS_RANKS=0 "$source_root/jobs/run" n9.toml
expect_refusal 'jobs/run with no ranks' 2 "NQUEENS_RANKS is '0'; it must be a whole number of at"

# What jobs/run says while it builds 40 targets.
source "$source_root/tests/support/forty.sh"
last_command=true exits 'a build' 0 ./build_forty
expect_err 'a build' '^building the release preset; this takes 2 to 3 minutes on two cores$'
expect_times 'a build says how far it is' 4 '^built [0-9]+ %$' "$err"
expect_err 'a build ends' '^built 100 %$'
cp -r project copied
echo "file(TOUCH \${CMAKE_BINARY_DIR}/of_the_copy)" >>copied/CMakeLists.txt
tree=$work/copied last_command=true exits 'a copied build' 0 ./build_forty
expect_true 'a copied build: it is of the copy' [ -e copied/build/release/of_the_copy ]

# A second build of a folder waits for the first, no other does; also if the first is killed, but
# not for what it has started, which reads from a fifo here.
cat >stay <<END
#!/bin/sh
[ -e '$work/begun' ] || { touch '$work/begun'; read -r _ <'$work/go'; }
END
chmod +x stay
mkfifo go
rm -r project/build
last_command=$work/stay start ./build_forty
first=$pid
expect_true 'a build: it begins' await [ -e begun ]
last_command=$work/stay start ./build_forty
expect_true 'a second build waits' await says 'another run is at work in .*/build; waiting until it'
tree=$work/copied last_command=true exits 'a build elsewhere' 0 ./build_forty
kill -9 -- "-$first"
wait "$first" 2>/dev/null
expect_true 'a second build: it goes on' wait_for 120 has_ended "$pid"
echo >go
ended "$pid" 'a second build' 0

# A wait for what a process does ends with the process, and tells how that ended.
start sh -c 'echo over >&2; exit 3'
expect_true 'a wait for ever' eval '! await says never'
expect_true 'a wait for ever: how it ended' [ "$code: $err" = "3 before 'says never': over" ]

rm -r project/build
last_command=false exits 'a build that fails' 1 ./build_forty
expect_err 'a build that fails' 'the build failed; its output is above'
# Packages: a newer CMake from elsewhere serves, an older one does not.
mkdir elsewhere
printf '#!/bin/sh\nexit 1\n' >elsewhere/dpkg-query
for version in 3.25.1 3.22.1; do
  printf '#!/bin/sh\necho cmake version %s\n' $version >elsewhere/cmake
  chmod +x elsewhere/*
  missing=$(PATH=$work/elsewhere:$PATH bash -c \
    'source "$1" && missing_of g++ cmake | xargs' - "$source_root/jobs/setup.sh")
  expect_true "packages beside CMake $version: $missing" \
    [ "$missing" = "g++$([ $version = 3.25.1 ] || echo ' cmake')" ]
done
# A build that fails in tests/run, which says how long that took.
mkdir project/jobs project/tests
cp "$source_root"/tests/{run,groups,summary.py} project/tests
{ cat "$source_root/jobs/setup.sh" && echo 'install_packages() { :; }'; } >project/jobs/setup.sh
echo 'add_custom_target(fails ALL COMMAND false)' >>project/CMakeLists.txt
last_command=true exits 'tests/run of a build that fails' 1 project/tests/run --only unit
expect_says 'tests/run of a build that fails' '^time: .*; the build failed after [0-9]+:[0-9]+ min$'
expect_says 'tests/run of a build that fails: it says which' '^FAILED: the build of release$'
finish
