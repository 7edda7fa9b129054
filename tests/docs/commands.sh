#!/usr/bin/env bash
# commands.sh PAGE...: their commands print what the pages show.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"

CMAKE_BUILD_PARALLEL_LEVEL=$(nproc)
export CMAKE_BUILD_PARALLEL_LEVEL
run python3 -B "$source_root/tests/docs/commands.py" "$source_root" "$NQUEENS" "$@"
[ "$code" -ne 0 ] || echo "$out"
expect_code 'the commands of the pages' 0
finish
