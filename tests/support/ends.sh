# shellcheck shell=bash disable=SC2154
# How the commands of nqueens end: what holds in every test of a shell, looked at when it ends.

# note COMMAND...: keeps of a run what finish looks at: the answer of a command of nqueens, if that
# is JSON.
answers=()
note() {
  local words word before='' line IFS=$' \t\n'
  read -ra words <<<"$*"
  for word in "${words[@]}"; do
    if [[ $before == "$NQUEENS" || $before == "$held" ]]; then
      [[ $word =~ ^[a-z]+$ ]] || return 0
      [[ $out == [\{\[]* && ${#out} -lt $longest_by_shell ]] || return 0
      while IFS= read -r line; do
        answers+=("$word"$'\t'"$line")
      done <<<"$out"
      return 0
    fi
    before=$word
  done
}

# help_of COMMAND: leaves its help in $value; nothing if there is no such command.
declare -A helps
help_of() {
  [ -v "helps[of $1]" ] || helps[of $1]=$("$NQUEENS" "$1" --help 2>/dev/null)
  value=${helps[of $1]}
}

# expect_own_options COMMAND: that the last run names no option but those of this command, or of the
# one that it names before.
expect_own_options() {
  local command=$1 text=$err word value
  ! matches "$err" 'unknown (option|command)|before the command' || return 0
  [[ ! $text =~ \'srun\ [^\']*\' ]] || text=${text/"${BASH_REMATCH[0]}"/}
  while [[ $text =~ (\'nqueens\ |--)[a-z]+(-[a-z]+)* ]]; do
    word=${BASH_REMATCH[0]} text=${text#*"${BASH_REMATCH[0]}"}
    if [[ $word == "'nqueens"* ]]; then
      command=${word#* }
    else
      help_of "$command"
      expect_true "$1: $command has $word" matches "$value" "^ +(-[a-zA-Z],)?$word([ ,:]|\$)"
    fi
  done
}

# Fails for JSON that is not as docs/schema says.
look_at_ends() {
  [ ${#answers[@]} -eq 0 ] || printf '%s\n' "${answers[@]}" |
    "$python" -B "$source_root/tests/docs/schema.py" || fail 'JSON is not as docs/schema says'
}
