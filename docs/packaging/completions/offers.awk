# awk PROGRAM WORD... <TABLE: what may stand in place of the last word, or begins like it; a line
# each, with its text behind a tab. completions.py describes the table.
BEGIN {
  FS = "\t"
  last = ARGV[ARGC - 1]
  command = ARGC > 2 ? ARGV[1] : ""
  option = ARGC > 3 ? ARGV[ARGC - 2] : ""
  if (last ~ /^--[^=]+=/) {
    option = substr(last, 1, index(last, "=") - 1)
    prefix = option "="
  }
  ARGC = 1
}
{ found[$1] = found[$1] ($2 == "" ? "" : prefix $2 ($3 == "" ? "" : "\t" $3) "\n") }
END {
  key = command
  if (command != "" && last ~ /^-/) key = command " -"
  if (prefix || (command " " option) in found) key = command " " option
  printf "%s", found[key]
}
