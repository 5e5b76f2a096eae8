# Options of the build. Tests and warnings as errors are for work on agalc itself, not for a project that embeds it.

# WebAssembly (cmake/wasi.cmake) has the library alone, with a C interface.
set(AGAL_WASM OFF)
set(agal_complete ON)
set(agal_developed ${PROJECT_IS_TOP_LEVEL})
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "wasm32")
  set(AGAL_WASM ON)
  set(agal_complete OFF)
  set(agal_developed OFF)
endif()
option(AGAL_BUILD_TOOLS "Build the agalc command" ${agal_developed})
option(AGAL_BUILD_TESTS "Build the tests" ${agal_developed})
option(AGAL_BUILD_BENCHMARKS "Build the benchmarks" OFF)
option(AGAL_BUILD_FUZZERS "Build the libFuzzer targets (clang only)" OFF)
option(AGAL_INSTALL "Make the install target" ${agal_developed})
option(AGAL_WITH_KHRONOS "Use SPIRV-Tools and SPIRV-Cross: validated SPIR-V, its disassembly, MSL and HLSL" ${agal_complete})
option(AGAL_WITH_UNPACKERS "Use zlib, liblzma and minizip: programs in compressed SWF, SWC and ZIP files" ${agal_complete})
option(AGAL_WERROR "Treat warnings as errors" OFF)
option(AGAL_VERIFY_IR "Verify the IR after every pass; what is found is reported as AGAL5003" OFF)
option(AGAL_COVERAGE "Record which lines and branches of src/ are executed: tools/coverage" OFF)
set(AGAL_SANITIZE "" CACHE STRING "Sanitizers to build with, for example address,undefined")

if(NOT (AGAL_WITH_KHRONOS AND AGAL_WITH_UNPACKERS))
  foreach(part TOOLS TESTS BENCHMARKS FUZZERS)
    if(AGAL_BUILD_${part})
      message(FATAL_ERROR "AGAL_BUILD_${part} needs AGAL_WITH_KHRONOS and AGAL_WITH_UNPACKERS")
    endif()
  endforeach()
endif()

# Everything of ours is compiled with these; third-party headers are included as system headers.
add_library(agal-flags INTERFACE)
target_compile_features(agal-flags INTERFACE cxx_std_20)
target_compile_options(agal-flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion
                                            -Wnon-virtual-dtor -Wold-style-cast -Wswitch)
# What GCC 12 says about copies and comparisons of std::string and std::vector when it optimizes is wrong:
# gcc.gnu.org/PR105329, PR107852.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(agal-flags INTERFACE -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread)
endif()
# GCC takes the files that a unity build puts together for headers, and warns of what only headers should not do.
if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(agal-flags INTERFACE -Wno-subobject-linkage)
endif()
# Clang reports that a name of one of those files hides a name of another.
if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  target_compile_options(agal-flags INTERFACE -Wno-shadow)
endif()
# Tables are aggregates whose last columns may be left out.
target_compile_options(agal-flags INTERFACE -Wno-missing-field-initializers)
if(AGAL_WERROR)
  target_compile_options(agal-flags INTERFACE -Werror)
endif()
if(AGAL_SANITIZE)
  target_compile_options(agal-flags INTERFACE -fsanitize=${AGAL_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(agal-flags INTERFACE -fsanitize=${AGAL_SANITIZE})
endif()
# What is fuzzed must tell libFuzzer where it went: all of it, not its entry point alone.
if(AGAL_BUILD_FUZZERS)
  target_compile_options(agal-flags INTERFACE -fsanitize=fuzzer-no-link)
  target_link_options(agal-flags INTERFACE -fsanitize=fuzzer-no-link)
endif()
