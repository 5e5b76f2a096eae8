# agal_add_shaders(<target> SOURCES <file>... EMIT <target language>... [reflect]
#                  [OUTPUT_DIRECTORY <folder>] [OPTIONS <option>...])
#
# Compiles AGAL programs as part of a build: adds a target that is part of `all`, and that others can depend on. Only
# programs that changed are compiled again; a program that agalc rejects fails the build with its messages.
#
#   SOURCES           programs: bytecode or assembly text. Their names without folders must differ.
#   EMIT              values of `agalc compile --target`: spv, essl300, msl21, ...; `essl` and the names of other
#                     families stand for the versions that `agalc explain targets` lists; `reflect` adds the interface as JSON
#                     next to each product
#   OUTPUT_DIRECTORY  folder of the products; the default is the current binary folder. A product is named
#                     <source without its last extension><suffix>, for example water.frag.essl300.glsl
#   OPTIONS           more options of `agalc compile`, for example --profile baseline -Werror
#
# Properties of the target: AGAL_OUTPUTS is the list of the full paths of all products, AGAL_OUTPUT_DIRECTORY the folder.
# A target that reads the products at build time needs add_dependencies(<reader> <target>).
#
# AGALC_EXECUTABLE replaces the agalc of the package, for example by one that runs on the host of a cross build.
cmake_policy(VERSION 3.21)

# Sets `out` to the suffix of the products of a target language, which is read from the table of targets.
function(agal_target_suffix language out)
  set(table "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../include/agal/tables/targets.def")
  if(NOT EXISTS "${table}")
    set(table "${AGAL_TARGET_TABLE}")
  endif()
  string(REGEX REPLACE "[.+*]" "\\\\\\0" pattern "${language}")
  set(id "[A-Za-z0-9]+")
  # The name of a family stands for one of its targets.
  file(STRINGS "${table}" family REGEX "^AGAL_TARGET_FAMILY\\(${id}, *\"${pattern}\",")
  if(family MATCHES "\", *([A-Za-z0-9]+), *\"[^\"]*\",")
    set(id "${CMAKE_MATCH_1}")
    set(pattern "[^\"]*")
  endif()
  file(STRINGS "${table}" row REGEX "^AGAL_TARGET\\(${id}, *\"${pattern}\",")
  if(NOT row MATCHES "\"([.][^\"]*)\"")
    message(FATAL_ERROR "agal_add_shaders: unknown language '${language}'; `agalc explain targets` lists the languages")
  endif()
  set(${out} "${CMAKE_MATCH_1}" PARENT_SCOPE)
endfunction()

# Determines the command to run, and the dependencies that all products have in addition to their source.
function(agal_find_agalc command depends)
  if(AGALC_EXECUTABLE)
    set(${command} "${AGALC_EXECUTABLE}" PARENT_SCOPE)
    set(${depends} "${AGALC_EXECUTABLE}" PARENT_SCOPE)
  elseif(TARGET agal::agalc)
    set(${command} agal::agalc PARENT_SCOPE)
    set(${depends} agal::agalc PARENT_SCOPE)
  else()
    message(FATAL_ERROR "agal_add_shaders needs the agalc command: set AGAL_BUILD_TOOLS if agalc is built as part of "
                        "this project, or AGALC_EXECUTABLE")
  endif()
endfunction()

function(agal_add_shaders target)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "OUTPUT_DIRECTORY" "SOURCES;EMIT;OPTIONS")
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "agal_add_shaders: unknown argument ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  set(languages ${ARG_EMIT})
  list(REMOVE_ITEM languages reflect)
  if(NOT ARG_SOURCES OR NOT languages)
    message(FATAL_ERROR "agal_add_shaders needs SOURCES and at least one language in EMIT")
  endif()
  set(folder "${CMAKE_CURRENT_BINARY_DIR}")
  if(ARG_OUTPUT_DIRECTORY)
    cmake_path(ABSOLUTE_PATH ARG_OUTPUT_DIRECTORY BASE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}" NORMALIZE
               OUTPUT_VARIABLE folder)
  endif()
  agal_find_agalc(agalc agalc_depends)
  list(JOIN languages "," language_list)
  set(reflect "")
  if("reflect" IN_LIST ARG_EMIT)
    set(reflect --reflect)
  endif()

  set(all_outputs "")
  foreach(source IN LISTS ARG_SOURCES)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE OUTPUT_VARIABLE path)
    cmake_path(GET path STEM LAST_ONLY stem)
    set(outputs "")
    foreach(language IN LISTS languages)
      agal_target_suffix(${language} suffix)
      list(APPEND outputs "${folder}/${stem}${suffix}")
      if(reflect)
        list(APPEND outputs "${folder}/${stem}${suffix}.reflect.json")
      endif()
    endforeach()
    foreach(output IN LISTS outputs)
      if(output IN_LIST all_outputs)
        message(FATAL_ERROR "agal_add_shaders: two sources would both be written to ${output}")
      endif()
    endforeach()
    list(APPEND all_outputs ${outputs})
    set(depfile "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.dir/${stem}.d")
    add_custom_command(
      OUTPUT ${outputs}
      COMMAND ${agalc} compile "${path}" --target ${language_list} -o "${folder}/" ${reflect} -MF "${depfile}" ${ARG_OPTIONS}
      MAIN_DEPENDENCY "${path}"
      DEPENDS ${agalc_depends}
      DEPFILE "${depfile}"
      COMMENT "Compiling ${source} to ${language_list}"
      VERBATIM)
  endforeach()
  file(MAKE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.dir")
  add_custom_target(${target} ALL DEPENDS ${all_outputs})
  set_target_properties(${target} PROPERTIES AGAL_OUTPUTS "${all_outputs}" AGAL_OUTPUT_DIRECTORY "${folder}")
endfunction()
