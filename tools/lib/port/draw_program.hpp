// Writes a program that repeats one recorded draw in an engine. A port of a game can begin with the program.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "agal/compile.hpp"
#include "agal/host.hpp"
#include "port/file.hpp"

namespace agal::port {

/// A draw that was written to a folder as files: the shaders, the scene, the mesh and the textures.
struct DrawnScene {
  std::uint32_t number = 0;  // the number of the draw in the recorded frames
  std::string file;          // the name of the file of frames
  std::string_view text;     // the content of scene.json
  std::string_view mesh;     // the content of mesh.obj
  const Interface &vertex, &fragment;
  std::string vertex_hash, fragment_hash;  // XXH3-128 of the game's programs
  std::string vertex_path, fragment_path;  // the paths of the shaders in the folder
  std::string flipped;                     // the text of a vertex shader that negates y, if `needs_flipped_shader`
};

/// Returns the engines for which agalc can write such a program.
std::vector<Host> draw_engines();

/// Returns true if the engine needs a vertex shader that negates y, because the draw writes to a texture.
bool needs_flipped_shader(Host engine, std::string_view scene, const CompileOptions& options);

/// Returns the files to write into the folder of the draw: the module with the material, the program, and what is
/// needed to run it (a page and package.json, or a build file). Reports states that the engine cannot express. `engine`
/// must be one of `draw_engines`. `options` must be the options for this host.
Module write_draw_program(Host engine, const DrawnScene& scene, const CompileOptions& options);

}  // namespace agal::port
