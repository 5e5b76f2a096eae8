# Programs for Windows that tests run with wine. ./tools/lab/direct3d installs MinGW-w64 and wine.
find_program(AGAL_MINGW_CXX x86_64-w64-mingw32-g++-posix)

# agal_windows_program(<variable> <name> SOURCES … [LIBS …]): compiles a program with MinGW-w64, with the target <name>, and
# sets the variable to its path. Without MinGW-w64 the variable is empty.
function(agal_windows_program variable name)
  cmake_parse_arguments(ARG "" "" "SOURCES;HEADERS;LIBS" ${ARGN})
  set(${variable} "" PARENT_SCOPE)
  if(NOT AGAL_MINGW_CXX)
    return()
  endif()
  set(program ${CMAKE_CURRENT_BINARY_DIR}/${name}.exe)
  list(TRANSFORM ARG_SOURCES PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
  list(TRANSFORM ARG_HEADERS PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
  list(TRANSFORM ARG_LIBS PREPEND -l)
  list(TRANSFORM AGAL_TEST_FOLDERS PREPEND -I OUTPUT_VARIABLE folders)
  add_custom_command(
    OUTPUT ${program}
    COMMAND ${AGAL_MINGW_CXX} -std=c++20 -O1 -Wall -Wextra -Werror -static ${folders} ${ARG_SOURCES} -o ${program}
            ${ARG_LIBS}
    DEPENDS ${ARG_SOURCES} ${ARG_HEADERS}
    COMMENT "Building the Windows program ${name}.exe"
    VERBATIM)
  add_custom_target(${name} DEPENDS ${program})
  set(${variable} ${program} PARENT_SCOPE)
endfunction()
