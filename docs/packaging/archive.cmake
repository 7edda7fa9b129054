# cmake [-DNQUEENS_DOWNLOADS=FOLDER] -P docs/packaging/archive.cmake
#
# Makes nqueens-VERSION-with-dependencies.tar.gz in the working folder: the last commit of this
# tree, and in its folder downloads/ the sources of libraries that can be built in. They come from
# FOLDER, else they are downloaded. The archive is built without internet as any tree is. With it
# come its SHA-256, and the recipes for EasyBuild and Spack, which name that.

cmake_minimum_required(VERSION 3.24)
get_filename_component(root ${CMAKE_CURRENT_LIST_DIR}/../.. ABSOLUTE)
include(${root}/src/pinned_sources.cmake)

file(STRINGS ${root}/CMakeLists.txt version REGEX "^project\\(nqueens VERSION ")
string(REGEX MATCH "[0-9.]+$" version ${version})
set(name nqueens-${version}-with-dependencies)
set(here ${CMAKE_CURRENT_BINARY_DIR})
set(stage ${here}/${name}.new)
file(REMOVE_RECURSE ${stage})

set(may_download TRUE)
set(missing "")
foreach(library ${nqueens_sources})
  nqueens_locate(${library} ${stage} ${may_download} source)
  if(source)
    file(COPY ${source} DESTINATION ${stage}/${name}/downloads)
  else()
    set(may_download FALSE)
    nqueens_where_from(${library} line)
    string(APPEND missing ${line})
  endif()
endforeach()
if(missing)
  file(REMOVE_RECURSE ${stage})
  message(FATAL_ERROR "Sources are missing. Without internet, put them into "
    "${NQUEENS_DOWNLOADS}:\n${missing}")
endif()

execute_process(COMMAND git -C ${root} archive --prefix=${name}/ --output=${stage}/tree.tar HEAD
  COMMAND_ERROR_IS_FATAL ANY)
file(ARCHIVE_EXTRACT INPUT ${stage}/tree.tar DESTINATION ${stage})
execute_process(COMMAND ${CMAKE_COMMAND} -E tar czf ${here}/${name}.tar.gz ${name}
  WORKING_DIRECTORY ${stage} COMMAND_ERROR_IS_FATAL ANY)
file(REMOVE_RECURSE ${stage})
file(SHA256 ${here}/${name}.tar.gz sha256)
file(WRITE ${here}/${name}.tar.gz.sha256 "${sha256}  ${name}.tar.gz\n")
configure_file(${CMAKE_CURRENT_LIST_DIR}/nqueens.eb.in ${here}/nqueens-${version}.eb @ONLY)
configure_file(${CMAKE_CURRENT_LIST_DIR}/package.py.in ${here}/package.py @ONLY)
message("${here}/${name}.tar.gz")
