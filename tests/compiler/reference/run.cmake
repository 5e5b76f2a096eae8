# Writes the reference of the headers. Also writes it for headers with mistakes, which must be rejected: cmake
# -DDOXYGEN=… -DDOXYFILE=… -DSOURCE=… -DWORK=… -P run.cmake.
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK}/good ${WORK}/bad)
file(READ ${DOXYFILE} settings)

# write(NAME HEADERS): sets `status` and `messages`.
macro(write name headers)
  file(WRITE ${WORK}/${name}/Doxyfile "${settings}\nOUTPUT_DIRECTORY = \"${WORK}/${name}\"\nINPUT = \"${headers}\"\n")
  execute_process(COMMAND ${DOXYGEN} ${WORK}/${name}/Doxyfile RESULT_VARIABLE status ERROR_VARIABLE messages
                  OUTPUT_VARIABLE output)
endmacro()

function(expect_page name text)
  file(GLOB pages ${WORK}/good/html/*.html)
  foreach(page ${pages})
    file(STRINGS ${page} found REGEX "${text}" LIMIT_COUNT 1)
    if(found)
      return()
    endif()
  endforeach()
  message(SEND_ERROR "No page has ${name}")
endfunction()

write(good "${SOURCE}/include/agal\" \"${SOURCE}/docs/reference.md")
if(NOT status EQUAL 0 OR messages)
  message(FATAL_ERROR "Doxygen: ${status}\n${messages}")
endif()
# Checks a function, an enumerator from a table, the comment after a member, and a group of the C interface.
expect_page("agal::link" "drops varyings that the fragment program does not read")
expect_page("Opcode::Crs" "Crs")
expect_page("Program::trailing" "players ignore them")
expect_page("the results of the C interface" "Results")

file(COPY ${SOURCE}/include/agal DESTINATION ${WORK}/bad)
file(APPEND ${WORK}/bad/agal/limits.hpp "namespace agal {\nint undocumented_function();\n}\n")
file(APPEND ${WORK}/bad/agal/limits.hpp "namespace agal {\n/// \\param invented\nint documented_function(int given);\n}\n")
file(APPEND ${WORK}/bad/agal/agal.h "int undocumented_c_function(void);\n")
write(bad "${WORK}/bad/agal")
if(status EQUAL 0)
  message(SEND_ERROR "Doxygen accepts headers with mistakes")
endif()
foreach(mistake undocumented_function invented undocumented_c_function)
  if(NOT messages MATCHES "${mistake}")
    message(SEND_ERROR "Doxygen does not report ${mistake}:\n${messages}")
  endif()
endforeach()
