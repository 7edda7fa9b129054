#!/usr/bin/env bash
# Completions, asked for in bash and fish: commands, options, values and files. Of zsh, which
# completes on a terminal only, the syntax.
# The variables in quotes are those of the other shells.
# shellcheck disable=SC2016
# shellcheck source-path=SCRIPTDIR source=../support/shell.sh
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"

for shell in bash zsh fish; do
  "$NQUEENS" completion "$shell" >"completion.$shell"
done
touch my.toml
run "$NQUEENS" completion tcsh
expect_code 'another shell' 2
expect_err 'another shell' "shell 'tcsh' is unknown; choose bash, zsh or fish"

# Each prints what the shell offers for a command line, a line each.
offered_by_bash() {
  bash --norc -c '
    source completion.bash
    read -ra COMP_WORDS <<<"$1"
    [[ $1 != *" " ]] || COMP_WORDS+=("")
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    _nqueens 2>/dev/null
    printf "%s\n" "${COMPREPLY[@]}"' - "$1"
}
offered_by_fish() {
  HOME=$work fish -c 'source completion.fish; complete -C "$argv[1]"' "$1" | cut -f1
}
# offers SHELL LINE WORD
offers() {
  code=0 err='' out=$("offered_by_$1" "$2")
  expect_true "$1: '$2' offers $3" grep -qxF -- "$3" <<<"$out"
}

for shell in bash fish zsh; do
  if ! command -v "$shell" >/dev/null; then
    echo "$shell is not installed here; its completion is not tried"
    continue
  fi
  run "$shell" -n "completion.$shell"
  expect_code "the syntax of $shell" 0
  [ "$shell" != zsh ] || continue # it completes on a terminal only
  offers "$shell" 'nqueens cou' count
  offers "$shell" 'nqueens count --thr' --threads
  offers "$shell" 'nqueens count --board ' torus
  offers "$shell" 'nqueens solve -f ' svg
  offers "$shell" 'nqueens puzzle domi' dominate
  offers "$shell" 'nqueens puzzle pieces --piece ' nightrider
  offers "$shell" 'nqueens help ver' verify
  offers "$shell" 'nqueens count my' my.toml
  offers "$shell" 'nqueens solve -i my' my.toml
done

finish
