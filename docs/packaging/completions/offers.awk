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
  if (!index(found[key], "!kernels")) {
    printf "%s", found[key]
    exit
  }
  while (("nqueens kernels 2>/dev/null" | getline line) > 0) {
    split(line, field, / +/)
    if (field[3] == "yes") print prefix field[1]
  }
}
