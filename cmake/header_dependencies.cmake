# For WebAssembly and other cross builds (AGAL_HEADER_DEPENDENCIES), only headers of third-party packages are used. They
# are copied into a separate folder, because their installed folder also contains the headers of the host's C library.
set(headers ${PROJECT_BINARY_DIR}/third_party)
set(needed_headers fmt/format.h spirv/unified1/spirv.hpp xxhash.h)
if(AGAL_BUILD_TESTS OR AGAL_BUILD_TOOLS)
  list(APPEND needed_headers nlohmann/json.hpp)
endif()
if(AGAL_BUILD_TOOLS)
  list(APPEND needed_headers CLI/CLI.hpp)
endif()
foreach(header IN LISTS needed_headers)
  string(REGEX REPLACE "/.*" "" top ${header})
  find_path(AGAL_HEADERS_${top} ${header} PATHS /usr/include /usr/local/include NO_CMAKE_FIND_ROOT_PATH REQUIRED)
  file(COPY ${AGAL_HEADERS_${top}}/${top} DESTINATION ${headers})
endforeach()

add_library(agal-headers INTERFACE)
target_include_directories(agal-headers SYSTEM INTERFACE ${headers})
target_compile_definitions(agal-headers INTERFACE FMT_HEADER_ONLY)
if(AGAL_WASM)
  # The library uses fmt without exceptions, without the locale of the C++ library, and without types that it does not format: a
  # double is printed as "". The tools use all of fmt, so the library's fmt has a separate namespace.
  set(for_library -DFMT_EXCEPTIONS=0 -DFMT_STATIC_THOUSANDS_SEPARATOR=',' -DFMT_USE_LONG_DOUBLE=0 -DFMT_USE_DOUBLE=0 -DFMT_USE_INT128=0
                  "-DFMT_THROW(x)=__builtin_trap()" "-DFMT_BEGIN_NAMESPACE=namespace fmt { inline namespace small {"
                  "-DFMT_END_NAMESPACE=} }")
  # CLI11 can read options from files. agalc does not use that, and the C++ library for WebAssembly does not have file streams.
  set(for_node "SHELL:-include ${PROJECT_SOURCE_DIR}/bindings/js/wasm/file_streams.hpp")
  target_compile_options(agal-headers INTERFACE "$<$<NOT:${agal_for_node}>:${for_library}>" "$<${agal_for_node}:${for_node}>")
endif()
foreach(name fmt::fmt SPIRV-Headers::SPIRV-Headers XxHash::XxHash nlohmann_json::nlohmann_json CLI11::CLI11)
  add_library(${name} ALIAS agal-headers)
endforeach()

# These libraries are linked into the command, so that the command does not need another file.
if(AGAL_WITH_UNPACKERS)
  include(${CMAKE_CURRENT_LIST_DIR}/bundled_libraries.cmake)
endif()
if(AGAL_STANDALONE)
  find_package(Threads REQUIRED)
endif()

# GoogleTest as Debian has it: its sources.
if(AGAL_BUILD_TESTS)
  set(INSTALL_GTEST OFF)
  add_subdirectory(/usr/src/googletest ${PROJECT_BINARY_DIR}/googletest EXCLUDE_FROM_ALL)
  foreach(name gtest gtest_main gmock)
    if(NOT TARGET GTest::${name})
      add_library(GTest::${name} ALIAS ${name})
    endif()
  endforeach()
endif()
