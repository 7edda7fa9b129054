# shellcheck shell=bash
# Completions of nqueens for bash, which the package installs. Others may source this file.
_nqueens() {
  local IFS=$'\n' offers
  offers=$("$1" completion -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  if [ "$offers" = '*' ]; then # any file
    compopt -o filenames
    mapfile -t COMPREPLY < <(compgen -f -- "$2")
  else
    mapfile -t COMPREPLY < <(compgen -W "$(cut -f 1 <<<"$offers")" -- "$2")
  fi
}
complete -F _nqueens nqueens
