#!/usr/bin/env bash
# The pages of the project: their links, the length of their lines, and what their commands print.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"

# Commands in pages are for the top folder of the sources.
ln -s "$source_root"/{docs,jobs,tests} .
run env PATH="$work:$PATH" python3 -B "$source_root/tests/docs/pages.py" "$source_root"
tail -n 1 <<<"$out"
expect_code 'the pages' 0
finish
