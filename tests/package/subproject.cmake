# Configures a project that includes agalc with FetchContent, from the sources at SOURCE: it must have the two libraries,
# but not the tests and tools. (It is not built, because the same sources have just been built.) Then again on a machine
# without SPIRV-Tools and SPIRV-Cross, with AGAL_WITH_KHRONOS=OFF. At last a project that includes it with add_subdirectory, which
# builds agal::core alone, and runs.
# cmake -DSOURCE=… -DWORK=… -DGENERATOR=… -DCOMPILER=… -P subproject.cmake
file(REMOVE_RECURSE ${WORK})
file(WRITE ${WORK}/CMakeLists.txt "
cmake_minimum_required(VERSION 3.25)
project(embedder LANGUAGES CXX)
include(FetchContent)
FetchContent_Declare(agal SOURCE_DIR \"${SOURCE}\")
FetchContent_MakeAvailable(agal)
add_executable(embedder main.cpp)
target_link_libraries(embedder PRIVATE agal::agal agal::core)
foreach(unwanted agalc test-house test-unit-base)
  if(TARGET \${unwanted})
    message(FATAL_ERROR \"\${unwanted} is built for a project that only embeds the library\")
  endif()
endforeach()
")
file(WRITE ${WORK}/main.cpp "int main() {}\n")
set(without_khronos -DAGAL_WITH_KHRONOS=OFF)
foreach(package SPIRV-Tools SPIRV-Tools-opt spirv_cross_core spirv_cross_glsl spirv_cross_msl spirv_cross_hlsl)
  list(APPEND without_khronos -DCMAKE_DISABLE_FIND_PACKAGE_${package}=ON)
endforeach()
foreach(variant everything without_khronos)
  execute_process(COMMAND ${CMAKE_COMMAND} -S ${WORK} -B ${WORK}/${variant} -G "${GENERATOR}" -DCMAKE_CXX_COMPILER=${COMPILER}
                          ${${variant}}
                  RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${variant}: ${output}")
  endif()
endforeach()

file(WRITE ${WORK}/part/CMakeLists.txt "
cmake_minimum_required(VERSION 3.25)
project(player LANGUAGES CXX)
add_subdirectory(\"${SOURCE}\" agal EXCLUDE_FROM_ALL)
add_executable(player \"${SOURCE}/tests/package/uses_core.cpp\")
target_link_libraries(player PRIVATE agal::core)
")
include(${CMAKE_CURRENT_LIST_DIR}/steps.cmake)
step(${CMAKE_COMMAND} -S ${WORK}/part -B ${WORK}/part/build -G "${GENERATOR}" -DCMAKE_CXX_COMPILER=${COMPILER}
     "-DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER}" -DCMAKE_BUILD_TYPE=None -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=24 ${without_khronos})
step(${CMAKE_COMMAND} --build ${WORK}/part/build)
file(GLOB_RECURSE libraries ${WORK}/part/build/libagal*.a)
list(TRANSFORM libraries REPLACE ".*/" "")
if(NOT libraries STREQUAL "libagal-core.a")
  message(FATAL_ERROR "the project has built: ${libraries}")
endif()
step(${WORK}/part/build/player)
if(NOT output MATCHES "^[1-9][0-9]* words\n$")
  message(FATAL_ERROR "the project printed: ${output}")
endif()
