# Completions of nqueens for fish, which the package installs. Others may source this file.
function __nqueens_offers
    set -l words (commandline -opc) "$(commandline -ct)"
    set -l offers ($words[1] completion -- $words[2..-1] 2>/dev/null)
    if test "$offers" = '*' # any file
        __fish_complete_path "$(commandline -ct)"
    else
        printf '%s\n' $offers
    end
end
complete -c nqueens -f -a '(__nqueens_offers)'
