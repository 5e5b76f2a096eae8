# The tests of agal::core, if the others are not built (AGAL_CORE_ONLY, AGAL_STANDALONE). Each program is one test,
# because starting a program takes long with an emulator. FULL_SOURCES need more than agal::core, so they are left out.
function(agal_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LIBS;FULL_SOURCES" ${ARGN})
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "tests/core_only.cmake does not know ${ARG_UNPARSED_ARGUMENTS} of ${name}")
  endif()
  add_executable(test-${name} ${ARG_SOURCES})
  target_include_directories(test-${name} PRIVATE ${AGAL_SOURCE_FOLDERS} ${AGAL_TEST_FOLDERS})
  target_link_libraries(test-${name} PRIVATE agal-core agal-flags agal-test-core fmt::fmt
                                             GTest::gtest_main GTest::gmock ${ARG_LIBS})
  target_compile_definitions(test-${name} PRIVATE AGAL_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  add_test(NAME ${name} COMMAND test-${name})
  set_tests_properties(${name} PROPERTIES TIMEOUT 600)
endfunction()

add_subdirectory(support)
foreach(folder ${agal_core_folders})
  add_subdirectory(compiler/${folder})
endforeach()
