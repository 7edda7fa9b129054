#!/usr/bin/env bash
# The archive for a machine without internet, made in a Debian 12. There and in a Debian 13 a user
# who may install nothing builds it, counts, and makes the Debian package. That is installed in a
# system of the same release which has nothing else.
source "$(dirname "${BASH_SOURCE[0]}")/system.sh"

root=$work/bookworm
makes_packages=("${cluster_packages[@]}" dpkg-dev file)
make_system "$root" bookworm "${makes_packages[@]}"
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

# Nothing else is left to build it from.
rm -r "$root/home/somebody/nqueens" "$root/srv"/*

# from_archive FOLDER SUITE: the program and the package that a user makes of it in that system.
from_archive() {
  local folder=$1 suite=$2 bare=$work/bare-$2 deb
  stage "built from it on $suite"
  prints "built from it on $suite" 14772512 \
    as_user "$folder" "tar xzf $archive && cd ${archive%.tar.gz} && ./jobs/run jobs/n16.toml"
  echo "$err"
  exits "the package of $suite" 0 \
    as_user "$folder" "cd ${archive%.tar.gz}/build/release && cpack -G DEB"
  make_system "$bare" "$suite"
  deb=$(echo "$folder/home/somebody/${archive%.tar.gz}"/build/release/*.deb)
  cp "$deb" "$bare/root"
  exits "$suite installs it" 0 as_root "$bare" \
    apt-get install -y -qq --no-install-recommends "/root/${deb##*/}"
  prints "installed on $suite" 14772512 as_user "$bare" 'nqueens-launch -n 3 -- nqueens count 16'
  expect_err "installed on $suite" 'on 3 ranks'
  rm -r "$bare"
}
from_archive "$root" bookworm
other=$work/trixie
make_system "$other" trixie "${makes_packages[@]}"
cp "$root/home/somebody/$archive" "$other/home/somebody"
from_archive "$other" trixie

stage 'done'
finish
