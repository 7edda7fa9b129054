# What `cmake --install` puts where, and what `cpack -G DEB` makes of it. Included by the top
# CMakeLists.txt.

include(CMakePackageConfigHelpers)
set(programs_755
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CMAKE_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS ${programs_755})

# The library, found by find_package(nqueens) and by pkg-config; the Debian package is without it.
set(installed_cmake ${CMAKE_INSTALL_LIBDIR}/cmake/nqueens)
install(TARGETS nqueens_library EXPORT nqueensTargets DESTINATION ${CMAKE_INSTALL_LIBDIR}
  COMPONENT library)
install(EXPORT nqueensTargets NAMESPACE nqueens:: DESTINATION ${installed_cmake}
  COMPONENT library)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/nqueensConfigVersion.cmake
  COMPATIBILITY SameMajorVersion)
install(FILES ${CMAKE_CURRENT_LIST_DIR}/nqueensConfig.cmake
  ${PROJECT_BINARY_DIR}/nqueensConfigVersion.cmake DESTINATION ${installed_cmake}
  COMPONENT library)
install(DIRECTORY include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT library)
# Folders below the prefix are found from the file, wherever it is moved; others by their names.
foreach(folder LIBDIR INCLUDEDIR)
  string(REPLACE " " "\\ " nqueens_${folder} "${CMAKE_INSTALL_FULL_${folder}}")
  if(NOT IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}" AND NOT IS_ABSOLUTE "${CMAKE_INSTALL_${folder}}")
    file(RELATIVE_PATH from_pc ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig
      ${CMAKE_INSTALL_FULL_${folder}})
    set(nqueens_${folder} "\${pcfiledir}/${from_pc}")
  endif()
endforeach()
if(NOT BUILD_SHARED_LIBS)
  set(nqueens_libraries " -pthread -lstdc++ -lm")
endif()
configure_file(${CMAKE_CURRENT_LIST_DIR}/nqueens.pc.in ${PROJECT_BINARY_DIR}/nqueens.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/nqueens.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
  COMPONENT library)
if(NQUEENS_LIBRARY_ONLY)
  return()
endif()

# Folders are searched when they are installed: files that come later need no new configuration.
install(TARGETS nqueens RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
# The launcher sources what is beside it, as in the tree.
set(installed_jobs ${CMAKE_INSTALL_DATADIR}/nqueens/jobs)
install(PROGRAMS jobs/launch DESTINATION ${installed_jobs})
install(FILES jobs/folders.sh jobs/mpi.sh DESTINATION ${installed_jobs})
# nqueens_install_link(FOLDER NAME TO): a symbolic link from one installed place to another.
function(nqueens_install_link folder name to)
  foreach(place folder to)
    cmake_path(ABSOLUTE_PATH ${place} BASE_DIRECTORY ${CMAKE_INSTALL_PREFIX}
      OUTPUT_VARIABLE full_${place})
  endforeach()
  file(RELATIVE_PATH path ${full_folder} ${full_to})
  set(links ${PROJECT_BINARY_DIR}/links/${folder})
  file(MAKE_DIRECTORY ${links})
  file(CREATE_LINK ${path} ${links}/${name} SYMBOLIC)
  install(FILES ${links}/${name} DESTINATION ${folder})
endfunction()
nqueens_install_link(${CMAKE_INSTALL_BINDIR} nqueens-launch ${installed_jobs}/launch)
install(DIRECTORY ${PROJECT_BINARY_DIR}/src/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 OPTIONAL)
# Documents lie as in the tree, so that their links lead somewhere.
set(installed_share ${CMAKE_INSTALL_DATADIR}/nqueens)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR}
  FILES_MATCHING REGEX "\\.(md|svg|png)$|/example\\.(c|py)$|/docs/(records|schema)/"
  PATTERN packaging EXCLUDE)
install(FILES tests/certificate/check.c tests/certificate/rule.h tests/certificate/check.py
  tests/certificate/rule.py tests/certificate/words.py
  DESTINATION ${CMAKE_INSTALL_DOCDIR}/tests/certificate)
nqueens_install_link(${CMAKE_INSTALL_DOCDIR} jobs ${installed_jobs})
nqueens_install_link(${CMAKE_INSTALL_DOCDIR} slurm ${installed_share}/slurm)
foreach(folder docs tests)
  nqueens_install_link(${installed_share} ${folder} ${CMAKE_INSTALL_DOCDIR}/${folder})
endforeach()
set(completions ${PROJECT_BINARY_DIR}/src/completions)
install(FILES ${completions}/nqueens.bash RENAME nqueens OPTIONAL
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${completions}/_nqueens OPTIONAL
  DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
install(FILES ${completions}/nqueens.fish OPTIONAL
  DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(FILES LICENSE CITATION.cff DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY jobs/ DESTINATION ${installed_jobs}
  FILES_MATCHING PATTERN "*.toml")
install(DIRECTORY slurm DESTINATION ${installed_share}
  PATTERN "*.sbatch" PERMISSIONS ${programs_755})

if(NOT PROJECT_IS_TOP_LEVEL)
  return()
endif()
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME nqueens)
set(CPACK_PACKAGE_VENDOR "nqueens maintainers")
set(CPACK_PACKAGE_CONTACT "nqueens maintainers <nqueens@users.noreply.example>")
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS ${programs_755})
set(CPACK_VERBATIM_VARIABLES ON)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "openmpi-bin, procps")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "ocl-icd-libopencl1 | libopencl1")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS slurm-client)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "count all solutions of the N-queens problem, exactly")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
  "nqueens counts the ways to place N queens on an N x N board so that none
attacks another. It runs on threads, or under MPI on as many nodes as there
are, with vector kernels that are chosen at run time.
.
Long counts keep checkpoints and go on after a stop or a crash, and they
survive the death of workers. Counts are compared with the published ones.")
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/debian.cmake)
set(CPACK_INSTALL_CMAKE_PROJECTS "${PROJECT_BINARY_DIR};nqueens;Unspecified;/")
set(CPACK_NQUEENS_SOURCE_DIR ${PROJECT_SOURCE_DIR})
include(CPack)
