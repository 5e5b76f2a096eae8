# Toolchain file for Windows: MinGW-w64 as Debian packages it, with POSIX threads. Programs run with wine.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)

set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
set(CMAKE_FIND_ROOT_PATH /usr/x86_64-w64-mingw32)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
# Link the compiler's libraries statically, and strip symbols. Unity files need more sections than the default object
# format allows.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-static -s")
set(CMAKE_CXX_FLAGS_INIT "-Wa,-mbig-obj")
find_program(AGAL_WINE NAMES wine wine64 PATHS /usr/lib/wine)
if(AGAL_WINE)
  set(CMAKE_CROSSCOMPILING_EMULATOR ${AGAL_WINE})
endif()
