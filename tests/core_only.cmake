# The tests of agal::core, if the others are not built (AGAL_CORE_ONLY, AGAL_STANDALONE). Each program is one test,
# because starting a program takes long with an emulator. FULL_SOURCES need more than agal::core, so they are left out.
function(agal_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LIBS;FULL_SOURCES" ${ARGN})
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "tests/core_only.cmake does not know ${ARG_UNPARSED_ARGUMENTS} of ${name}")
  endif()
  add_executable(test-${name} ${ARG_SOURCES})
  target_include_directories(test-${name} PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/tests)
  target_link_libraries(test-${name} PRIVATE agal-core agal-flags agal-test-support fmt::fmt GTest::gtest_main
                                             GTest::gmock ${ARG_LIBS})
  target_compile_definitions(test-${name} PRIVATE AGAL_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  add_test(NAME ${name} COMMAND test-${name})
  set_tests_properties(${name} PROPERTIES TIMEOUT 600)
endfunction()

if(NOT TARGET agal-corpus)  # without the tools
  add_subdirectory(${PROJECT_SOURCE_DIR}/tools/lib/corpus ${PROJECT_BINARY_DIR}/tools/lib/corpus)
endif()
# The programs of the rules name options as text. Only this small part of the other library is needed.
set(options host named_target options proof_values values)
list(TRANSFORM options REPLACE "(.+)" "${PROJECT_SOURCE_DIR}/src/options/\\1.cpp")
add_library(agal-test-support STATIC support/branch_programs.cpp support/corpus.cpp support/facility.cpp support/golden.cpp
                                     support/limit_programs.cpp support/lowering.cpp support/rule_programs.cpp ${options})
set_source_files_properties(${PROJECT_SOURCE_DIR}/src/options/proof_values.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
target_include_directories(agal-test-support PUBLIC ${CMAKE_CURRENT_SOURCE_DIR} PRIVATE ${PROJECT_SOURCE_DIR}/src)
target_link_libraries(agal-test-support PUBLIC agal-core GTest::gtest
                                        PRIVATE agal-corpus agal-flags fmt::fmt nlohmann_json::nlohmann_json)
target_compile_definitions(agal-test-support PRIVATE AGAL_SOURCE_DIR="${PROJECT_SOURCE_DIR}")

# Other folders use SPIRV-Tools.
foreach(folder base isa diag program bytecode assembly validation linting interpret ir lower opt writer)
  add_subdirectory(unit/${folder})
endforeach()
