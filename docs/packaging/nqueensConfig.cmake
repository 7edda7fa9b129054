# find_package(nqueens) gives the target nqueens::nqueens.
include(CMakeFindDependencyMacro)
find_dependency(Threads)
include(${CMAKE_CURRENT_LIST_DIR}/nqueensTargets.cmake)
