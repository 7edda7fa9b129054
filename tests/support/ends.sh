# shellcheck shell=bash disable=SC2154
# How the commands of nqueens end: what holds in every test of a shell, looked at when it ends.

# note COMMAND...: keeps of a run what finish looks at: the exit code of a command of nqueens, and
# its answer if that is JSON.
declare -A ends
answers=()
note() {
  local words word before='' line IFS=$' \t\n'
  read -ra words <<<"$*"
  for word in "${words[@]}"; do
    if [[ $before == "$NQUEENS" || $before == "$held" ]]; then
      [[ $word =~ ^[a-z]+$ ]] || return 0
      # Of a process that one SIGINT has killed a shell says 130, too.
      [[ $code -eq 130 && $err != *'second SIGINT'* ]] || ends[$word $code]=$*
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

# Fails for an exit code that the help of its command does not name, and for JSON that is not as
# docs/schema says.
look_at_ends() {
  local end command end_code value
  for end in "${!ends[@]}"; do
    read -r command end_code <<<"$end"
    [[ $end_code =~ ^(0|1|2|3|4|69|75|130)$ ]] || continue
    help_of "$command"
    [ -z "$value" ] || matches "$value" "^ +$end_code  " ||
      fail "the help of $command does not name exit code $end_code: ${ends[$end]}"
  done
  [ ${#answers[@]} -eq 0 ] || printf '%s\n' "${answers[@]}" |
    "$python" -B "$source_root/tests/docs/schema.py" || fail 'JSON is not as docs/schema says'
}
