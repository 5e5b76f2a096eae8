// Writes the program that draws one recorded frame in an engine: the module with the materials of the frame, and the
// files around it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "agal/compile.hpp"
#include "agal/host.hpp"
#include "agal/program.hpp"
#include "agal/result.hpp"
#include "port/file.hpp"

namespace agal::port {

/// A pair with which a frame draws.
struct FramePair {
  const Program *vertex = nullptr, *fragment = nullptr;
  std::string name;        // the class that uploaded the pair, or "pair-2" for the second pair of the log
  std::size_t number = 0;  // the number of the pair in the log
};

struct FrameDraw {
  std::size_t pair = 0;
  std::string state;  // JSON, like a draw in a manifest
};

struct FrameProgram {
  Module module;
  std::vector<std::string> functions;  // the function of the module that creates the material of each draw
};

/// Returns the engines for which agalc can write such a program.
std::vector<Host> frame_engines();

/// Returns the files to write next to the data of the frame. Functions have the names that `agalc batch` gives them for
/// the log of the frame; a material that is in `old`, the text of a materials.json or "", has its name there. `log` is
/// the name of the log. `engine` must be one of `frame_engines`.
Result<FrameProgram> write_frame_program(Host engine, const std::string& log, const std::vector<FramePair>& pairs,
                                         const std::vector<FrameDraw>& draws, std::string_view old);

}  // namespace agal::port
