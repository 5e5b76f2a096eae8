# The installed package: find_package(agal) gives agal::core (down to SPIR-V words), agal::agal (the compiler), agal::prove,
# agal::games, agal::shared and agal::c (the C interface), agal::agalc (the command) and agal_add_shaders. They are exported
# separately, so that components do not depend on each other. Each component of the installation is a package: runtime,
# development, prove, games, tools, smith, documentation.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(agal_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/agal)

# agal_install_library(<target> <name> <component>)
function(agal_install_library target name component)
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  install(TARGETS ${target} EXPORT agal-${name}-targets
          ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT ${component}
          LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime NAMELINK_COMPONENT development
          RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT runtime)
  install(EXPORT agal-${name}-targets NAMESPACE agal:: DESTINATION ${agal_package_dir} COMPONENT ${component})
endfunction()
agal_install_library(agal-core core development)
if(NOT AGAL_CORE_ONLY)
  agal_install_library(agal agal development)
  agal_install_library(agal-prove prove prove)
  agal_install_library(agal-games games games)
  agal_install_library(agal-c c development)
endif()
if(AGAL_BUILD_SHARED)
  agal_install_library(agal_shared shared development)
endif()
set(agal_include ${PROJECT_SOURCE_DIR}/include/agal)
install(DIRECTORY ${agal_include} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development
        PATTERN prove EXCLUDE PATTERN games EXCLUDE)
foreach(product prove games)
  install(DIRECTORY ${agal_include}/${product} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/agal COMPONENT ${product})
endforeach()
if(NOT AGAL_CORE_ONLY)
  include(${PROJECT_SOURCE_DIR}/cmake/pkg_config.cmake)
endif()

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/agal-config.cmake.in ${PROJECT_BINARY_DIR}/agal-config.cmake
                              INSTALL_DESTINATION ${agal_package_dir} PATH_VARS CMAKE_INSTALL_INCLUDEDIR)
# Before 1.0 a new minor version may change the API.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/agal-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/agal-config.cmake ${PROJECT_BINARY_DIR}/agal-config-version.cmake
              ${PROJECT_SOURCE_DIR}/cmake/FindMinizip.cmake ${PROJECT_SOURCE_DIR}/cmake/FindXxHash.cmake
              ${PROJECT_SOURCE_DIR}/cmake/AgalShaders.cmake
        DESTINATION ${agal_package_dir} COMPONENT development)

# The documentation, with the folders that it links to.
install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/CHANGELOG.md ${PROJECT_SOURCE_DIR}/CONTRIBUTING.md
              ${PROJECT_SOURCE_DIR}/SECURITY.md ${PROJECT_SOURCE_DIR}/LICENSE
        DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/agal COMPONENT documentation)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs ${PROJECT_SOURCE_DIR}/examples DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/agal
        COMPONENT documentation PATTERN .gitignore EXCLUDE)

if(AGAL_BUILD_TOOLS)
  install(TARGETS agalc EXPORT agal-agalc-targets RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tools)
  install(EXPORT agal-agalc-targets NAMESPACE agal:: DESTINATION ${agal_package_dir} COMPONENT tools)
  if(AGAL_BUILD_LAB)
    install(TARGETS agal-smith RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT smith)
  endif()
endif()
if(AGAL_BUILD_TOOLS)
  get_target_property(agal_shell_files agalc AGAL_SHELL_FILES)
endif()
if(agal_shell_files)
  install(FILES ${agal_shell_files}/agalc DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT tools)
  install(FILES ${agal_shell_files}/_agalc DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions COMPONENT tools)
  install(FILES ${agal_shell_files}/agalc.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT tools)
  install(DIRECTORY ${agal_shell_files}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT tools)
endif()
if(AGAL_BUILD_TOOLS AND AGAL_BUILD_SHARED AND PROJECT_IS_TOP_LEVEL)
  include(${PROJECT_SOURCE_DIR}/cmake/packages.cmake)
endif()
