#!/usr/bin/env bash
# docker/Dockerfile without Docker: each stage in a Debian tree of its own, every instruction as it
# stands there. Knows the instructions that the file uses, and fails at any other. Then the images'
# entry points: a count, and a cluster of containers as docker/compose.yaml has it. Compiles
# everything anew.
# shellcheck source-path=SCRIPTDIR source=../support/shell.sh
source "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"
# shellcheck source-path=SCRIPTDIR source=roots.sh
source "$source_root/tests/packaging/roots.sh"
if ! roots_work; then
  echo "not run: building the images needs root and debootstrap"
  exit 77
fi

# Stages to leave out, e.g. "test": for trying out the others by hand.
skipped=" ${NQUEENS_SKIP_STAGES-} "

stop() {
  echo "FAILED: docker/$file: $1"
  exit 1
}

# --- What COPY sees: the checkout without what .dockerignore names.

context=$work/context
make_context() {
  local line exclude=()
  while read -r line; do
    case $line in
      '' | '#'*) ;;
      '!'* | '**'* | /* | */) stop ".dockerignore: '$line' is more than this test reads" ;;
      *) exclude+=(--exclude="./$line") ;;
    esac
  done <"$source_root/.dockerignore"
  mkdir "$context"
  tar -C "$source_root" --create --anchored --no-wildcards-match-slash "${exclude[@]}" . |
    tar -C "$context" --extract
}

# --- A Dockerfile, an instruction a line: comments go, lines that end in a backslash go on.

instructions() {
  awk '/^[[:space:]]*#/ || (!more && /^[[:space:]]*$/) { next }
    { more = sub(/\\$/, ""); printf "%s%s", $0, more ? "" : "\n" }' "$1"
}

# Sets words to what a JSON list of plain strings holds.
json_list() {
  words=()
  local rest=$1
  [[ $rest =~ ^\[.*\]$ ]] || stop "'$1' is not a JSON list"
  while [[ $rest =~ ^[^\"]*\"([^\"\\]*)\"(.*)$ ]]; do
    words+=("${BASH_REMATCH[1]}")
    rest=${BASH_REMATCH[2]}
  done
}

# What a stage is, apart from its files.
declare -A stage_user stage_folder stage_environment stage_entry stage_command
user=0:0 folder=/ entry='' command='' stage='' root=''

keep_stage() {
  [ -n "$stage" ] || return 0
  stage_user[$stage]=$user stage_folder[$stage]=$folder stage_entry[$stage]=$entry \
    stage_command[$stage]=$command
  stage_environment[$stage]=${root_environment[*]}
}

from() {
  local image=$1
  keep_stage
  [[ $* =~ ^[^\ ]+\ AS\ ([a-z]+)$ ]] || stop "FROM $*: every stage has a name"
  stage=${BASH_REMATCH[1]} root=$work/stages/${BASH_REMATCH[1]}
  leave_out=no
  if [[ $skipped == *" $stage "* ]]; then
    leave_out=yes stage=''
    return
  fi
  echo "--- stage $stage, $SECONDS s"
  if [ -n "${stage_user[$image]-}" ]; then
    cp -a "$work/stages/$image" "$root"
    user=${stage_user[$image]} folder=${stage_folder[$image]}
    entry=${stage_entry[$image]} command=${stage_command[$image]}
    read -ra root_environment <<<"${stage_environment[$image]}"
  elif [ "$image" = debian:12-slim ]; then
    cp -a "$work/base" "$root"
    user=0:0 folder=/ entry='' command='' root_environment=()
  else
    stop "FROM $image: neither debian:12-slim nor a stage"
  fi
}

copy() {
  local origin=$context arguments=() target source
  read -ra arguments <<<"$1"
  case ${arguments[0]} in
    --from=*)
      source=${arguments[0]#--from=}
      [ -n "${stage_user[$source]-}" ] || stop "COPY $1: no stage $source"
      origin=$work/stages/$source
      arguments=("${arguments[@]:1}")
      ;;
    -*) stop "COPY $1: this test does not know ${arguments[0]}" ;;
  esac
  [ ${#arguments[@]} -eq 2 ] || stop "COPY $1: this test copies one thing"
  source=$origin/${arguments[0]} target=${arguments[1]}
  [[ $target == /* ]] || target=$folder/$target
  if [ -d "$source" ]; then
    mkdir -p "$root$target"
    cp -a --no-preserve=ownership "$source/." "$root$target/"
  elif [ -f "$source" ]; then
    mkdir -p "$root$(dirname "${target}x")"
    cp --preserve=mode,timestamps "$source" "$root$target"
  else
    stop "COPY $1: it is not there"
  fi
}

set_user() {
  user=$(awk -F: -v name="$1" '$1 == name { print $3 ":" $4 }' "$root/etc/passwd")
  [ -n "$user" ] || stop "USER $1: it has no such user"
}

build_images() {
  local line word rest words leave_out=no began
  while IFS= read -r line; do
    word=${line%% *} rest=${line#* }
    rest=${rest#"${rest%%[! ]*}"}
    if [ "$word" != FROM ] && [ "$leave_out" = yes ]; then
      continue
    fi
    [[ $word == RUN || $rest != *'$'* ]] || stop "$line: this test replaces no variables"
    case $word in
      FROM)
        read -ra words <<<"$rest"
        from "${words[@]}"
        ;;
      RUN)
        [[ $rest != --* && $rest != '['* ]] ||
          stop "$line: this test knows RUN with a plain command only"
        echo "RUN $rest" | tr -s ' ' | cut -c 1-110
        began=$SECONDS
        if ! in_root "$root" "$user" "$folder" /bin/sh -c "$rest" >"$work/run.log" 2>&1; then
          code=1 out='' err=$(tail -n 100 "$work/run.log")
          fail "stage $stage: $line"
          leave_out=yes stage='' # the other stages are tried all the same
        fi
        tail -n 3 "$work/run.log" | grep -E 'tests passed|^Total Test' || true
        grep -E 'Skipped$|Not Run' "$work/run.log" || true
        echo "    $((SECONDS - began)) s"
        ;;
      COPY) copy "$rest" ;;
      ENV)
        [[ $rest =~ ^[A-Za-z_0-9]+=[A-Za-z0-9_./:-]+$ ]] ||
          stop "$line: this test knows NAME=VALUE without quotes"
        root_environment+=("$rest")
        ;;
      WORKDIR)
        [[ $rest == /* ]] || stop "$line: not absolute"
        folder=$rest
        mkdir -p "$root$folder"
        ;;
      USER) set_user "$rest" ;;
      ENTRYPOINT)
        entry=$rest
        command=''
        ;;
      CMD) command=$rest ;;
      LABEL)
        [[ $rest =~ ^([a-z.]+=\"[^\"]*\"\ *)+$ ]] || stop "$line: not a list of NAME=\"VALUE\""
        checks=$((checks + 1))
        ;;
      EXPOSE) [[ $rest =~ ^[0-9]+$ ]] || stop "$line: not a port" ;;
      *) stop "$line: this test does not know $word" ;;
    esac
  done < <(instructions "$source_root/docker/$file")
  keep_stage
}

# in_image STAGE [ARGUMENT]...: as docker run does it.
in_image() {
  local stage=$1 words arguments
  shift
  json_list "${stage_entry[$stage]}"
  arguments=("${words[@]}")
  if [ $# -gt 0 ]; then
    arguments+=("$@")
  else
    json_list "${stage_command[$stage]:-[]}"
    arguments+=("${words[@]}")
  fi
  read -ra root_environment <<<"${stage_environment[$stage]}"
  in_root "$work/stages/$stage" "${stage_user[$stage]}" "${stage_folder[$stage]}" "${arguments[@]}"
}

# --- Images

file=Dockerfile
mkdir "$work/stages"
make_context
run make_base "$work/base"
expect_code 'a fresh Debian' 0
[ "$code" -eq 0 ] || finish
build_images

version=$(sed -nE 's/^project\(nqueens VERSION ([0-9.]+).*/\1/p' "$source_root/CMakeLists.txt")
expect_true 'the label has the version' \
  grep -qF "image.version=\"$version\"" "$source_root/docker/Dockerfile"

for image in runtime default; do
  expect_true "$image: an ordinary user" [ "${stage_user[$image]%%:*}" -gt 0 ]
  run in_image "$image" count 12
  expect_code "$image" 0
  expect_out "$image" 14200
done
run in_image runtime
expect_code 'without arguments' 0
expect_true 'without arguments: help' grep -q 'count' <<<"$out"
run in_image runtime count /usr/share/nqueens/jobs/n8.toml
expect_out 'a job of the image' 92
expect_true 'its checkpoint is in the volume' [ -s "$work/stages/runtime/data/n8.ckpt" ]
for tool in cmake g++ ctest sshd; do
  run in_root "$work/stages/runtime" 0:0 / sh -c "command -v $tool"
  expect_code "runtime has no $tool" 127
done
echo "--- sizes: $(cd "$work" && du -sm base stages/* | tr '\n' ' ')" \
  "(MB, base is debootstrap's minbase and larger than debian:12-slim)"

# --- The cluster

if [ -z "${stage_user[cluster]-}" ]; then
  echo "stage cluster was left out"
else
  json_list "${stage_entry[cluster]}"
  cluster=(env CLUSTER_ENVIRONMENT="${stage_environment[cluster]}"
    bash "$source_root/tests/packaging/cluster.sh"
    "$work/stages/cluster" "${stage_user[cluster]}" "${stage_folder[cluster]}" 2 "${words[0]}")
  echo "--- the cluster, $SECONDS s"
  run "${cluster[@]}" /usr/share/nqueens/jobs/n16.toml --json
  expect_code 'cluster' 0
  expect_true 'cluster: solutions' [ "$(json solutions <<<"$out")" = 14772512 ]
  expect_true 'cluster: ranks' [ "$(json ranks <<<"$out")" = 3 ]
  expect_err 'cluster: finds its workers' '^2 workers answer'
  expect_err 'cluster: by key' '^Accepted publickey'

  run env CLUSTER_LOSS='kernel scalar on ranks' "${cluster[@]}" /usr/share/nqueens/jobs/n18.toml \
    --kernel scalar --json
  expect_code 'a container is lost' 0
  expect_true 'a container is lost: solutions' [ "$(json solutions <<<"$out")" = 666090624 ]
  expect_err 'a container is lost: in the middle' 'worker 1 on container1 is lost'
fi

finish
