# The WebAssembly modules are optimized for size (-Os), except for the files in which a translation spends most of its time.
# What translations rarely run is as small as it can be, so that the smaller module has room for these.
function(agal_optimize_for_wasm option)
  foreach(file ${ARGN})
    set_source_files_properties(${CMAKE_CURRENT_SOURCE_DIR}/${file}.cpp TARGET_DIRECTORY agal
                                PROPERTIES COMPILE_OPTIONS ${option})
  endforeach()
endfunction()

agal_optimize_for_wasm(-O2
  base/buffer bytecode/bytecode
  ir/builder ir/live_lanes ir/structure
  lower/arithmetic lower/geometry lower/lower lower/lowering lower/registers lower/texture
  opt/cse opt/fold opt/narrow_lanes opt/pipeline
  writer/body writer/expressions writer/statements writer/text writer/variables)
agal_optimize_for_wasm(-Oz
  diag/render_json diag/render_text diag/rules
  ir/print ir/verify
  linting/conditionals linting/indexed linting/limits_near linting/lint linting/results linting/samplers
  options/options options/values
  program/format program/locate)
