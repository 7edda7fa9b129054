#!/usr/bin/env bash
# The archive for a machine without internet: made in a Debian 12, built and counted in another one,
# by a user who may install nothing.
source "$(dirname "${BASH_SOURCE[0]}")/system.sh"

root=$work/bookworm
make_system "$root" bookworm "${cluster_packages[@]}"
give_tree "$root" somebody
give_sources "$root"

stage 'the archive'
run as_user "$root" 'git clone --quiet /srv/nqueens nqueens &&
  cmake -DNQUEENS_DOWNLOADS=/srv/downloads -P nqueens/docs/packaging/archive.cmake'
expect_code 'the archive' 0
archive=$(cd "$root/home/somebody" && echo nqueens-*-with-dependencies.tar.gz)
expect_true "the archive: no $archive" [ -f "$root/home/somebody/$archive" ]
version=${archive#nqueens-} version=${version%-with-dependencies.tar.gz}
expect_true 'the archive: something else is left' [ "$(ls "$root/home/somebody")" = "$(printf \
  '%s\n' nqueens "nqueens-$version.eb" "$archive" "$archive.sha256" package.py | sort)" ]
ls -sh "$root/home/somebody"
exits 'its SHA-256' 0 as_user "$root" "sha256sum -c $archive.sha256"
sha256=$(cut -d ' ' -f 1 "$root/home/somebody/$archive.sha256")
for recipe in "nqueens-$version.eb" package.py; do
  text=$(<"$root/home/somebody/$recipe")
  exits "$recipe is Python" 0 "$python" -IS -c 'import ast, sys; ast.parse(sys.argv[1])' "$text"
  expect_times "$recipe names the archive" 1 "sha256=\"${sha256}|'${sha256}'" "$text"
  expect_times "$recipe is filled in" 0 '@[a-z0-9]+@' "$text"
done

stage 'built from it'
# Nothing else is left to build it from.
rm -r "$root/home/somebody/nqueens" "$root/srv"/*
prints 'built from it' 14772512 \
  as_user "$root" "tar xzf $archive && cd ${archive%.tar.gz} && ./jobs/run jobs/n16.toml"
echo "$err"

stage 'done'
finish
