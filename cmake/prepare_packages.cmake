# Run by CPack after the files of the packages have been installed: adds the files that Debian's policy requires.
find_program(gzip gzip REQUIRED)

# The date for the changelogs. SOURCE_DATE_EPOCH makes the packages reproducible.
execute_process(COMMAND date -R -u "--date=@$ENV{SOURCE_DATE_EPOCH}" OUTPUT_VARIABLE now ERROR_QUIET
                OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  execute_process(COMMAND date -R -u OUTPUT_VARIABLE now OUTPUT_STRIP_TRAILING_WHITESPACE)
endif()

function(compress file)
  execute_process(COMMAND ${gzip} -9nf ${file} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

foreach(pair IN LISTS CPACK_AGAL_PACKAGES)
  string(REGEX MATCH "(.*)=(.*)" pair ${pair})
  set(package ${CMAKE_MATCH_2})
  set(root ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/${CMAKE_MATCH_1}${CPACK_PACKAGING_INSTALL_PREFIX})
  if(NOT EXISTS ${root})
    message(FATAL_ERROR "${root} does not exist")
  endif()
  set(documents ${root}/share/doc/${package})
  file(WRITE ${documents}/changelog.Debian "agal (${CPACK_AGAL_VERSION}) unstable; urgency=medium

  * See /usr/share/doc/agal/CHANGELOG.md, in agalc-doc.

 -- ${CPACK_PACKAGE_CONTACT}  ${now}
")
  compress(${documents}/changelog.Debian)
  configure_file(${CPACK_AGAL_FILES}/copyright ${documents}/copyright COPYONLY)
  file(GLOB manuals ${root}/share/man/man*/*.[1-9])
  foreach(manual IN LISTS manuals)
    compress(${manual})
  endforeach()
  # The license is a file that every Debian system has.
  if(EXISTS ${root}/share/doc/agal/LICENSE)
    file(REMOVE ${root}/share/doc/agal/LICENSE)
    file(CREATE_LINK ../../common-licenses/Apache-2.0 ${root}/share/doc/agal/LICENSE SYMBOLIC)
  endif()
  if(EXISTS ${CPACK_AGAL_FILES}/${package}.lintian-overrides)
    configure_file(${CPACK_AGAL_FILES}/${package}.lintian-overrides ${root}/share/lintian/overrides/${package} COPYONLY)
  endif()
endforeach()
