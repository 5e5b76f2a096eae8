# Packages for Debian and its derivatives, which tools/package builds with CPack. A package is a component of the installation.
set(AGAL_PACKAGE_MAINTAINER "The agalc authors <agalc@packages.invalid>" CACHE STRING "Who is named in packages")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME agal)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "") # each package has its own
set(CPACK_PACKAGE_CONTACT ${AGAL_PACKAGE_MAINTAINER})
set(CPACK_PACKAGING_INSTALL_PREFIX ${CMAKE_INSTALL_PREFIX})
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL runtime development prove games tools documentation)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SOURCE agal)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(agal_package_version ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})
get_target_property(agal_soversion agal_shared SOVERSION)
get_target_property(agal_exports agal_shared AGAL_EXPORTS)
set(agal_runtime_package libagal${agal_soversion})

# agal_package(<component> <name> <section> <summary> [ARCHITECTURE a] [DEPENDS p…] [RECOMMENDS p…] [SUGGESTS p…]
#              TEXT <line>…)
function(agal_package component name section summary)
  cmake_parse_arguments(PARSE_ARGV 4 ARG "" "ARCHITECTURE" "DEPENDS;RECOMMENDS;SUGGESTS;TEXT")
  string(TOUPPER ${component} component)
  foreach(list DEPENDS RECOMMENDS SUGGESTS)
    list(JOIN ARG_${list} ", " joined)
    set(CPACK_DEBIAN_${component}_PACKAGE_${list} "${joined}" PARENT_SCOPE)
  endforeach()
  list(JOIN ARG_TEXT "\n" text)
  set(CPACK_DEBIAN_${component}_DESCRIPTION "${summary}\n${text}" PARENT_SCOPE)
  set(CPACK_DEBIAN_${component}_PACKAGE_NAME ${name} PARENT_SCOPE)
  set(CPACK_DEBIAN_${component}_PACKAGE_SECTION ${section} PARENT_SCOPE)
  set(CPACK_DEBIAN_${component}_PACKAGE_ARCHITECTURE ${ARG_ARCHITECTURE} PARENT_SCOPE)
endfunction()

set(agal_about
  "agalc compiles AGAL, the shader bytecode of Stage3D (Flash, AIR), to SPIR-V,"
  "GLSL, GLSL ES, MSL, HLSL and WGSL, and finds it in SWF files.")
agal_package(runtime ${agal_runtime_package} libs "cross-compiler for AGAL shaders, shared library"
  TEXT ${agal_about} "" "This package has the library with its interface for C.")
# The static libraries and their CMake package depend on the libraries that they use. The shared library does not.
set(agal_archive_package "")
set(agal_dev_package "libagal-dev (= ${agal_package_version})")
if(AGAL_WITH_LIBARCHIVE)
  set(agal_archive_package libarchive-dev)
endif()
agal_package(development libagal-dev libdevel "cross-compiler for AGAL shaders, development files"
  DEPENDS "${agal_runtime_package} (= ${agal_package_version})" libfmt-dev spirv-headers spirv-tools
          libspirv-cross-c-shared-dev
  RECOMMENDS agalc
  SUGGESTS agalc-doc libagal-games-dev libagal-prove-dev
  TEXT ${agal_about} ""
       "This package has the headers of the compiler for C and C++, its static"
       "libraries, and what CMake and pkg-config need to find them. The static library"
       "for C also needs libagal-games-dev and libagal-prove-dev.")
agal_package(prove libagal-prove-dev libdevel "proofs for AGAL shaders, development files"
  DEPENDS "${agal_dev_package}"
  TEXT ${agal_about} ""
       "This package has the header and the static library for proofs that a"
       "translation computes what its program computes.")
agal_package(games libagal-games-dev libdevel "search for AGAL shaders in games, development files"
  DEPENDS "${agal_dev_package}" zlib1g-dev liblzma-dev libminizip-dev ${agal_archive_package} libxxhash-dev
  TEXT ${agal_about} ""
       "This package has the headers and the static library that find programs in SWF"
       "files and other files of games.")
agal_package(tools agalc devel "cross-compiler for AGAL shaders"
  # Only pictures need these packages, which depend on 77 other packages. If they are missing, agalc prints a message.
  SUGGESTS agalc-doc libvulkan1 mesa-vulkan-drivers
  TEXT ${agal_about} ""
       "This package has the command, its manual pages and completions.")
agal_package(documentation agalc-doc doc "cross-compiler for AGAL shaders, documentation"
  ARCHITECTURE all
  TEXT ${agal_about} "" "This package has its documentation and examples.")
set(CPACK_DEBIAN_DOCUMENTATION_PACKAGE_SHLIBDEPS OFF)

# The symbols file names the version that added each symbol. All symbols are new in this version.
set(symbols_file ${PROJECT_BINARY_DIR}/packaging/symbols)
list(TRANSFORM agal_exports REPLACE "(.+)" " \\1@AGAL_${agal_soversion} ${PROJECT_VERSION}" OUTPUT_VARIABLE symbols)
list(PREPEND symbols "libagal.so.${agal_soversion} ${agal_runtime_package} #MINVER#"
             " AGAL_${agal_soversion}@AGAL_${agal_soversion} ${PROJECT_VERSION}")
list(JOIN symbols "\n" symbols)
file(CONFIGURE OUTPUT ${symbols_file} CONTENT "@symbols@\n" @ONLY)
# The linker's cache is renewed when the library is installed or removed.
set(triggers_file ${PROJECT_BINARY_DIR}/packaging/triggers)
file(CONFIGURE OUTPUT ${triggers_file} CONTENT "activate-noawait ldconfig\n" @ONLY)
set(shlibs_file ${PROJECT_BINARY_DIR}/packaging/shlibs)
file(CONFIGURE OUTPUT ${shlibs_file} CONTENT "libagal @agal_soversion@ @agal_runtime_package@ (>= @PROJECT_VERSION@)\n" @ONLY)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_EXTRA "${symbols_file};${triggers_file};${shlibs_file}")

# Each package has its changelog and its copyright; manual pages are compressed.
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/prepare_packages.cmake)
set(CPACK_AGAL_FILES ${PROJECT_SOURCE_DIR}/packaging/debian)
set(CPACK_AGAL_VERSION ${agal_package_version})
set(CPACK_AGAL_PACKAGES runtime=${agal_runtime_package} development=libagal-dev prove=libagal-prove-dev
    games=libagal-games-dev tools=agalc documentation=agalc-doc)
include(CPack)
