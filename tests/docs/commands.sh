#!/usr/bin/env bash
# The commands of the README and the tutorial print what the pages show.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"

# Commands in pages are for the top folder of the sources.
ln -s "$source_root"/{docs,jobs,tests} .
run env PATH="$work:$PATH" python3 -B "$source_root/tests/docs/commands.py" "$source_root"
tail -n 1 <<<"$out"
expect_code 'the commands of the pages' 0
finish
