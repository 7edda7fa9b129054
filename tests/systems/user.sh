#!/usr/bin/env bash
# A cluster of Debian 12 on which a user may install nothing, without internet: what is missing is
# said at once and in full, and with the sources in a folder the tree is built and counts.
source "$(dirname "${BASH_SOURCE[0]}")/system.sh"

root=$work/bookworm
make_system "$root" bookworm git
give_tree "$root" somebody
give_sources "$root"

# jobs_run [ENVIRONMENT] ARGUMENTS
jobs_run() { as_user "$root" "cd nqueens && ${2-} ./jobs/run $1"; }
names_all() {
  local folder
  for folder in $(cd "$root/srv/downloads" && printf '%s\n' * | sed 's/\.tar\.gz$//'); do
    expect_err "$1" "$folder\\.tar\\.gz from https://"
  done
  expect_err "$1" 'put them into /home/somebody/nqueens/downloads:'
  expect_err "$1" 'apt-get install .* libhwy-dev'
}

stage 'git clone, with neither CMake nor a compiler'
exits 'git clone' 0 as_user "$root" 'git clone --quiet /srv/nqueens nqueens'
exits 'without CMake' 1 jobs_run jobs/n8.toml
expect_err 'without CMake' '^cmake is not installed'

stage 'with neither MPI nor Boost'
as_root "$root" apt-get install -y -qq --no-install-recommends g++ cmake ninja-build >/dev/null 2>&1
exits 'without MPI' 1 jobs_run jobs/n8.toml
expect_err 'without MPI' 'an MPI library'
expect_err 'without MPI' 'Boost.Serialization'
names_all 'without MPI'
echo "$err"

stage 'with neither sources nor internet'
as_root "$root" apt-get install -y -qq --no-install-recommends "${cluster_packages[@]}" \
  >/dev/null 2>&1
echo "$(du -sxm "$root" | cut -f1) MB with ${cluster_packages[*]}"
# A firewall lets names through, and nothing else.
sed -n 's,^ *https://\([^/]*\)/.*,198.51.100.7 \1,p' "$source_root/src/pinned_sources.cmake" |
  sort -u >>"$root/etc/hosts"
limit=60
for network in none silent; do
  begin=$SECONDS
  exits "network $network" 1 jobs_run jobs/n8.toml
  took=$((SECONDS - begin))
  names_all "network $network"
  expect_true "network $network: $took s are too long" [ "$took" -lt "$limit" ]
  echo "network $network: $took s"
  limit=$((took + 45)) # a download that nobody answers is given up after 20 s
  echo "$err"
done
network=none

stage 'with the sources'
as_user "$root" 'cp -r /srv/downloads nqueens/downloads'
prints 'with the sources' 92 jobs_run jobs/n8.toml
echo "$err"
stage 'built'
prints 'three ranks' 14772512 jobs_run jobs/n16.toml NQUEENS_RANKS=3
expect_err 'three ranks' 'on 3 ranks'

stage 'what is built counts in a tree that cannot be written'
run as_user "$root" 'chmod a-w nqueens/build nqueens/build/release &&
  cd nqueens && ./jobs/run jobs/n16.toml'
expect_code 'not writable' 0
expect_out 'not writable' 14772512
expect_err 'not writable' 'cannot be written; the release preset stays'

stage 'what is built needs neither CMake nor a compiler'
as_user "$root" 'chmod u+w nqueens/build nqueens/build/release'
as_root "$root" apt-get purge -y -qq --auto-remove g++ cmake ninja-build >/dev/null 2>&1
prints 'what is built' 14772512 jobs_run jobs/n16.toml
expect_err 'what is built' '^cmake is not installed; the release preset stays'

stage 'done'
finish
