# Configures agal::core and its tests alone, as tools/lab/windows and the preset `core` do. With AGAL_EXHAUSTIVE, they are also
# built and run.
# cmake -DSOURCE=… -DWORK=… -DGENERATOR=… -DCOMPILER=… -DLAUNCHER=… -P core_only.cmake
include(${CMAKE_CURRENT_LIST_DIR}/steps.cmake)
file(REMOVE_RECURSE ${WORK})
step(${CMAKE_COMMAND} -S ${SOURCE} -B ${WORK} -G "${GENERATOR}" -DCMAKE_CXX_COMPILER=${COMPILER}
     "-DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER}" -DCMAKE_BUILD_TYPE=None -DCMAKE_UNITY_BUILD=ON -DAGAL_CORE_ONLY=ON
     -DAGAL_BUILD_TESTS=ON)
step(ctest --test-dir ${WORK} --show-only)
if(NOT output MATCHES "unit-assembly.*unit-lower")
  message(FATAL_ERROR "the tests of agal::core are: ${output}")
endif()
if(DEFINED ENV{AGAL_EXHAUSTIVE})
  step(${CMAKE_COMMAND} --build ${WORK} -j 2)
  step(ctest --test-dir ${WORK} --output-on-failure)
endif()
