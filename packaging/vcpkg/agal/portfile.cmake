# An overlay port of these sources:  vcpkg install agal --overlay-ports=packaging/vcpkg
vcpkg_check_linkage(ONLY_STATIC_LIBRARY)
set(SOURCE_PATH "${CURRENT_PORT_DIR}/../../..")

vcpkg_check_features(OUT_FEATURE_OPTIONS feature_options
  FEATURES
    khronos AGAL_WITH_KHRONOS
    libarchive AGAL_WITH_LIBARCHIVE
    unpackers AGAL_WITH_UNPACKERS)
vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS ${feature_options} -DAGAL_BUILD_TOOLS=OFF -DAGAL_BUILD_TESTS=OFF -DAGAL_BUILD_SHARED=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME agal CONFIG_PATH lib/cmake/agal)
vcpkg_fixup_pkgconfig()

file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
# The documentation; a port has its license and nothing else.
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/share/doc")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
