// The program of an engine that draws one recorded draw: what a port begins with.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "agal/compile.hpp"
#include "agal/host.hpp"
#include "port/file.hpp"

namespace agal::port {

/// A draw whose files are in a folder: the shaders, and the scene with its mesh and textures.
struct DrawnScene {
  std::uint32_t number = 0;  // the number of the draw
  std::string file;          // the name of the file of frames
  std::string_view text;     // scene.json
  const Interface &vertex, &fragment;
  std::string vertex_path, fragment_path;
};

/// The engines that have such a program.
std::vector<Host> draw_engines();

/// The files that the folder of the draw gets: the module of the material, the program, its page and its packages.
/// Reports states that the engine cannot express. `engine` is one of `draw_engines`, and `options` have it as the host.
Module write_draw_program(Host engine, const DrawnScene& scene, const CompileOptions& options);

}  // namespace agal::port
