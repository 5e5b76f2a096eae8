# Installs the build tree BUILD into a new folder, then builds and runs the project SOURCE against it.
# cmake -DBUILD=… -DSOURCE=… -DWORK=… -DGENERATOR=… -DCOMPILER=… -DFLAGS=… -DVULKAN=… -P run.cmake
include(${CMAKE_CURRENT_LIST_DIR}/steps.cmake)

file(REMOVE_RECURSE ${WORK})
step(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix)
# Only the tools and the tests need a reader of JSON.
step(${CMAKE_COMMAND} -S ${SOURCE} -B ${WORK}/build -G "${GENERATOR}" -DCMAKE_PREFIX_PATH=${WORK}/prefix
     -DCMAKE_CXX_COMPILER=${COMPILER} "-DCMAKE_CXX_FLAGS=${FLAGS}" -DCMAKE_DISABLE_FIND_PACKAGE_nlohmann_json=ON)
step(${CMAKE_COMMAND} --build ${WORK}/build)

step(${WORK}/build/uses-core)
if(NOT output MATCHES "^[1-9][0-9]* words\n$")
  message(FATAL_ERROR "uses-core printed: ${output}")
endif()
step(${WORK}/build/uses-prove)
if(NOT output STREQUAL "exact\n")
  message(FATAL_ERROR "uses-prove printed: ${output}")
endif()
step(${WORK}/build/uses-agal)
if(NOT output MATCHES "uniform|precision")
  message(FATAL_ERROR "uses-agal printed: ${output}")
endif()
step(${WORK}/build/uses-games)
if(NOT output STREQUAL "1 programs\n")
  message(FATAL_ERROR "uses-games printed: ${output}")
endif()

# rejects_symbols(<program> <namespaces>): fails if the program has symbols of these namespaces, or if it has no symbols at all.
function(rejects_symbols program namespaces)
  step(nm --demangle ${WORK}/build/${program})
  if(NOT output MATCHES " agal::")
    message(FATAL_ERROR "${program} does not have symbols of agal")
  endif()
  if(output MATCHES " (agal::(${namespaces})::[^\n]*)")
    message(FATAL_ERROR "${program} has ${CMAKE_MATCH_1}")
  endif()
endfunction()
set(games "avm2|container|extraction|source_code|tap_log|tapping")
rejects_symbols(uses-agal "prove|${games}")
rejects_symbols(uses-prove "${games}")
rejects_symbols(uses-games "prove")
step(${WORK}/prefix/bin/agalc --version)
message(STATUS "installed ${output}")

# Builds the example of the README.
set(root ${SOURCE}/../../..)
step(${CMAKE_COMMAND} -S ${root}/examples/embed -B ${WORK}/embed -G "${GENERATOR}" -DCMAKE_PREFIX_PATH=${WORK}/prefix
     -DCMAKE_CXX_COMPILER=${COMPILER} "-DCMAKE_CXX_FLAGS=${FLAGS}")
step(${CMAKE_COMMAND} --build ${WORK}/embed)
step(${WORK}/embed/embed ${root}/corpus/techniques/water.frag.agal)
if(NOT output MATCHES "^#version 300 es\n")
  message(FATAL_ERROR "examples/embed printed: ${output}")
endif()

# Builds the same example in C.
step(${CMAKE_COMMAND} -S ${root}/examples/c -B ${WORK}/embed-c -G "${GENERATOR}" -DCMAKE_PREFIX_PATH=${WORK}/prefix
     -DCMAKE_CXX_COMPILER=${COMPILER} "-DCMAKE_CXX_FLAGS=${FLAGS}")
step(${CMAKE_COMMAND} --build ${WORK}/embed-c)
step(${WORK}/embed-c/embed-c ${root}/corpus/techniques/water.frag.agal)
if(NOT output MATCHES "@fragment")
  message(FATAL_ERROR "examples/c printed: ${output}")
endif()

# Builds the example for Vulkan. The test of the examples builds and runs its code.
if(VULKAN)
  step(${CMAKE_COMMAND} -S ${root}/examples/vulkan -B ${WORK}/vulkan -G "${GENERATOR}" -DCMAKE_PREFIX_PATH=${WORK}/prefix
       -DCMAKE_CXX_COMPILER=${COMPILER} "-DCMAKE_CXX_FLAGS=${FLAGS}")
endif()

# With COMPONENTS core, the dependencies of other components need not exist.
set(unfindable "")
foreach(package SPIRV-Tools SPIRV-Tools-opt ZLIB LibLZMA Minizip LibArchive XxHash spirv_cross_core
                spirv_cross_glsl spirv_cross_msl spirv_cross_hlsl)
  list(APPEND unfindable -DCMAKE_DISABLE_FIND_PACKAGE_${package}=ON)
endforeach()
step(${CMAKE_COMMAND} -S ${SOURCE}/core -B ${WORK}/core -G "${GENERATOR}" -DCMAKE_PREFIX_PATH=${WORK}/prefix
     -DCMAKE_CXX_COMPILER=${COMPILER} "-DCMAKE_CXX_FLAGS=${FLAGS}" ${unfindable})
step(${CMAKE_COMMAND} --build ${WORK}/core)
step(${WORK}/core/uses-core)
if(NOT output MATCHES "^[1-9][0-9]* words\n$")
  message(FATAL_ERROR "uses-core of COMPONENTS core printed: ${output}")
endif()
# Without COMPONENTS they are required, which proves that they cannot be found.
execute_process(COMMAND ${CMAKE_COMMAND} -S ${SOURCE} -B ${WORK}/all -G "${GENERATOR}"
                        -DCMAKE_PREFIX_PATH=${WORK}/prefix -DCMAKE_CXX_COMPILER=${COMPILER} ${unfindable}
                RESULT_VARIABLE status OUTPUT_QUIET ERROR_QUIET)
if(status EQUAL 0)
  message(FATAL_ERROR "agal was found without the packages that it needs")
endif()

# Completions and manual pages.
set(share ${WORK}/prefix/share)
foreach(file bash-completion/completions/agalc zsh/site-functions/_agalc fish/vendor_completions.d/agalc.fish
             man/man1/agalc.1 man/man1/agalc-compile.1 doc/agal/README.md doc/agal/CHANGELOG.md doc/agal/LICENSE
             doc/agal/SECURITY.md doc/agal/docs/cli.md doc/agal/docs/adr/README.md doc/agal/examples/cmake/CMakeLists.txt
             doc/agal/docs/images/corpus.png doc/agal/examples/embed/main.cpp)
  if(NOT EXISTS ${share}/${file})
    message(FATAL_ERROR "${file} is not installed")
  endif()
endforeach()
file(READ ${share}/bash-completion/completions/agalc installed)
execute_process(COMMAND ${WORK}/prefix/bin/agalc completions bash OUTPUT_VARIABLE output)
if(NOT installed STREQUAL output)
  message(FATAL_ERROR "the completions for bash are not those of this agalc")
endif()
