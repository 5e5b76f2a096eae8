# The WebAssembly modules are optimized for size (-Os), with two exceptions: files that take most of the time of a translation
# are optimized for speed, and files that translations rarely run are optimized for minimum size, so that the smaller module
# stays small.
#
# agal_optimize_for_wasm(<name> <option> <pattern>…) compiles files with an option, as a separate library, because files with
# different options cannot be part of one unity build. A library that is optimized for speed is not a unity build, because the
# compiler would inline more. A pattern is a regular expression for the path of a source file from this folder, without its
# extension. A pattern that does not match any file is an error.
function(agal_optimize_for_wasm name option)
  foreach(library agal-core agal agal-c)
    get_target_property(sources ${library} SOURCES)
    get_target_property(folder ${library} SOURCE_DIR)
    list(TRANSFORM sources REPLACE "^([^/$][^/]*)$" "${folder}/\\1") # not $<TARGET_OBJECTS:…>
    set(sources_of_${library} "${sources}")
  endforeach()
  set(files "")
  foreach(pattern ${ARGN})
    set(matches ${sources_of_agal-core} ${sources_of_agal} ${sources_of_agal-c})
    list(FILTER matches INCLUDE REGEX "/${pattern}\\.cpp$")
    if(NOT matches)
      message(FATAL_ERROR "src/wasm_speed.cmake: there is no source ${pattern}.cpp")
    endif()
    list(APPEND files ${matches})
  endforeach()
  # The properties of a source are visible only in the folder of its library.
  foreach(library agal-core agal agal-c)
    foreach(file IN LISTS files)
      if(file IN_LIST sources_of_${library})
        foreach(property COMPILE_DEFINITIONS COMPILE_OPTIONS SKIP_UNITY_BUILD_INCLUSION)
          get_source_file_property(value ${file} TARGET_DIRECTORY ${library} ${property})
          if(value)
            set_source_files_properties(${file} PROPERTIES ${property} "${value}")
          endif()
        endforeach()
      endif()
    endforeach()
    list(REMOVE_ITEM sources_of_${library} ${files})
    set_target_properties(${library} PROPERTIES SOURCES "${sources_of_${library}}")
  endforeach()
  add_library(agal-${name} OBJECT ${files})
  target_include_directories(agal-${name} PRIVATE ${PROJECT_SOURCE_DIR}/include ${AGAL_SOURCE_FOLDERS})
  target_link_libraries(agal-${name} PRIVATE agal-flags agal-headers)
  target_compile_options(agal-${name} PRIVATE ${option})
  if(NOT option STREQUAL "-Oz")
    set_target_properties(agal-${name} PROPERTIES UNITY_BUILD OFF)
    agal_precompile(agal-${name}) # reading headers takes most of the time of each file
  endif()
  target_sources(agal-core PRIVATE $<TARGET_OBJECTS:agal-${name}>)
endfunction()

agal_optimize_for_wasm(fast -O2
  base/buffer bytecode/bytecode
  ir/builder ir/interface ir/live_lanes ir/structure
  lower/arithmetic lower/linear_algebra lower/lower lower/lowering lower/registers lower/texture
  opt/cse opt/dce opt/fold opt/lower_clip_space opt/narrow_lanes opt/pipeline
  reflect/interface reflect/usage target/capabilities target/output translate/translation
  writer/body writer/expressions writer/glsl writer/statements writer/text writer/variables)
agal_optimize_for_wasm(small -Oz
  base/format base/json_writer base/text base/utf8 c/compile_all c/diagnostics c/options c/programs c/shader_interface
  diag/render_json diag/render_text diag/rules
  ir/print ir/verify lower/varying_plan opt/contract opt/hoist_derivatives
  options/named_target options/options options/values
  program/format program/locate reflect/to_json
  spirv/emit spirv/module_builder spirv/variables
  target/naming translate/bindings translate/slots
  validate/control_flow validate/limits validate/linkage validate/outputs validate/registers validate/samplers
  writer/hlsl writer/msl)
# The lints are a separate library, because agalc-translate.wasm does not contain them.
agal_optimize_for_wasm(lints -Oz lint/[a-z_]+)
