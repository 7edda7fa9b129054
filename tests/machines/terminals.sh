#!/usr/bin/env bash
# A terminal that takes no escapes gets log lines: no bar, no colours, nothing redrawn.
# shellcheck source-path=SCRIPTDIR source=../support/shell.sh
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"

run "$NQUEENS" count 12 -c n12.ckpt --quiet

# A project of 40 targets, built as jobs/run does.
mkdir project
cat >project/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.25)
project(forty NONE)
add_custom_target(nqueens)
foreach(k RANGE 1 39)
  add_custom_target(target${k} COMMAND true)
  add_dependencies(nqueens target${k})
endforeach()
END
cat >project/CMakePresets.json <<'END'
{
  "version": 6,
  "configurePresets": [
    {"name": "release", "generator": "Ninja", "binaryDir": "build/release"}
  ],
  "buildPresets": [{"name": "release", "configurePreset": "release"}]
}
END
cat >build_forty <<END
#!/usr/bin/env bash
source '$source_root/jobs/setup.sh'
nqueens_root=$work/project
build release nqueens
END
chmod +x build_forty

# What each command writes apart from the ends of its lines, which are CR LF on a terminal.
has_escapes() {
  local text=$out$'\n'
  [[ ${text//$'\r\n'/} == *[$'\r\x1b']* ]]
}
has_none() { ! has_escapes; }

commands=("'$NQUEENS' count 25 --no-checkpoint --threads 1 --max-time 2"
  "'$NQUEENS' status --watch n12.ckpt" "'$NQUEENS' selftest --kernel scalar --seconds 1"
  "'$NQUEENS' --help" "'$NQUEENS' count" ./build_forty)
says=('info counting on 1 thread' 14200 scalar exactly 'is missing' 'built 30 of 39 files')
for i in "${!commands[@]}"; do
  for terminal in TERM=dumb TERM= '-u TERM'; do
    rm -rf project/build
    run on_a_terminal "env -u NO_COLOR $terminal ${commands[i]}"
    expect_true "$terminal, ${commands[i]}: no escapes" has_none
    expect_true "$terminal, ${commands[i]}: the text" grep -q "${says[i]}" <<<"$out"
  done
  rm -rf project/build
  run on_a_terminal "env -u NO_COLOR TERM=xterm ${commands[i]}"
  expect_true "TERM=xterm, ${commands[i]}: escapes" has_escapes
done

finish
