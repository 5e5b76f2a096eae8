// Reads the state of a captured pair's first draw, as far as pictures use it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "agal/interpret.hpp"
#include "manifest/json.hpp"
#include "render/description.hpp"

namespace agal::report {

using manifest::Json;

struct GameDraw {
  std::map<std::uint32_t, std::string> formats;      // formats of attributes, in the words of Stage3D
  std::map<std::uint32_t, SamplerOperand> samplers;  // samplers that setSamplerStateAt set
  std::vector<Float4> vertex_constants, fragment_constants;
  bool blends = false;  // true if the color is blended with the target's color
};

/// Returns the first draw with known constants; nullopt: there is none. `captures` are the captures of a pair.
std::optional<GameDraw> game_draw_of(const Json& captures);

/// Returns the value that a vertex buffer with this format gives to the program. Missing components are 0, 0 and 1.
Float4 in_format(const Float4& value, const std::string& format);

/// Returns the candidate scenes (candidate_scenes.hpp) with the constants, formats, sampler states and blending of the
/// draw, the most promising one first. The content of the buffers is unknown, so a made-up mesh is used. If the
/// position is an affine function of its attribute, the mesh of the first scene is placed where the matrices of the
/// game make it visible. The mesh of the last scene is unchanged.
std::vector<render::Description> game_candidate_scenes(const Program& vertex, const Program& fragment,
                                                       const GameDraw& draw);

}  // namespace agal::report
