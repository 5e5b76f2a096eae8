# Builds and runs a project in C, without C++, with find_package(agal COMPONENTS shared). Only agal can be found.
# cmake -DBUILD=… -DSOURCE=… -DWORK=… -DGENERATOR=… -P shared.cmake
include(${CMAKE_CURRENT_LIST_DIR}/steps.cmake)

file(REMOVE_RECURSE ${WORK})
install_components(${WORK}/prefix runtime development)
set(unfindable "")
foreach(package fmt SPIRV-Headers SPIRV-Tools SPIRV-Tools-opt ZLIB LibLZMA Minizip LibArchive XxHash Threads spirv_cross_core
                spirv_cross_glsl spirv_cross_msl spirv_cross_hlsl)
  list(APPEND unfindable -DCMAKE_DISABLE_FIND_PACKAGE_${package}=ON)
endforeach()
step(${CMAKE_COMMAND} -S ${SOURCE}/shared -B ${WORK}/build -G "${GENERATOR}" -DCMAKE_PREFIX_PATH=${WORK}/prefix ${unfindable})
step(${CMAKE_COMMAND} --build ${WORK}/build)
step(${WORK}/build/uses-shared ${SOURCE}/../../../corpus/techniques/water.frag.agal)
if(NOT output MATCHES "@fragment")
  message(FATAL_ERROR "uses-shared printed: ${output}")
endif()

# The command is neither needed nor a part of these components.
foreach(file bin share)
  if(EXISTS ${WORK}/prefix/${file})
    message(FATAL_ERROR "the components of the libraries have ${file}")
  endif()
endforeach()
