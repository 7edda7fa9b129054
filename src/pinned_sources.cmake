# The libraries whose sources can be built in, each at one version. Included by dependencies.cmake,
# and by the script that packs them.

get_filename_component(downloads ${CMAKE_CURRENT_LIST_DIR}/../downloads ABSOLUTE)
set(NQUEENS_DOWNLOADS ${downloads} CACHE PATH
  "Folder with the archives, or the unpacked sources, of libraries that are not installed")

# nqueens_source(NAME MINIMUM FOLDER SHA256 URL): NAME and MINIMUM are those of an installed package
# that will do. FOLDER is in the archive, which is called FOLDER.tar.gz. The SHA-256 stands in two
# public package recipes, which are named.
set(nqueens_sources "")
function(nqueens_source name minimum folder sha256 url)
  set(nqueens_sources ${nqueens_sources} ${name} PARENT_SCOPE)
  foreach(field minimum folder sha256 url)
    set(nqueens_${name}_${field} ${${field}} PARENT_SCOPE)
  endforeach()
endfunction()
nqueens_source(spdlog 1.10 spdlog-1.13.0 # Spack, Conan; it brings its fmt
  534f2ee1a4dcbeb22249856edfb2be76a1cf4f708a20b0ac2ed090ee24cfdbc9
  https://github.com/gabime/spdlog/archive/refs/tags/v1.13.0.tar.gz)
nqueens_source(hwy 1.0.3 highway-1.2.0 # Spack, Homebrew
  7e0be78b8318e8bdbf6fa545d2ecb4c90f947df03f7aadc42c1967f019e63343
  https://github.com/google/highway/archive/refs/tags/1.2.0.tar.gz)
nqueens_source(CLI11 2.1 CLI11-2.4.1 # Spack, Conan
  73b7ec52261ce8fe980a29df6b4ceb66243bb0b779451dbd3d014cfec9fdbb58
  https://github.com/CLIUtils/CLI11/archive/refs/tags/v2.4.1.tar.gz)
nqueens_source(nlohmann_json 3.11 json-3.11.3 # Spack, Chimera Linux
  0d8ef5af7f9794e3263480193c491549b2ba6cc74bb018906202ada498a79406
  https://github.com/nlohmann/json/archive/refs/tags/v3.11.3.tar.gz)
nqueens_source(OpenCLHeaders 2.2 OpenCL-Headers-2023.12.14 # Spack, Homebrew
  407d5e109a70ec1b6cd3380ce357c21e3d3651a91caae6d0d8e1719c69a1791d
  https://github.com/KhronosGroup/OpenCL-Headers/archive/refs/tags/v2023.12.14.tar.gz)
nqueens_source(OpenCLHeadersCpp 3.0 OpenCL-CLHPP-2023.12.14 # Spack, Homebrew
  9106700634e79cfa0935ebd67197f64689ced24c42da702acf18fa8435bd8a82
  https://github.com/KhronosGroup/OpenCL-CLHPP/archive/refs/tags/v2023.12.14.tar.gz)

# nqueens_is_pinned(FILE SHA256 RESULT): whether the file is there, with that SHA-256.
function(nqueens_is_pinned file sha256 result)
  set(same FALSE)
  if(EXISTS ${file})
    file(SHA256 ${file} found)
    string(COMPARE EQUAL ${found} ${sha256} same)
  endif()
  set(${result} ${same} PARENT_SCOPE)
endfunction()

# Seconds for a download. The first and smallest one has less, since a firewall may swallow it.
set(nqueens_patience 20)

# nqueens_locate(NAME CACHE MAY_DOWNLOAD RESULT): the unpacked source or the archive: that of
# NQUEENS_DOWNLOADS, else of the folder CACHE, into which it is downloaded. Empty if there is none.
function(nqueens_locate name cache may_download result)
  set(archive ${nqueens_${name}_folder}.tar.gz)
  set(sha256 ${nqueens_${name}_sha256})
  set(${result} "" PARENT_SCOPE)
  if(IS_DIRECTORY ${NQUEENS_DOWNLOADS}/${nqueens_${name}_folder})
    set(${result} ${NQUEENS_DOWNLOADS}/${nqueens_${name}_folder} PARENT_SCOPE)
    return()
  endif()
  foreach(file ${NQUEENS_DOWNLOADS}/${archive} ${cache}/${archive})
    nqueens_is_pinned(${file} ${sha256} pinned)
    if(pinned)
      set(${result} ${file} PARENT_SCOPE)
      return()
    elseif(EXISTS ${file})
      message(WARNING "${file} is not used: its SHA-256 is not ${sha256}")
    endif()
  endforeach()
  if(NOT may_download)
    return()
  endif()
  message(STATUS "Downloading ${nqueens_${name}_url}")
  file(DOWNLOAD ${nqueens_${name}_url} ${cache}/${archive}
    TIMEOUT ${nqueens_patience} STATUS status)
  nqueens_is_pinned(${cache}/${archive} ${sha256} pinned)
  if(pinned)
    set(${result} ${cache}/${archive} PARENT_SCOPE)
    set(nqueens_patience 600 PARENT_SCOPE)
  else()
    list(GET status 1 why)
    message(STATUS "Downloading it failed: ${why}")
    file(REMOVE ${cache}/${archive})
  endif()
endfunction()

# nqueens_where_from(NAME RESULT): a line that says which file is wanted.
function(nqueens_where_from name result)
  set(${result} "    ${nqueens_${name}_folder}.tar.gz from ${nqueens_${name}_url}\n" PARENT_SCOPE)
endfunction()
