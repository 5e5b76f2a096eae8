# Runs packaging/ci/validate, which the GitHub Action and the template for GitLab run, on a project with shaders.
# cmake -DAGALC=… -DSOURCE=… -DWORK=… -P ci.cmake
file(REMOVE_RECURSE ${WORK})
cmake_path(GET AGALC PARENT_PATH tools)
set(ENV{PATH} "${tools}:$ENV{PATH}")

function(validate expected message)
  execute_process(COMMAND ${CMAKE_COMMAND} -E env ${ARGN} ${SOURCE}/packaging/ci/validate WORKING_DIRECTORY ${WORK}
                  RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL expected OR NOT output MATCHES "${message}")
    message(FATAL_ERROR "validate with ${ARGN}\nended with ${status}:\n${output}")
  endif()
endfunction()

file(WRITE ${WORK}/shaders/sky.vert.agal "//! agal 1 vertex\nm44 op, va0, vc0\n")
file(WRITE "${WORK}/shaders/ui/a button's.frag.agal" "//! agal 1 fragment\nmov oc, fc0\n")
validate(0 "2 programs: 2 accepted")
validate(0 "1 program: 1 accepted" AGALC_FILES=shaders/*.agal)
validate(0 "2 programs: 2 accepted" "AGALC_FILES=shaders/*.agal\nshaders/ui/*.agal" "AGALC_OPTIONS=--lint -Werror"
         AGALC_SARIF=agalc.sarif AGALC_JUNIT=agalc.xml)
foreach(file agalc.sarif agalc.xml)
  if(NOT EXISTS ${WORK}/${file})
    message(FATAL_ERROR "${file} was not written")
  endif()
endforeach()
# A pattern without matches is an error.
validate(1 "AGAL1047" AGALC_FILES=shaders/**/*.none)
validate(3 "AGAL1001" AGALC_FILES=other/**/*.agal)
# A program is not skipped because of its name.
file(WRITE ${WORK}/others/wrong.bin "no bytecode")
validate(1 "others/wrong.bin" AGALC_FILES=others/*.bin)
validate(1 "::error file=others/wrong.bin,line=1" AGALC_FILES=others/*.bin GITHUB_ACTIONS=true)
validate(0 "2 programs: 2 accepted" GITHUB_ACTIONS=true)

file(WRITE ${WORK}/shaders/wrong.frag.agal "//! agal 1 fragment\nmov fc0, v0\nmov oc, v0\n")
validate(1 "AGAL3652" AGALC_FILES=shaders/**/*.agal)
