# zlib with minizip, liblzma and libpng, built from their sources for targets without packages of them: docs/packaging.md.
# The targets have the names of CMake's modules, so that the rest of the build is the same.
enable_language(C)
include(${CMAKE_CURRENT_LIST_DIR}/sources.cmake)

# agal_bundled(<target> <name> <folder> <include> <file>…): a library from these files of the folder.
function(agal_bundled target name folder include)
  list(TRANSFORM ARGN PREPEND ${folder}/ OUTPUT_VARIABLE files)
  add_library(${target} STATIC ${files})
  add_library(${name} ALIAS ${target})
  target_include_directories(${target} SYSTEM PUBLIC ${include})
  # Warnings about these sources are not useful here.
  target_compile_options(${target} PRIVATE -w)
  if(AGAL_WASM)
    target_compile_options(${target} PRIVATE -Wno-deprecated -Oz $<$<NOT:${agal_for_node}>:-flto>)
  else()
    target_compile_options(${target} PRIVATE -O2)
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD OFF)
endfunction()

agal_bundled(agal-zlib ZLIB::ZLIB ${zlib_SOURCE} ${zlib_SOURCE}
             adler32.c compress.c crc32.c deflate.c inffast.c inflate.c inftrees.c trees.c uncompr.c zutil.c)

# Only the reader is built. The caller passes functions that read from memory.
agal_bundled(agal-minizip Minizip::Minizip ${zlib_SOURCE}/contrib/minizip ${zlib_SOURCE}/contrib ioapi.c unzip.c)
# The default functions, which read files by name, are left out, because a WebAssembly module would import them from its host.
target_compile_definitions(agal-minizip PRIVATE NOUNCRYPT)
set_source_files_properties(${zlib_SOURCE}/contrib/minizip/unzip.c PROPERTIES COMPILE_OPTIONS "-Dfill_fopen64_filefunc(functions)=((void)0)")
target_link_libraries(agal-minizip PUBLIC ZLIB::ZLIB)

# Only LZMA1 is built, which SWF files use, and without threads.
set(liblzma ${xz-utils_SOURCE}/src/liblzma)
agal_bundled(agal-lzma LibLZMA::LibLZMA ${liblzma} ${liblzma}/api
             check/crc32_table.c
             common/alone_decoder.c common/common.c common/filter_common.c common/filter_encoder.c
             lz/lz_decoder.c lz/lz_encoder.c lz/lz_encoder_mf.c
             lzma/fastpos_table.c lzma/lzma_decoder.c lzma/lzma_encoder.c lzma/lzma_encoder_optimum_fast.c
             lzma/lzma_encoder_optimum_normal.c lzma/lzma_encoder_presets.c
             rangecoder/price_table.c)
foreach(part check common delta lz lzma rangecoder simple)
  target_include_directories(agal-lzma PRIVATE ${liblzma}/${part})
endforeach()
target_include_directories(agal-lzma PRIVATE ${xz-utils_SOURCE}/src/common)
target_compile_definitions(agal-lzma PUBLIC LZMA_API_STATIC
                                     PRIVATE TUKLIB_SYMBOL_PREFIX=lzma_ HAVE_STDINT_H HAVE_INTTYPES_H HAVE_STDBOOL_H HAVE__BOOL
                                             HAVE_DECODERS HAVE_DECODER_LZMA1 HAVE_ENCODERS HAVE_ENCODER_LZMA1
                                             HAVE_MF_HC3 HAVE_MF_HC4 HAVE_MF_BT2 HAVE_MF_BT3 HAVE_MF_BT4
                                             SIZEOF_SIZE_T=${CMAKE_SIZEOF_VOID_P} VERSION="5.4.1")
if(AGAL_WASM)
  # WebAssembly does not have signals, but an unused function of liblzma refers to them.
  target_compile_options(agal-lzma PRIVATE -D_WASI_EMULATED_SIGNAL -Dsigset_t=int "-Dsigprocmask(...)=0")
endif()

# For textures and pictures, which only the command supports.
if(AGAL_BUILD_TOOLS)
  set(libpng ${libpng1.6_SOURCE})
  set(configured ${PROJECT_BINARY_DIR}/libpng)
  # Standard input and output are left out too, because a module would import them from its host.
  file(READ ${libpng}/scripts/pnglibconf.h.prebuilt configuration)
  string(REGEX REPLACE "#define PNG_(STDIO|CONSOLE_IO|SIMPLIFIED_WRITE_STDIO)_SUPPORTED\n" "" configuration "${configuration}")
  file(CONFIGURE OUTPUT ${configured}/pnglibconf.h CONTENT "${configuration}" @ONLY)
  agal_bundled(agal-png PNG::PNG ${libpng} ${libpng}
               png.c pngerror.c pngget.c pngmem.c pngread.c pngrio.c pngrtran.c pngrutil.c pngset.c pngtrans.c pngwio.c pngwrite.c
               pngwtran.c pngwutil.c)
  target_include_directories(agal-png SYSTEM PUBLIC ${configured})
  target_compile_definitions(agal-png PRIVATE PNG_INTEL_SSE_OPT=0 PNG_ARM_NEON_OPT=0)
  target_link_libraries(agal-png PUBLIC ZLIB::ZLIB)
  if(AGAL_WASM)
    set_target_properties(agal-png PROPERTIES FOR_NODE ON)
    set(setjmp ${PROJECT_SOURCE_DIR}/bindings/js/wasm/setjmp)
    target_sources(agal-png PRIVATE ${setjmp}/setjmp.c)
    target_include_directories(agal-png PUBLIC ${setjmp})
    target_compile_options(agal-png PRIVATE -fwasm-exceptions -mllvm -wasm-enable-sjlj)
  endif()
endif()
