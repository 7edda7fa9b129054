# cmake -DOUTPUT=FILE -DSOURCE=FOLDER -P commit.cmake
#
# Writes the commit of the checkout as a macro; empty if the folder is not the root of a checkout or
# git fails. An unchanged file is not rewritten, so nothing is recompiled.

execute_process(COMMAND git rev-parse --show-prefix
  WORKING_DIRECTORY ${SOURCE} OUTPUT_VARIABLE prefix RESULT_VARIABLE result
  ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
set(commit "")
if(result EQUAL 0 AND prefix STREQUAL "")
  execute_process(COMMAND git describe --always --dirty --exclude=* --abbrev=7
    WORKING_DIRECTORY ${SOURCE} OUTPUT_VARIABLE commit ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
endif()

set(content "#define NQUEENS_COMMIT \"${commit}\"\n")
set(old "")
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} old)
endif()
if(NOT old STREQUAL content)
  file(WRITE ${OUTPUT} "${content}")
endif()
