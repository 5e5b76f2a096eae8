# libETC1 of Android, which decodes ETC1, as LibEtc1::LibEtc1. Debian has it in a separate folder.
find_path(LibEtc1_INCLUDE_DIR ETC1/etc1.h PATH_SUFFIXES android)
find_library(LibEtc1_LIBRARY ETC1 PATH_SUFFIXES android)
mark_as_advanced(LibEtc1_INCLUDE_DIR LibEtc1_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LibEtc1 REQUIRED_VARS LibEtc1_LIBRARY LibEtc1_INCLUDE_DIR)
if(LibEtc1_FOUND AND NOT TARGET LibEtc1::LibEtc1)
  add_library(LibEtc1::LibEtc1 UNKNOWN IMPORTED)
  set_target_properties(LibEtc1::LibEtc1 PROPERTIES IMPORTED_LOCATION "${LibEtc1_LIBRARY}"
                                                    INTERFACE_INCLUDE_DIRECTORIES "${LibEtc1_INCLUDE_DIR}")
endif()
