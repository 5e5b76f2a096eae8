# agal_shared: the C interface (include/agal/agal.h) as a shared library with all of agal in it. It exports what the header
# declares and nothing else.

# The numbers of shared libraries begin at 0. The names of a version have its node of the version script, so that the loader
# refuses a program that needs another one.
include(${PROJECT_SOURCE_DIR}/cmake/c_interface.cmake)
math(EXPR agal_soversion "${AGAL_ABI_VERSION} - 1")

add_library(agal_shared SHARED shared_library.cpp)
add_library(agal::shared ALIAS agal_shared)
target_include_directories(agal_shared INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                                                 $<INSTALL_INTERFACE:include>)
target_compile_definitions(agal_shared INTERFACE AGAL_SHARED)
# Nothing in the library calls these functions, so the linker would leave them out.
target_link_libraries(agal_shared PRIVATE $<LINK_LIBRARY:WHOLE_ARCHIVE,agal-c> $<BUILD_INTERFACE:agal-flags>)
set_target_properties(agal_shared PROPERTIES OUTPUT_NAME agal EXPORT_NAME shared
                                             VERSION ${PROJECT_VERSION} SOVERSION ${agal_soversion}
                                             AGAL_EXPORTS "${AGAL_C_FUNCTIONS}")

set(exports_file ${CMAKE_CURRENT_BINARY_DIR}/agal_exports)
if(WIN32)
  # The static library of the same name has the same extension.
  set_target_properties(agal_shared PROPERTIES ARCHIVE_OUTPUT_NAME agal_shared)
  list(JOIN AGAL_C_FUNCTIONS "\n  " lines)
  file(CONFIGURE OUTPUT ${exports_file}.def CONTENT "EXPORTS\n  @lines@\n" @ONLY)
  target_sources(agal_shared PRIVATE ${exports_file}.def)
elseif(APPLE)
  list(JOIN AGAL_C_FUNCTIONS "\n_" lines)
  file(CONFIGURE OUTPUT ${exports_file}.txt CONTENT "_@lines@\n" @ONLY)
  target_link_options(agal_shared PRIVATE "LINKER:-exported_symbols_list,${exports_file}.txt")
  set_target_properties(agal_shared PROPERTIES LINK_DEPENDS ${exports_file}.txt)
else()
  list(JOIN AGAL_C_FUNCTIONS ";\n    " lines)
  file(CONFIGURE OUTPUT ${exports_file}.map
       CONTENT "AGAL_@agal_soversion@ {\n  global:\n    @lines@;\n  local:\n    *;\n};\n" @ONLY)
  target_link_options(agal_shared PRIVATE "LINKER:--version-script=${exports_file}.map")
  set_target_properties(agal_shared PROPERTIES LINK_DEPENDS ${exports_file}.map)
endif()
