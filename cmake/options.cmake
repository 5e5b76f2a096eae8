# Options of the build. Tests and warnings as errors are for work on agalc itself, not for a project that embeds it.

# WebAssembly (cmake/wasi.cmake) has the library, with a C interface, and the command for Node.
set(AGAL_WASM OFF)
set(agal_complete ON)
set(agal_developed ${PROJECT_IS_TOP_LEVEL})
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "wasm32")
  set(AGAL_WASM ON)
  set(agal_complete OFF)
  set(agal_developed OFF)
endif()
# For systems on which the other parts were never built: docs/packaging.md.
option(AGAL_CORE_ONLY "Build agal::core, and with AGAL_BUILD_TESTS its tests, and nothing else" OFF)
if(AGAL_CORE_ONLY)
  set(agal_complete OFF)
  set(agal_developed OFF)
endif()
# For systems without packages of the libraries.
option(AGAL_STANDALONE "Build the agalc command with headers of packages, and with libraries from their sources: docs/packaging.md" OFF)
set(agal_with_headers OFF)
if(AGAL_WASM OR AGAL_STANDALONE)
  set(agal_with_headers ON)
endif()
set(agal_with_khronos ${agal_complete})
set(agal_with_unpackers ${agal_complete})
if(AGAL_WASM AND NOT AGAL_CORE_ONLY)
  set(agal_with_unpackers ON)
endif()
set(agal_with_tools ${agal_developed})
set(agal_installed ${agal_developed})
if(AGAL_STANDALONE)
  set(agal_complete OFF)
  set(agal_with_khronos OFF)
  set(agal_with_unpackers ON)
  set(agal_installed OFF)
endif()
if(AGAL_WASM AND NOT AGAL_CORE_ONLY)
  set(agal_with_tools ON)
endif()
option(AGAL_HEADER_DEPENDENCIES "Use only the headers of other packages: fmt without its library" ${agal_with_headers})
option(AGAL_BUILD_TOOLS "Build the agalc command" ${agal_with_tools})
option(AGAL_BUILD_TESTS "Build the tests" ${agal_developed})
option(AGAL_BUILD_LAB "Build the laboratory: the benchmarks, the generator of programs, and their tests" OFF)
option(AGAL_BUILD_FUZZERS "Build the libFuzzer targets (clang only)" OFF)
# The install target. A cross build that only uses headers of other packages has nothing to install.
set(AGAL_INSTALL ${agal_installed})
if(AGAL_HEADER_DEPENDENCIES)
  set(AGAL_INSTALL OFF)
endif()
option(AGAL_WITH_KHRONOS "Use SPIRV-Tools and SPIRV-Cross: validated SPIR-V, its disassembly (spvasm), and a second writer of text" ${agal_with_khronos})
option(AGAL_WITH_UNPACKERS "Use zlib, liblzma and minizip: programs in compressed SWF, SWC and ZIP files" ${agal_with_unpackers})
option(AGAL_WITH_LIBARCHIVE "Use libarchive if it is installed: programs in tar archives, and in xz, bzip2 and Zstandard data" ${agal_complete})
option(AGAL_WITH_LIBJXR "Use libjxr if it is installed: textures in JPEG XR in frames of games" ${agal_complete})
option(AGAL_WITH_MIMALLOC "Use mimalloc if it is installed: a faster allocator in the agalc command" ${agal_complete})
option(AGAL_WITH_LIBETC1 "Use Android's libETC1 if it is installed: textures in ETC1 in frames of games" ${agal_complete})
# For ./tools/test --quick, which runs the same tests on every machine, independent of other installed packages.
option(AGAL_QUICK_TESTS "Build only what ./tools/test --quick runs, with the packages of ./tools/setup --build alone" OFF)
option(AGAL_WERROR "Treat warnings as errors" OFF)
option(AGAL_VERIFY_IR "Verify the IR after every pass; errors are reported as AGAL5003" OFF)
set(AGAL_TEST_CXX_FLAGS "" CACHE STRING "Additional compiler flags for the test programs, but not for the tested code")
option(AGAL_COVERAGE "Record which lines and branches of src/ are executed: tools/lab/coverage" OFF)
set(AGAL_TESTED_COMMAND "" CACHE FILEPATH
    "The command that tests run instead of agalc; an agal-smith in its folder is used too")
set(AGAL_FRAMES_EDITOR "" CACHE FILEPATH
    "The compiler and the editor for the page of agalc replay, which tools/lab/frames-editor makes; without it, the page has no editor")
if(AGAL_FRAMES_EDITOR AND NOT EXISTS "${AGAL_FRAMES_EDITOR}")
  message(FATAL_ERROR "AGAL_FRAMES_EDITOR names ${AGAL_FRAMES_EDITOR}, which does not exist. ./tools/lab/frames-editor makes it.")
endif()
set(AGAL_SANITIZE "" CACHE STRING "Sanitizers to build with, for example address,undefined")
# Off with a sanitizer, because only a program that is built with the sanitizer could load the library.
set(agal_shared_by_default ${agal_developed})
if(AGAL_SANITIZE OR AGAL_BUILD_FUZZERS OR AGAL_STANDALONE OR AGAL_QUICK_TESTS)
  set(agal_shared_by_default OFF)
endif()
option(AGAL_BUILD_SHARED "Build the C interface as a shared library" ${agal_shared_by_default})

if(AGAL_STANDALONE AND (AGAL_CORE_ONLY OR AGAL_WITH_KHRONOS OR NOT AGAL_WITH_UNPACKERS OR NOT AGAL_HEADER_DEPENDENCIES))
  message(FATAL_ERROR "AGAL_STANDALONE cannot be combined with options that name other dependencies")
endif()
if(NOT (AGAL_WITH_KHRONOS AND AGAL_WITH_UNPACKERS))
  set(agal_parts TOOLS TESTS LAB FUZZERS)
  # With AGAL_CORE_ONLY, the tests of agal::core remain.
  if(AGAL_CORE_ONLY)
    list(REMOVE_ITEM agal_parts TESTS)
  elseif(AGAL_STANDALONE)
    list(REMOVE_ITEM agal_parts TESTS TOOLS)
  elseif(AGAL_WASM)
    list(REMOVE_ITEM agal_parts TOOLS)
  endif()
  foreach(part IN LISTS agal_parts)
    if(AGAL_BUILD_${part})
      message(FATAL_ERROR "AGAL_BUILD_${part} needs AGAL_WITH_KHRONOS and AGAL_WITH_UNPACKERS")
    endif()
  endforeach()
endif()

# With CMAKE_UNITY_BUILD, nearly all sources of a target are compiled as one, because headers take most of the time. Builds with
# tests have smaller units, because a change compiles its unit again.
if(NOT DEFINED CMAKE_UNITY_BUILD_BATCH_SIZE)
  if(AGAL_BUILD_TESTS OR CMAKE_CROSSCOMPILING)
    set(CMAKE_UNITY_BUILD_BATCH_SIZE 30)
  else()
    set(CMAKE_UNITY_BUILD_BATCH_SIZE 100)
  endif()
endif()

# The compiler flags of all code of agalc. Third-party headers are included as system headers.
add_library(agal-flags INTERFACE)
target_compile_features(agal-flags INTERFACE cxx_std_20)
if(MSVC)
  target_compile_options(agal-flags INTERFACE /W4 /utf-8 /permissive- /bigobj /Zc:__cplusplus /Zc:preprocessor)
else()
  target_compile_options(agal-flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion
                                              -Wnon-virtual-dtor -Wold-style-cast -Wswitch)
endif()
# When it optimizes, GCC 12 gives false warnings about copies and comparisons of std::string and std::vector:
# gcc.gnu.org/PR105329, PR105651, PR107852. Clang and later versions of GCC keep these warnings.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(agal-flags INTERFACE -Wno-array-bounds -Wno-restrict -Wno-stringop-overflow
                                              -Wno-stringop-overread)
endif()
# In a unity build, GCC treats the included source files as headers, and gives warnings that only apply to headers. GCC starts to
# collect garbage at 512 MiB instead of 128 MiB, which takes a quarter more memory and a tenth less time.
if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(agal-flags INTERFACE -Wno-subobject-linkage --param=ggc-min-heapsize=524288)
endif()
# GCC stops inlining when a translation unit has grown by 40 %. With 120 %, a translation takes 2 % less time, and programs become 8 %
# larger.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(agal-flags INTERFACE $<$<CONFIG:Release>:--param=inline-unit-growth=120>)
endif()
# std::stable_sort of the C++ library of GCC 12 uses a deprecated function, which recent versions of Clang report.
if(NOT AGAL_WASM AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  target_compile_options(agal-flags INTERFACE -Wno-deprecated-declarations)
endif()
# agal_precompile(<target>…): in a unity build, headers that most files include are read once for all of these targets, whose
# options must be the same. Other builds check that each file includes what it needs.
function(agal_precompile first)
  if(NOT CMAKE_UNITY_BUILD)
    return()
  endif()
  target_precompile_headers(${first} PRIVATE <fmt/format.h> <algorithm> <array> <functional> <map> <memory> <optional> <set>
                            <span> <string> <string_view> <unordered_map> <vector>)
  foreach(target ${ARGN})
    target_precompile_headers(${target} REUSE_FROM ${first})
  endforeach()
endfunction()
# In a unity build, Clang reports names of one file that hide names of another file.
if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  target_compile_options(agal-flags INTERFACE -Wno-shadow)
endif()
# fmt checks the formats of messages while a file is compiled, which takes a twentieth of the time. Builds with tests do so, and
# builds for other systems, which contain other files.
if(NOT AGAL_BUILD_TESTS AND NOT CMAKE_CROSSCOMPILING)
  target_compile_definitions(agal-flags INTERFACE FMT_CONSTEVAL=)
endif()
# For WebAssembly. -Wno-deprecated: Debian's folders have the former name of the target, wasm32-wasi.
# -fno-c++-static-destructors: a module is discarded without an exit. -flto: engines do not inline, so the linker does.
# -mno-bulk-memory: engines call a function for memory.copy and memory.fill. Most copies are a few bytes long, for which the call
# takes longer than the copy.
# The tools throw exceptions, and the library does not: all modules share its objects.
if(AGAL_WASM)
  define_property(TARGET PROPERTY FOR_NODE INITIALIZE_FROM_VARIABLE AGAL_FOR_NODE)
  set(agal_for_node "$<BOOL:$<TARGET_PROPERTY:FOR_NODE>>")
  target_compile_options(agal-flags INTERFACE -Wno-deprecated -fno-c++-static-destructors -mno-bulk-memory -mno-bulk-memory-opt
                                              "$<IF:${agal_for_node},-fwasm-exceptions,-fno-exceptions;-fno-rtti;-flto>")
  target_link_options(agal-flags INTERFACE -Wno-deprecated)
  include(cmake/wasm_training.cmake)
endif()
# Rows of tables are aggregates. Their last columns may be left out.
if(NOT MSVC)
  target_compile_options(agal-flags INTERFACE -Wno-missing-field-initializers)
endif()
if(AGAL_WERROR)
  target_compile_options(agal-flags INTERFACE $<IF:$<BOOL:${MSVC}>,/WX,-Werror>)
endif()
if(AGAL_SANITIZE)
  target_compile_options(agal-flags INTERFACE -fsanitize=${AGAL_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(agal-flags INTERFACE -fsanitize=${AGAL_SANITIZE})
endif()
# libFuzzer needs coverage of all fuzzed code, not only of the entry points.
if(AGAL_BUILD_FUZZERS)
  target_compile_options(agal-flags INTERFACE -fsanitize=fuzzer-no-link)
  target_link_options(agal-flags INTERFACE -fsanitize=fuzzer-no-link)
endif()
