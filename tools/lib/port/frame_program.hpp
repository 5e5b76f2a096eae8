// Writes the program that draws a recorded frame, or one draw of it, in an engine: the module with its materials, and
// the files around it. A port of a game can begin with the program.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "agal/compile.hpp"
#include "agal/host.hpp"
#include "agal/program.hpp"
#include "agal/result.hpp"
#include "manifest/json.hpp"
#include "port/file.hpp"
#include "port/material.hpp"

namespace agal::port {

/// A pair with which a frame draws.
struct FramePair {
  const Program *vertex = nullptr, *fragment = nullptr;
  std::string name;         // the class that uploaded the pair, or "pair-2" for the second pair of the log
  std::size_t number = 0;   // the number of the pair in the log
  bool is_written = false;  // true if the folder has the programs as vert.agal and frag.agal
};

struct FrameDraw {
  std::size_t pair = 0;
  manifest::Json state;  // like a draw in a manifest
};

struct FrameProgram {
  Module module;
  std::vector<Material> materials;
  std::vector<std::string> functions;  // the function of the module that creates the material of each draw
};

/// Returns the engines for which agalc can write such a program.
std::vector<Host> program_engines();

/// Returns true if draws need the game's buffers of vertices, because materials have their layout. Otherwise, draws
/// have a list of values for each attribute.
bool has_layouts(Host engine);

/// Returns true if row 0 of a texture that the engine draws into is at the bottom.
bool flips_textures(Host engine);

/// Returns the files to write next to the data of the frame. Functions have the names that `agalc batch` gives them for
/// the log of the frame; a material that is in `old`, the text of a materials.json or "", has its name there. `log` is
/// the name of the log. `engine` must be one of `program_engines`.
Result<FrameProgram> write_frame_program(Host engine, const std::string& log, const std::vector<FramePair>& pairs,
                                         const std::vector<FrameDraw>& draws, std::string_view old);

/// Returns the file with the data of a frame: frame.json, or what the engine reads in its place. In `frame`, draws have
/// the functions of `materials`.
File frame_file(Host engine, const std::vector<Material>& materials, const manifest::Json& frame);

}  // namespace agal::port
