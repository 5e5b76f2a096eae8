# libmd as LibMd::LibMd, for SHA-256: the static library where there is one, so that the start of the command does not
# load one more shared library. It brings no package description.
find_path(LibMd_INCLUDE_DIR sha256.h)
find_library(LibMd_LIBRARY NAMES libmd.a md)
mark_as_advanced(LibMd_INCLUDE_DIR LibMd_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LibMd REQUIRED_VARS LibMd_LIBRARY LibMd_INCLUDE_DIR)
if(LibMd_FOUND AND NOT TARGET LibMd::LibMd)
  add_library(LibMd::LibMd UNKNOWN IMPORTED)
  set_target_properties(LibMd::LibMd PROPERTIES IMPORTED_LOCATION "${LibMd_LIBRARY}"
                                                INTERFACE_INCLUDE_DIRECTORIES "${LibMd_INCLUDE_DIR}")
endif()
