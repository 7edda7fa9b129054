# Builds for 64-bit Arm on Debian with the libraries of tests/arm/sysroot; what the build runs, runs
# under emulation.

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
get_filename_component(CMAKE_SYSROOT ${CMAKE_CURRENT_LIST_DIR}/../../build/arm/sysroot ABSOLUTE)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L ${CMAKE_SYSROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

# The compiler of MPI, which would tell, is a program for Arm.
set(MPI_CXX_HEADER_DIR ${CMAKE_SYSROOT}/usr/lib/aarch64-linux-gnu/openmpi/include)
set(MPI_mpi_LIBRARY ${CMAKE_SYSROOT}/usr/lib/aarch64-linux-gnu/openmpi/lib/libmpi.so)
