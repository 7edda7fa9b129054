# Completions of nqueens for fish, which the package installs. Elsewhere:
# nqueens completion fish | source
function __nqueens_offers
    set -l words (commandline -opc) "$(commandline -ct)"
    set -l offers ($words[1] completion fish -- $words[2..-1] 2>/dev/null)
    if string match -q '\**' -- $offers[1] # files like these
        for path in (__fish_complete_path "$words[-1]" | string replace -r '\t.*' '')
            for pattern in '*/' $offers
                string match -q -- $pattern $path; and echo $path; and break
            end
        end
    else
        printf '%s\n' $offers
    end
end
complete -c nqueens -f -a '(__nqueens_offers)'
