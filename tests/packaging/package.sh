#!/usr/bin/env bash
# What is installed, and the Debian package: contents, dependencies, lintian, install, run, removal.
binary=$(realpath "${NQUEENS-.}")
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"

build_folder=$(dirname "$(dirname "$binary")")
version=$(sed -nE 's/^project\(nqueens VERSION ([0-9.]+).*/\1/p' "$source_root/CMakeLists.txt")

# Each page below a folder by each of its names, which symbolic links give it.
cat >dead_links.py <<'PYTHON'
import os, re, sys
dead, links = [], 0
for folder, _, names in os.walk(sys.argv[1], followlinks=True):
    for page in [os.path.join(folder, name) for name in names if name.endswith(".md")]:
        text = re.sub(r"^```.*?^```", "", open(page, encoding="utf-8").read(), flags=re.S | re.M)
        for link in re.findall(r"\]\(([^)#\s]+)", text):
            links += "://" not in link
            target = os.path.normpath(os.path.join(folder, link))
            dead += [] if "://" in link or os.path.exists(target) else [f"{page}: {link}"]
assert links > 100 and not dead, dead
PYTHON

# Every file that has to be in a tree, whatever its root.
expect_tree() {
  local what=$1 prefix=$2 file name
  expect_true "$what: the program" [ -x "$prefix/bin/nqueens" ]
  for file in "$source_root"/docs/*.{md,svg,png}; do
    expect_true "$what: ${file##*/}" cmp -s "$file" "$prefix/share/doc/nqueens/docs/${file##*/}"
  done
  for file in "$source_root"/jobs/*.toml; do
    expect_true "$what: ${file##*/}" cmp -s "$file" "$prefix/share/nqueens/jobs/${file##*/}"
  done
  expect_true "$what: schemas" \
    diff -r "$source_root/docs/schema" "$prefix/share/doc/nqueens/docs/schema"
  expect_true "$what: links of documents" ask run dead_links.py "$prefix/share"
  expect_true "$what: the launcher" [ -x "$prefix/bin/nqueens-launch" ]
  expect_true "$what: scripts for Slurm" diff -r "$source_root/slurm" "$prefix/share/nqueens/slurm"
  for file in bash-completion/completions/nqueens zsh/vendor-completions/_nqueens \
    fish/vendor_completions.d/nqueens.fish; do
    expect_in "$prefix/share/$file" "$what: $file" $'^count --board\ttorus'
  done
  for file in "$prefix"/bin/*; do
    name=${file##*/}
    expect_true "$what: man page of $name" \
      [ -n "$(find "$prefix/share/man/man1" -name "$name.1*")" ]
  done
}

# --- cmake --install

prefix="$work/a prefix"
exits 'cmake --install' 0 cmake --install "$build_folder" --prefix "$prefix"
expect_tree 'installed' "$prefix"
prints 'the installed program' 724 "$prefix/bin/nqueens" count 10
run "$prefix/bin/nqueens" count "$prefix/share/nqueens/jobs/n8.toml" --no-checkpoint
expect_out 'an installed job' 92
prints 'the installed launcher' 724 \
  env PATH="$prefix/bin:$PATH" "$prefix/bin/nqueens-launch" -n 3 -- nqueens count 10

# --- the library, which tests/packaging/library.sh uses

for file in libnqueens.a nqueens.pc nqueensConfig.cmake nqueens.h count.hpp; do
  expect_true "installed: $file" [ -n "$(find "$prefix" -name "$file")" ]
done

# A part of another build: it leaves that alone, and is the library. That outside of the prefix.
mkdir outer
cat >outer/CMakeLists.txt <<'EOF'
cmake_minimum_required(VERSION 3.24)
project(outer CXX)
add_subdirectory(${inner} inner)
get_property(tests DIRECTORY ${inner} PROPERTY SUBDIRECTORIES)
if(TARGET nqueens OR NOT TARGET nqueens::nqueens)
  message(FATAL_ERROR "not the library alone")
endif()
message(STATUS "outer: '${CMAKE_BUILD_TYPE}' '${CPACK_PACKAGE_NAME}' '${tests}'")
EOF
run cmake -S outer -B outer/build -Dinner="$source_root"
expect_true 'in another build: it installs nothing' \
  [ -z "$(grep -r 'file(INSTALL' outer/build --include=cmake_install.cmake)" ]
run cmake -S outer -B outer/build -DNQUEENS_INSTALL=ON -DCMAKE_INSTALL_LIBDIR="$work/lib" \
  -DCMAKE_INSTALL_INCLUDEDIR=headers -DCMAKE_INSTALL_PREFIX="$work/outer/prefix"
expect_code 'in another build' 0
expect_says 'in another build' "^-- outer: '' '' '$source_root/src'\$"
pc=outer/build/inner/nqueens.pc
expect_in $pc 'a library outside of the prefix' "^libdir=$work/lib\$"
expect_in $pc 'headers inside of it' "^includedir=$work/outer/prefix/headers\$"

# Without packages and sources it says which of them it wants.
run cmake -S "$source_root" -B sources -DNQUEENS_LIBRARY_ONLY=ON -DNQUEENS_DOWNLOADS="$work/none" \
  -DFETCHCONTENT_TRY_FIND_PACKAGE_MODE=NEVER -DFETCHCONTENT_FULLY_DISCONNECTED=ON
expect_code 'no sources' 1
expect_err 'no sources' 'whose sources are not here; this build takes no packages of them'

# --- cpack -G DEB

exits 'cpack' 0 cpack -G DEB --config "$build_folder/CPackConfig.cmake" -B "$work/deb"
architecture=$(dpkg --print-architecture)
deb=$work/deb/nqueens_${version}_$architecture.deb
expect_true "cpack: its file is $deb" [ -e "$deb" ]
[ -e "$deb" ] || finish

tree=$work/tree
dpkg-deb -x "$deb" "$tree"
expect_tree 'package' "$tree/usr"
doc=$tree/usr/share/doc/nqueens
expect_true 'package: man page' gzip -t "$tree/usr/share/man/man1/nqueens.1.gz"
expect_true 'package: changelog has the version' \
  grep -q "^nqueens ($version) " <<<"$(gzip -dc "$doc/changelog.gz")"
expect_true 'package: copyright' grep -q '^License: Expat$' "$doc/copyright"
expect_true 'package: nothing outside of /usr' [ "$(ls "$tree")" = usr ]
strange=$(dpkg-deb -c "$deb" | grep -vE '^(drwxr-xr-x|-rw-r--r--|-rwxr-xr-x|lrwxrwxrwx) root/root ')
expect_true "package: modes and owners: $strange" [ -z "$strange" ]
expect_true 'package: stripped' grep -q ', stripped' <<<"$(file "$tree/usr/bin/nqueens")"
expect_true 'package: no path of the build in the program' \
  [ -z "$(readelf -d "$tree/usr/bin/nqueens" | grep -E 'RPATH|RUNPATH')" ]

depends=$(dpkg-deb -f "$deb" Depends)
for package in openmpi-bin libopenmpi3 libboost-serialization libspdlog libc6; do
  expect_true "package: depends on $package: $depends" grep -qE "(^|, )$package" <<<"$depends"
done
expect_true 'package: section' [ "$(dpkg-deb -f "$deb" Section)" = science ]
expect_true 'package: maintainer' \
  grep -q '^nqueens maintainers <.*>$' <<<"$(dpkg-deb -f "$deb" Maintainer)"

if command -v lintian >/dev/null; then
  root_flag=()
  [ "$(id -u)" -ne 0 ] || root_flag=(--allow-root)
  exits 'lintian' 0 lintian "${root_flag[@]}" --fail-on error,warning "$deb"
else
  echo "not run: lintian is not installed"
fi

# --- install and removal

# Into an empty root: dpkg's work is real, the libraries are those of this machine. The package has
# no scripts of its own.
as_root=()
[ "$(id -u)" -eq 0 ] || as_root=(fakeroot)
if [ ${#as_root[@]} -eq 0 ] || command -v fakeroot >/dev/null; then
  root=$work/root
  mkdir -p "$root/var/lib/dpkg"/{info,updates,triggers} "$root/var/log"
  : >"$root/var/lib/dpkg/status"
  dpkg_here=("${as_root[@]}" dpkg --root="$root" --force-depends --force-not-root
    --force-script-chrootless --log=/dev/null)
  exits 'dpkg installs' 0 "${dpkg_here[@]}" --install "$deb"
  prints 'installed by dpkg' 724 "$root/usr/bin/nqueens" count 10
  exits 'dpkg removes' 0 "${dpkg_here[@]}" --purge nqueens
  left=$(find "$root" -not -path "$root/var/*" -not -path "$root/var" -mindepth 1)
  expect_true "removed by dpkg: nothing is left: $left" [ -z "$left" ]
else
  echo "not run: dpkg needs root or fakeroot"
fi

finish
