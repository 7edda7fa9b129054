#!/usr/bin/env bash
# Completions, asked for in bash, zsh and fish: commands, options, values and files. zsh completes
# on a terminal only, so here its own functions print what they get.
# The variables in quotes are those of the other shells.
# shellcheck disable=SC2016
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"

touch my.toml
scripts=$source_root/docs/packaging/completions
PATH=$(dirname "$NQUEENS"):$PATH # where the shells find it
export scripts PATH

# Each prints what the shell offers for a command line, a line each.
offered_by_bash() {
  bash --norc -c '
    source "$scripts/nqueens.bash"
    read -ra COMP_WORDS <<<"$1"
    [[ $1 != *" " ]] || COMP_WORDS+=("")
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    _nqueens nqueens "${COMP_WORDS[-1]}" 2>/dev/null
    printf "%s\n" "${COMPREPLY[@]}"' - "$1"
}
offered_by_zsh() {
  zsh -f -c '
    _describe() { print -rl -- "${(@)${(@P)2}%%:*}"; }
    _files() { print -rl -- *; }
    words=("${(@s: :)1}")
    CURRENT=$#words
    source "$scripts/_nqueens"' - "$1"
}
offered_by_fish() {
  HOME=$work fish -c 'source "$scripts/nqueens.fish"; complete -C "$argv[1]"' "$1" | cut -f1
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
  offers "$shell" 'nqueens cou' count
  offers "$shell" 'nqueens count --thr' --threads
  offers "$shell" 'nqueens count --board ' torus
  offers "$shell" 'nqueens solve -f ' svg
  offers "$shell" 'nqueens puzzle domi' dominate
  offers "$shell" 'nqueens puzzle pieces --piece ' nightrider
  offers "$shell" 'nqueens help ver' verify
  offers "$shell" 'nqueens count -k sca' scalar
  offers "$shell" 'nqueens count my' my.toml
  offers "$shell" 'nqueens solve -i my' my.toml
done

finish
