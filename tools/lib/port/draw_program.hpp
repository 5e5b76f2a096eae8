// Writes a program for an engine that repeats one recorded draw. It is a start for porting a game.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "agal/compile.hpp"
#include "agal/host.hpp"
#include "port/file.hpp"

namespace agal::port {

/// A draw that was written to a folder as files: the shaders, and the scene with its mesh and textures.
struct DrawnScene {
  std::uint32_t number = 0;  // the number of the draw
  std::string file;          // the name of the file of frames
  std::string_view text;     // the content of scene.json
  std::string_view mesh;     // the content of mesh.obj
  const Interface &vertex, &fragment;
  std::string vertex_path, fragment_path;
};

/// Returns the engines for which agalc has such a program.
std::vector<Host> draw_engines();

/// Returns the files to write into the folder of the draw: the module of the material, the program, and its page and
/// list of packages, or its build file. Reports states that the engine cannot express. `engine` must be one of
/// `draw_engines`, and the host of `options`.
Module write_draw_program(Host engine, const DrawnScene& scene, const CompileOptions& options);

}  // namespace agal::port
