# Installs the build tree BUILD into a folder of its own, then builds and runs the project SOURCE against it.
# cmake -DBUILD=… -DSOURCE=… -DWORK=… -DGENERATOR=… -DCOMPILER=… -DFLAGS=… -P run.cmake
function(step)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\nended with ${status}:\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE ${WORK})
step(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix)
step(${CMAKE_COMMAND} -S ${SOURCE} -B ${WORK}/build -G "${GENERATOR}" -DCMAKE_PREFIX_PATH=${WORK}/prefix
     -DCMAKE_CXX_COMPILER=${COMPILER} "-DCMAKE_CXX_FLAGS=${FLAGS}")
step(${CMAKE_COMMAND} --build ${WORK}/build)

step(${WORK}/build/uses-core)
if(NOT output MATCHES "^[1-9][0-9]* words\n$")
  message(FATAL_ERROR "uses-core printed: ${output}")
endif()
step(${WORK}/build/uses-agal)
if(NOT output MATCHES "uniform|precision")
  message(FATAL_ERROR "uses-agal printed: ${output}")
endif()
step(${WORK}/prefix/bin/agalc --version)
message(STATUS "installed ${output}")
