# shellcheck shell=bash disable=SC2154
# A project of 40 targets that ./build_forty builds like jobs/run; the last one runs the command in
# $last_command.

mkdir project
cat >project/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.25)
project(forty NONE)
add_custom_target(nqueens COMMAND ${last_command})
foreach(k RANGE 1 39)
  add_custom_target(target${k} COMMAND true)
  add_dependencies(nqueens target${k})
endforeach()
END
cat >project/CMakePresets.json <<'END'
{
  "version": 6,
  "configurePresets": [
    {
      "name": "release",
      "generator": "Ninja",
      "binaryDir": "build/release",
      "cacheVariables": {"last_command": "$env{last_command}"}
    }
  ],
  "buildPresets": [{"name": "release", "configurePreset": "release"}]
}
END
cat >build_forty <<END
#!/usr/bin/env bash
source '$source_root/jobs/setup.sh'
nqueens_root=\${tree-$work/project}
build release nqueens
END
chmod +x build_forty
