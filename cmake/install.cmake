# The installed package: find_package(agal) gives agal::core (down to SPIR-V words), agal::agal (all of it), agal::agalc
# (the command) and agal_add_shaders.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(agal_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/agal)

set_target_properties(agal-core PROPERTIES EXPORT_NAME core)
install(TARGETS agal-core agal EXPORT agal-targets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/agal DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
if(AGAL_BUILD_TOOLS)
  install(TARGETS agalc EXPORT agal-targets RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(EXPORT agal-targets NAMESPACE agal:: DESTINATION ${agal_package_dir})

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/agal-config.cmake.in ${PROJECT_BINARY_DIR}/agal-config.cmake
                              INSTALL_DESTINATION ${agal_package_dir} PATH_VARS CMAKE_INSTALL_INCLUDEDIR)
# Before 1.0 a new minor version may change the API.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/agal-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/agal-config.cmake ${PROJECT_BINARY_DIR}/agal-config-version.cmake
              ${PROJECT_SOURCE_DIR}/cmake/FindLibZip.cmake ${PROJECT_SOURCE_DIR}/cmake/FindXxHash.cmake
              ${PROJECT_SOURCE_DIR}/cmake/AgalShaders.cmake
        DESTINATION ${agal_package_dir})
