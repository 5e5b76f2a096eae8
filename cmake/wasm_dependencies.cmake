# For WebAssembly, only headers of third-party packages are used. They are copied into a folder of their own: where they are
# installed, the headers of the host's C library lie beside them.
set(headers ${PROJECT_BINARY_DIR}/third_party)
foreach(header fmt/format.h spirv/unified1/spirv.hpp xxhash.h)
  string(REGEX REPLACE "/.*" "" top ${header})
  find_path(AGAL_HEADERS_${top} ${header} PATHS /usr/include /usr/local/include REQUIRED)
  file(COPY ${AGAL_HEADERS_${top}}/${top} DESTINATION ${headers})
endforeach()

add_library(agal-headers INTERFACE)
target_include_directories(agal-headers SYSTEM INTERFACE ${headers})
# fmt in headers, without exceptions, without the locale of the C++ library, and without the types that agalc does not
# format. It would print a double as nothing.
target_compile_definitions(agal-headers INTERFACE FMT_HEADER_ONLY FMT_EXCEPTIONS=0 FMT_STATIC_THOUSANDS_SEPARATOR=','
                                                  FMT_USE_LONG_DOUBLE=0 FMT_USE_DOUBLE=0 FMT_USE_INT128=0)
target_compile_options(agal-headers INTERFACE "-DFMT_THROW(x)=__builtin_trap()")
foreach(name fmt::fmt SPIRV-Headers::SPIRV-Headers XxHash::XxHash)
  add_library(${name} ALIAS agal-headers)
endforeach()
