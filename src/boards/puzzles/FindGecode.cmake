# Finds Gecode, whose Debian package has no configuration for CMake: the targets Gecode::support,
# kernel, search and int. The other libraries would only cost time at every start.

include(FindPackageHandleStandardArgs)

find_path(Gecode_INCLUDE_DIR gecode/kernel.hh)
if(Gecode_INCLUDE_DIR)
  file(STRINGS ${Gecode_INCLUDE_DIR}/gecode/support/config.hpp Gecode_VERSION
    REGEX "#define GECODE_VERSION ")
  string(REGEX REPLACE ".*\"(.*)\".*" "\\1" Gecode_VERSION "${Gecode_VERSION}")
endif()
set(libraries)
foreach(part support kernel search int)
  find_library(Gecode_${part}_LIBRARY gecode${part})
  list(APPEND libraries Gecode_${part}_LIBRARY)
endforeach()
mark_as_advanced(Gecode_INCLUDE_DIR ${libraries})

find_package_handle_standard_args(Gecode
  REQUIRED_VARS Gecode_INCLUDE_DIR ${libraries} VERSION_VAR Gecode_VERSION)

if(Gecode_FOUND AND NOT TARGET Gecode::int)
  foreach(part support kernel search int)
    add_library(Gecode::${part} UNKNOWN IMPORTED)
    set_target_properties(Gecode::${part} PROPERTIES
      IMPORTED_LOCATION ${Gecode_${part}_LIBRARY}
      INTERFACE_INCLUDE_DIRECTORIES ${Gecode_INCLUDE_DIR})
  endforeach()
  target_link_libraries(Gecode::kernel INTERFACE Gecode::support)
  target_link_libraries(Gecode::search INTERFACE Gecode::kernel)
  target_link_libraries(Gecode::int INTERFACE Gecode::kernel)
endif()
