# The WebAssembly modules are optimized for size (-Os), except for the files in which a translation spends most of its time.
# What translations rarely run is as small as it can be, so that the smaller module has room for these.
# agal_optimize_for_wasm(<name> <option> <pattern>…): as a library of its own, because files with options of their own are
# not compiled together. Those that are optimized for speed are not, because the compiler would inline more. A pattern is a
# regular expression for the path of a source from this folder, without its extension. It is an error if it matches none.
function(agal_optimize_for_wasm name option)
  set(files "")
  foreach(pattern ${ARGN})
    set(matches "")
    foreach(library agal-core agal)
      get_target_property(sources ${library} SOURCES)
      list(FILTER sources INCLUDE REGEX "/${pattern}\\.cpp$")
      list(APPEND matches ${sources})
    endforeach()
    if(NOT matches)
      message(FATAL_ERROR "src/wasm_speed.cmake: there is no source ${pattern}.cpp")
    endif()
    list(APPEND files ${matches})
  endforeach()
  foreach(library agal-core agal)
    get_target_property(sources ${library} SOURCES)
    list(REMOVE_ITEM sources ${files})
    set_target_properties(${library} PROPERTIES SOURCES "${sources}")
  endforeach()
  add_library(agal-${name} OBJECT ${files})
  target_include_directories(agal-${name} PRIVATE ${PROJECT_SOURCE_DIR}/include ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(agal-${name} PRIVATE agal-flags agal-headers)
  target_compile_options(agal-${name} PRIVATE ${option})
  if(NOT option STREQUAL "-Oz")
    set_target_properties(agal-${name} PROPERTIES UNITY_BUILD OFF)
  endif()
  target_sources(agal-core PRIVATE $<TARGET_OBJECTS:agal-${name}>)
endfunction()

agal_optimize_for_wasm(fast -O2
  base/buffer bytecode/bytecode
  ir/builder ir/live_lanes ir/structure
  lower/arithmetic lower/linear_algebra lower/lower lower/lowering lower/registers lower/texture
  opt/cse opt/fold opt/narrow_lanes opt/pipeline
  reflect/interface reflect/usage
  writer/body writer/expressions writer/statements writer/text writer/variables)
agal_optimize_for_wasm(small -Oz
  diag/render_json diag/render_text diag/rules
  ir/print ir/verify
  options/options options/values
  program/format program/locate
  options/named_target target/capabilities translation/bindings validation/linkage validation/outputs)
# Apart, because agalc-translate.wasm does without.
agal_optimize_for_wasm(lints -Oz linting/[a-z_]+)
