# The WebAssembly modules are optimized for size (-Os), except for the files in which a translation spends most of its time.
# What translations rarely run is as small as it can be, so that the smaller module has room for these.
# agal_optimize_for_wasm(<name> <option> <file>…): as a library of its own, because files with options of their own are not
# compiled together. Those that are optimized for speed are not, because the compiler would inline more.
function(agal_optimize_for_wasm name option)
  list(TRANSFORM ARGN PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/" OUTPUT_VARIABLE files)
  list(TRANSFORM files APPEND ".cpp")
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
file(GLOB lints RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} CONFIGURE_DEPENDS linting/*.cpp)
list(TRANSFORM lints REPLACE "\\.cpp$" "")
agal_optimize_for_wasm(lints -Oz ${lints})
