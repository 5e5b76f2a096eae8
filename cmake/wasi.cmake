# Toolchain file for WebAssembly: clang, lld, libc++ and wasi-libc as Debian packages them.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)

set(AGAL_WASM_VERSION 22 CACHE STRING "The version of clang for WebAssembly")
set(CMAKE_C_COMPILER clang-${AGAL_WASM_VERSION})
set(CMAKE_CXX_COMPILER clang++-${AGAL_WASM_VERSION})
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES AGAL_WASM_VERSION)

# Archives do not have an index: an llvm-ar of another version cannot read the objects, and the linker does not need an index.
foreach(language C CXX)
  set(CMAKE_${language}_ARCHIVE_CREATE "<CMAKE_AR> qcS <TARGET> <LINK_FLAGS> <OBJECTS>")
  set(CMAKE_${language}_ARCHIVE_APPEND "<CMAKE_AR> qS <TARGET> <LINK_FLAGS> <OBJECTS>")
  set(CMAKE_${language}_ARCHIVE_FINISH "")
endforeach()
# The compiler options are in options.cmake, because CMake caches options of a toolchain file in the first configuration.
