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
expect_true 'the archive: something else is left' \
  [ "$(ls "$root/home/somebody")" = "$(printf '%s\n' nqueens "$archive" | sort)" ]
ls -sh "$root/home/somebody"

stage 'built from it'
# Nothing else is left to build it from.
rm -r "$root/home/somebody/nqueens" "$root/srv"/*
prints 'built from it' 14772512 \
  as_user "$root" "tar xzf $archive && cd ${archive%.tar.gz} && ./jobs/run jobs/n16.toml"
echo "$err"

stage 'done'
finish
