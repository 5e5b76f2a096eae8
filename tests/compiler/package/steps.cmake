# Defines functions for the scripts of this folder. step(<command>…) runs a command, which must succeed, and sets
# output.
function(step)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\nended with ${status}:\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

# install_components(<folder> <component>…): installs components from the build tree BUILD.
macro(install_components folder)
  foreach(component ${ARGN})
    step(${CMAKE_COMMAND} --install ${BUILD} --prefix ${folder} --component ${component})
  endforeach()
endmacro()
