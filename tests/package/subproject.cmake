# Configures a project that includes agalc with FetchContent, from the sources at SOURCE: it must have the two libraries,
# but not the tests and tools. (It is not built, because the same sources have just been built.) Then again on a machine
# without SPIRV-Tools and SPIRV-Cross, with AGAL_WITH_KHRONOS=OFF.
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
