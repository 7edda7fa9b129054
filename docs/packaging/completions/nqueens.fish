# Completions of nqueens for fish: source this file. completions.py fills in what stands between @.
set -g __nqueens_program '@OFFERS@'
set -g __nqueens_table '@TABLE@'
function __nqueens_offers
    set -l words (commandline -opc) "$(commandline -ct)"
    set -l offers (printf '%s\n' $__nqueens_table | awk $__nqueens_program $words[2..-1])
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
