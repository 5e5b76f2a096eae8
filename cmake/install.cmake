# The installed package: find_package(agal) gives agal::core (down to SPIR-V words), agal::agal (all of it), agal::agalc
# (the command) and agal_add_shaders. The libraries are exported apart, so that COMPONENTS core needs nothing of the other.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(agal_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/agal)

set_target_properties(agal-core PROPERTIES EXPORT_NAME core)
foreach(component core agal)
  string(REPLACE core agal-core target ${component})
  install(TARGETS ${target} EXPORT agal-${component}-targets
          ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
          LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
          RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(EXPORT agal-${component}-targets NAMESPACE agal:: DESTINATION ${agal_package_dir})
endforeach()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/agal DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/agal-config.cmake.in ${PROJECT_BINARY_DIR}/agal-config.cmake
                              INSTALL_DESTINATION ${agal_package_dir} PATH_VARS CMAKE_INSTALL_INCLUDEDIR)
# Before 1.0 a new minor version may change the API.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/agal-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/agal-config.cmake ${PROJECT_BINARY_DIR}/agal-config-version.cmake
              ${PROJECT_SOURCE_DIR}/cmake/FindMinizip.cmake ${PROJECT_SOURCE_DIR}/cmake/FindXxHash.cmake
              ${PROJECT_SOURCE_DIR}/cmake/AgalShaders.cmake
        DESTINATION ${agal_package_dir})

# What there is to read, with the folders that its links name.
install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/CHANGELOG.md ${PROJECT_SOURCE_DIR}/CONTRIBUTING.md
              ${PROJECT_SOURCE_DIR}/LICENSE
        DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/agal)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs ${PROJECT_SOURCE_DIR}/examples DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/agal)

if(AGAL_BUILD_TOOLS)
  install(TARGETS agalc EXPORT agal-agalc-targets RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(EXPORT agal-agalc-targets NAMESPACE agal:: DESTINATION ${agal_package_dir})
  install(TARGETS agal-smith RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
# agalc itself makes them: not where it cannot run.
if(AGAL_BUILD_TOOLS AND (NOT CMAKE_CROSSCOMPILING OR CMAKE_CROSSCOMPILING_EMULATOR))
  set(agal_shell_files ${PROJECT_BINARY_DIR}/shell)
  add_custom_command(
    OUTPUT ${agal_shell_files}/agalc ${agal_shell_files}/_agalc ${agal_shell_files}/agalc.fish
           ${agal_shell_files}/man1/agalc.1
    COMMAND ${CMAKE_COMMAND} -E make_directory ${agal_shell_files}
    COMMAND agalc completions bash > ${agal_shell_files}/agalc
    COMMAND agalc completions zsh > ${agal_shell_files}/_agalc
    COMMAND agalc completions fish > ${agal_shell_files}/agalc.fish
    COMMAND agalc manual ${agal_shell_files}/man1
    DEPENDS agalc
    COMMENT "Writing completions and manual pages")
  add_custom_target(agalc-shell-files ALL DEPENDS ${agal_shell_files}/agalc)
  install(FILES ${agal_shell_files}/agalc DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES ${agal_shell_files}/_agalc DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
  install(FILES ${agal_shell_files}/agalc.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
  install(DIRECTORY ${agal_shell_files}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR})
endif()
