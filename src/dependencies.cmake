# The libraries that the program is built with; the library alone needs Highway. MPI and
# Boost.Serialization come from the system. Of the others an installed package wins, else the source
# is built in. Whatever is missing is said at once. Included by the top CMakeLists.txt.
#
# -DFETCHCONTENT_TRY_FIND_PACKAGE_MODE=NEVER builds in the sources, whatever is installed.

include(FetchContent)
include(${CMAKE_CURRENT_LIST_DIR}/pinned_sources.cmake)

find_package(Threads REQUIRED)
# Else it has the path from the start: one that cmake --install changes ends with an empty entry,
# by which the loader looks for every library in the working folder first.
set(CMAKE_BUILD_WITH_INSTALL_RPATH ON)
set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)
set(missing "")
if(NQUEENS_LIBRARY_ONLY)
  set(nqueens_sources hwy)
else()
  set(MPI_CXX_SKIP_MPICXX ON) # the C++ bindings, a library that newer versions do not have
  find_package(MPI QUIET COMPONENTS CXX)
  # By its real path, so that a library of the system needs no search path in the program.
  if(MPI_CXX_FOUND)
    get_target_property(libraries MPI::MPI_CXX INTERFACE_LINK_LIBRARIES)
    set(real_libraries "")
    foreach(library ${libraries})
      if(IS_ABSOLUTE "${library}")
        file(REAL_PATH ${library} library)
      endif()
      list(APPEND real_libraries ${library})
    endforeach()
    set_target_properties(MPI::MPI_CXX PROPERTIES INTERFACE_LINK_LIBRARIES "${real_libraries}")
  endif()
  find_package(Boost 1.74 QUIET CONFIG COMPONENTS serialization)
  if(NOT MPI_CXX_FOUND AND MPI_CXX_COMPILER)
    string(APPEND missing "  an MPI library that works: a test program does not compile with "
      "${MPI_CXX_COMPILER};\n  CMakeFiles/CMakeError.log or CMakeConfigureLog.yaml says why\n")
  elseif(NOT MPI_CXX_FOUND)
    string(APPEND missing "  an MPI library with mpicxx, Open MPI or MPICH: "
      "'module load openmpi', or the package libopenmpi-dev\n")
  endif()
  if(NOT TARGET Boost::serialization)
    string(APPEND missing "  Boost.Serialization from 1.74 on, with its library: "
      "'module load boost', or the package libboost-serialization-dev\n")
  endif()
endif()

# Nothing is downloaded as long as a library of the system is missing, or after a first failure.
set(may_download TRUE)
if(missing OR FETCHCONTENT_FULLY_DISCONNECTED)
  set(may_download FALSE)
endif()
set(missing_sources "")
foreach(name ${nqueens_sources})
  if(NOT FETCHCONTENT_TRY_FIND_PACKAGE_MODE STREQUAL "NEVER")
    find_package(${name} ${nqueens_${name}_minimum} QUIET)
  endif()
  string(TOUPPER ${name} upper)
  if(${name}_FOUND OR FETCHCONTENT_SOURCE_DIR_${upper})
    continue()
  endif()
  nqueens_locate(${name} ${PROJECT_BINARY_DIR}/downloads ${may_download} nqueens_${name}_source)
  if(IS_DIRECTORY "${nqueens_${name}_source}")
    set(FETCHCONTENT_SOURCE_DIR_${upper} ${nqueens_${name}_source})
  elseif(NOT nqueens_${name}_source)
    set(may_download FALSE)
    nqueens_where_from(${name} line)
    string(APPEND missing_sources ${line})
  endif()
endforeach()
if(missing_sources)
  set(what "of which neither a package nor a source is here")
  if(FETCHCONTENT_TRY_FIND_PACKAGE_MODE STREQUAL "NEVER")
    set(what "whose sources are not here; this build takes no packages of them")
  endif()
  string(APPEND missing "  libraries ${what}. Sources are\n  downloaded if there is internet. "
    "Else put them into ${NQUEENS_DOWNLOADS}:\n${missing_sources}")
endif()
if(missing)
  message(FATAL_ERROR "This is missing:\n${missing}docs/install.md has all ways to get it.")
endif()

# nqueens_build_in(NAME TARGET INCLUDE folder [SOURCES pattern] [DEFINITIONS name]): makes the
# target from the source, if no package was found. The library's own CMake files are left alone:
# they bring options, tests and an installation along. Its headers are system headers, as those of
# packages.
function(nqueens_build_in name target)
  if(${name}_FOUND)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "INCLUDE;SOURCES;DEFINITIONS" "")
  set(FETCHCONTENT_FULLY_DISCONNECTED OFF) # the source is here, and only unpacked
  FetchContent_Declare(${name} URL ${nqueens_${name}_source} SOURCE_SUBDIR no-cmake-files
    URL_HASH SHA256=${nqueens_${name}_sha256})
  FetchContent_MakeAvailable(${name})
  string(TOLOWER ${name} lower)
  set(folder ${${lower}_SOURCE_DIR})
  if(arg_SOURCES)
    file(GLOB sources ${folder}/${arg_SOURCES})
    set(scope PUBLIC)
    add_library(nqueens_${name} STATIC ${sources})
    set_target_properties(nqueens_${name} PROPERTIES UNITY_BUILD OFF)
    target_link_libraries(nqueens_${name} PUBLIC Threads::Threads)
  else()
    set(scope INTERFACE)
    add_library(nqueens_${name} INTERFACE)
  endif()
  target_include_directories(nqueens_${name} SYSTEM ${scope} ${folder}/${arg_INCLUDE})
  target_compile_definitions(nqueens_${name} ${scope} ${arg_DEFINITIONS})
  add_library(${target} ALIAS nqueens_${name})
  message(STATUS "Building in ${folder}")
endfunction()
nqueens_build_in(hwy hwy::hwy INCLUDE .)
if(NQUEENS_LIBRARY_ONLY)
  return()
endif()
nqueens_build_in(spdlog spdlog::spdlog INCLUDE include SOURCES src/*.cpp
  DEFINITIONS SPDLOG_COMPILED_LIB)
nqueens_build_in(CLI11 CLI11::CLI11 INCLUDE include)
nqueens_build_in(nlohmann_json nlohmann_json::nlohmann_json INCLUDE include)
nqueens_build_in(OpenCLHeaders OpenCL::Headers INCLUDE .)
nqueens_build_in(OpenCLHeadersCpp OpenCL::HeadersCpp INCLUDE include)
