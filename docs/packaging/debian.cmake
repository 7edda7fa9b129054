# Run by cpack on the staged files, before they are packed: what Debian wants otherwise than `cmake
# --install` does it.

if(NOT CPACK_GENERATOR STREQUAL "DEB")
  return()
endif()
set(share ${CPACK_TEMPORARY_INSTALL_DIRECTORY}${CPACK_PACKAGING_INSTALL_PREFIX}/share)
set(doc ${share}/doc/nqueens)

# The copyright file is the licence in Debian's format: lines indented, a dot for an empty one.
file(READ ${doc}/LICENSE licence)
string(REGEX MATCH "Copyright \\(c\\) ([^\n]+)\n+(.*[^\n])" licence "${licence}")
if(NOT licence)
  message(FATAL_ERROR "LICENSE does not look as expected: no line 'Copyright (c) ...'")
endif()
set(holder "${CMAKE_MATCH_1}")
string(REPLACE "\n" "\n " terms " ${CMAKE_MATCH_2}")
string(REPLACE "\n \n" "\n .\n" terms "${terms}")
set(format https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/)
file(WRITE ${doc}/copyright "Format: ${format}
Upstream-Name: nqueens

Files: *
Copyright: ${holder}
License: Expat
${terms}
")
file(REMOVE ${doc}/LICENSE)

file(READ ${CPACK_NQUEENS_SOURCE_DIR}/docs/packaging/changelog changelog)
if(NOT changelog MATCHES "^nqueens \\(([^)]*)\\)"
  OR NOT CMAKE_MATCH_1 VERSION_EQUAL CPACK_PACKAGE_VERSION)
  message(FATAL_ERROR
    "docs/packaging/changelog does not begin with version ${CPACK_PACKAGE_VERSION}")
endif()
file(WRITE ${doc}/changelog "${changelog}")
file(STRINGS ${doc}/CITATION.cff version REGEX "^version: ")
if(NOT version STREQUAL "version: ${CPACK_PACKAGE_VERSION}")
  message(FATAL_ERROR "CITATION.cff is not about version ${CPACK_PACKAGE_VERSION}: ${version}")
endif()

# Without name and time, so that the same sources give the same package.
file(GLOB plain ${share}/man/man1/*.1)
execute_process(COMMAND gzip -9n ${doc}/changelog ${plain} COMMAND_ERROR_IS_FATAL ANY)

# Modes do not depend on the umask of the checkout.
file(GLOB_RECURSE data ${share}/*)
foreach(file ${data})
  if(NOT IS_SYMLINK ${file} AND NOT file MATCHES "(\\.sbatch|/jobs/launch)$")
    file(CHMOD ${file} PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
  endif()
endforeach()
