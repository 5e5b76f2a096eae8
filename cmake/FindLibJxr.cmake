# libjxr, which decodes JPEG XR, as LibJxr::LibJxr. It does not install a CMake package.
find_path(LibJxr_INCLUDE_DIR JXRGlue.h PATH_SUFFIXES jxrlib libjxr/jxrgluelib)
find_library(LibJxr_LIBRARY jxrglue)
find_library(LibJxr_DECODER_LIBRARY jpegxr)
mark_as_advanced(LibJxr_INCLUDE_DIR LibJxr_LIBRARY LibJxr_DECODER_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LibJxr REQUIRED_VARS LibJxr_LIBRARY LibJxr_DECODER_LIBRARY LibJxr_INCLUDE_DIR)
if(LibJxr_FOUND AND NOT TARGET LibJxr::LibJxr)
  add_library(LibJxr::LibJxr UNKNOWN IMPORTED)
  set_target_properties(LibJxr::LibJxr PROPERTIES IMPORTED_LOCATION "${LibJxr_LIBRARY}"
                                                  INTERFACE_INCLUDE_DIRECTORIES "${LibJxr_INCLUDE_DIR}"
                                                  INTERFACE_COMPILE_DEFINITIONS "__ANSI__;DISABLE_PERF_MEASUREMENT"
                                                  INTERFACE_LINK_LIBRARIES "${LibJxr_DECODER_LIBRARY}")
endif()
