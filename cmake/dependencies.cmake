# Third-party packages. Names differ between distributions: take the first that exists.
list(APPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR})
find_package(fmt REQUIRED)
find_package(SPIRV-Headers REQUIRED)
# For the hash of a program.
if(NOT AGAL_CORE_ONLY)
  find_package(XxHash REQUIRED)
endif()

if(AGAL_WITH_KHRONOS)
  find_package(Threads REQUIRED)
  find_package(SPIRV-Tools REQUIRED)
  find_package(SPIRV-Tools-opt REQUIRED)
  foreach(candidate SPIRV-Tools-static SPIRV-Tools SPIRV-Tools-shared)
    if(TARGET ${candidate})
      set(AGAL_SPIRV_TOOLS ${candidate})
      break()
    endif()
  endforeach()

  foreach(part core glsl msl hlsl cpp reflect util)
    find_package(spirv_cross_${part} QUIET)
  endforeach()
endif()

# To unpack SWF, SWC and ZIP files.
if(AGAL_WITH_UNPACKERS)
  find_package(ZLIB REQUIRED)
  find_package(LibLZMA REQUIRED)
  find_package(Minizip REQUIRED)
endif()

# The library writes JSON itself; the tools and the tests also read it.
if(AGAL_BUILD_TOOLS OR AGAL_BUILD_TESTS)
  find_package(nlohmann_json REQUIRED)
endif()
if(AGAL_BUILD_TOOLS)
  find_package(CLI11 REQUIRED)
  find_package(PNG REQUIRED)
  find_package(Threads REQUIRED)
  # For the remote cache. Without it, agalc says so.
  find_package(CURL QUIET)
  # For pictures, and to execute shaders in tests. Optional: without it, drawing is an error and the tests are skipped.
  find_package(Vulkan QUIET)
  # To prove text, which is an error without it, and to measure costs on a GPU.
  find_package(glslang QUIET)
endif()
if(AGAL_BUILD_TESTS)
  find_package(GTest REQUIRED)
  if(NOT AGAL_CORE_ONLY)
    find_package(glslang REQUIRED)
    find_package(CURL REQUIRED)
    # Writes the archives that demonstrations and tests read.
    find_package(LibZip REQUIRED)
  endif()
endif()
if(glslang_FOUND)
  add_library(agal-glslang INTERFACE)
  target_link_libraries(agal-glslang INTERFACE glslang::glslang glslang::SPIRV glslang::glslang-default-resource-limits)
  # Debian builds it without RTTI, which -fsanitize=vptr needs. Link it after agal-flags, because the last option wins.
  if("${AGAL_SANITIZE}" MATCHES "undefined")
    target_compile_options(agal-glslang INTERFACE -fno-sanitize=vptr)
  endif()
endif()
if(AGAL_BUILD_BENCHMARKS)
  find_package(benchmark REQUIRED)
  find_package(CLI11 REQUIRED)
endif()
