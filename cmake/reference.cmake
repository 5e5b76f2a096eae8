# The reference of the public headers (docs/reference.md). Without Doxygen, the target fails with a message.
find_package(Doxygen 1.9.4 QUIET)
find_program(AGAL_AWK NAMES awk mawk gawk)
set(AGAL_REFERENCE_DIR ${PROJECT_BINARY_DIR}/reference)
configure_file(${PROJECT_SOURCE_DIR}/docs/Doxyfile.in ${PROJECT_BINARY_DIR}/Doxyfile @ONLY)
if(DOXYGEN_FOUND AND AGAL_AWK)
  set(AGAL_HAS_REFERENCE ON)
  add_custom_target(reference
    COMMAND ${CMAKE_COMMAND} -E make_directory ${AGAL_REFERENCE_DIR}
    COMMAND ${DOXYGEN_EXECUTABLE} ${PROJECT_BINARY_DIR}/Doxyfile
    COMMENT "Writing ${AGAL_REFERENCE_DIR}/html/index.html"
    VERBATIM)
else()
  add_custom_target(reference
    COMMAND ${CMAKE_COMMAND} -E echo "Doxygen 1.9.4 or later, or awk, was not found when this was configured"
    COMMAND ${CMAKE_COMMAND} -E false)
endif()
