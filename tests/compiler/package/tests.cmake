# The tests of the installed packages. The other files of this folder are projects that use them.

# An error in one preset makes all of them unusable.
add_test(NAME package.presets COMMAND ${CMAKE_COMMAND} --list-presets WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})

if(NOT (AGAL_INSTALL AND AGAL_BUILD_TOOLS))
  return()
endif()
set(package_arguments "-DGENERATOR=${CMAKE_GENERATOR}" -DCOMPILER=${CMAKE_CXX_COMPILER})
set(package_flags "${CMAKE_CXX_FLAGS}")
if(AGAL_SANITIZE)
  string(APPEND package_flags " -fsanitize=${AGAL_SANITIZE}")
endif()
add_test(NAME package.installed
         COMMAND ${CMAKE_COMMAND} -DBUILD=${PROJECT_BINARY_DIR} -DSOURCE=${CMAKE_CURRENT_LIST_DIR}
                 ${package_arguments} -DWORK=${PROJECT_BINARY_DIR}/package-test/installed "-DFLAGS=${package_flags}"
                 -DVULKAN=$<TARGET_EXISTS:agal-vulkan>
                 -P ${CMAKE_CURRENT_LIST_DIR}/run.cmake)
add_test(NAME package.subproject
         COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR} ${package_arguments}
                 -DWORK=${PROJECT_BINARY_DIR}/package-test/subproject "-DLAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER}"
                 -P ${CMAKE_CURRENT_LIST_DIR}/subproject.cmake)
add_test(NAME package.core-only
         COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR} ${package_arguments}
                 -DWORK=${PROJECT_BINARY_DIR}/package-test/core-only "-DLAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER}"
                 -P ${CMAKE_CURRENT_LIST_DIR}/core_only.cmake)
set_tests_properties(package.installed package.subproject PROPERTIES COST 50)
add_test(NAME package.ci
         COMMAND ${CMAKE_COMMAND} -DAGALC=$<TARGET_FILE:agalc> -DSOURCE=${PROJECT_SOURCE_DIR}
                 -DWORK=${PROJECT_BINARY_DIR}/package-test/ci -P ${CMAKE_CURRENT_LIST_DIR}/ci.cmake)
if(AGAL_BUILD_SHARED)
  add_test(NAME package.shared
           COMMAND ${CMAKE_COMMAND} -DBUILD=${PROJECT_BINARY_DIR} -DSOURCE=${CMAKE_CURRENT_LIST_DIR}
                   ${package_arguments} -DWORK=${PROJECT_BINARY_DIR}/package-test/shared
                   -P ${CMAKE_CURRENT_LIST_DIR}/shared.cmake)
  find_program(AGAL_PKG_CONFIG NAMES pkgconf pkg-config)
  if(AGAL_PKG_CONFIG)
    add_test(NAME package.pkg-config
             COMMAND ${CMAKE_COMMAND} -DBUILD=${PROJECT_BINARY_DIR} -DSOURCE=${CMAKE_CURRENT_LIST_DIR}
                     -DC_COMPILER=${CMAKE_C_COMPILER} -DCXX_COMPILER=${CMAKE_CXX_COMPILER}
                     -DPKG_CONFIG=${AGAL_PKG_CONFIG}
                     -DWORK=${PROJECT_BINARY_DIR}/package-test/pkg-config
                     -P ${CMAKE_CURRENT_LIST_DIR}/pkg_config.cmake)
  else()
    agal_missing_test(package.pkg-config setup "it was not found when the build was configured")
  endif()
endif()
# Tests Ninja, and make if it is installed, because they read depfiles in different ways.
find_program(AGAL_NINJA ninja)
find_program(AGAL_MAKE make)
foreach(tool NINJA MAKE)
  set(generator_NINJA "Ninja")
  set(generator_MAKE "Unix Makefiles")
  string(TOLOWER ${tool} name)
  if(AGAL_${tool})
    add_test(NAME package.shaders-${name}
             COMMAND ${CMAKE_COMMAND} -DBUILD=${PROJECT_BINARY_DIR} -DSOURCE=${PROJECT_SOURCE_DIR}
                     -DWORK=${PROJECT_BINARY_DIR}/package-test/shaders-${name} "-DGENERATOR=${generator_${tool}}"
                     -DCOMPILER=${CMAKE_CXX_COMPILER} -P ${CMAKE_CURRENT_LIST_DIR}/shaders.cmake)
  else()
    agal_missing_test(package.shaders-${name} compilers "it was not found when this was configured")
  endif()
endforeach()
