# shellcheck shell=bash
# Completions of nqueens for bash: source this file. completions.py fills in what stands between @.
_nqueens_offers() {
  awk '@OFFERS@' "$@" <<'END'
@TABLE@
END
}
_nqueens() {
  local IFS=$'\n' word last='' words=() offers name
  for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
    if [[ $word = '=' || $last = --*= ]]; then # bash takes = for a word of its own
      last+=$word
      words[${#words[@]} - 1]=$last
    else
      last=$word
      words+=("$last")
    fi
  done
  [[ $word != '=' ]] || word=
  mapfile -t offers < <(_nqueens_offers "${words[@]}" | cut -f 1)
  if [[ ${offers[0]-} = '*'* ]]; then # files like these
    compopt -o filenames
    mapfile -t COMPREPLY < <(
      compgen -d -- "$word"
      for name in "${offers[@]}"; do compgen -f -X "!$name" -- "$word"; done
    )
  else
    [[ $last = --*=* ]] && offers=("${offers[@]#*=}")
    mapfile -t COMPREPLY < <(compgen -W "${offers[*]}" -- "$word")
  fi
}
complete -F _nqueens nqueens
