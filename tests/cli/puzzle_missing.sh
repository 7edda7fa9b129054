#!/usr/bin/env bash
# A build without Gecode says what it lacks.
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"
source "$source_root/tests/support/solutions.sh"

for puzzle in 'pieces 8' 'dominate 8 --count' 'pawns 8 --queens 9' 'knights 8'; do
  # shellcheck disable=SC2086
  refuse 2 'this build has no Gecode.*install libgecode-dev, then configure' puzzle $puzzle
done
refuse 2 'n is 0' puzzle pieces 0 # other mistakes come first

finish
