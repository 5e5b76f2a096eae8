# Sources of libraries for targets without packages of them: Debian's source packages, pinned by version and SHA-256.
# Missing files are downloaded. Sources that are unpacked already do not need a network.
# As a script, cmake -P cmake/sources.cmake, it only downloads and unpacks: tools/setup.
#
# The environment variable AGAL_SOURCES names another folder.
if(DEFINED ENV{AGAL_SOURCES})
  set(agal_sources $ENV{AGAL_SOURCES})
elseif(CMAKE_SCRIPT_MODE_FILE OR PROJECT_IS_TOP_LEVEL)
  cmake_path(SET agal_sources NORMALIZE ${CMAKE_CURRENT_LIST_DIR}/../build/sources)
else()
  set(agal_sources ${PROJECT_BINARY_DIR}/sources)
endif()
set(AGAL_SOURCES ${agal_sources} CACHE PATH "The folder of the source packages")
set(AGAL_SOURCES_MIRROR http://deb.debian.org/debian CACHE STRING "The mirror of Debian that has the source packages")

# Downloads a file of a source package, unless the file with this hash exists.
function(agal_fetch package version file hash)
  set(path ${AGAL_SOURCES}/${file})
  if(EXISTS ${path})
    file(SHA256 ${path} found)
    if(found STREQUAL hash)
      return()
    endif()
    message(WARNING "${path} is not the file that cmake/sources.cmake names; it is downloaded again")
  endif()
  string(REGEX MATCH "^(lib)?." prefix ${package})
  string(REPLACE "+" "%2b" escaped ${file})
  set(url ${AGAL_SOURCES_MIRROR}/pool/main/${prefix}/${package}/${escaped})
  message(STATUS "Downloading ${url}")
  file(DOWNLOAD ${url} ${path}.new STATUS status INACTIVITY_TIMEOUT 30)
  list(POP_FRONT status failed why)
  if(NOT failed)
    file(SHA256 ${path}.new found)
    if(found STREQUAL hash)
      file(RENAME ${path}.new ${path})
      return()
    endif()
    set(why "its SHA-256 is ${found} instead of ${hash}")
  endif()
  file(REMOVE ${path}.new)
  message(FATAL_ERROR "${file} cannot be downloaded from ${url}: ${why}. "
                      "Without a network, put it into ${AGAL_SOURCES}; on Debian with deb-src, "
                      "`apt-get source --download-only ${package}=${version}` downloads it. AGAL_SOURCES names another folder, "
                      "AGAL_SOURCES_MIRROR another mirror.")
endfunction()

# agal_source(<package> <version> <original> <SHA-256> <changes> <SHA-256>): sets <package>_SOURCE to a folder with the original
# sources and Debian's patches.
function(agal_source package version original original_hash changes changes_hash)
  set(folder ${AGAL_SOURCES}/${package}-${version})
  string(REPLACE ":" "-" folder ${folder})
  set(${package}_SOURCE ${folder} PARENT_SCOPE)
  if(EXISTS ${folder})
    return()
  endif()
  find_program(AGAL_PATCH patch REQUIRED)
  agal_fetch(${package} ${version} ${original} ${original_hash})
  agal_fetch(${package} ${version} ${changes} ${changes_hash})
  # The folder has a temporary name until it is complete, because another build may unpack the same sources.
  string(RANDOM LENGTH 8 name)
  set(new ${AGAL_SOURCES}/${name}.new)
  file(ARCHIVE_EXTRACT INPUT ${AGAL_SOURCES}/${original} DESTINATION ${new})
  file(GLOB top ${new}/*)
  file(ARCHIVE_EXTRACT INPUT ${AGAL_SOURCES}/${changes} DESTINATION ${top})
  file(STRINGS ${top}/debian/patches/series patches REGEX "^[^#]")
  foreach(patch IN LISTS patches)
    execute_process(COMMAND ${AGAL_PATCH} -p1 --batch --forward --silent -i debian/patches/${patch} WORKING_DIRECTORY ${top}
                    RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
    if(result)
      file(REMOVE_RECURSE ${new})
      message(FATAL_ERROR "${package}: Debian's patch ${patch} does not apply: ${output}")
    endif()
  endforeach()
  file(RENAME ${top} ${folder} RESULT result)
  file(REMOVE_RECURSE ${new})
  if(NOT EXISTS ${folder})
    message(FATAL_ERROR "${folder} cannot be written: ${result}")
  endif()
endfunction()

agal_source(zlib 1:1.2.13.dfsg-1
            zlib_1.2.13.dfsg.orig.tar.bz2 71feb7947e3c00ef125f83b79a4e529bde31171e5babe48b391f06758d1ab0a1
            zlib_1.2.13.dfsg-1.debian.tar.xz f66cf3d4f2d7defcd4d1fd1fb0a11ee39f1e01b42ec7d059c9dc5c1695133c44)
agal_source(xz-utils 5.4.1-1+deb12u1
            xz-utils_5.4.1.orig.tar.xz 5d9827aa1875b21c288f78864bb26d2650b436ea8d2cad364e4921eb6266a5a5
            xz-utils_5.4.1-1+deb12u1.debian.tar.xz 3e162db2b76480c7e157f4c2f6ff9a426fc023f262d4dc3287530b36e2843ebe)
# For textures and pictures, which only the command supports.
if(AGAL_BUILD_TOOLS OR CMAKE_SCRIPT_MODE_FILE)
  agal_source(libpng1.6 1.6.39-2+deb12u5
              libpng1.6_1.6.39.orig.tar.gz a00e9d2f2f664186e4202db9299397f851aea71b36a35e74910b8820e380d441
              libpng1.6_1.6.39-2+deb12u5.debian.tar.xz ab14906eda9fddf14cbb1e589b9ba7439c22e233dc3c5e3cf9356c9625565a82)
endif()
