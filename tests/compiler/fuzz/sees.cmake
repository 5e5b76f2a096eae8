# Runs a fuzz target 1,500 times with a fixed seed on a copy of the corpus. The target must not find an error, and must
# cover a minimum number of edges: if the library were not instrumented, it would only cover the entry point.
# cmake -DFUZZER=… -DSEEDS=… -DTARGET=… -DEDGES=… -DDICTIONARY=… -DCORPUS=… -DWORK=… -P sees.cmake
set(runs 1500)

function(step)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${ARGN}\nended with ${status}:\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE "${WORK}")
step("${SEEDS}" ${TARGET} "${WORK}/corpus" "${CORPUS}")
step("${FUZZER}" -runs=${runs} -seed=1 "-dict=${DICTIONARY}" "-artifact_prefix=${WORK}/" "${WORK}/corpus")
if(NOT output MATCHES "DONE +cov: ([0-9]+) ft: ([0-9]+)")
  message(FATAL_ERROR "${TARGET} says nothing about its coverage:\n${output}")
endif()
if(CMAKE_MATCH_1 LESS EDGES)
  message(FATAL_ERROR "${TARGET} is blind: ${CMAKE_MATCH_1} edges after ${runs} runs, and ${EDGES} are the least")
endif()
message(STATUS "${TARGET}: ${CMAKE_MATCH_1} edges, ${CMAKE_MATCH_2} features")
