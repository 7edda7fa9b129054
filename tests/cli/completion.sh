#!/usr/bin/env bash
# Completions, asked for in bash, zsh and fish: commands, options, values and files; some are typed.
# zsh completes on a terminal only, so its own functions print what they get.
# The variables in quotes are those of the other shells.
# shellcheck disable=SC2016
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"

# The build makes them beside the program, if it finds Python.
completions=$(dirname "$(realpath "$NQUEENS")")/completions
export completions
[ -e "$completions/nqueens.bash" ] || {
  echo 'not run: completions were not built'
  exit 77
}

idle_kernel=$("$NQUEENS" kernels | awk '$3 == "no" { print $1; exit }')
touch my.toml my.ckpt my.jsonl my.cert my.cert.gz my.png
mkdir folder
PATH=$(dirname "$NQUEENS"):$PATH # where the shells find it
export PATH

# Each prints what the shell offers for a command line, a line each.
offered_by_bash() {
  bash --norc -c '
    source "$completions/nqueens.bash"
    read -ra COMP_WORDS <<<"${1//=/ = }"
    [[ $1 != *" " ]] || COMP_WORDS+=("")
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    _nqueens nqueens "${COMP_WORDS[-1]}" 2>/dev/null
    printf "%s\n" "${COMPREPLY[@]}"' - "$1"
}
offered_by_zsh() {
  zsh -f -c '
    _describe() { print -rl -- "${(@)${(@P)2}%%:*}"; }
    _files() { print -rl -- ${~=2}; }
    compdef() { :; }
    source "$completions/_nqueens"
    words=("${(@s: :)1}")
    CURRENT=$#words
    _nqueens' - "$1"
}
offered_by_fish() {
  HOME=$work fish -c 'source "$completions/nqueens.fish"; complete -C "$argv[1]"' "$1" | cut -f1
}
is_offered() { [[ $'\n'$out$'\n' == *$'\n'"$1"$'\n'* ]]; }
is_left_out() { ! is_offered "$1"; }
# offers SHELL LINE WORD...
offers() {
  local word
  code=0 err='' out=$("offered_by_$1" "$2")
  for word in "${@:3}"; do
    expect_true "$1: '$2' offers $word" is_offered "$word"
  done
}
# leaves_out SHELL LINE WORD: after offers
leaves_out() {
  expect_true "$1: '$2' does not offer $3" is_left_out "$3"
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
  offers "$shell" 'nqueens count -k ' scalar plain
  leaves_out "$shell" 'nqueens count -k ' "$idle_kernel"
  offers "$shell" 'nqueens puzzle domi' dominate
  offers "$shell" 'nqueens puzzle pieces --piece ' nightrider
  offers "$shell" 'nqueens help ver' verify
  offers "$shell" 'nqueens count my' my.toml
  leaves_out "$shell" 'nqueens count my' my.png
  offers "$shell" 'nqueens status ' my.ckpt
  leaves_out "$shell" 'nqueens status ' my.toml
  offers "$shell" 'nqueens report ' my.ckpt my.jsonl
  offers "$shell" 'nqueens verify ' my.cert my.cert.gz
  offers "$shell" 'nqueens compare ' my.cert my.cert.gz
  leaves_out "$shell" 'nqueens verify ' my.png
  offers "$shell" 'nqueens solve -i ' my.png
  offers "$shell" 'nqueens solve -i my' my.toml
done

offers bash 'nqueens status ' folder
offers bash 'nqueens count --board=' torus square
offers bash 'nqueens count --board=t' torus
if command -v fish >/dev/null; then
  offers fish 'nqueens count --board=t' --board=torus
fi

# As it is typed, with Tab: an option's value, a kernel and a file are whole if that is what runs.
typed_in() {
  local start
  case $1 in
    bash) start=(bash --norc --noprofile -i) setup="PS1=; source \$completions/nqueens.bash" ;;
    zsh)
      start=(zsh -f -i)
      setup='autoload -U compinit; compinit -u -D; source $completions/_nqueens'
      ;;
    fish) start=(fish --no-config -i) setup='source $completions/nqueens.fish' ;;
  esac
  HOME=$work "$python" -IS - "$setup" "${start[@]}" <<'PYTHON'
import os, pty, select, sys
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(sys.argv[2], sys.argv[2:])
os.write(terminal, sys.argv[1].encode() + b"\n"
         b"nqueens count 5 --board=to\t --quiet --no-checkpoint\n"
         b"nqueens count 6 -k scal\t --quiet --no-checkpoint\n"
         b"nqueens status my.c\t; exit\n")
text = b""
while select.select([terminal], [], [], 120)[0]:
    try:
        read = os.read(terminal, 4096)
    except OSError:  # the end of a terminal
        break
    if not read:
        break
    text += read
os.waitpid(pid, 0)
print(text.decode(errors="replace"))
PYTHON
}
for shell in bash fish zsh; do
  command -v "$shell" >/dev/null || continue
  code=0 out=$(typed_in "$shell") err=''
  expect_says "$shell: --board=to and Tab" $'(^|[^0-9])10\r*$'
  expect_says "$shell: -k scal and Tab" $'(^|[^0-9])4\r*$'
  expect_says "$shell: a file and Tab" "'my.ckpt' is empty"
done

finish
